package partition_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs/vfstest"
)

// refusal is a row, or part of a row, of the table of what a produced batch is refused for.
type refusal struct {
	name string
	row  int    // in the table; the first that holds is the answer
	part string // what the fault is made of: two of one part can't both be there
	edit func(b []byte) []byte
	acks int16 // 0: 1, which is right
	cfg  func(c *partition.Config, size int64)

	code kerr.Code
	says string // what the answer's message speaks of
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

// counts sets the last offset delta and the count.
func counts(delta, count int32) func([]byte) []byte {
	return func(b []byte) []byte {
		put32(b, atLastOffsetDelta, delta)
		put32(b, atCount, count)
		return b
	}
}

// goodBatch is what the faults are put into: sequences 2..4 of producer 1000, whose 0..1 is
// in the log. Its three records lie from byte 61 on, 10 bytes each.
func goodBatch() []byte { return numbered(1000, 0, 2, 3) }

const goodSize = 91

func refusals() []refusal {
	return []refusal{
		{name: "no batch", row: 1, part: "all", edit: func([]byte) []byte { return nil },
			code: 87, says: "no record batch"},
		{name: "an empty batch field", row: 1, part: "all",
			edit: func([]byte) []byte { return []byte{} }, code: 87, says: "no record batch"},
		{name: "16 bytes", row: 1, part: "all", edit: func(b []byte) []byte { return b[:16] },
			code: 87, says: "cut short"},
		{name: "the last byte missing", row: 1, part: "length",
			edit: func(b []byte) []byte { return b[:len(b)-1] }, code: 87, says: "cut short"},
		{name: "more than one batch", row: 1, part: "length",
			edit: func(b []byte) []byte { return append(b, b...) }, code: 87, says: "more than one"},
		{name: "magic 0", row: 1, part: "magic", edit: setByte(atMagic, 0), code: 87,
			says: "old format"},
		{name: "magic 1", row: 1, part: "magic", edit: setByte(atMagic, 1), code: 87,
			says: "old format"},

		{name: "magic 3", row: 2, part: "magic", edit: setByte(atMagic, 3), code: 2, says: "magic"},
		{name: "magic 127", row: 2, part: "magic", edit: setByte(atMagic, 127), code: 2,
			says: "magic"},
		{name: "magic -1", row: 2, part: "magic", edit: setByte(atMagic, 0xff), code: 2,
			says: "magic"},
		{name: "length 48", row: 2, part: "length", edit: set32(atLength, 48), code: 2,
			says: "length"},
		{name: "length 14", row: 2, part: "length", edit: set32(atLength, 14), code: 2,
			says: "length"},
		{name: "length -1", row: 2, part: "length", edit: set32(atLength, -1), code: 2,
			says: "length"},

		{name: "acks 2", row: 3, part: "acks", acks: 2, code: 21, says: "acks is 2"},
		{name: "acks -2", row: 3, part: "acks", acks: -2, code: 21, says: "acks is -2"},
		{name: "acks 256", row: 3, part: "acks", acks: 256, code: 21, says: "acks is 256"},

		{name: "base offset 1", row: 4, part: "base offset",
			edit: func(b []byte) []byte { put64(b, atBaseOffset, 1); return b }, code: 87,
			says: "baseOffset"},
		{name: "the base offset that comes next", row: 4, part: "base offset",
			edit: func(b []byte) []byte { put64(b, atBaseOffset, 2); return b }, code: 87,
			says: "baseOffset"},
		{name: "larger than max.message.bytes", row: 5, part: "max.message.bytes",
			cfg:  func(c *partition.Config, size int64) { c.MaxMessageBytes = size - 1 },
			code: 10, says: "max.message.bytes"},
		{name: "the CRC differs", row: 6, part: "crc", code: 2, says: "CRC"}, // done last

		{name: "codec 1", row: 7, part: "codec", edit: setBits(1), code: 76, says: "gzip"},
		{name: "codec 2", row: 7, part: "codec", edit: setBits(2), code: 76, says: "snappy"},
		{name: "codec 3", row: 7, part: "codec", edit: setBits(3), code: 76, says: "lz4"},
		{name: "codec 4", row: 7, part: "codec", edit: setBits(4), code: 76, says: "zstd"},

		{name: "codec 5", row: 8, part: "codec", edit: setBits(5), code: 87, says: "codec 5"},
		{name: "codec 6", row: 8, part: "codec", edit: setBits(6), code: 87, says: "codec 6"},
		{name: "codec 7", row: 8, part: "codec", edit: setBits(7), code: 87, says: "codec 7"},
		{name: "last offset delta 5, count 3", row: 8, part: "count", edit: counts(5, 3),
			code: 87, says: "recordsCount"},
		{name: "last offset delta -1, count 0", row: 8, part: "count", edit: counts(-1, 0),
			code: 87, says: "lastOffsetDelta"},
		{name: "count 0", row: 8, part: "count", edit: counts(2, 0), code: 87,
			says: "recordsCount"},
		{name: "count -1", row: 8, part: "count", edit: counts(2, -1), code: 87,
			says: "recordsCount"},
		{name: "four announced, three records", row: 8, part: "count", edit: counts(3, 4),
			code: 87, says: "recordsCount"},
		{name: "two announced, three records", row: 8, part: "count", edit: counts(1, 2),
			code: 87, says: "recordsCount"},
		{name: "a value longer than its record", row: 8, part: "record",
			edit: setByte(61+5, 20), code: 87, says: "valueLength"},
		{name: "two records with one offset delta", row: 8, part: "record",
			edit: setByte(71+3, 0), code: 87, says: "offsetDelta"},
		{name: "an offset delta left out", row: 8, part: "record", edit: setByte(71+3, 4),
			code: 87, says: "offsetDelta"},
		{name: "control bit", row: 8, part: "control", edit: setBits(0x20), code: 87,
			says: "control"},
		{name: "a producer id without a sequence", row: 8, part: "sequence",
			edit: set32(atBaseSequence, -1), code: 87, says: "baseSequence"},

		{name: "larger than segment.bytes", row: 9, part: "segment.bytes",
			cfg:  func(c *partition.Config, size int64) { c.SegmentBytes = size - 1 },
			code: 18, says: "segment.bytes"},

		{name: "a gap in the sequence", row: 10, part: "sequence",
			edit: set32(atBaseSequence, 5), code: 45, says: "baseSequence is 5, allowed is 2"},
		{name: "half of a batch again", row: 10, part: "sequence",
			edit: set32(atBaseSequence, 1), code: 45, says: "baseSequence is 1, allowed is 2"},
	}
}

// refuse prepares a partition that holds 0..1 of producer 1000, sends it the good batch with
// these faults in it, and holds the answer against want.
func refuse(t *testing.T, fsys *vfstest.FS, dir string, want refusal, faults ...refusal) {
	t.Helper()
	if got := open(t, fsys, dir, nil); got.mustSend(numbered(1000, 0, 0, 2)) != 0 {
		t.Fatal("the first batch is not at offset 0")
	} else if err := got.Close(); err != nil {
		t.Fatal(err)
	}
	stood := files(t, fsys, dir)

	records, acks := goodBatch(), int16(1)
	badCRC := false
	b := open(t, fsys, dir, func(c *partition.Config) {
		for _, f := range faults {
			if f.cfg != nil {
				f.cfg(c, goodSize)
			}
		}
	})
	for _, f := range faults {
		if f.edit != nil {
			records = f.edit(records)
		}
		if f.acks != 0 {
			acks = f.acks
		}
		badCRC = badCRC || f.part == "crc"
	}
	fixCRC(records)
	if badCRC && len(records) > atAttributes {
		records[atCRC] ^= 0x80
	}
	before := b.state()
	fsys.Forget()
	mark := b.trace.Len()
	r := b.send(acks, records)

	if r.Code != want.code || !strings.Contains(text(r.ErrorMessage), want.says) {
		t.Errorf("the answer is %d %s, %q; want %d, speaking of %q", r.Code, r.Code,
			text(r.ErrorMessage), want.code, want.says)
	}
	if r.BaseOffset != -1 || r.LogAppendTimeMs != -1 {
		t.Errorf("base offset %d, append time %d, want -1 and -1", r.BaseOffset, r.LogAppendTimeMs)
	}
	if made := fsys.Calls(); len(made) != 0 {
		t.Errorf("the file system was called: %+v", made)
	}
	b.sameState(before)
	refusedOnce(t, b.trace.Since(mark), want.code)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if stands := files(t, fsys, dir); !reflect.DeepEqual(stands, stood) {
		t.Error("the bytes of the files have changed")
	}
}

// refusedOnce wants one refusal in the trace, and nothing that comes after one.
func refusedOnce(t *testing.T, entries []trace.Entry, code kerr.Code) {
	t.Helper()
	n := 0
	for _, e := range entries {
		switch e := e.Event.(type) {
		case trace.Refused:
			n++
			if e.Code != int16(code) || e.Name != code.String() || e.Reason == "" {
				t.Errorf("the trace says refused with %d %s, %q", e.Code, e.Name, e.Reason)
			}
		case trace.Assigned, trace.Rolled, trace.Written, trace.Synced, trace.Published,
			trace.Evicted:
			t.Errorf("the trace says %s", e.Type())
		}
	}
	if n != 1 {
		t.Errorf("the trace says refused %d times", n)
	}
}

func TestEachRowOfTheTableRefusesAndWritesNothing(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		for i, row := range refusals() {
			t.Run(row.name, func(t *testing.T) {
				refuse(t, fsys, fmt.Sprintf("%s-%d", dir, i), row, row)
			})
		}
	})
}

// Any two faults that fit into one batch, neighbours in the table among them.
func TestFirstRowOfTheTableAnswers(t *testing.T) {
	all := refusals()
	neighbours := map[int]bool{}
	for i, first := range all {
		for _, second := range all[i+1:] {
			if first.row == second.row || first.part == second.part {
				continue
			}
			if first.part == "all" && second.edit != nil {
				continue // there are no bytes to put the second into
			}
			neighbours[first.row] = neighbours[first.row] || second.row == first.row+1
			t.Run(first.name+", and "+second.name, func(t *testing.T) {
				// The second goes in first: "more than one batch" doubles all that is there.
				refuse(t, vfstest.Memory(), "d", first, second, first)
			})
		}
	}
	for row := 1; row < 10; row++ {
		if !neighbours[row] {
			t.Errorf("no two faults hold rows %d and %d against each other", row, row+1)
		}
	}
}

// Without a fault the batch is taken, so each refusal above is for its fault alone. Sizes
// equal to a limit pass.
func TestBatchWithoutAFaultIsTaken(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, func(c *partition.Config) {
			c.MaxMessageBytes, c.SegmentBytes = goodSize, goodSize
		})
		b.mustSend(numbered(1000, 0, 0, 2))
		if len(goodBatch()) != goodSize {
			t.Fatalf("the good batch has %d bytes", len(goodBatch()))
		}
		if base := b.mustSend(goodBatch()); base != 2 || b.LogEnd() != 5 {
			t.Errorf("base offset %d, log end %d, want 2 and 5", base, b.LogEnd())
		}
	})
}

// With acks 0 nobody is told: the connection is to be closed.
func TestRefusedWithAcks0EndsTheConnectionWithoutAByte(t *testing.T) {
	for _, row := range refusals() {
		if row.acks != 0 || row.cfg != nil || row.edit == nil {
			continue
		}
		b, fsys := openMemory(t, nil)
		b.mustSend(numbered(1000, 0, 0, 2))
		before := b.state()
		fsys.Forget()
		next := frame(8, 1, goodBatch())
		heard, err := b.serve(frame(7, 0, fixCRC(row.edit(goodBatch()))), next)
		if !errors.Is(err, partition.ErrUnheard) || len(heard) != 0 {
			t.Errorf("%s: %d answers and %v, want none and a closed connection", row.name,
				len(heard), err)
		}
		if c := changes(fsys); !slices.Equal(c, nil) {
			t.Errorf("%s: calls %+v", row.name, c)
		}
		b.sameState(before)
	}
}
