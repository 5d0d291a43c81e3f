package batch

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// walked is what a walk gave: the records, one after the other, and how it ended.
func walked(b Batch, next func(*Iter) bool) (records []Record, err error) {
	it := b.Records()
	for next(&it) {
		records = append(records, *it.Record())
	}
	if next(&it) {
		panic("a walk that ended goes on")
	}
	return records, it.Err()
}

func sameWalk(t *testing.T, b Batch) {
	t.Helper()
	short, shortErr := walked(b, (*Iter).Next)
	long, longErr := walked(b, (*Iter).careful)
	if (shortErr == nil) != (longErr == nil) ||
		shortErr != nil && shortErr.Error() != longErr.Error() {
		t.Fatalf("%x\nthe short way ends with %v, the careful one with %v", b, shortErr, longErr)
	}
	if len(short) != len(long) {
		t.Fatalf("%x\n%d records the short way, %d the careful one", b, len(short), len(long))
	}
	for i := range short {
		s, l := short[i], long[i]
		same := s.Pos == l.Pos && s.Size == l.Size && s.Attributes == l.Attributes &&
			s.TimestampDelta == l.TimestampDelta && s.OffsetDelta == l.OffsetDelta &&
			s.HeaderCount == l.HeaderCount
		for _, pair := range [][2][]byte{{s.Key, l.Key}, {s.Value, l.Value},
			{s.RawHeaders, l.RawHeaders}} {
			same = same && bytes.Equal(pair[0], pair[1]) && (pair[0] == nil) == (pair[1] == nil) &&
				cap(pair[0]) == cap(pair[1])
		}
		if !same {
			t.Fatalf("%x\nrecord %d is %+v the short way, %+v the careful one", b, i, s, l)
		}
	}
}

// mixed are records that take the short way beside ones that can't: with headers, with long
// keys and values, far from the base in time, with and without key and value.
func mixed(t *testing.T) []NewRecord {
	t.Helper()
	sized := func(n int) []byte { return bytes.Repeat([]byte{0x80}, n) }
	var recs []NewRecord
	for _, ts := range []int64{0, 63, 64, -64, -65, 8191, 8192, 1 << 40, -1 << 62} {
		for _, key := range [][]byte{nil, {}, sized(1), sized(63), sized(64), sized(8192)} {
			for _, value := range [][]byte{nil, {}, sized(2), sized(64), sized(8191)} {
				r := NewRecord{Timestamp: ts, Key: key, Value: value}
				if len(recs)%5 == 4 {
					r.Headers = []Header{{Key: "k", Value: nil}, {Key: "", Value: []byte("v")}}
				}
				recs = append(recs, r)
			}
		}
	}
	return recs
}

func TestTheShortWayAndTheCarefulOneSeeTheSame(t *testing.T) {
	recs := mixed(t)
	b, err := Append(nil, NoProducer, recs)
	if err != nil {
		t.Fatal(err)
	}
	sameWalk(t, b)
	if all, err := walked(b, (*Iter).Next); err != nil || len(all) != len(recs) {
		t.Fatalf("%d records of %d, %v", len(all), len(recs), err)
	}
}

// Every byte of small batches is set to every value, and batches are cut anywhere: whatever
// the bytes are, the short way may not see what is not there, nor hide what is wrong.
func TestTheShortWayAndTheCarefulOneSeeTheSameInDamagedBatches(t *testing.T) {
	some := []NewRecord{
		{Timestamp: 9, Key: []byte("key"), Value: []byte("value")},
		{Timestamp: 99999, Key: nil, Value: bytes.Repeat([]byte{1}, 70)},
		{Timestamp: 80, Key: []byte{}, Value: nil, Headers: []Header{{Key: "h"}}},
		{Timestamp: 9},
	}
	good, err := Append(nil, NoProducer, some)
	if err != nil {
		t.Fatal(err)
	}
	for at := HeaderSize; at < len(good); at++ {
		for v := range 256 {
			b := append(Batch(nil), good...)
			b[at] = byte(v)
			sameWalk(t, b)
		}
		cut := append(Batch(nil), good[:at]...)
		cut.seal(int32(len(some)))
		sameWalk(t, cut)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		b := append(Batch(nil), good...)
		for range 1 + rng.IntN(6) {
			b[HeaderSize+rng.IntN(len(b)-HeaderSize)] = byte(rng.IntN(256)) >> rng.IntN(8)
		}
		sameWalk(t, b)
	}
}
