package batch_test

import (
	"bytes"
	"errors"
	"runtime/metrics"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/engine/batch"
)

// Invariants, of any bytes, with their CRC as it is or made right:
//
//  1. Nothing panics, and reading leaves the bytes as they were.
//  2. Reading allocates no more than 64 bytes for each byte of the input, nor one large object
//     for a small one: no length and no count is believed before it is held to the bytes.
//  3. An error tells a field, what was found, what is allowed, and a position in the bytes.
//  4. The walk's records lie one behind the other from the header to the batch's end and are as
//     many as the header counts; each has as many headers as it says.
//  5. What a producer may send may stand in a file too, and its offsets are 0, 1, 2 …
//  6. kmsg, the outside witness, reads the same header; it reads each accepted record to the
//     same fields, or it refuses one whose varints are not in their shortest form, which Kafka
//     and this package take.
//  7. Rewritten with all of its records, a stored batch is the same bytes; with some left out
//     it is one that may be stored, holds the others byte for byte, and keeps its place in the
//     offsets and in the sequences.
//  8. Built again from its records, an accepted batch has the same records, byte for byte where
//     they are in their shortest form.
func FuzzBatch(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b, true)
		f.Add(b[:len(b)/2], false)
	}
	for _, records := range oddRecords {
		f.Add(raw(f, 1, records), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, fix bool) {
		data = bytes.Clone(data)
		if fix {
			fixCRC(data)
		}
		examine(t, data)
	})
}

// oddRecords are records, as bytes, that a builder does not make: longer varints than needed,
// with bits too many, null headers, counts that are too large.
var oddRecords = []string{
	"10 00 00 00 01 06 767676 00",            // one byte too short
	"12 00 00 00 01 06 767676 00",            // good
	"14 00 8000 00 01 06 767676 00",          // a longer time
	"18 00 00 00 ffffff7f 06 767676 00",      // a longer null
	"1a 00 00 00 ffffffffff 06 767676 00",    // bits too many, dropped
	"28 00 ffffffffffffffffff7f 00 01 01 00", // in a time as well
	"12 00 00 00 03 06 767676 00",            // null all the same
	"12 7f 00 00 01 06 767676 00",            // attributes
	"18 00 00 00 01 01 02 02 61 02 62",       // a header
	"16 00 00 00 01 01 02 01 02 62",          // one without a key
	"14 00 00 00 01 01 fcffff0f 00",          // a count too large
	"12 00 00 00 feffffff 0f 76 76",          // a key too large
	"ffffffff0f",
}

// examine gives the bytes to everything that reads bytes.
func examine(t testing.TB, data []byte) {
	t.Helper()
	before := bytes.Clone(data)
	large, used := allocatedBy(func() { readEverything(data) })
	if most := uint64(64 * len(data)); most < largeObject && large > 0 || used > most+slack {
		t.Fatalf("reading %d bytes allocated %d objects of over %d bytes, %d bytes in all", len(data),
			large, largeObject, used)
	}
	stored := examineStored(t, data)
	walked := examineWalk(t, data)
	if err := produce(data); err != nil {
		within(t, err, len(data))
	} else {
		b := batch.Batch(data)
		if !stored || !walked {
			t.Fatalf("accepted from a producer; from a file %v, as records %v", stored, walked)
		}
		if b.LastOffset() != int64(b.Count())-1 {
			t.Fatalf("accepted with last offset %d and %d records", b.LastOffset(), b.Count())
		}
		it := b.Records()
		for n := int32(0); it.Next(); n++ {
			if it.Record().OffsetDelta != n {
				t.Fatalf("accepted with record %d at offset %d", n, it.Record().OffsetDelta)
			}
		}
		builtAgain(t, b)
	}
	if stored && walked {
		rewritten(t, data)
	}
	if !bytes.Equal(data, before) {
		t.Fatal("reading changed the bytes")
	}
}

// The runtime counts an object over largeObject at once. Smaller ones it counts when a page of
// them is full, or all at the next collection: slack is more than there can be till then.
const (
	largeObject = 32 << 10
	slack       = 2 << 20
)

// allocatedBy tells how many large objects a function asked for, and how many bytes in all.
func allocatedBy(f func()) (large, used uint64) {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"},
		{Name: "/gc/heap/allocs-by-size:bytes"}}
	read := func() (large, all uint64) {
		metrics.Read(sample)
		bySize := sample[1].Value.Float64Histogram().Counts
		return bySize[len(bySize)-1], sample[0].Value.Uint64()
	}
	largeBefore, allBefore := read()
	f()
	largeAfter, allAfter := read()
	return largeAfter - largeBefore, allAfter - allBefore
}

func readEverything(data []byte) {
	if size, err := batch.StoredSize(head(data), int64(len(data))); err == nil {
		_ = batch.CheckStored(data[:size])
	}
	it := batch.Batch(data).Records()
	for it.Next() {
		_, _ = it.Record().Headers()
	}
	_ = produce(data)
}

// examineStored tells whether all of the bytes are one batch that may stand in a file.
func examineStored(t testing.TB, data []byte) bool {
	t.Helper()
	size, err := batch.StoredSize(head(data), int64(len(data)))
	if err != nil {
		within(t, err, len(data))
		return false
	}
	if size < batch.HeaderSize || size > int64(len(data)) {
		t.Fatalf("StoredSize gives %d for %d bytes", size, len(data))
	}
	sameHeader(t, data[:size])
	if err := batch.CheckStored(data[:size]); err != nil {
		within(t, err, len(data))
		return false
	}
	return size == int64(len(data))
}

// sameHeader holds what the accessors give to what kmsg reads.
func sameHeader(t testing.TB, b batch.Batch) {
	t.Helper()
	var k kmsg.RecordBatch
	if err := k.ReadFrom(b); err != nil {
		t.Fatalf("kmsg refuses the header: %v", err)
	}
	if k.FirstOffset != b.BaseOffset() || k.Length != b.Length() ||
		k.PartitionLeaderEpoch != b.LeaderEpoch() || k.Magic != b.Magic() ||
		uint32(k.CRC) != b.CRC() || k.Attributes != b.Attributes() ||
		k.LastOffsetDelta != b.LastOffsetDelta() || k.FirstTimestamp != b.BaseTimestamp() ||
		k.MaxTimestamp != b.MaxTimestamp() || k.ProducerID != b.ProducerID() ||
		k.ProducerEpoch != b.ProducerEpoch() || k.FirstSequence != b.BaseSequence() ||
		k.NumRecords != b.Count() || !bytes.Equal(k.Records, b[batch.HeaderSize:]) {
		t.Fatalf("kmsg reads %+v from %x", k, []byte(b))
	}
}

// examineWalk tells whether the walk comes to its end.
func examineWalk(t testing.TB, data []byte) bool {
	t.Helper()
	it := batch.Batch(data).Records()
	end, n := int64(batch.HeaderSize), int32(0)
	for it.Next() {
		r := it.Record()
		if r.Pos != end || r.Size < batch.MinRecordSize {
			t.Fatalf("record %d at %d of size %d, the one before ended at %d", n, r.Pos, r.Size, end)
		}
		sameRecordAsKmsg(t, r, data[r.Pos:r.Pos+int64(r.Size)])
		end = r.Pos + int64(r.Size)
		n++
	}
	if err := it.Err(); err != nil {
		within(t, err, len(data))
		return false
	}
	if b := batch.Batch(data); end != b.Size() || n != b.Count() {
		t.Fatalf("the walk ended at %d of %d after %d records of %d", end, b.Size(), n, b.Count())
	}
	return true
}

// sameRecordAsKmsg reads a record's bytes with kmsg as well.
func sameRecordAsKmsg(t testing.TB, r *batch.Record, b []byte) {
	t.Helper()
	headers, err := r.Headers()
	if err != nil || len(headers) != int(r.HeaderCount) {
		t.Fatalf("the walk passed %d headers, Headers gives %d, %v", r.HeaderCount, len(headers), err)
	}
	shortest := shortForm(r, headers)
	var k kmsg.Record
	if err := k.ReadFrom(b); err != nil {
		if bytes.Equal(shortest, b) {
			t.Fatalf("kmsg refuses what it writes itself: %v, %x", err, b)
		}
		return
	}
	same := k.Attributes == r.Attributes && k.TimestampDelta64 == r.TimestampDelta &&
		k.OffsetDelta == r.OffsetDelta && sameBytes(k.Key, r.Key) && sameBytes(k.Value, r.Value) &&
		len(k.Headers) == len(headers)
	for i := 0; same && i < len(headers); i++ {
		same = k.Headers[i].Key == headers[i].Key && sameBytes(k.Headers[i].Value, headers[i].Value)
	}
	if !same || len(shortest) > len(b) {
		t.Fatalf("kmsg reads %+v, ours is %+v with %+v, of %x", k, r, headers, b)
	}
}

// shortForm gives the record as kmsg writes it.
func shortForm(r *batch.Record, headers []batch.Header) []byte {
	k := kmsg.Record{Attributes: r.Attributes, TimestampDelta64: r.TimestampDelta,
		OffsetDelta: r.OffsetDelta, Key: r.Key, Value: r.Value}
	for _, h := range headers {
		k.Headers = append(k.Headers, kmsg.Header{Key: h.Key, Value: h.Value})
	}
	k.Length = int32(len(k.AppendTo(nil)) - 1) // a length of 0 takes one byte
	return k.AppendTo(nil)
}

// rewritten rewrites a stored batch as a compaction does.
func rewritten(t testing.TB, src batch.Batch) {
	t.Helper()
	all, err := batch.AppendRewritten(nil, src, func(*batch.Record) bool { return true })
	if err != nil || !bytes.Equal(all, src) {
		t.Fatalf("rewritten with all records: %v\n%x, was\n%x", err, all, []byte(src))
	}
	n := 0
	var kept []byte
	some, err := batch.AppendRewritten([]byte("before"), src, func(r *batch.Record) bool {
		n++
		if n%2 == 0 {
			kept = append(kept, src[r.Pos:r.Pos+int64(r.Size)]...)
		}
		return n%2 == 0
	})
	if err != nil || !bytes.HasPrefix(some, []byte("before")) {
		t.Fatalf("rewritten with every other record: %v, %x", err, some)
	}
	b := batch.Batch(some[len("before"):])
	if err := batch.CheckStored(b); err != nil || !bytes.Equal(b[batch.HeaderSize:], kept) ||
		int(b.Count()) != n/2 || b.BaseOffset() != src.BaseOffset() ||
		b.LastOffset() != src.LastOffset() || b.ProducerID() != src.ProducerID() ||
		b.BaseSequence() != src.BaseSequence() || b.LastSequence() != src.LastSequence() {
		t.Fatalf("%d of %d records are kept: %v, %x", n/2, n, err, []byte(b))
	}
}

// builtAgain builds an accepted batch from its records.
func builtAgain(t testing.TB, b batch.Batch) {
	t.Helper()
	if b.LogAppendTime() {
		return // the records' own times are not to be had from it
	}
	recs := readAll(t, b)
	again, err := batch.Append(nil, batch.NoProducer, recs)
	if err != nil {
		t.Fatalf("built again: %v", err)
	}
	for i, r := range readAll(t, again) {
		if !sameRecord(r, recs[i]) {
			t.Fatalf("built again, record %d is %+v, was %+v", i, r, recs[i])
		}
	}
	short := true
	it := b.Records()
	for n := 0; it.Next(); n++ {
		r := it.Record()
		headers, _ := r.Headers()
		short = short && r.Attributes == 0 && (n > 0 || r.TimestampDelta == 0) &&
			bytes.Equal(shortForm(r, headers), b[r.Pos:r.Pos+int64(r.Size)])
	}
	if short && !bytes.Equal(again[batch.HeaderSize:], b[batch.HeaderSize:]) {
		t.Fatalf("built again, the records are\n%x, were\n%x", again[batch.HeaderSize:],
			[]byte(b[batch.HeaderSize:]))
	}
}

func within(t testing.TB, err error, size int) {
	t.Helper()
	if e := told(t, err); e.Pos > int64(size) {
		t.Fatalf("position %d in %d bytes: %v", e.Pos, size, err)
	}
}

// The bits of a built batch's shape; the lowest four give how many records there are.
const (
	nullKey = 16 << iota
	nullValue
	nullHeaderValue
	noHeaders
)

// Invariants, of any records from any producer:
//
//  1. A batch that was built is kmsg's, byte for byte.
//  2. It is accepted from a producer, unless it is too large or its producer has an id and no
//     sequence, and may stand in a file in any case.
//  3. Its records come back as they were put in, and built again they are the same bytes.
//  4. It stands behind what was there, which has not changed.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("key"), []byte("value"), "header", []byte("hv"), int64(now), int64(5), int64(-1),
		int32(-1), uint8(3))
	f.Add([]byte{}, []byte{}, "", []byte{}, int64(1)<<62, int64(1)<<61, int64(1000), int32(1<<31-1),
		uint8(15))
	f.Add([]byte(nil), bytes.Repeat([]byte("v"), 70), "h", []byte(nil), int64(-1), int64(-7),
		int64(5), int32(-1), uint8(nullKey|nullHeaderValue|1))
	f.Add([]byte(nil), []byte(nil), "", []byte(nil), int64(0), int64(0), int64(-5), int32(-9),
		uint8(nullKey|nullValue|noHeaders))
	f.Fuzz(func(t *testing.T, key, value []byte, hk string, hv []byte, ts, step, id int64, seq int32,
		shape uint8) {
		recs := newRecords(key, value, hk, hv, ts, step, shape)
		p := batch.Producer{ID: id, Epoch: int16(seq), BaseSequence: seq}
		out, err := batch.Append([]byte("before"), p, recs)
		if err != nil || !bytes.HasPrefix(out, []byte("before")) {
			t.Fatalf("%v, %x", err, out)
		}
		b := batch.Batch(out[len("before"):])
		if theirs := kmsgBatch(p, recs); !bytes.Equal(b, theirs) {
			t.Fatalf("ours %x\nkmsg %x", []byte(b), theirs)
		}
		examine(t, b)
		err = produce(b)
		if refused := id >= 0 && seq < 0; refused != errors.Is(err, batch.ErrInvalidRecord) ||
			!refused && err != nil && !errors.Is(err, batch.ErrTooLarge) {
			t.Fatalf("producer %d, sequence %d: %v", id, seq, err)
		}
		back := readAll(t, b)
		for i := range recs {
			if !sameRecord(back[i], recs[i]) {
				t.Fatalf("record %d comes back as %+v, want %+v", i, back[i], recs[i])
			}
		}
		again, err := batch.Append(nil, p, back)
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("built again: %v\n%x\n%x", err, again, []byte(b))
		}
	})
}

func newRecords(key, value []byte, hk string, hv []byte, ts, step int64,
	shape uint8) []batch.NewRecord {
	some := func(b []byte, null uint8) []byte {
		if shape&null != 0 {
			return nil
		}
		return append([]byte{}, b...) // not null, though it may be empty
	}
	recs := make([]batch.NewRecord, 1+shape&15)
	for i := range recs {
		recs[i] = batch.NewRecord{Timestamp: ts + int64(i)*step, Key: some(key, nullKey),
			Value: some(value, nullValue)}
		if shape&noHeaders == 0 {
			for range i % 3 {
				recs[i].Headers = append(recs[i].Headers,
					batch.Header{Key: hk, Value: some(hv, nullHeaderValue)})
			}
		}
	}
	return recs
}
