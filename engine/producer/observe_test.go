package producer_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/producer"
)

// Where these fields stand in a batch, by Kafka's table.
const (
	atAttributes = 21
	atSequence   = 53
)

func observe(bs ...batch.Batch) *producer.Table {
	table := producer.NewTable()
	for _, b := range bs {
		table.Observe(b)
	}
	return table
}

func TestWindowIsReadFromHeadersAlone(t *testing.T) {
	p := batch.Producer{ID: 9, Epoch: 2, BaseSequence: 0}
	table := observe(stored(t, p, 3, 50)[:batch.HeaderSize])
	w, ok := table.Window(9)
	want := producer.Appended{LastSeq: 2, OffsetDelta: 2, LastOffset: 52, TimestampMs: now + 2}
	if !ok || w.Len() != 1 || w.Epoch() != 2 || w.At(0) != want {
		t.Errorf("the window is %v of epoch %d, want %+v of epoch 2", w.Ranges(), w.Epoch(), want)
	}
}

func TestWhatIsReadBackIsWhatWasRemembered(t *testing.T) {
	live, read := producer.NewTable(), producer.NewTable()
	offset, seq := int64(0), int32(1<<31-9)
	for i := range int32(9) {
		n := i%4 + 1
		b := stored(t, batch.Producer{ID: 5, Epoch: 1, BaseSequence: seq}, int(n), offset)
		live.Update(5, 1, producer.AppendedOf(b))
		read.Observe(b)
		offset += int64(n)
		seq = int32((int64(seq) + int64(n)) % (1 << 31))
	}
	a, _ := live.Window(5)
	b, _ := read.Window(5)
	if a != b || a.Expected() != seq {
		t.Errorf("remembered %v, read back %v, expecting %d, want %d", a.Ranges(), b.Ranges(),
			a.Expected(), seq)
	}
}

// A transaction's marker carries a producer id and no sequence; Kafka keeps it out of the
// window too (KAFKA-5494: a duplicate was once answered with the marker's offset).
func TestWhatLeavesNoTraceInAWindow(t *testing.T) {
	p := batch.Producer{ID: 9, BaseSequence: 2}
	for _, row := range []struct {
		name string
		edit func(b batch.Batch)
		by   batch.Producer
	}{
		{"a control batch", func(b batch.Batch) {
			b[atAttributes+1] |= 0x30
			binary.BigEndian.PutUint32(b[atSequence:], 0xffffffff)
		}, p},
		{"a control batch that claims a sequence",
			func(b batch.Batch) { b[atAttributes+1] |= 0x20 }, p},
		{"a control batch of a higher epoch", func(b batch.Batch) { b[atAttributes+1] |= 0x30 },
			batch.Producer{ID: 9, Epoch: 1, BaseSequence: -1}},
		{"a batch without a sequence", nil, batch.Producer{ID: 9, BaseSequence: -1}},
		{"a batch without a producer", nil, batch.NoProducer},
		{"producer id -5 with a sequence", nil, batch.Producer{ID: -5, BaseSequence: 0}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := stored(t, row.by, 1, 2)
			if row.edit != nil {
				row.edit(b)
			}
			table := observe(stored(t, batch.Producer{ID: 9}, 2, 0), b)
			if ids := table.IDs(); !slices.Equal(ids, []int64{9}) {
				t.Errorf("producers %v are known, want 9 alone", ids)
			}
			if got := ranges(t, table, 9); !slices.Equal(got, []string{"0..1"}) {
				t.Errorf("the window is %v, want 0..1 alone", got)
			}
			if v := table.Judge(9, 0, 0, 1); v.Kind != producer.Duplicate ||
				v.Original.FirstOffset() != 0 {
				t.Errorf("the resend of 0..1 is %v at offset %d", v.Kind, v.Original.FirstOffset())
			}
			if v := table.Judge(9, 0, 2, 2); v.Kind != producer.Append {
				t.Errorf("2, which is next, is %v", v.Kind)
			}
		})
	}
}

func TestHigherEpochBeginsANewWindowOnRebuild(t *testing.T) {
	table := observe(
		stored(t, batch.Producer{ID: 9, Epoch: 0, BaseSequence: 0}, 2, 0),
		stored(t, batch.Producer{ID: 9, Epoch: 0, BaseSequence: 2}, 2, 2),
		stored(t, batch.Producer{ID: 9, Epoch: 1, BaseSequence: 0}, 3, 4))
	w, _ := table.Window(9)
	if w.Epoch() != 1 || !slices.Equal(w.Ranges(), []string{"0..2"}) {
		t.Errorf("the window is %v of epoch %d, want 0..2 of epoch 1", w.Ranges(), w.Epoch())
	}
}

// A segment may begin in the middle of a producer's life: what is there is believed.
func TestRebuildBeginsAtAnySequence(t *testing.T) {
	table := observe(stored(t, batch.Producer{ID: 9, Epoch: 3, BaseSequence: 700}, 5, 900))
	if v := table.Judge(9, 3, 705, 705); v.Kind != producer.Append {
		t.Errorf("705 behind 700..704 is %v", v.Kind)
	}
	if v := table.Judge(9, 3, 700, 704); v.Kind != producer.Duplicate ||
		v.Original.FirstOffset() != 900 {
		t.Errorf("700..704 again is %v", v.Kind)
	}
}

func TestBatchThatCompactionEmptiedHoldsItsPlace(t *testing.T) {
	whole := stored(t, batch.Producer{ID: 9, Epoch: 1, BaseSequence: 0}, 4, 10)
	empty, err := batch.AppendRewritten(nil, whole, func(*batch.Record) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	a, _ := observe(whole).Window(9)
	b, _ := observe(empty).Window(9)
	if a != b || b.Expected() != 4 {
		t.Errorf("the window is %v, was %v", b.Ranges(), a.Ranges())
	}
}
