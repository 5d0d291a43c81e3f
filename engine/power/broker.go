package power

import (
	"bytes"
	"fmt"

	"kaenlog/engine/batch"
	"kaenlog/engine/crashfs"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/wire"
)

// What stands in the story: where the partition is, when it happens, and what is sent.
const (
	dir       = "orders-0"
	nowMs     = 1700000000000
	readLimit = 1 << 20 // bytes, more than the log ever has

	correlationID = 1 // of the one request on a connection
)

// The two batches, of one record each.
const (
	earlierKey  = "order-0"
	sentKey     = "order-1"
	recordValue = `{"item":"khao soi","qty":2,"baht":130}`
)

// batchOf makes a batch of one record as a producer sends it.
func batchOf(key string) ([]byte, error) {
	return batch.Append(nil, batch.NoProducer, []batch.NewRecord{
		{Timestamp: nowMs, Key: []byte(key), Value: []byte(recordValue)}})
}

// broker is a partition with one connection to it.
type broker struct {
	p    *partition.Partition
	conn *wire.Pipe
	end  *partition.Conn // the broker's
}

// start opens the partition on the disk. One that does not sync is told that there is nothing to
// sync: its file system says so of itself.
func start(fs *crashfs.FS, syncs bool, sink trace.Sink) (*broker, error) {
	p, err := partition.Open(vfs.FromHackpad(fs, vfs.Options{Durable: syncs}), dir,
		partition.Config{Config: segment.Config{Trace: sink},
			NowMs: func() int64 { return nowMs }})
	if err != nil {
		return nil, err
	}
	b := &broker{p: p, conn: &wire.Pipe{}}
	b.end = p.Attach(b.conn)
	return b, nil
}

// send puts a request on the connection and has the broker serve it to its end.
func (b *broker) send(acks int16, records []byte) error {
	r := wire.BatchRequest{CorrelationID: correlationID, ClientID: "kaen-producer", Acks: acks,
		Records: records}
	b.conn.ToBroker.Write(r.Frame())
	return b.end.Serve()
}

// believes tells what a producer knows that has heard these bytes, and nothing else.
func believes(acks int16, heard []byte) (Belief, error) {
	switch {
	case len(heard) == 0 && acks == partition.AcksNone:
		return Unasked, nil
	case len(heard) == 0:
		return Unanswered, nil
	}
	answer, err := wire.ReadBatchResponse(bytes.NewBuffer(heard), correlationID)
	if err != nil {
		return "", err
	}
	switch code := answer.Code; {
	case code == kerr.None:
		return Written, nil
	case code == kerr.NotEnoughReplicasAfterAppend:
		return NotReplicated, nil
	default:
		return "", fmt.Errorf("the broker answered %v", code)
	}
}

// watch is the trace of a broker whose power fails: at the event of the setup's station it takes
// what the crash can leave, and what the producer has heard by then. The broker goes on, as a
// process can't know the end of its own power; nobody listens any more.
type watch struct {
	at     func(trace.Event) bool
	fs     *crashfs.FS
	conn   *wire.Pipe // nil until the request is sent
	events []trace.Entry

	failed bool
	left   []*crashfs.FS
	heard  []byte
	log    []byte // with the batch in it, as the page cache had it
}

// Emit implements trace.Sink.
func (w *watch) Emit(e trace.Event) {
	if w.conn == nil || w.failed {
		return
	}
	w.events = append(w.events, trace.Entry{Step: len(w.events) + 1, Event: e})
	if w.at(e) {
		w.fail()
	}
}

func (w *watch) fail() {
	w.failed = true
	for _, left := range w.fs.States() {
		w.left = append(w.left, left)
	}
	w.heard = bytes.Clone(w.conn.ToClient.Bytes())
}

// marks says which event of the engine ends a station. The answer has none: that it was put on
// the connection says nothing of who received it.
func marks(s Station) func(trace.Event) bool {
	return func(e trace.Event) bool {
		switch e.(type) {
		case trace.FrameRead:
			return s == Receive
		case trace.Assigned:
			return s == Assign
		case trace.Written:
			return s == PageCache
		case trace.Synced:
			return s == Sync
		case trace.Published:
			return s == Publish
		}
		return false
	}
}

// fail sends the request to a broker on this disk and lets the power fail.
func fail(fs *crashfs.FS, s Setup) (*watch, error) {
	records, err := batchOf(sentKey)
	if err != nil {
		return nil, err
	}
	w := &watch{at: marks(s.Cut), fs: fs}
	b, err := start(fs, s.SyncFirst, w)
	if err != nil {
		return nil, err
	}
	w.conn = b.conn
	if err := b.send(s.Acks, records); err != nil {
		return nil, err
	}
	if s.Cut == Answer {
		w.fail()
	}
	if !w.failed {
		return nil, fmt.Errorf("the request never passed the station")
	}
	if w.log, err = b.p.Read(0, readLimit); err != nil {
		return nil, err
	}
	return w, b.p.Close()
}

// count has the engine open one state that the crash left, recover it, and read it.
func (o *Outcome) count(left *crashfs.FS, earlier, full []byte) error {
	b, err := start(left, true, nil)
	if err != nil {
		return err
	}
	torn := b.p.TornBytes() > 0
	if _, err := b.p.TruncateTail(); err != nil {
		return err
	}
	log, err := b.p.Read(b.p.Start(), readLimit)
	if err != nil {
		return err
	}
	if _, size := b.p.ActiveFile(); size != int64(len(log)) {
		return fmt.Errorf("recovery left %d bytes of a log of %d", size, len(log))
	}
	hasEarlier := bytes.HasPrefix(log, earlier)
	if hasEarlier {
		o.Earlier++
	}
	o.States++
	switch {
	case bytes.Equal(log, full):
		o.Whole++
	case hasEarlier && len(log) > len(earlier):
		return fmt.Errorf("recovery left %d bytes that nobody sent", len(log)-len(earlier))
	case torn:
		o.Torn++
	default:
		o.Gone++
	}
	return b.p.Close()
}
