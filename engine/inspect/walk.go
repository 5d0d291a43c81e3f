package inspect

import (
	"errors"
	"io"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
)

// maxShown is the largest batch whose records are shown: they are read in one piece, and this
// is many times what a broker takes (max.message.bytes is 1048588 by default).
const maxShown = 64 << 20

type walker struct {
	t       *Target
	v       Visitor
	records bool
	next    int64    // where the next segment begins; the largest number for none
	at      Progress // the file
	buf     []byte   // of the batch whose records are shown
}

// file walks one segment.
func (w *walker) file(sum *Sum) error {
	f := sum.File
	r, err := w.t.open(f)
	if err != nil {
		return err
	}
	defer r.Close()
	w.v.Begin(f)
	sum.NextOffset = f.Base
	w.at.Size = f.Size
	scan := segment.NewScanner(w.t.watch(r, 0, w.at), f.Size, f.Base)
	sure := true // that the offset expected is right
	for !w.v.Stop() {
		if scan.Next() {
			h := scan.Header()
			if h.LastOffset() >= w.next {
				w.reachesOver(scan, sum)
				sure = false
				continue
			}
			if n := scan.Gap(); n > 0 && sure {
				w.v.Gap(f.Label, scan.Pos(), h.BaseOffset()-n, h.BaseOffset()-1)
			}
			sure = true
			sum.Batches++
			sum.Records += int64(h.Count())
			sum.NextOffset = h.LastOffset() + 1
			w.v.Batch(scan.Pos(), h, nil)
			if w.records {
				w.show(r, f.Label, scan.Pos(), h.Size())
			}
			continue
		}
		more, err := w.failed(scan, sum)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		sure = false
	}
	w.indexes(f)
	w.v.End(sum)
	return nil
}

// failed tells of what the scanner stopped at, and goes on behind it where it can; false at
// the end.
func (w *walker) failed(scan *segment.Scanner, sum *Sum) (bool, error) {
	err := scan.Err()
	if err == nil {
		return false, nil
	}
	f := sum.File
	e, ok := segment.Damage(err)
	if !ok {
		return false, doing("reading ", f, err)
	}
	pos := scan.Pos()
	head := scan.Failed()
	old := errors.Is(err, segment.ErrOldFormat)
	if head != nil {
		if old {
			sum.Old++
			sum.NextOffset = max(sum.NextOffset, head.BaseOffset()+1)
			w.v.Old(pos, head)
		} else if !errors.Is(err, batch.ErrOldMagic) {
			w.v.Batch(pos, head, err)
		}
	}
	more := scan.Skip()
	if old {
		if !more && head != nil && pos+head.Size() < f.Size {
			at := pos + head.Size()
			sum.Faults++
			w.v.Fault(faultOf(batch.ErrCorrupt.At(at, "", "", ""), f.Label, at, f.Size-at))
		}
		return more, nil
	}
	unread := f.Size - pos
	if more {
		unread = 0
	}
	sum.Faults++
	w.v.Fault(faultOf(e, f.Label, pos, unread))
	return more, nil
}

// show tells the records of a batch that lies open and is sound.
func (w *walker) show(r io.ReaderAt, label string, pos, size int64) {
	if size > maxShown {
		w.v.Note(label, "the batch at byte "+strconv.FormatInt(pos, 10)+" has "+
			bytesText(size)+": too large to show its records")
		return
	}
	if int64(cap(w.buf)) < size {
		w.buf = make([]byte, size)
	}
	b := batch.Batch(w.buf[:size])
	if _, err := r.ReadAt(b, pos); err != nil {
		w.v.Note(label, "reading records: "+err.Error())
		return
	}
	if b.Codec() != batch.CodecNone {
		return // its line names the codec
	}
	it := b.Records()
	for it.Next() && !w.v.Stop() {
		w.v.Record(b, it.Record())
	}
	if e, ok := errors.AsType[*kerr.Error](it.Err()); ok {
		w.v.Note(label, "records that are not as the header says: "+e.In("", pos).Error())
	}
}

// reachesOver tells of a batch that is sound, and whose offsets are those of the next segment:
// a reader stops at it, since its base offset, which no CRC covers, is not what was written.
func (w *walker) reachesOver(scan *segment.Scanner, sum *Sum) {
	h, pos := scan.Header(), scan.Pos()
	e := segment.ErrOffsetOrder.At(pos, "lastOffset", strconv.FormatInt(h.LastOffset(), 10),
		"below "+strconv.FormatInt(w.next, 10))
	w.v.Batch(pos, h, e)
	sum.Faults++
	w.v.Fault(faultOf(e, sum.File.Label, pos, 0))
}

// between holds a segment's end against the name of the next one.
func (w *walker) between(s *Sum, next *File) {
	if s.NextOffset < next.Base && s.Faults == 0 && s.Old == 0 {
		w.v.Gap(next.Label, 0, s.NextOffset, next.Base-1)
	}
}
