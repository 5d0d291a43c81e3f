package batch_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"kaenlog/engine/batch"
)

// The sizes that the golden output rests on; an independent encoder had the same.
func TestDemoBatchesHaveTheGoldenSizes(t *testing.T) {
	for _, c := range []struct {
		records int
		state   string
		size    int
	}{
		{2, "acknowledged", 213},
		{3, "acknowledged", 289},
		{4, "acknowledged", 365},
		{1, "acknowledged", 137},
		{3, "unacknowledged", 295},
	} {
		if got := len(build(t, batch.NoProducer, c.records, c.state)); got != c.size {
			t.Errorf("%d records %q make %d bytes, want %d", c.records, c.state, got, c.size)
		}
	}
	if total := 213 + 289 + 365 + 3*137; total != 1278 {
		t.Errorf("the log has %d bytes, want 1278", total)
	}
}

func TestNullAndEmptyAreNotTheSame(t *testing.T) {
	want := []batch.NewRecord{
		{Timestamp: now + 5, Key: nil, Value: []byte{}},
		{Timestamp: now, Key: []byte{}, Value: nil, Headers: []batch.Header{
			{Key: "", Value: nil}, {Key: "h", Value: []byte{}}, {Key: "ห", Value: []byte("v")},
		}},
		{Timestamp: now + 9, Key: []byte("k"), Value: bytes.Repeat([]byte{7}, 300)},
	}
	b, err := batch.Append(nil, batch.NoProducer, want)
	if err != nil {
		t.Fatal(err)
	}
	if err := produce(b); err != nil {
		t.Fatal(err)
	}
	if got := batch.Batch(b).MaxTimestamp(); got != now+9 {
		t.Errorf("max timestamp is %d, want the largest", got)
	}
	if got := batch.Batch(b).BaseTimestamp(); got != now+5 {
		t.Errorf("base timestamp is %d, want the first record's, not the smallest", got)
	}
	got := readAll(t, b)
	if len(got) != len(want) {
		t.Fatalf("%d records come back of %d", len(got), len(want))
	}
	for i := range want {
		if !sameRecord(got[i], want[i]) {
			t.Errorf("record %d comes back as %+v, want %+v", i, got[i], want[i])
		}
	}
}

// A delta written in nanoseconds and read as milliseconds (segmentio/kafka-go PR #266).
func TestTimestampDeltasAreMilliseconds(t *testing.T) {
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{
		{Timestamp: now}, {Timestamp: now + 5},
	})
	if err != nil {
		t.Fatal(err)
	}
	const secondDelta = 61 + 7 + 2 // header, first record, the second's length and attributes
	if b[secondDelta] != 0x0a {
		t.Errorf("the delta byte of a record 5 ms later is %02x, want 0a", b[secondDelta])
	}
}

func TestTimestampsAtTheEndsOfTimeComeBack(t *testing.T) {
	want := []batch.NewRecord{
		{Timestamp: math.MinInt64}, {Timestamp: math.MaxInt64}, {Timestamp: -1}, {Timestamp: 0},
	}
	b, err := batch.Append(nil, batch.NoProducer, want)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range readAll(t, b) {
		if r.Timestamp != want[i].Timestamp {
			t.Errorf("timestamp %d comes back as %d", want[i].Timestamp, r.Timestamp)
		}
	}
}

func TestAProducersBatchHasRecords(t *testing.T) {
	before := []byte("before")
	got, err := batch.Append(before, batch.NoProducer, nil)
	if !errors.Is(err, batch.ErrInvalidRecord) {
		t.Errorf("an empty batch gives %v", err)
	}
	if !bytes.Equal(got, before) {
		t.Errorf("dst is %q after an error", got)
	}
}

func TestLogAppendTimeIsEveryRecordsTimestamp(t *testing.T) {
	b := batch.Batch(build(t, batch.NoProducer, 3, "sent"))
	put16(b, atAttributes, 0x08)
	put64(b, atMaxTimestamp, now+1000)
	it := b.Records()
	for it.Next() {
		if got := b.TimestampOf(it.Record()); got != now+1000 {
			t.Errorf("timestamp is %d, want the append's", got)
		}
	}
}

func TestTheFirst16BytesAreNotUnderTheCRCAndTheRestIs(t *testing.T) {
	good := one(t, 2)
	for i := range good {
		for bit := range 8 {
			b := bytes.Clone(good)
			b[i] ^= 1 << bit
			differs := batch.Batch(b).ComputeCRC() != batch.Batch(b).CRC()
			if want := i >= atCRC; differs != want {
				t.Fatalf("bit %d of byte %d flipped: CRC differs is %v", bit, i, differs)
			}
		}
	}
}

func readAll(t testing.TB, b batch.Batch) []batch.NewRecord {
	t.Helper()
	var all []batch.NewRecord
	it := b.Records()
	for it.Next() {
		r := it.Record()
		hs, err := r.Headers()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, batch.NewRecord{
			Timestamp: b.TimestampOf(r), Key: r.Key, Value: r.Value, Headers: hs,
		})
	}
	if err := it.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func sameRecord(a, b batch.NewRecord) bool {
	if a.Timestamp != b.Timestamp || !sameBytes(a.Key, b.Key) || !sameBytes(a.Value, b.Value) ||
		len(a.Headers) != len(b.Headers) {
		return false
	}
	for i := range a.Headers {
		if a.Headers[i].Key != b.Headers[i].Key ||
			!sameBytes(a.Headers[i].Value, b.Headers[i].Value) {
			return false
		}
	}
	return true
}

func sameBytes(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
