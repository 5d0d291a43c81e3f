package segment_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// older writes a log of two segments: twenty batches of two records in the first, one batch in
// the second. The first has an index entry a batch.
func older(t *testing.T, fsys vfs.FS) []batch.Batch {
	t.Helper()
	cfg := segment.Config{SegmentBytes: 20 * 81, IndexIntervalBytes: 1}
	l := open(t, fsys, cfg)
	var all []batch.Batch
	for i := range int64(21) {
		all = append(all, kafka(t, 2*i))
	}
	add(t, l, all...)
	if got := l.Segments(); len(got) != 2 || got[1] != 40 {
		t.Fatalf("segments begin at %v", got)
	}
	shut(t, l)
	return all
}

// An index is derived: a wrong one costs time and never an answer.
func TestWrongIndexOfOlderSegmentChangesNoAnswer(t *testing.T) {
	be := binary.BigEndian
	stories := []struct {
		name string
		harm func(index []byte) []byte // nil: the file is removed
	}{
		{"as it was", func(b []byte) []byte { return b }},
		{"missing", func([]byte) []byte { return nil }},
		{"empty", func([]byte) []byte { return []byte{} }},
		{"cut in an entry", func(b []byte) []byte { return b[:len(b)-3] }},
		{"cut to one byte", func(b []byte) []byte { return b[:1] }},
		{"cut to half of its entries", func(b []byte) []byte { return b[:len(b)/16*8] }},
		{"a byte too many in front", func(b []byte) []byte { return append([]byte{0}, b...) }},
		{"zeros", func(b []byte) []byte { return make([]byte, len(b)) }},
		{"all ones", func(b []byte) []byte { return bytes.Repeat([]byte{0xff}, len(b)) }},
		{"text", func(b []byte) []byte { return bytes.Repeat([]byte("khao soi"), len(b)/8) }},
		{"zeros behind the entries, as Kafka leaves them while it writes",
			func(b []byte) []byte { return append(b, make([]byte, 4096)...) }},
		{"positions in the middle of batches", func(b []byte) []byte {
			for i := 4; i < len(b); i += 8 {
				be.PutUint32(b[i:], be.Uint32(b[i:])+7)
			}
			return b
		}},
		{"positions one batch too far", func(b []byte) []byte {
			for i := 4; i < len(b); i += 8 {
				be.PutUint32(b[i:], be.Uint32(b[i:])+81)
			}
			return b
		}},
		{"positions behind the file", func(b []byte) []byte {
			for i := 4; i < len(b); i += 8 {
				be.PutUint32(b[i:], be.Uint32(b[i:])+20*81)
			}
			return b
		}},
		{"negative positions", func(b []byte) []byte {
			for i := 4; i < len(b); i += 8 {
				be.PutUint32(b[i:], be.Uint32(b[i:])|1<<31)
			}
			return b
		}},
		{"offsets one too small", func(b []byte) []byte {
			for i := 0; i < len(b); i += 8 {
				be.PutUint32(b[i:], be.Uint32(b[i:])-1)
			}
			return b
		}},
		{"in reverse", func(b []byte) []byte {
			var out []byte
			for i := len(b) - 8; i >= 0; i -= 8 {
				out = append(out, b[i:i+8]...)
			}
			return out
		}},
		{"of another segment", func([]byte) []byte { return indexBytes([]entry{{7, 90}, {70, 900}}) }},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				all := older(t, fsys)
				index := story.harm(get(t, fsys, file(0, ".index")))
				remove(t, fsys, file(0, ".index"))
				if index != nil {
					put(t, fsys, file(0, ".index"), index)
				}
				for _, offset := range []int64{0, 1, 17, 39, 40, 41} { // each as the first read
					l := open(t, fsys, segment.Config{})
					got, err := l.Read(offset, l.End(), 1)
					if err != nil {
						t.Errorf("offset %d: %v", offset, err)
					}
					wantBytes(t, fmt.Sprintf("offset %d", offset), got, all[offset/2])
					wantBytes(t, "all of it", readAll(t, l, 200), join(all...))
					shut(t, l)
				}
				if index != nil {
					wantBytes(t, "the index", get(t, fsys, file(0, ".index")), index)
				}
			})
		})
	}
}

// threeAnd writes an older segment of three batches, changed, and a good last segment.
func threeAnd(t *testing.T, fsys vfs.FS, change func([]byte) []byte) (old, last []byte) {
	t.Helper()
	old = change(join(kafka(t, 0), kafka(t, 2), kafka(t, 4)))
	last = kafka(t, 6)
	put(t, fsys, file(0, ".log"), old)
	put(t, fsys, file(6, ".log"), last)
	return old, last
}

func TestDamageInOlderSegmentIsToldAndNeverSkipped(t *testing.T) {
	stories := []struct {
		name   string
		change func([]byte) []byte
		kind   *kerr.Error
		pos    int64   // where the error points: the batch's place plus the field's
		good   []int64 // offsets that can still be read
		bad    []int64
	}{
		{"a flipped bit in a record", func(b []byte) []byte { b[81+70] ^= 1; return b },
			batch.ErrCRC, 81 + 17, []int64{0, 1}, []int64{2, 3}},
		{"a flipped bit in the last batch", func(b []byte) []byte { b[242] ^= 0x80; return b },
			batch.ErrCRC, 162 + 17, []int64{0, 1, 2, 3}, []int64{4, 5}},
		{"a header of zeros", func(b []byte) []byte { clear(b[81:142]); return b },
			batch.ErrCorrupt, 81 + 8, []int64{0, 1}, []int64{2, 3, 4, 5}},
		{"cut inside its last batch", func(b []byte) []byte { return b[:200] },
			batch.ErrTorn, 162 + 8, []int64{0, 1, 2, 3}, []int64{4, 5}},
		{"cut inside its last header", func(b []byte) []byte { return b[:166] },
			batch.ErrTorn, 162, []int64{0, 1, 2, 3}, []int64{4, 5}},
		{"garbage behind its last batch", func(b []byte) []byte { return append(b, "khao soi"...) },
			batch.ErrTorn, 243, []int64{0, 1, 2, 3}, []int64{4, 5}},
		{"an old message format", func(b []byte) []byte { b[81+16] = 1; return b },
			batch.ErrOldMagic, 81 + 16, []int64{0, 1}, []int64{2, 3, 4, 5}},
		{"a batch twice", func(b []byte) []byte { return append(b[:162:162], b[81:]...) },
			segment.ErrOffsetOrder, 162, []int64{0, 1, 2, 3}, []int64{4, 5}},
		{"two batches swapped",
			func(b []byte) []byte { return append(append(b[:81:81], b[162:]...), b[81:162]...) },
			segment.ErrOffsetOrder, 162, []int64{0, 1}, []int64{2, 3, 4, 5}},
		{"a batch that claims the last offsets", func(b []byte) []byte {
			binary.BigEndian.PutUint64(b[81:], 4)
			return b
		}, segment.ErrOffsetOrder, 162, []int64{0, 1}, []int64{2, 3, 4, 5}},
		{"a batch of the next segment", func(b []byte) []byte {
			binary.BigEndian.PutUint64(b[162:], 6)
			return b
		}, segment.ErrOffsetOrder, 162, []int64{0, 1, 2, 3}, []int64{4, 5}},
		{"a batch that reaches into the next segment", func(b []byte) []byte {
			binary.BigEndian.PutUint64(b[162:], 5)
			return b
		}, segment.ErrOffsetOrder, 162, []int64{0, 1, 2, 3}, []int64{4, 5}},
		{"an offset below the segment's base", func(b []byte) []byte {
			binary.BigEndian.PutUint64(b, ^uint64(4))
			return b
		}, segment.ErrOffsetOrder, 0, nil, []int64{0, 1, 2, 3, 4, 5}},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				threeAnd(t, fsys, story.change)
				l := open(t, fsys, segment.Config{})
				defer shut(t, l)
				name := file(0, ".log")
				for _, offset := range story.good {
					got, err := l.Read(offset, l.End(), 1)
					if err != nil || batch.Batch(got).BaseOffset() > offset ||
						batch.Batch(got).LastOffset() < offset {
						t.Errorf("offset %d: %d bytes, %v", offset, len(got), err)
					}
				}
				for _, offset := range story.bad {
					got, err := l.Read(offset, l.End(), 1)
					if len(got) > 0 {
						t.Errorf("offset %d gives %d bytes", offset, len(got))
					}
					wantAt(t, err, story.kind, name, story.pos)
				}
				wantAt(t, readThrough(t, l), story.kind, name, story.pos)
				if got, err := l.Read(6, l.End(), 1); err != nil || len(got) != 81 {
					t.Errorf("the segment behind gives %d bytes, %v", len(got), err)
				}
			})
		})
	}
}

// readThrough reads on from the start as a consumer does and gives the error that stops it.
func readThrough(t *testing.T, l *segment.Log) error {
	t.Helper()
	for at := l.Start(); at < l.End(); {
		b, err := l.Read(at, l.End(), 1<<20)
		if err != nil {
			return err
		}
		if len(b) == 0 {
			return errors.New("nothing to read, and no error")
		}
		all := batches(t, b)
		for _, one := range all {
			if err := batch.CheckStored(one); err != nil {
				t.Errorf("a damaged batch was given: %v", err)
			}
			if one.BaseOffset() < at {
				t.Errorf("offset %d was given where %d was next", one.BaseOffset(), at)
				return errors.New("going round in circles")
			}
			at = one.LastOffset() + 1
		}
	}
	return nil
}

// Every bit of a batch in an older segment, flipped: a reader gets what was written, or an
// error. Bits outside the CRC apart: the leader epoch comes as it stands, and a base offset
// that stays between its neighbours cannot be told from a hole.
func TestAnyBitOfOlderSegmentIsToldOrHarmless(t *testing.T) {
	fsys := memory(t)
	good := join(kafka(t, 0), kafka(t, 12), kafka(t, 14))
	last := kafka(t, 16)
	put(t, fsys, file(16, ".log"), last)
	for bit := range 81 * 8 {
		changed := bytes.Clone(good)
		at := 81 + bit/8
		changed[at] ^= 1 << (bit % 8)
		put(t, fsys, file(0, ".log"), changed)
		l := open(t, fsys, segment.Config{})
		told := false
		for _, offset := range []int64{0, 1, 12, 13, 14, 15, 16, 17} {
			got, err := l.Read(offset, l.End(), 1)
			if err != nil {
				told = true
				continue
			}
			b := batch.Batch(got)
			if b.BaseOffset() <= offset && offset <= b.LastOffset() &&
				bytes.Equal(got[16:], good[16:81]) {
				continue // its batch, whose other bytes are the CRC's
			}
			if bit/8 >= 8 {
				t.Errorf("bit %d of byte %d: offset %d gives a batch of %d..%d without an error",
					bit%8, bit/8, offset, b.BaseOffset(), b.LastOffset())
			}
		}
		if err := readThrough(t, l); err != nil {
			told = true
		}
		outside := bit/8 < 8 || bit/8 >= 12 && bit/8 < 16
		if !told && !outside {
			t.Errorf("bit %d of byte %d: nobody was told", bit%8, bit/8)
		}
		shut(t, l)
	}
}

// Flipping one bit of a length can make a batch seem as long as two: the one behind it is
// jumped over, and an offset in it seems to lie in a hole.
func TestLengthThatSpansTwoBatchesHidesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		old := join(sized(t, 0, now, 128), sized(t, 1, now, 128), sized(t, 2, now, 128))
		if old[11] != 116 { // 128 - 12; with bit 7 set the length says 256 - 12
			t.Fatalf("the length is %d", old[11])
		}
		old[11] |= 0x80
		put(t, fsys, file(0, ".log"), old)
		put(t, fsys, file(3, ".log"), sized(t, 3, now, 128))
		l := open(t, fsys, segment.Config{})
		defer shut(t, l)
		for _, offset := range []int64{0, 1} {
			got, err := l.Read(offset, l.End(), 1)
			if len(got) > 0 {
				t.Errorf("offset %d gives a batch at %d", offset, batch.Batch(got).BaseOffset())
			}
			wantAt(t, err, batch.ErrCRC, file(0, ".log"), 17)
		}
	})
}

// A hole is believed only from a batch that is whole: here a changed last offset delta makes
// offsets vanish at a segment's end, where the next segment would seem to follow.
func TestDamageAtSegmentEndIsNoHole(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		threeAnd(t, fsys, func(b []byte) []byte { b[162+26] = 0; return b }) // 4..5 says 4..4
		l := open(t, fsys, segment.Config{})
		defer shut(t, l)
		got, err := l.Read(5, l.End(), 1)
		if len(got) > 0 {
			t.Errorf("got a batch at %d", batch.Batch(got).BaseOffset())
		}
		wantAt(t, err, batch.ErrCRC, file(0, ".log"), 162+17)
	})
}

// A log file that went away under a running log is an error of the file system.
func TestMissingOlderSegmentIsToldWhenItIsRead(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		threeAnd(t, fsys, func(b []byte) []byte { return b })
		l := open(t, fsys, segment.Config{})
		defer shut(t, l)
		remove(t, fsys, file(0, ".log"))
		if _, err := l.Read(0, l.End(), 1); err == nil {
			t.Error("no error")
		}
		if got, err := l.Read(6, l.End(), 1); err != nil || len(got) != 81 {
			t.Errorf("the segment behind gives %d bytes, %v", len(got), err)
		}
	})
}
