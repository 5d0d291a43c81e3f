package partition_test

import (
	"slices"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/wire"
)

// book is a partition once more, as lists that only grow: slow, and easy to believe. What a
// frame and a batch must be it asks packages wire and batch, whose own fuzz targets hold them.
type book struct {
	maxMessage, segmentBytes int64
	gate                     bool

	log     []entry
	end     int64
	bases   []int64 // of the segments
	size    int64   // of the last one
	first   int64   // max timestamp of the last one's first batch
	writers map[int64]*writer
}

// entry is one batch as it is stored.
type entry struct {
	batch.Batch
	segment int
}

// writer is what is known of one producer.
type writer struct {
	epoch   int16
	batches []batch.Batch
}

func (w *writer) expected() int32 {
	newest := w.batches[len(w.batches)-1]
	return int32((int64(newest.BaseSequence()) + int64(newest.LastOffsetDelta()) + 1) % (1 << 31))
}

func newBook(maxMessage, segmentBytes int64, gate bool) *book {
	return &book{maxMessage: maxMessage, segmentBytes: segmentBytes, gate: gate,
		bases: []int64{0}, writers: map[int64]*writer{}}
}

// frame gives the answer to one frame's payload, nil for none; false where the connection ends.
func (l *book) frame(payload []byte) (*wire.ProduceResponse, bool) {
	header, req, err := wire.DecodeProduce(payload)
	if err != nil {
		return nil, false
	}
	type place struct {
		topic [16]byte
		index int32
	}
	named := map[place]int{}
	for _, t := range req.Topics {
		for _, p := range t.Partitions {
			named[place{t.ID, p.Index}]++
		}
	}
	resp := &wire.ProduceResponse{CorrelationID: header.CorrelationID, Topics: []wire.TopicResponse{}}
	refused := false
	for _, t := range req.Topics {
		tr := wire.TopicResponse{ID: t.ID, Partitions: []wire.PartitionResponse{}}
		for _, p := range t.Partitions {
			pr := wire.PartitionResponse{Index: p.Index, BaseOffset: -1, LogAppendTimeMs: -1,
				LogStartOffset: -1}
			switch {
			case t.ID != topic:
				pr.Code = kerr.UnknownTopicID
			case p.Index != 0:
				pr.Code = kerr.UnknownTopicOrPartition
			case named[place{t.ID, p.Index}] > 1:
				pr.Code = kerr.InvalidRecord
			default:
				pr.Code, pr.BaseOffset = l.produce(p.Records, req.Acks)
			}
			if pr.Code == kerr.None {
				pr.LogStartOffset = 0
			} else {
				pr.BaseOffset, refused = -1, true
			}
			tr.Partitions = append(tr.Partitions, pr)
		}
		resp.Topics = append(resp.Topics, tr)
	}
	if req.Acks == 0 {
		return nil, !refused
	}
	return resp, true
}

func (l *book) produce(records []byte, acks int16) (kerr.Code, int64) {
	b, err := batch.ParseProduced(records)
	if err != nil {
		return kerr.CodeOf(err), -1
	}
	if acks < -1 || acks > 1 {
		return kerr.InvalidRequiredAcks, -1
	}
	if err := batch.ValidateProduced(b, l.maxMessage, l.segmentBytes); err != nil {
		return kerr.CodeOf(err), -1
	}
	base := l.end
	if b.ProducerID() < 0 {
		l.store(b)
	} else if original, ok := l.written(b); ok {
		base = original
	} else if b.BaseSequence() != l.next(b.ProducerID(), b.ProducerEpoch()) {
		return kerr.OutOfOrderSequenceNumber, -1
	} else {
		l.store(b)
	}
	if acks == -1 && !l.gate {
		return kerr.NotEnoughReplicasAfterAppend, -1
	}
	return kerr.None, base
}

// written looks for the batch among the producer's last five.
func (l *book) written(b batch.Batch) (base int64, ok bool) {
	w := l.writers[b.ProducerID()]
	if w == nil || w.epoch != b.ProducerEpoch() {
		return 0, false
	}
	for _, old := range w.batches[max(0, len(w.batches)-5):] {
		if old.BaseSequence() == b.BaseSequence() && old.Count() == b.Count() {
			return old.BaseOffset(), true
		}
	}
	return 0, false
}

func (l *book) next(id int64, epoch int16) int32 {
	w := l.writers[id]
	if w == nil || epoch > w.epoch {
		return 0
	}
	return w.expected()
}

// store appends a batch, in a new segment where it must be.
func (l *book) store(sent batch.Batch) {
	b := slices.Clone(sent)
	b.Stamp(l.end, 0)
	const week = 7 * 24 * 60 * 60 * 1000
	aged := l.first >= 0 && l.first < now-week // a time below 0 is none
	if l.size > 0 && (l.size+b.Size() > l.segmentBytes || aged) {
		l.bases = append(l.bases, l.end)
		l.size = 0
	}
	if l.size == 0 {
		l.first = b.MaxTimestamp()
	}
	l.size += b.Size()
	l.end += int64(b.Count())
	l.log = append(l.log, entry{b, len(l.bases) - 1})
	l.remember(b)
}

func (l *book) remember(b batch.Batch) {
	if b.ProducerID() < 0 {
		return
	}
	w := l.writers[b.ProducerID()]
	if w == nil || b.ProducerEpoch() > w.epoch {
		w = &writer{epoch: b.ProducerEpoch()}
		l.writers[b.ProducerID()] = w
	}
	w.batches = append(w.batches, b)
}

// restart forgets the producers, apart from what the last segment with a batch tells.
func (l *book) restart() {
	l.writers = map[int64]*writer{}
	for _, e := range l.log {
		if e.segment == l.log[len(l.log)-1].segment {
			l.remember(e.Batch)
		}
	}
}
