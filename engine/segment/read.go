package segment

import (
	"errors"
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
// Errors: ErrOffsetOutOfRange below the log's start or above limit; ErrClosed, whatever the
// offset; the kinds of package batch and ErrOffsetOrder for damage, with file, position and
// reason.
// Concurrency: beside appends and other reads.
// Source: LogSegment.read, 4.1.0.
func (l *Log) Read(offset, limit int64, maxBytes int) ([]byte, error) {
	segs, start, err := l.snapshot()
	if err != nil {
		return nil, err
	}
	if offset == limit && offset >= start { // a reader that waits at the end
		return nil, nil
	}
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

func (l *Log) snapshot() (segs []*segment, start int64, err error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if errors.Is(l.broken, ErrClosed) {
		err = ErrClosed
	}
	return l.segs[:len(l.segs):len(l.segs)], l.segs[0].base, err
}

// readSegment reads from one segment; nothing when it ends before offset.
func (l *Log) readSegment(s *segment, offset, limit int64, maxBytes int) ([]byte, error) {
	v, err := s.hold()
	if err != nil {
		return nil, err
	}
	defer v.release()
	var hint offsetEntry
	hinted := false
	l.mu.RLock()
	w := walk{view: v, size: s.size, end: s.next, expected: s.base}
	if w.end < 0 {
		w.end = l.end
	}
	if s.idx != nil {
		hint, hinted = s.idx.floor(offset)
	}
	l.mu.RUnlock()
	if !hinted && v.hints != nil {
		hint, hinted = searchIndex(v.hints, v.hintCount, s.base, offset)
	}
	if hinted {
		w.follow(hint)
	}
	from := w.pos
	out, err := w.read(offset, limit, maxBytes)
	if err != nil && from > 0 { // perhaps no batch begins where the index says
		w.pos, w.expected, w.length = 0, s.base, 0
		return w.read(offset, limit, maxBytes)
	}
	return out, err
}

// read gives batches from the one that holds offset on, or the next; nothing behind the last.
func (w *walk) read(offset, limit int64, maxBytes int) ([]byte, error) {
	if err := w.find(offset); err != nil {
		return nil, err
	}
	var out []byte
	for w.pos < w.size {
		h, err := w.look()
		if err != nil {
			return goodPart(out, err)
		}
		n := h.Size()
		if h.LastOffset() >= limit || len(out) > 0 && int64(len(out))+n > int64(maxBytes) {
			break
		}
		if out, err = w.appendBatch(out, w.pos, n); err != nil {
			return goodPart(out, err)
		}
		w.step(h)
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

// walk goes over a segment's batches by their headers.
type walk struct {
	view
	size, end int64 // of the segment: bytes, and the offset that ends it

	pos      int64 // where the walk is
	expected int64 // lowest base offset that the batch there may have
	before   int64 // where the batch walked over last begins
	length   int64 // its size; 0 for none
	head     [batch.HeaderSize]byte
}

// follow begins the walk at a batch that an index names. The index is a hint: an entry that
// does not point to that batch is not followed, and the walk begins at the segment's start. What
// can't be told from it is a batch inside a record's value, with the very offset of the entry.
func (w *walk) follow(hint offsetEntry) {
	pos := int64(hint.pos)
	if pos < 0 || pos >= w.size {
		return
	}
	h, err := w.headAt(w.head[:], pos, w.size)
	if err == nil && h.LastOffset() == w.s.base+int64(hint.rel) {
		w.pos = pos
	}
}

// find goes to the first batch that ends at or above offset, or to the segment's end. The CRC
// of what it walks over is not checked, apart from one batch: where offset seems to lie in a
// hole, the batch before that hole must be whole, or damage could make offsets vanish.
func (w *walk) find(offset int64) error {
	for w.pos < w.size {
		h, err := w.look()
		if err != nil {
			return err
		}
		if h.LastOffset() >= offset {
			if h.BaseOffset() > offset {
				return w.checkBefore()
			}
			return nil
		}
		w.step(h)
	}
	return w.checkBefore()
}

// look reads the header at the walk's place and checks that its offsets stand in order. A batch
// that ends where the segment's offsets end must be the last: a reader goes on behind it, and
// would never see what stands between.
func (w *walk) look() (batch.Batch, error) {
	h, err := w.header()
	if err == nil && h.LastOffset() == w.end-1 && w.pos+h.Size() < w.size {
		behind := *w
		behind.step(h)
		if err = behind.checkBefore(); err == nil { // else its length is what is wrong
			_, err = behind.header() // fails: no offset is left for it
		}
	}
	return h, err
}

func (w *walk) header() (batch.Batch, error) {
	h, err := w.headAt(w.head[:], w.pos, w.size)
	if err != nil {
		return nil, err
	}
	wrong := offsetFault(h, w.expected, w.s.base)
	if last := h.LastOffset(); wrong == nil && last >= w.end {
		wrong = ErrOffsetOrder.At(0, "lastOffset", strconv.FormatInt(last, 10),
			"below "+strconv.FormatInt(w.end, 10))
	}
	if wrong == nil {
		return h, nil
	}
	// Of two batches that contradict each other the damaged one is to be named.
	if err := w.checkBefore(); err != nil {
		return nil, err
	}
	if _, err := w.appendBatch(nil, w.pos, h.Size()); err != nil {
		return nil, err
	}
	return nil, w.s.at(wrong, w.pos)
}

func (w *walk) step(h batch.Batch) {
	w.before, w.length = w.pos, h.Size()
	w.expected = h.LastOffset() + 1
	w.pos += h.Size()
}

func (w *walk) checkBefore() error {
	if w.length == 0 {
		return nil
	}
	_, err := w.appendBatch(nil, w.before, w.length)
	return err
}
