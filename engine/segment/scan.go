package segment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
)

// scanBuffer is how much of a file a Scanner holds at once; a batch that is larger is
// summed piece by piece, so memory stays constant whatever a length field claims. It is small
// enough for what was read to be in the processor's own cache still when it is summed.
const scanBuffer = 128 << 10

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Scanner walks the batches of one segment file from its start, checking each as SPEC's
// stored validation says: length, size against the file, magic, CRC, count, and that
// offsets only grow. It stops at the first batch that fails.
type Scanner struct {
	r        io.ReaderAt
	size     int64 // of the file
	base     int64 // of the segment
	expected int64 // lowest base offset that the next batch may have

	buf   []byte // bytes of the file from start on
	start int64
	err   error

	head batch.Batch // header of the current batch, in buf or own
	own  [batch.HeaderSize]byte
	pos  int64 // where the current batch begins
	next int64 // where the one after it begins
	gap  int64 // offsets missing before the current batch
}

// NewScanner begins a walk over the first size bytes of r, a segment with this base offset.
func NewScanner(r io.ReaderAt, size, base int64) *Scanner {
	return &Scanner{r: r, size: size, base: base, expected: base}
}

//lesson:begin recovery-walk

// Next goes to the next batch; false at the end of the file or at the
// first batch that fails, which Err tells apart.
func (s *Scanner) Next() bool {
	if s.err != nil || s.next >= s.size {
		return false
	}
	s.pos = s.next
	if err := s.check(); err != nil {
		s.err = err
		return false
	}
	s.gap = s.head.BaseOffset() - s.expected
	s.expected = s.head.LastOffset() + 1
	s.next = s.pos + s.head.Size()
	return true
}

//lesson:end recovery-walk

// Header gives the current batch's 61 header bytes, until the next call of Next.
func (s *Scanner) Header() batch.Batch { return s.head }

// Pos gives the byte position where the current batch, or the one that failed, begins.
func (s *Scanner) Pos() int64 { return s.pos }

// Gap gives how many offsets are missing before the current batch. That is legal:
// compaction leaves such holes.
func (s *Scanner) Gap() int64 { return s.gap }

// End gives the byte position after the last good batch.
func (s *Scanner) End() int64 { return s.next }

// NextOffset gives the offset after the last good batch, the segment's base for none.
func (s *Scanner) NextOffset() int64 { return s.expected }

// Err tells why the walk stopped before the end of the file; nil when it did not. A batch
// that failed comes as a *kerr.Error whose Pos is in the file; anything else is the file
// system's own.
func (s *Scanner) Err() error { return s.err }

func (s *Scanner) check() error {
	remaining := s.size - s.pos
	headLen := min(remaining, batch.HeaderSize)
	head, err := s.bytes(s.pos, int(headLen))
	if err != nil {
		return err
	}
	size, err := batch.StoredSize(head, remaining)
	if errors.Is(err, batch.ErrOldMagic) {
		magic := int(head[posMagic]) // summing a large message reads over head
		wrong, oldErr := s.oldMessage(head, remaining)
		switch {
		case oldErr != nil:
			return oldErr
		case wrong == nil:
			return ErrOldFormat.At(s.pos, "magic", strconv.Itoa(magic), "2")
		}
		return batch.ErrOldMagic.At(s.pos+posMagic, "magic", strconv.Itoa(magic), "2").WithCause(wrong)
	}
	if err != nil {
		return at(err, s.pos)
	}
	s.head = batch.Batch(head[:batch.HeaderSize])
	if size <= scanBuffer {
		whole, err := s.bytes(s.pos, int(size))
		if err != nil {
			return err
		}
		s.head = batch.Batch(whole[:batch.HeaderSize])
		sum := crc32.Checksum(whole[batch.PosAttributes:], castagnoli)
		if err := batch.CheckStoredSum(s.head, sum); err != nil {
			return at(err, s.pos)
		}
	} else if err := s.checkLarge(size); err != nil {
		return err
	}
	return s.checkOffsets()
}

// Where a message of magic 0 or 1 has its CRC and its magic; the CRC-32 (IEEE) covers what
// begins at the magic.
//
// Source: LegacyRecord, 4.1.0.
const (
	posOldCRC = 12
	posMagic  = 16
)

// oldMessage tells a message of magic 0 or 1 from damage that looks like one, whose length or
// CRC is wrong: nil for a good one.
func (s *Scanner) oldMessage(head []byte, remaining int64) (wrong *kerr.Error, err error) {
	size := batch.Batch(head).Size()
	if size > remaining || size <= posMagic {
		return batch.ErrTorn.At(s.pos+batch.PosLength, "length",
			strconv.FormatInt(size-batch.PosLength-4, 10),
			"5 to "+strconv.FormatInt(remaining-batch.PosLength-4, 10)), nil
	}
	found := binary.BigEndian.Uint32(head[posOldCRC:])
	sum, err := s.sum(0, crc32.IEEETable, s.pos+posMagic, s.pos+size)
	if err != nil || sum == found {
		return nil, err
	}
	return batch.ErrCRC.At(s.pos+posOldCRC, "crc", batch.Hex32(found), batch.Hex32(sum)), nil
}

// sum goes on with a sum over the bytes of the file from one position to another.
func (s *Scanner) sum(sum uint32, table *crc32.Table, from, to int64) (uint32, error) {
	for pos := from; pos < to; {
		n := min(to-pos, scanBuffer)
		piece, err := s.bytes(pos, int(n))
		if err != nil {
			return 0, err
		}
		sum = crc32.Update(sum, table, piece)
		pos += n
	}
	return sum, nil
}

// checkLarge sums a batch that is larger than the buffer.
func (s *Scanner) checkLarge(size int64) error {
	copy(s.own[:], s.head)
	s.head = s.own[:]
	sum := crc32.Update(0, castagnoli, s.head[batch.PosAttributes:])
	sum, err := s.sum(sum, castagnoli, s.pos+batch.HeaderSize, s.pos+size)
	if err != nil {
		return err
	}
	if err := batch.CheckStoredSum(s.head, sum); err != nil {
		return at(err, s.pos)
	}
	return nil
}

func (s *Scanner) checkOffsets() error {
	if e := offsetFault(s.head, s.expected, s.base); e != nil {
		return e.In("", s.pos)
	}
	return nil
}

// offsetFault tells what is wrong with a batch's offsets in a segment with this base, where none
// below expected may come; nil for nothing.
func offsetFault(h batch.Batch, expected, base int64) *kerr.Error {
	first, last := h.BaseOffset(), h.LastOffset()
	allowed := ""
	switch {
	case first < expected:
		allowed = "at least " + strconv.FormatInt(expected, 10)
	case last < first || last-base > math.MaxInt32 || last == math.MaxInt64:
		allowed = "within 2147483647 of the segment's base " + strconv.FormatInt(base, 10)
	default:
		return nil
	}
	return ErrOffsetOrder.At(0, "baseOffset", strconv.FormatInt(first, 10), allowed)
}

// bytes gives n bytes from pos on, n at most scanBuffer, reading ahead as far as the
// buffer reaches.
func (s *Scanner) bytes(pos int64, n int) ([]byte, error) {
	i := pos - s.start
	if i < 0 || i+int64(n) > int64(len(s.buf)) {
		if err := s.fill(pos, n); err != nil {
			return nil, err
		}
		i = 0
	}
	return s.buf[i : int(i)+n], nil
}

// fill makes the buffer begin at pos; it holds n bytes then, or gives an error. What it has of
// them is not read again.
func (s *Scanner) fill(pos int64, n int) error {
	want := min(s.size-pos, scanBuffer)
	kept := 0
	if i := pos - s.start; i >= 0 && i < int64(len(s.buf)) {
		kept = copy(s.buf, s.buf[i:])
	}
	if int64(cap(s.buf)) < want { // the first time: later there is less left of the file
		s.buf = append(make([]byte, 0, want), s.buf[:kept]...)
	}
	s.buf, s.start = s.buf[:want], pos
	got, err := s.r.ReadAt(s.buf[kept:], pos+int64(kept))
	s.buf = s.buf[:kept+got]
	if len(s.buf) >= n {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("reading %d bytes at byte %d: %w", n, pos, err)
}

// at moves a batch error's position from the batch to the file.
func at(err error, pos int64) error {
	if k, ok := err.(*kerr.Error); ok {
		return k.In("", pos)
	}
	return err
}
