package batch_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"kaenlog/engine/batch"
)

// examine gives the bytes to everything that reads bytes. It must not panic; whatever is
// refused must be refused with its place; whatever is accepted must be what it says.
func examine(t testing.TB, data []byte) {
	t.Helper()
	before := bytes.Clone(data)
	size, err := batch.StoredSize(head(data), int64(len(data)))
	if err != nil {
		within(t, err, len(data))
	} else if size < batch.HeaderSize || size > int64(len(data)) {
		t.Fatalf("StoredSize gives %d for %d bytes", size, len(data))
	} else if err := batch.CheckStored(data[:size]); err != nil {
		within(t, err, len(data))
	}
	it := batch.Batch(data).Records()
	end, n := int64(batch.HeaderSize), int32(0)
	for it.Next() {
		r := it.Record()
		if r.Pos != end || r.Size < batch.MinRecordSize {
			t.Fatalf("record %d at %d of size %d, the one before ended at %d", n, r.Pos, r.Size, end)
		}
		if hs, err := r.Headers(); err != nil || len(hs) != int(r.HeaderCount) {
			t.Fatalf("the walk passed %d headers, Headers gives %d, %v", r.HeaderCount, len(hs), err)
		}
		end = r.Pos + int64(r.Size)
		n++
	}
	if err := it.Err(); err != nil {
		within(t, err, len(data))
	} else if b := batch.Batch(data); end != b.Size() || n != b.Count() {
		t.Fatalf("the walk ended at %d of %d after %d records of %d", end, b.Size(), n, b.Count())
	}
	if err := produce(data); err != nil {
		within(t, err, len(data))
	} else {
		if err := batch.CheckStored(data); err != nil {
			t.Fatalf("accepted from a producer, and not from a file: %v", err)
		}
		if b := batch.Batch(data); b.LastOffset() != int64(b.Count())-1 || n != b.Count() {
			t.Fatalf("accepted with last offset %d and %d records", b.LastOffset(), n)
		}
	}
	if !bytes.Equal(data, before) {
		t.Fatal("reading changed the bytes")
	}
}

func within(t testing.TB, err error, size int) {
	t.Helper()
	if e := told(t, err); e.Pos > int64(size) {
		t.Fatalf("position %d in %d bytes: %v", e.Pos, size, err)
	}
}

func seeds(t testing.TB) [][]byte {
	rich, err := batch.Append(nil, batch.Producer{ID: 5, BaseSequence: 0}, []batch.NewRecord{
		{Timestamp: now, Key: []byte("k"), Value: []byte("v"), Headers: []batch.Header{
			{Key: "a", Value: []byte("1")}, {Key: "b"},
		}},
		{Timestamp: now + 70000, Value: bytes.Repeat([]byte("x"), 200)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{unhex(t, gb1), unhex(t, gb2), unhex(t, gb2Appended), unhex(t, gb3), rich,
		one(t, 5), append(one(t, 1), one(t, 2)...), make([]byte, 100), nil}
}

func TestMutatedBatchesNeverPanicAndErrorsTellTheirPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 20000 {
		all := seeds(t)
		b := all[rng.IntN(len(all))]
		for range rng.IntN(4) {
			b = mutate(rng, b)
		}
		if round%2 == 0 { // half of them get past the CRC, to what is behind it
			fixCRC(b)
		}
		examine(t, b)
	}
}

func mutate(rng *rand.Rand, b []byte) []byte {
	if len(b) == 0 {
		return []byte{byte(rng.Uint32())}
	}
	at := rng.IntN(len(b))
	switch rng.IntN(6) {
	case 0:
		b[at] ^= 1 << rng.IntN(8)
	case 1:
		b[at] = byte(rng.Uint32())
	case 2:
		b[at] = []byte{0, 1, 0x7f, 0x80, 0xff}[rng.IntN(5)]
	case 3:
		b = b[:at]
	case 4:
		b = append(b[:at:at], append([]byte{byte(rng.Uint32())}, b[at:]...)...)
	case 5:
		b = append(b, make([]byte, rng.IntN(20))...)
	}
	return b
}

// Invariants: examine's.
func FuzzBatch(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, fix bool) {
		data = bytes.Clone(data)
		if fix {
			fixCRC(data)
		}
		examine(t, data)
	})
}

// Invariants: a batch that was built is accepted, comes back as it was put in, and built again
// from what came back has the same bytes.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("key"), []byte("value"), "header", []byte("hv"), int64(now), int64(5), uint8(3))
	f.Fuzz(func(t *testing.T, key, value []byte, hk string, hv []byte, ts, step int64, n uint8) {
		recs := make([]batch.NewRecord, 1+n%20)
		for i := range recs {
			recs[i] = batch.NewRecord{Timestamp: ts + int64(i)*step, Key: key, Value: value}
			if i%3 == 0 {
				recs[i].Headers = []batch.Header{{Key: hk, Value: hv}}
			}
		}
		b, err := batch.Append(nil, batch.NoProducer, recs)
		if err != nil {
			t.Fatal(err)
		}
		if err := produce(b); err != nil && !errors.Is(err, batch.ErrTooLarge) {
			t.Fatal(err)
		}
		back := readAll(t, b)
		for i := range recs {
			if !sameRecord(back[i], recs[i]) {
				t.Fatalf("record %d comes back as %+v, want %+v", i, back[i], recs[i])
			}
		}
		again, err := batch.Append(nil, batch.NoProducer, back)
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("built again: %v\n%x\n%x", err, again, b)
		}
	})
}
