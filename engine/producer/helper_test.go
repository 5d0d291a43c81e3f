package producer_test

import (
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/producer"
)

const now = 1700000000000

// sent is a batch of n records from sequence first on.
type sent struct {
	epoch int16
	first int32
	n     int32
}

// last counts in 64 bits, so that it does not lean on the arithmetic that is tested.
func (s sent) last() int32 { return int32((int64(s.first) + int64(s.n) - 1) % (1 << 31)) }

// at gives what a window keeps of the batch when it stands at an offset.
func (s sent) at(offset int64) producer.Appended {
	return producer.Appended{LastSeq: s.last(), OffsetDelta: s.n - 1,
		LastOffset: offset + int64(s.n) - 1, TimestampMs: now}
}

// after gives a table in which producer id appended these batches, one behind the other
// from offset 100 on.
func after(id int64, history ...sent) *producer.Table {
	table := producer.NewTable()
	offset := int64(100)
	for _, s := range history {
		table.Update(id, s.epoch, s.at(offset))
		offset += int64(s.n)
	}
	return table
}

// stored gives a batch as it stands in a segment.
func stored(t testing.TB, p batch.Producer, n int, offset int64) batch.Batch {
	t.Helper()
	recs := make([]batch.NewRecord, n)
	for i := range recs {
		recs[i] = batch.NewRecord{Timestamp: now + int64(i), Value: []byte("vvv")}
	}
	b, err := batch.Append(nil, p, recs)
	if err != nil {
		t.Fatal(err)
	}
	batch.Batch(b).Stamp(offset, 0)
	return b
}
