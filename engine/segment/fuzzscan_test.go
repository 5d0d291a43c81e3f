package segment_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
)

// counting counts the bytes that are read.
type counting struct {
	io.ReaderAt
	n int64
}

func (c *counting) ReadAt(p []byte, pos int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, pos)
	c.n += int64(n)
	return n, err
}

// sizes of the batches in a fuzzed large file; a script's byte is added to one of them.
var sizes = []int{81, 300, 1 << 12, 1<<16 - 128, 1<<17 - 128, 1<<18 - 128}

// largeFile makes a segment file from a script: two bytes a batch, its size and what is added
// to it. Every eighth kind is a message of magic 1.
func largeFile(script []byte) []byte {
	var out []byte
	next := int64(0)
	for ; len(script) >= 2 && len(out) < 1<<20; script = script[2:] {
		size := sizes[int(script[0]>>1)%len(sizes)] + int(script[1])
		if script[0]%8 == 7 {
			out = append(out, largeOld(next, size)...)
			next++
			continue
		}
		n := script[0]%2 + 1 // offsets
		b := make([]byte, size)
		be := binary.BigEndian
		be.PutUint64(b, uint64(next))
		be.PutUint32(b[8:], uint32(size-12))
		b[16] = 2
		b[26] = n - 1
		b[60] = n
		be.PutUint32(b[17:], crcOf(b))
		out = append(out, b...)
		next += int64(n)
	}
	return out
}

// largeOld makes a message of magic 1 that is size bytes long.
func largeOld(offset int64, size int) []byte {
	b := make([]byte, size)
	binary.BigEndian.PutUint64(b, uint64(offset))
	binary.BigEndian.PutUint32(b[8:], uint32(size-12))
	b[16] = 1
	binary.BigEndian.PutUint32(b[12:], crc32.ChecksumIEEE(b[16:]))
	return b
}

// Invariants, of files of batches of all sizes up to twice what a Scanner holds at once, with one
// bit flipped, cut at any byte; what counts is told by walkBytes:
//
//  1. Nothing panics.
//  2. The scanner gives the batches that count, at their places, with their headers; it ends
//     behind the last of them, without an error where the file ends there, with ErrOldFormat at
//     a good message of an old format, and else with an error that tells position, field, what
//     was found and what is allowed.
//  3. Failed and Skip give nothing that the file does not hold; each batch behind the damage has
//     a right CRC, and Skip says false at the last.
//  4. Up to the first damage no byte is read twice, but for what an old message's sum takes.
func FuzzScan(f *testing.F) {
	f.Add([]byte{0, 0, 1, 0, 2, 9}, uint32(0), uint32(0))
	f.Add([]byte{8, 128, 0, 0, 10, 128, 1, 0, 8, 127, 8, 129}, uint32(0), uint32(0))
	f.Add([]byte{8, 128, 6, 1, 6, 200, 0, 0, 10, 0, 3, 3}, uint32(131072*8+77), uint32(0))
	f.Add([]byte{6, 128, 6, 128, 8, 0, 10, 5, 10, 255}, uint32(0), uint32(100))
	f.Add([]byte{10, 200, 7, 9, 15, 9, 0, 0}, uint32(0), uint32(0))
	f.Add([]byte{0, 0, 15, 255, 10, 1, 0, 0}, uint32(700), uint32(0))
	f.Add([]byte{0, 0, 10, 7, 4, 9, 4, 9}, uint32(81*8+8*8+3), uint32(0))
	f.Add([]byte{4, 0, 31, 0, 4, 0, 8, 0}, uint32(0), uint32(4000))
	f.Fuzz(func(t *testing.T, script []byte, flip, cut uint32) {
		file := largeFile(script[:min(len(script), 40)])
		if flip != 0 && len(file) > 0 {
			bit := int(flip) % (len(file) * 8)
			file[bit/8] ^= 1 << (bit % 8)
		}
		file = file[:len(file)-int(cut)%(len(file)+1)]
		w := walkBytes(file, 0)
		r := &counting{ReaderAt: bytes.NewReader(file)}
		s := segment.NewScanner(r, int64(len(file)), 0)
		for _, p := range w.parts {
			if !s.Next() || s.Pos() != int64(p.pos) || len(s.Header()) < batch.HeaderSize ||
				!bytes.Equal(s.Header()[:61], file[p.pos:p.pos+61]) {
				t.Fatalf("at byte %d: at %d, %v; want a batch at %d", s.End(), s.Pos(), s.Err(), p.pos)
			}
		}
		if s.Next() || s.End() != int64(w.kept) || s.NextOffset() != w.next {
			t.Fatalf("the scan goes on at %d to %d, offset %d; want its end at %d, offset %d", s.Pos(),
				s.End(), s.NextOffset(), w.kept, w.next)
		}
		if !w.old && r.n > int64(len(file)) {
			t.Fatalf("%d bytes were read of %d", r.n, len(file))
		}
		endsRight(t, s, w, len(file))
		skipsRight(t, s, file)
	})
}

func endsRight(t *testing.T, s *segment.Scanner, w walked, size int) {
	err := s.Err()
	e, ok := errors.AsType[*kerr.Error](err)
	switch {
	case w.kept == size:
		if err != nil {
			t.Fatalf("the file ends behind a batch: %v", err)
		}
	case w.old != errors.Is(err, segment.ErrOldFormat):
		t.Fatalf("a good old message at byte %d: %v; the scan says %v", w.kept, w.old, err)
	case !ok || e.Pos < int64(w.kept) || e.Pos > int64(size) || e.Field == "" || e.Found == "" ||
		e.Allowed == "":
		t.Fatalf("damage at byte %d of %d: %+v", w.kept, size, err)
	}
}

// skipsRight goes on behind the damage, as far as that goes.
func skipsRight(t *testing.T, s *segment.Scanner, file []byte) {
	for s.Err() != nil {
		at := s.Pos()
		head := s.Failed()
		if head != nil && (!bytes.HasPrefix(file[at:], head) || at+head.Size() > int64(len(file))) {
			t.Fatalf("a batch of %d bytes failed at %d of %d: %x", head.Size(), at, len(file), head)
		}
		if !s.Skip() {
			return
		}
		if head == nil {
			t.Fatalf("skipped at %d what has no size", at)
		}
		for s.Next() {
			h := s.Header()
			end := s.Pos() + h.Size()
			if s.Pos() <= at || end > int64(len(file)) ||
				crcOf(file[s.Pos():end]) != claimedCRC(file[s.Pos():]) {
				t.Fatalf("behind the damage at %d: a batch at %d of %d bytes", at, s.Pos(), h.Size())
			}
			at = s.Pos()
		}
	}
}
