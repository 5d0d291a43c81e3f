package batch_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
)

func head(b []byte) []byte { return b[:min(len(b), batch.HeaderSize)] }

// Each row is a story of what can lie at a place in a segment file.
func TestStoredSizeTellsWhatLiesThere(t *testing.T) {
	for _, c := range []struct {
		story     string
		remaining int64 // 0: what the bytes have
		bytes     func(b []byte) []byte
		size      int64
		kind      *kerr.Error
		pos       int64
		field     string
	}{
		{story: "a whole batch that ends with the file", size: 81},
		{story: "a whole batch with more behind it", remaining: 1000, size: 81},
		{story: "a batch of a header alone", size: 61,
			bytes: func(b []byte) []byte { put32(b, atLength, 49); return b[:61] }},
		{story: "the largest batch there can be", remaining: 1 << 40, size: 1<<31 - 1 + 12,
			bytes: func(b []byte) []byte { put32(b, atLength, math.MaxInt32); return b }},

		{story: "nothing at all", kind: batch.ErrTorn, field: "size",
			bytes: func([]byte) []byte { return nil }},
		{story: "a write cut off in the offset", kind: batch.ErrTorn, field: "size",
			bytes: func(b []byte) []byte { return b[:5] }},
		{story: "a write cut off before the magic", kind: batch.ErrTorn, field: "size",
			bytes: func(b []byte) []byte { return b[:16] }},
		{story: "a write cut off behind the magic", kind: batch.ErrTorn, pos: 8, field: "length",
			bytes: func(b []byte) []byte { return b[:17] }},
		{story: "a write cut off in the header", kind: batch.ErrTorn, pos: 8, field: "length",
			bytes: func(b []byte) []byte { return b[:60] }},
		{story: "a write cut off behind the header", kind: batch.ErrTorn, pos: 8, field: "length",
			bytes: func(b []byte) []byte { return b[:61] }},
		{story: "a write short of one byte", remaining: 80, kind: batch.ErrTorn,
			pos: 8, field: "length"},
		{story: "a length flipped to far beyond the file", kind: batch.ErrTorn,
			pos: 8, field: "length",
			bytes: func(b []byte) []byte { put32(b, atLength, math.MaxInt32); return b }},

		{story: "zeros where the file was made longer", kind: batch.ErrCorrupt,
			pos: 8, field: "length",
			bytes: func([]byte) []byte { return make([]byte, 4096) }},
		{story: "18 zeros", kind: batch.ErrCorrupt, pos: 8, field: "length",
			bytes: func([]byte) []byte { return make([]byte, 18) }},
		{story: "17 zeros", kind: batch.ErrCorrupt, pos: 8, field: "length",
			bytes: func([]byte) []byte { return make([]byte, 17) }},
		{story: "a block of 0xff", kind: batch.ErrCorrupt, pos: 8, field: "length",
			bytes: func([]byte) []byte { return bytes.Repeat([]byte{0xff}, 64) }},
		{story: "text", kind: batch.ErrCorrupt, pos: 16, field: "magic",
			bytes: func([]byte) []byte { return bytes.Repeat([]byte("not a log. "), 20) }},
		{story: "length 48", kind: batch.ErrCorrupt, pos: 8, field: "length",
			bytes: func(b []byte) []byte { put32(b, atLength, 48); return b }},
		{story: "magic 3", kind: batch.ErrCorrupt, pos: 16, field: "magic",
			bytes: func(b []byte) []byte { b[atMagic] = 3; return b }},
		{story: "magic -1", kind: batch.ErrCorrupt, pos: 16, field: "magic",
			bytes: func(b []byte) []byte { b[atMagic] = 0xff; return b }},
		{story: "magic 3 and a length beyond the file: no cut-off write", kind: batch.ErrCorrupt,
			pos: 16, field: "magic",
			bytes: func(b []byte) []byte { b[atMagic] = 3; return b[:70] }},

		{story: "magic -1 and a length beyond the file", kind: batch.ErrCorrupt,
			pos: 16, field: "magic",
			bytes: func(b []byte) []byte { b[atMagic] = 0xff; return b[:70] }},

		{story: "a message of magic 1", kind: batch.ErrOldMagic, pos: 16, field: "magic",
			bytes: func(b []byte) []byte { b[atMagic] = 1; return b }},
		{story: "the smallest message of magic 0", kind: batch.ErrOldMagic, pos: 16, field: "magic",
			bytes: func(b []byte) []byte { b[atMagic] = 0; put32(b, atLength, 14); return b[:26] }},
		{story: "a message of magic 0, cut off", kind: batch.ErrTorn, pos: 8, field: "length",
			bytes: func(b []byte) []byte { b[atMagic] = 0; return b[:40] }},
		{story: "magic 0 and a length that no magic has", kind: batch.ErrCorrupt,
			pos: 8, field: "length",
			bytes: func(b []byte) []byte { b[atMagic] = 0; put32(b, atLength, 13); return b }},
	} {
		t.Run(c.story, func(t *testing.T) {
			b := one(t, 2)
			if c.bytes != nil {
				b = c.bytes(b)
			}
			remaining := int64(len(b))
			if c.remaining != 0 {
				remaining = c.remaining
			}
			size, err := batch.StoredSize(head(b), remaining)
			if c.kind == nil {
				if err != nil || size != c.size {
					t.Errorf("size %d, %v; want %d", size, err, c.size)
				}
				return
			}
			wantError(t, err, c.kind, c.kind.Code, c.pos, c.field)
			if size != 0 {
				t.Errorf("size is %d with an error", size)
			}
		})
	}
}

// A cut-off write leaves the beginning of a good batch: torn, and never anything else.
func TestEveryCutOfABatchIsTorn(t *testing.T) {
	for _, good := range [][]byte{one(t, 2), unhex(t, gb1), unhex(t, gb2Appended), unhex(t, gb3)} {
		for n := range good {
			if _, err := batch.StoredSize(head(good[:n]), int64(n)); !errors.Is(err, batch.ErrTorn) {
				t.Errorf("%d bytes of %d: %v", n, len(good), err)
			}
			if err := batch.CheckStored(good[:n]); !errors.Is(err, batch.ErrTorn) {
				t.Errorf("%d bytes of %d: CheckStored says %v", n, len(good), err)
			}
		}
	}
}

func TestStoredBatchesAreHeldToWhatMakesThemReadable(t *testing.T) {
	for _, c := range []struct {
		story string
		do    func(b []byte) []byte
		kind  *kerr.Error
		pos   int64
		field string
	}{
		{story: "as it was produced", do: fixCRC},
		{story: "a hole: one record of two", do: func(b []byte) []byte {
			b = b[:71]
			put32(b, atCount, 1)
			return fixLength(b)
		}},
		{story: "empty: the header holds its place", do: func(b []byte) []byte {
			b = b[:61]
			put32(b, atCount, 0)
			return fixLength(b)
		}},
		{story: "compressed", do: func(b []byte) []byte { put16(b, atAttributes, 4); return fixCRC(b) }},
		{story: "a control batch, no sequence", do: func(b []byte) []byte {
			put16(b, atAttributes, 0x30)
			put32(b, atBaseSequence, -1)
			return fixCRC(b)
		}},
		{story: "any base offset and leader epoch", do: func(b []byte) []byte {
			batch.Batch(b).Stamp(1<<40, 9)
			return b
		}},

		{story: "a flipped bit", kind: batch.ErrCRC, pos: 17, field: "crc",
			do: func(b []byte) []byte { b[70] ^= 1; return b }},
		{story: "a flipped bit of the CRC itself", kind: batch.ErrCRC, pos: 17, field: "crc",
			do: func(b []byte) []byte { b[18] ^= 1; return b }},
		{story: "bytes behind the batch", kind: batch.ErrCorrupt, pos: 8, field: "length",
			do: func(b []byte) []byte { return append(b, 0) }},
		{story: "a byte missing", kind: batch.ErrTorn, pos: 8, field: "length",
			do: func(b []byte) []byte { return b[:80] }},
		{story: "magic 1", kind: batch.ErrOldMagic, pos: 16, field: "magic",
			do: func(b []byte) []byte { b[atMagic] = 1; return b }},
		{story: "magic 3", kind: batch.ErrCorrupt, pos: 16, field: "magic",
			do: func(b []byte) []byte { b[atMagic] = 3; return b }},
		{story: "last offset delta -1", kind: batch.ErrCorrupt, pos: 23, field: "lastOffsetDelta",
			do: func(b []byte) []byte { put32(b, atLastOffsetDelta, -1); return fixCRC(b) }},
		{story: "count -1", kind: batch.ErrCorrupt, pos: 57, field: "recordsCount",
			do: func(b []byte) []byte { put32(b, atCount, -1); return fixCRC(b) }},
		{story: "more records than offsets", kind: batch.ErrCorrupt, pos: 57, field: "recordsCount",
			do: func(b []byte) []byte { put32(b, atCount, 3); return fixCRC(b) }},
		{story: "MAX records", kind: batch.ErrCorrupt, pos: 57, field: "recordsCount",
			do: func(b []byte) []byte { put32(b, atCount, math.MaxInt32); return fixCRC(b) }},
		{story: "a bad count under a bad CRC: the CRC is told", kind: batch.ErrCRC,
			pos: 17, field: "crc",
			do: func(b []byte) []byte { put32(b, atCount, 99); return b }},
	} {
		t.Run(c.story, func(t *testing.T) {
			err := batch.CheckStored(c.do(one(t, 2)))
			if c.kind == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantError(t, err, c.kind, c.kind.Code, c.pos, c.field)
		})
	}
}

// Torn and corrupt are two answers, and a CRC that differs is a third.
func TestTheKindsAreNotOneAnother(t *testing.T) {
	kinds := []*kerr.Error{batch.ErrTorn, batch.ErrCorrupt, batch.ErrCRC, batch.ErrOldMagic,
		batch.ErrNoBatch, batch.ErrCutShort, batch.ErrManyBatches, batch.ErrBaseOffset,
		batch.ErrTooLarge, batch.ErrCompressed, batch.ErrInvalidRecord, batch.ErrSegmentTooSmall}
	for i, a := range kinds {
		for j, b := range kinds {
			if errors.Is(a.At(1, "f", "x", "y").In("file", 7), b) != (i == j) {
				t.Errorf("%v is %v: %v", a, b, i != j)
			}
		}
	}
}

func TestRecordsOfACompressedBatchAreNotWalkedOver(t *testing.T) {
	for bits, want := range map[int16]*kerr.Error{
		1: batch.ErrCompressed, 4: batch.ErrCompressed,
		5: batch.ErrInvalidRecord, 7: batch.ErrInvalidRecord,
	} {
		b := batch.Batch(one(t, 2))
		put16(b, atAttributes, bits)
		it := b.Records()
		if it.Next() {
			t.Errorf("codec bits %d: a record", bits)
		}
		wantError(t, it.Err(), want, want.Code, 21, "attributes")
	}
}
