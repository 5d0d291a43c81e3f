package segment

import (
	"errors"
	"fmt"

	"kaenlog/engine/trace"
)

// Report is what TruncateTail found and did.
type Report struct {
	Batches    int   // whole batches scanned
	LastOffset int64 // last offset of the last whole batch; see HasLast
	HasLast    bool  // false when no batch was whole
	Kept       int64 // bytes
	Dropped    int64 // bytes
	Gaps       []Gap // holes in the offsets: legal, compaction leaves them
	Reason     error // why the first dropped byte is not part of the log; nil for none
}

// Gap is a hole in the offsets of a segment.
type Gap struct {
	Pos         int64 // of the batch after the hole
	First, Last int64 // the missing offsets
}

// TruncateTail walks the last segment batch by batch, cuts the file at the first that is
// not whole or not right, and rebuilds the indexes; the log end is the offset after the
// last good batch. A good log is left byte for byte as it was, and doing it twice is doing
// it once.
//
// A batch counts when its position plus its size is within the file, its CRC is right and
// its base offset is not below the one expected.
//
// Durability: the cut is durable when it returns (T1 to T3).
// Errors: ErrBroken, ErrClosed, ErrOldFormat: nothing was changed. ErrWrite when cutting
// failed, then the log takes no more and can be opened and recovered again.
// Source: LogSegment.recover, 4.1.0.
//
// Differs from Kafka: only the last segment is looked at (Kafka: all from the recovery
// point on), a base offset below the expected one ends the walk (Kafka: no such check), and
// good messages of magic 0 or 1 are not cut (Kafka reads them).
func (l *Log) TruncateTail() (Report, error) {
	if err := l.Writable(); err != nil && !errors.Is(err, ErrTornTail) {
		return Report{}, err
	}
	s := l.active()
	fileSize, err := s.log.Size()
	if err != nil {
		return Report{}, fmt.Errorf("reading %s: %w", s.name(LogSuffix), err)
	}
	r, idx, err := l.scan(s, fileSize)
	if err != nil {
		return r, err
	}
	kept := mark{r.Kept, s.base}
	if r.HasLast {
		kept.end = r.LastOffset + 1
	}
	if r.Dropped > 0 {
		if err := l.cut(s, fileSize, kept); err != nil {
			return r, l.breakBy(err)
		}
	}
	s.mu.Lock() // readers ask under it whether the segment is open
	l.mu.Lock()
	s.idx, s.size, l.torn, l.end = idx, kept.size, 0, kept.end
	l.mu.Unlock()
	s.mu.Unlock()
	if err := s.closeIndexes(); err != nil {
		return r, l.breakBy(err)
	}
	if err := s.mendIndexes(); err != nil {
		return r, l.breakBy(err)
	}
	return r, nil
}

// scan checks every batch of the file and gathers the report and the indexes.
func (l *Log) scan(s *segment, fileSize int64) (Report, *indexes, error) {
	var r Report
	idx := newIndexes(s.base, l.cfg.IndexIntervalBytes)
	scan := NewScanner(s.log, fileSize, s.base)
	label := s.label
	for scan.Next() {
		h := scan.Header()
		r.Batches++
		r.LastOffset, r.HasLast = h.LastOffset(), true
		if n := scan.Gap(); n > 0 {
			r.Gaps = append(r.Gaps, Gap{scan.Pos(), h.BaseOffset() - n, h.BaseOffset() - 1})
		}
		idx.note(h, scan.Pos())
		if l.cfg.Trace != nil {
			l.cfg.emit(trace.BatchChecked{File: label, Pos: scan.Pos(), OK: true})
		}
	}
	if err := scan.Err(); err != nil {
		if !isDamage(err) {
			return r, nil, fmt.Errorf("reading %s: %w", s.name(LogSuffix), err)
		}
		r.Reason = s.at(err, 0)
		l.cfg.emit(trace.BatchChecked{File: label, Pos: scan.Pos(), Reason: err.Error()})
	}
	r.Kept, r.Dropped = scan.End(), fileSize-scan.End()
	old, _, err := scan.OldBehind()
	if err != nil {
		return r, nil, fmt.Errorf("reading %s: %w", s.name(LogSuffix), err)
	}
	if old != nil {
		return r, nil, s.at(old, 0)
	}
	return r, idx, nil
}

func (l *Log) cut(s *segment, from int64, to mark) error {
	if err := s.log.Truncate(to.size); err != nil {
		return fmt.Errorf("cutting %s: %w", s.name(LogSuffix), err)
	}
	l.cfg.emit(trace.Truncated{File: s.label, From: from, To: to.size})
	s.cutTo(to)
	err := l.syncLog(s, to)
	if err != nil { // the next recovery's cut must be one that its sync writes (T3)
		err = takenBack(err, s.log.Truncate(from))
	}
	return err
}
