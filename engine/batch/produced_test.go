package batch_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
)

// fault is one row, or part of a row, of the table of what a produced batch is refused for.
type fault struct {
	name  string
	row   int    // which row of the table; the first is the answer
	bytes string // what the fault is made of: two of the same cannot both be there
	do    func([]byte) []byte
	limit func(size int64) (maxMessage, segment int64)

	kind  *kerr.Error
	code  kerr.Code
	pos   int64
	field string
}

func set32(at int, v int32) func([]byte) []byte {
	return func(b []byte) []byte { put32(b, at, v); return b }
}

func setByte(at int, v byte) func([]byte) []byte {
	return func(b []byte) []byte { b[at] = v; return b }
}

func setBits(mask byte) func([]byte) []byte {
	return func(b []byte) []byte { b[atAttributes+1] |= mask; return b }
}

// faults works on a batch of two records of 10 bytes each, 81 bytes in all.
func faults() []fault {
	return []fault{
		{name: "no batch", row: 1, bytes: "all", do: func([]byte) []byte { return nil },
			kind: batch.ErrNoBatch, code: 87, pos: 0, field: "records"},
		{name: "16 bytes", row: 1, bytes: "all", do: func(b []byte) []byte { return b[:16] },
			kind: batch.ErrCutShort, code: 87, pos: 0, field: "records"},
		{name: "the last byte missing", row: 1, bytes: "length",
			do:   func(b []byte) []byte { return b[:len(b)-1] },
			kind: batch.ErrCutShort, code: 87, pos: 8, field: "length"},
		{name: "a length longer than the bytes", row: 1, bytes: "length",
			do:   set32(atLength, 1<<30),
			kind: batch.ErrCutShort, code: 87, pos: 8, field: "length"},
		{name: "two batches", row: 1, bytes: "length",
			do:   func(b []byte) []byte { return append(b, b...) },
			kind: batch.ErrManyBatches, code: 87, pos: 81, field: "records"},
		{name: "magic 0", row: 1, bytes: "magic", do: setByte(atMagic, 0),
			kind: batch.ErrOldMagic, code: 87, pos: 16, field: "magic"},
		{name: "magic 1", row: 1, bytes: "magic", do: setByte(atMagic, 1),
			kind: batch.ErrOldMagic, code: 87, pos: 16, field: "magic"},

		{name: "magic 3", row: 2, bytes: "magic", do: setByte(atMagic, 3),
			kind: batch.ErrCorrupt, code: 2, pos: 16, field: "magic"},
		{name: "magic -1", row: 2, bytes: "magic", do: setByte(atMagic, 0xff),
			kind: batch.ErrCorrupt, code: 2, pos: 16, field: "magic"},
		{name: "length 48", row: 2, bytes: "length", do: set32(atLength, 48),
			kind: batch.ErrCorrupt, code: 2, pos: 8, field: "length"},
		{name: "length 14", row: 2, bytes: "length", do: set32(atLength, 14),
			kind: batch.ErrCorrupt, code: 2, pos: 8, field: "length"},
		{name: "length -1", row: 2, bytes: "length", do: set32(atLength, -1),
			kind: batch.ErrCorrupt, code: 2, pos: 8, field: "length"},

		// Row 3, acks, is the partition's.
		{name: "base offset 1", row: 4, bytes: "base",
			do:   func(b []byte) []byte { put64(b, atBaseOffset, 1); return b },
			kind: batch.ErrBaseOffset, code: 87, pos: 0, field: "baseOffset"},
		{name: "over max.message.bytes", row: 5, bytes: "max",
			limit: func(size int64) (int64, int64) { return size - 1, 1 << 30 },
			kind:  batch.ErrTooLarge, code: 10, pos: 8, field: "size"},
		{name: "the CRC differs", row: 6, bytes: "crc", do: nil, // done last
			kind: batch.ErrCRC, code: 2, pos: 17, field: "crc"},

		{name: "gzip", row: 7, bytes: "codec", do: setBits(1),
			kind: batch.ErrCompressed, code: 76, pos: 21, field: "attributes"},
		{name: "zstd", row: 7, bytes: "codec", do: setBits(4),
			kind: batch.ErrCompressed, code: 76, pos: 21, field: "attributes"},

		{name: "codec 5", row: 8, bytes: "codec", do: setBits(5),
			kind: batch.ErrInvalidRecord, code: 87, pos: 21, field: "attributes"},
		{name: "codec 7", row: 8, bytes: "codec", do: setBits(7),
			kind: batch.ErrInvalidRecord, code: 87, pos: 21, field: "attributes"},
		{name: "last offset delta -1", row: 8, bytes: "count", do: set32(atLastOffsetDelta, -1),
			kind: batch.ErrInvalidRecord, code: 87, pos: 23, field: "lastOffsetDelta"},
		{name: "last offset delta 5, count 2", row: 8, bytes: "count",
			do:   set32(atLastOffsetDelta, 5),
			kind: batch.ErrInvalidRecord, code: 87, pos: 57, field: "recordsCount"},
		{name: "count 0", row: 8, bytes: "count", do: set32(atCount, 0),
			kind: batch.ErrInvalidRecord, code: 87, pos: 57, field: "recordsCount"},
		{name: "count 3, two records", row: 8, bytes: "count",
			do:   func(b []byte) []byte { put32(b, atLastOffsetDelta, 2); put32(b, atCount, 3); return b },
			kind: batch.ErrInvalidRecord, code: 87, pos: 81, field: "recordsCount"},
		{name: "count 1, two records", row: 8, bytes: "count",
			do:   func(b []byte) []byte { put32(b, atLastOffsetDelta, 0); put32(b, atCount, 1); return b },
			kind: batch.ErrInvalidRecord, code: 87, pos: 71, field: "recordsCount"},
		{name: "control bit", row: 8, bytes: "control", do: setBits(0x20),
			kind: batch.ErrInvalidRecord, code: 87, pos: 21, field: "attributes"},
		{name: "producer id, sequence -1", row: 8, bytes: "sequence",
			do:   set32(atBaseSequence, -1),
			kind: batch.ErrInvalidRecord, code: 87, pos: 53, field: "baseSequence"},
		{name: "second offset delta 0", row: 8, bytes: "record",
			do:   setByte(71+3, 0),
			kind: batch.ErrInvalidRecord, code: 87, pos: 71, field: "offsetDelta"},
		{name: "second offset delta 2", row: 8, bytes: "record",
			do:   setByte(71+3, 4),
			kind: batch.ErrInvalidRecord, code: 87, pos: 71, field: "offsetDelta"},
		{name: "a value longer than its record", row: 8, bytes: "record",
			do:   setByte(61+5, 20),
			kind: batch.ErrInvalidRecord, code: 87, pos: 66, field: "valueLength"},

		{name: "over segment.bytes", row: 9, bytes: "segment",
			limit: func(size int64) (int64, int64) { return 1 << 30, size - 1 },
			kind:  batch.ErrSegmentTooSmall, code: 18, pos: 8, field: "size"},
	}
}

// answer puts the faults into a fresh batch and asks for the answer.
func answer(t testing.TB, fs ...fault) error {
	b := one(t, 2)
	maxMessage, segment := int64(1<<30), int64(1<<30)
	badCRC := false
	for _, f := range fs {
		if f.do != nil {
			b = f.do(b)
		}
		if f.limit != nil {
			m, s := f.limit(81)
			maxMessage, segment = min(maxMessage, m), min(segment, s)
		}
		badCRC = badCRC || f.bytes == "crc"
	}
	fixCRC(b)
	if badCRC && len(b) > atAttributes {
		b[atCRC] ^= 0x80
	}
	return produceWith(b, maxMessage, segment)
}

func TestEachFaultOfAProducedBatchIsRefused(t *testing.T) {
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			wantError(t, answer(t, f), f.kind, f.code, f.pos, f.field)
		})
	}
}

func TestOfTwoFaultsTheEarlierRowAnswers(t *testing.T) {
	fs := faults()
	pairs := 0
	for _, first := range fs {
		for _, second := range fs {
			clash := first.bytes == second.bytes || first.bytes == "all" || second.bytes == "all"
			if first.row >= second.row || clash {
				continue
			}
			pairs++
			for _, err := range []error{answer(t, first, second), answer(t, second, first)} {
				if got := kerr.CodeOf(err); got != first.code {
					t.Errorf("%q (row %d) and %q (row %d): code %d, want %d: %v", first.name,
						first.row, second.name, second.row, got, first.code, err)
				}
			}
		}
	}
	if pairs < 200 {
		t.Errorf("only %d pairs were tried", pairs)
	}
}

func TestNothingBehindABatchIsLetThrough(t *testing.T) {
	good := one(t, 2)
	for n := 1; n <= 100; n++ {
		err := produce(append(bytes.Clone(good), make([]byte, n)...))
		wantError(t, err, batch.ErrManyBatches, 87, 81, "records")
	}
}

func TestEveryCutOfAProducedBatchIsRefused(t *testing.T) {
	good := one(t, 2)
	for n := range good {
		want := batch.ErrCutShort
		if n == 0 {
			want = batch.ErrNoBatch
		}
		if err := produce(good[:n]); kerr.CodeOf(err) != 87 || !errors.Is(err, want) {
			t.Errorf("%d bytes of 81: %v", n, err)
		}
	}
}

func TestTheLimitsThemselvesPass(t *testing.T) {
	b := one(t, 2)
	for _, c := range []struct {
		name                string
		maxMessage, segment int64
		code                kerr.Code
	}{
		{"both equal", 81, 81, 0},
		{"message one less", 80, 81, 10},
		{"segment one less", 81, 80, 18},
		{"both one less", 80, 80, 10},
	} {
		if got := kerr.CodeOf(produceWith(b, c.maxMessage, c.segment)); got != c.code {
			t.Errorf("%s: code %d, want %d", c.name, got, c.code)
		}
	}
}

func TestParsingCopiesNothing(t *testing.T) {
	records := one(t, 1)
	b, err := batch.ParseProduced(records)
	if err != nil {
		t.Fatal(err)
	}
	b.Stamp(5, 0)
	if binary.BigEndian.Uint64(records) != 5 {
		t.Error("the batch is a copy of the records")
	}
}
