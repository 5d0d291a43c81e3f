package batch_test

import (
	"testing"

	"kaenlog/engine/batch"
)

func hundred(t testing.TB) ([]batch.NewRecord, []byte) {
	recs := make([]batch.NewRecord, 100)
	for i := range recs {
		recs[i] = batch.NewRecord{
			Timestamp: now + int64(i), Key: make([]byte, 10), Value: make([]byte, 90),
		}
	}
	b, err := batch.Append(nil, batch.Producer{ID: 1, BaseSequence: 0}, recs)
	if err != nil {
		t.Fatal(err)
	}
	return recs, b
}

func walk(t testing.TB, b batch.Batch) {
	if err := batch.CheckStored(b); err != nil {
		t.Fatal(err)
	}
	n := 0
	it := b.Records()
	for it.Next() {
		n += len(it.Record().Value)
	}
	if it.Err() != nil || n != 100*90 {
		t.Fatal(n, it.Err())
	}
}

func TestTheGoodPathAllocatesNothing(t *testing.T) {
	recs, b := hundred(t)
	dst := make([]byte, 0, 2*len(b))
	for name, f := range map[string]func(){
		"CRC and walk": func() { walk(t, b) },
		"all that a produced batch is checked for": func() {
			if err := produce(b); err != nil {
				t.Fatal(err)
			}
		},
		"the size from the header": func() {
			if _, err := batch.StoredSize(b[:batch.HeaderSize], int64(len(b))); err != nil {
				t.Fatal(err)
			}
		},
		"building where there is room": func() {
			if _, err := batch.Append(dst, batch.NoProducer, recs); err != nil {
				t.Fatal(err)
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkCheckAndWalk100RecordsOf100Bytes(b *testing.B) {
	_, data := hundred(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		walk(b, data)
	}
}

func BenchmarkValidateProduced100RecordsOf100Bytes(b *testing.B) {
	_, data := hundred(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if err := produce(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend100RecordsOf100Bytes(b *testing.B) {
	recs, data := hundred(b)
	dst := make([]byte, 0, len(data))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := batch.Append(dst, batch.NoProducer, recs); err != nil {
			b.Fatal(err)
		}
	}
}
