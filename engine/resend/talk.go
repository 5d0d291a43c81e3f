package resend

import (
	"bytes"
	"errors"
	"hash/crc32"
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
	story *Story

	batches  [][]byte // of the producer, as it sends them
	records  int      // in them
	requests int32    // that it has made
	sent     Traffic
	heard    Traffic

	conn wire.Pipe
	end  *partition.Conn // the broker's

	fsys     vfs.FS
	p        *partition.Partition
	segments int
	step     *Step // under way
}

func begin(s Setup) (*talk, error) {
	steps, err := s.steps()
	if err != nil {
		return nil, err
	}
	t := &talk{story: &Story{Setup: s, Steps: steps}, segments: 1}
	if t.fsys, err = vfs.NewMemory(); err != nil {
		return nil, err
	}
	return t, t.open()
}

// open opens the broker's partition, with a new connection.
func (t *talk) open() (err error) {
	t.p, err = partition.Open(t.fsys, dir, partition.Config{
		Config: segment.Config{SegmentBytes: t.story.SegmentBytes, Trace: t},
		NowMs:  func() int64 { return nowMs }})
	if err == nil {
		t.connect()
	}
	return err
}

func (t *talk) connect() {
	t.conn = wire.Pipe{}
	t.end = t.p.Attach(&t.conn)
}

// window gives what the broker remembers of the producer.
func (t *talk) window() []string {
	w, _ := t.p.Window(ProducerID)
	return w.Ranges()
}

// next makes the producer's next batch.
func (t *talk) next() error {
	who := batch.NoProducer
	if t.story.Idempotent {
		who = batch.Producer{ID: ProducerID, BaseSequence: int32(t.records)}
	}
	records := make([]batch.NewRecord, 2-len(t.batches)%2)
	for i := range records {
		r := &records[i]
		r.Timestamp, r.Value = nowMs, []byte(recordValue)
		r.Key = []byte("order" + strconv.Itoa(100 + t.records)[1:]) // keys of one size
		t.records++
	}
	made, err := batch.Append(nil, who, records)
	if err != nil {
		return err
	}
	t.batches = append(t.batches, made)
	b := batch.Batch(made)
	t.story.Batches = append(t.story.Batches, Batch{FirstSeq: b.BaseSequence(),
		LastSeq: b.LastSequence(), Records: len(records), Bytes: b.Size()})
	return nil
}

// move makes the move of the step under way, and holds what came of it against what the package
// says.
func (t *talk) move() (err error) {
	step, end := t.step, t.p.LogEnd()
	step.Before = t.window()
	t.sent.Bytes, t.heard.Bytes = 0, 0
	if step.Kind != Restart {
		err = t.send(step)
	} else if err = t.p.Close(); err == nil {
		err = t.open()
	}
	if err != nil {
		return err
	}
	step.Sent, step.Heard, step.Window = t.sent, t.heard, t.window()
	step.LogEnd, step.Segments = t.p.LogEnd(), t.segments
	wrong, err := t.count(step, end)
	if wrong == "" {
		wrong = step.wrong(step.LogEnd > end)
	}
	if err == nil && wrong != "" {
		err = errors.New(wrong)
	}
	return err
}

// send has the producer send a batch and hear what reaches it.
func (t *talk) send(step *Step) error {
	if step.Kind != Again {
		if err := t.next(); err != nil {
			return err
		}
		step.Batch = len(t.batches)
	}
	sent := &t.story.Batches[step.Batch-1]
	step.FirstSeq, step.LastSeq = sent.FirstSeq, sent.LastSeq
	t.requests++
	r := wire.BatchRequest{CorrelationID: t.requests, ClientID: clientID,
		Acks: partition.AcksLeader, Records: t.batches[step.Batch-1]}
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
	if step.Kind != LoseAck {
		t.heard.add(t.conn.ToClient.Bytes())
	}
	answer, err := wire.ReadBatchResponse(&t.conn.ToClient, t.requests)
	step.Served, step.Code, step.Base = true, int16(answer.Code), answer.BaseOffset
	if step.Kind == LoseAck {
		t.connect()
	}
	return err
}

func (t *Traffic) add(b []byte) {
	t.Bytes += int64(len(b))
	t.Sum = crc32.Update(t.Sum, crc32.MakeTable(crc32.Castagnoli), b)
}

// Emit implements trace.Sink: it takes down what the wire does not say.
func (t *talk) Emit(e trace.Event) {
	switch e := e.(type) {
	case trace.Judged:
		t.step.Verdict, t.step.Expected, t.step.Got = e.Verdict, e.Expected, e.Got
	case trace.Evicted:
		t.step.Evicted = e.Batch
	case trace.Rolled:
		t.segments++
	}
}

// count reads the whole log and counts the copies of each batch that was sent: its records' bytes
// are in no other. It gives what the log denies: end is where it ended before the step.
func (t *talk) count(s *Step, end int64) (wrong string, err error) {
	was := 0
	if s.Batch > 0 {
		was = t.story.Batches[s.Batch-1].Copies
	}
	for i := range t.story.Batches {
		t.story.Batches[i].Copies = 0
	}
	var log batch.Batch
	for at := t.p.Start(); at < s.LogEnd; log = log[log.Size():] {
		if len(log) == 0 {
			if log, err = t.p.Read(at, readLimit); err != nil {
				return "", err
			}
		}
		if len(log) == 0 || !t.found(log[batch.HeaderSize:log.Size()]) {
			return "a batch is in the log that nobody sent", nil
		}
		at = log.LastOffset() + 1
	}
	if s.Batch > 0 {
		sent := &t.story.Batches[s.Batch-1]
		end += int64((sent.Copies - was) * sent.Records)
	}
	if end != s.LogEnd {
		return "the log's end moved by something else than the batch", nil
	}
	return "", nil
}

// found counts a copy of the batch with these records; false when nobody sent them.
func (t *talk) found(records []byte) bool {
	for i, sent := range t.batches {
		if bytes.Equal(sent[batch.HeaderSize:], records) {
			t.story.Batches[i].Copies++
			return true
		}
	}
	return false
}

// wrong gives what this step denies of what the package and the lessons say of every step;
// written tells whether the log has grown.
func (s *Step) wrong(written bool) string {
	isSent, isHeard := s.Kind != Restart, s.Kind == Send || s.Kind == Again
	if isSent != (s.Sent.Bytes > 0) || isHeard != (s.Heard.Bytes > 0) ||
		s.Served != (isSent && s.Kind != LoseRequest) {
		return "a request or an answer came where this move lets none come"
	}
	verdict, code := "", kerr.None
	switch {
	case s.FirstSeq == batch.NoSequence || !s.Served:
		if written != s.Served {
			verdict = "none"
		}
	case written:
		verdict = producer.Append.String()
	case s.Base >= 0:
		verdict = producer.Duplicate.String()
	default:
		verdict, code = producer.OutOfOrder.String(), kerr.OutOfOrderSequenceNumber
	}
	if s.Verdict != verdict || s.Code != int16(code) {
		return "the answer is not that of the verdict"
	}
	return ""
}
