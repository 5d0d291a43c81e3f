package resend

import (
	"bytes"
	"errors"
	"hash/crc32"
	"slices"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/producer"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/wire"
)

// What stands in the story: where the partition is, when it happens, and what is sent.
const (
	dir         = "orders-0"
	nowMs       = 1700000000000
	clientID    = "kaen-producer"
	readLimit   = 1 << 20 // bytes, more than a read ever gives
	recordValue = `{"item":"khao soi","qty":2,"baht":130,"note":"extra noodles"}`
)

// talk is a producer, a broker, and what is between them.
type talk struct {
	story  *Story
	copies []int // of each batch, in the log

	batches  [][]byte // of the producer, as it sends them
	records  int      // in them
	requests int32    // that it has made
	sent     Traffic
	heard    Traffic

	conn *wire.Pipe
	end  *partition.Conn // the broker's

	fsys vfs.FS
	rec  trace.Recorder
	p    *partition.Partition
}

func begin(s Setup) (*talk, error) {
	fsys, err := vfs.NewMemory()
	if err != nil {
		return nil, err
	}
	t := &talk{story: &Story{Setup: s}, fsys: fsys}
	return t, t.open()
}

// open opens the broker's partition, with a new connection.
func (t *talk) open() (err error) {
	t.p, err = partition.Open(t.fsys, dir, partition.Config{
		Config: segment.Config{SegmentBytes: t.story.SegmentBytes, Trace: &t.rec},
		NowMs:  func() int64 { return nowMs }})
	if err == nil {
		t.connect()
	}
	return err
}

func (t *talk) connect() {
	t.conn = &wire.Pipe{}
	t.end = t.p.Attach(t.conn)
}

// window gives what the broker remembers of the producer.
func (t *talk) window() []string {
	w, _ := t.p.Window(ProducerID)
	return w.Ranges()
}

// next makes the producer's next batch.
func (t *talk) next() error {
	n := 2 - len(t.batches)%2
	who := batch.NoProducer
	if t.story.Idempotent {
		who = batch.Producer{ID: ProducerID, BaseSequence: int32(t.records)}
	}
	var records []batch.NewRecord
	for range n {
		number := strconv.Itoa(100 + t.records)
		t.records++
		records = append(records, batch.NewRecord{Timestamp: nowMs,
			Key: []byte("order" + number[1:]), Value: []byte(recordValue)}) // keys of one size
	}
	made, err := batch.Append(nil, who, records)
	if err != nil {
		return err
	}
	t.batches = append(t.batches, made)
	t.copies = append(t.copies, 0)
	b := batch.Batch(made)
	t.story.Batches = append(t.story.Batches, Batch{FirstSeq: b.BaseSequence(),
		LastSeq: b.LastSequence(), Records: n, Bytes: b.Size()})
	return nil
}

// move makes one move, and holds what came of it against what the package says.
func (t *talk) move(m Move) error {
	step := Step{Move: m, FirstSeq: batch.NoSequence, LastSeq: batch.NoSequence, Base: -1,
		Before: t.window()}
	end, seen := t.p.LogEnd(), t.rec.Len()
	t.sent.Bytes, t.heard.Bytes = 0, 0
	var err error
	if m.Kind == Restart {
		if err = t.p.Close(); err == nil {
			err = t.open()
		}
	} else {
		err = t.send(&step)
	}
	if err != nil {
		return err
	}
	step.Sent, step.Heard, step.Window = t.sent, t.heard, t.window()
	step.LogEnd, step.Segments = t.p.LogEnd(), len(t.p.Segments())
	wrong := step.told(t.rec.Since(seen))
	copies, err := t.count()
	if err != nil {
		return err
	}
	if wrong == "" {
		wrong = step.wrong(end, t.copies, copies, t.story.Batches)
	}
	if wrong != "" {
		return errors.New(wrong)
	}
	t.copies = copies
	for i, n := range copies {
		t.story.Batches[i].Copies = n
	}
	t.story.Steps = append(t.story.Steps, step)
	return nil
}

// send has the producer send a batch and hear what reaches it.
func (t *talk) send(step *Step) error {
	if step.Kind != Again {
		if err := t.next(); err != nil {
			return err
		}
		step.Batch = len(t.batches)
	}
	records := t.batches[step.Batch-1]
	sent := t.story.Batches[step.Batch-1]
	step.FirstSeq, step.LastSeq = sent.FirstSeq, sent.LastSeq
	t.requests++
	r := wire.BatchRequest{CorrelationID: t.requests, ClientID: clientID,
		Acks: partition.AcksLeader, Records: records}
	frame := r.Frame()
	t.sent.add(frame)
	if step.Kind == LoseRequest {
		t.connect()
		return nil
	}
	t.conn.ToBroker.Write(frame)
	if err := t.end.Serve(); err != nil {
		return err
	}
	answer := bytes.Clone(t.conn.ToClient.Bytes())
	if step.Kind == LoseAck {
		t.connect()
	} else {
		t.heard.add(answer)
		t.conn.ToClient.Reset()
	}
	return step.read(answer, t.requests)
}

func (t *Traffic) add(b []byte) {
	t.Bytes += int64(len(b))
	t.Total += int64(len(b))
	t.Sum = crc32.Update(t.Sum, crc32.MakeTable(crc32.Castagnoli), b)
}

// read takes an answer apart, which the producer may never hear.
func (s *Step) read(answer []byte, correlationID int32) error {
	part, err := wire.ReadBatchResponse(bytes.NewBuffer(answer), correlationID)
	if err != nil {
		return err
	}
	s.Served, s.Code, s.Base = true, int16(part.Code), part.BaseOffset
	return nil
}

// told takes from the trace what the wire does not say. It gives what of it the partition's
// window denies.
func (s *Step) told(events []trace.Entry) string {
	for _, e := range events {
		switch e := e.Event.(type) {
		case trace.Judged:
			s.Verdict, s.Expected, s.Got = e.Verdict, e.Expected, e.Got
			if !slices.Equal(s.Before, e.Window) {
				return "it was judged by another window than it had"
			}
		case trace.Evicted:
			s.Evicted = e.Batch
		case trace.WindowRebuilt:
			if !slices.Equal(s.Window, e.Window) {
				return "the window that was read back is not the one it has"
			}
		}
	}
	return ""
}

// count reads the whole log and counts the copies of each batch that was sent: its records' bytes
// are in no other.
func (t *talk) count() ([]int, error) {
	copies := make([]int, len(t.batches))
	for at := t.p.Start(); at < t.p.LogEnd(); {
		log, err := t.p.Read(at, readLimit)
		if err != nil {
			return nil, err
		}
		if len(log) == 0 {
			return nil, errors.New("the log ends before its end")
		}
		for len(log) > 0 {
			b := batch.Batch(log)
			records := log[batch.HeaderSize:b.Size()]
			i := slices.IndexFunc(t.batches, func(sent []byte) bool {
				return bytes.Equal(sent[batch.HeaderSize:], records)
			})
			if i < 0 {
				return nil, errors.New("a batch is in the log that nobody sent")
			}
			copies[i]++
			at, log = b.LastOffset()+1, log[b.Size():]
		}
	}
	return copies, nil
}

// wrong gives what this step denies of what the package and the lessons say of every step; end
// is where the log ended before it, was and is are the copies of each batch, before and after.
func (s *Step) wrong(end int64, was, is []int, batches []Batch) string {
	records, added := int64(0), int64(0)
	for i, n := range is {
		records += int64(n * batches[i].Records)
	}
	was = slices.Clone(was)
	if s.Served && s.Base == end {
		was[s.Batch-1]++
		added = int64(batches[s.Batch-1].Records)
	}
	isSent, isHeard := s.Kind != Restart, s.Kind == Send || s.Kind == Again
	switch {
	case !slices.Equal(was, is) || records != s.LogEnd || s.LogEnd != end+added:
		return "the log holds something else than the batches that were written"
	case isSent != (s.Sent.Bytes > 0) || isHeard != (s.Heard.Bytes > 0):
		return "the producer did not send and hear what this move lets it"
	case s.Served != (isSent && s.Kind != LoseRequest):
		return "the broker served what never reached it, or not what did"
	case !s.answers(added > 0):
		return "the answer is not that of the verdict"
	}
	return ""
}

// answers tells whether the answer is that of the verdict, and a batch with a producer id, no
// other, has a verdict.
func (s *Step) answers(written bool) bool {
	code := kerr.Code(s.Code)
	if isJudged := s.Served && s.FirstSeq != batch.NoSequence; isJudged != (s.Verdict != "") {
		return false
	}
	switch s.Verdict {
	case producer.Append.String():
		return written && code == kerr.None && s.Got == s.Expected
	case producer.Duplicate.String():
		return !written && code == kerr.None && s.Base >= 0
	case producer.OutOfOrder.String():
		return !written && code == kerr.OutOfOrderSequenceNumber && s.Got != s.Expected
	}
	return written == s.Served && code == kerr.None
}
