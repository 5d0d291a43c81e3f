package segment

import (
	"fmt"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
)

// Read gives whole batches from the one that holds offset on, or the next one where offset
// is in a hole: as many as fit into maxBytes, the first in any case, all of them ending
// below limit. It gives none when offset is limit, or nothing stands between them.
//
// The CRC of every batch is checked. Bytes belong to the caller.
//
// Errors: ErrOffsetOutOfRange below the log's start or above limit; the kinds of package
// batch for damage, with file, position and reason.
// Concurrency: beside appends and other reads.
// Source: LogSegment.read, 4.1.0.
func (l *Log) Read(offset, limit int64, maxBytes int) ([]byte, error) {
	segs, start := l.snapshot()
	if offset < start || offset > limit {
		return nil, ErrOffsetOutOfRange.At(kerr.NoPos, "offset", strconv.FormatInt(offset, 10),
			fmt.Sprintf("%d to %d", start, limit))
	}
	i := 0
	for i+1 < len(segs) && segs[i+1].base <= offset {
		i++
	}
	for ; i < len(segs); i++ {
		out, err := l.readSegment(segs[i], offset, limit, maxBytes)
		if err != nil || len(out) > 0 {
			return out, err
		}
	}
	return nil, nil
}

func (l *Log) snapshot() (segs []*segment, start int64) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.segs[:len(l.segs):len(l.segs)], l.segs[0].base
}

// readSegment reads from one segment; nothing when it ends before offset.
func (l *Log) readSegment(s *segment, offset, limit int64, maxBytes int) ([]byte, error) {
	if err := s.open(); err != nil {
		return nil, fmt.Errorf("opening %s: %w", s.name(LogSuffix), err)
	}
	l.mu.RLock()
	size, next := s.size, s.next
	entry, indexed := s.idx.floor(offset)
	l.mu.RUnlock()

	pos, err := s.find(offset, size, entry, indexed)
	if err != nil {
		return nil, err
	}
	var out []byte
	var head [batch.HeaderSize]byte
	for pos < size {
		h, err := s.headAt(head[:], pos, size)
		if err != nil {
			return goodPart(out, err)
		}
		n := h.Size()
		if h.LastOffset() >= limit || len(out) > 0 && int64(len(out))+n > int64(maxBytes) {
			break
		}
		if next >= 0 && h.LastOffset() >= next {
			return goodPart(out, s.at(ErrOffsetOrder.At(0, "baseOffset",
				strconv.FormatInt(h.BaseOffset(), 10),
				"a batch that ends below the next segment's base "+strconv.FormatInt(next, 10)), pos))
		}
		from := len(out)
		out = append(out, make([]byte, n)...)
		if _, err := s.log.ReadAt(out[from:], pos); err != nil {
			return goodPart(out[:from], fmt.Errorf("reading %s: %w", s.name(LogSuffix), err))
		}
		if err := batch.CheckStored(batch.Batch(out[from:])); err != nil {
			return goodPart(out[:from], s.at(err, pos))
		}
		pos += n
	}
	return out, nil
}

// goodPart gives what was read before a fault; a read that begins at the fault gets it.
func goodPart(out []byte, err error) ([]byte, error) {
	if len(out) > 0 {
		return out, nil
	}
	return nil, err
}

// find gives the position of the first batch that ends at or above offset, size when there
// is none. The index is a hint: an entry that does not point to the batch it names is not
// followed, and the walk begins at the segment's start.
func (s *segment) find(offset, size int64, entry offsetEntry, indexed bool) (int64, error) {
	var head [batch.HeaderSize]byte
	var pos int64
	if indexed {
		h, err := s.headAt(head[:], int64(entry.pos), size)
		if err == nil && h.LastOffset() == s.base+int64(entry.rel) {
			pos = int64(entry.pos)
		}
	}
	expected := s.base
	for pos < size {
		h, err := s.headAt(head[:], pos, size)
		if err != nil {
			return 0, err
		}
		if h.BaseOffset() < expected {
			return 0, s.at(ErrOffsetOrder.At(0, "baseOffset",
				strconv.FormatInt(h.BaseOffset(), 10),
				"at least "+strconv.FormatInt(expected, 10)), pos)
		}
		if h.LastOffset() >= offset {
			return pos, nil
		}
		expected = h.LastOffset() + 1
		pos += h.Size()
	}
	return size, nil
}
