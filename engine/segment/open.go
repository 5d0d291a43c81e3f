package segment

import (
	"errors"
	"fmt"
	"path"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
)

// Open opens the log in dir, making both where they are missing, and replays its last
// segment. Observe, which may be nil, is called with the header of each batch of the last
// segment that holds one, in order; the header is good during the call only.
//
// Bytes after the last whole batch are left as they are: TornBytes tells them, and the log
// refuses appends until TruncateTail.
//
// Durability: what it found is durable when it returns, names included, since readers and
// resends will be answered from it (O1, O2).
// Errors: the file system's, and a damaged batch in an older segment where the last one is
// empty, so that the batches to observe are there. Nothing that was found was changed. After a
// failed sync see O3.
func Open(fsys vfs.FS, dir string, cfg Config, observe func(batch.Batch)) (*Log, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := vfs.MkdirAllSync(fsys, dir); err != nil {
		return nil, fmt.Errorf("making directory %s: %w", dir, err)
	}
	l := &Log{fs: fsys, dir: dir, cfg: cfg}
	if err := l.load(observe); err != nil {
		for _, s := range l.segs {
			s.close()
		}
		return nil, fmt.Errorf("opening log %s: %w", dir, err)
	}
	cfg.emit(trace.Opened{LogEnd: l.end, TornBytes: l.torn})
	return l, nil
}

func (l *Log) load(observe func(batch.Batch)) error {
	bases, err := listSegments(l.fs, l.dir)
	if err != nil {
		return err
	}
	if len(bases) == 0 {
		s, err := createSegment(l.fs, l.dir, 0, l.cfg)
		if err != nil {
			return err
		}
		l.segs = []*segment{s}
	} else if err := l.loadSegments(bases, observe); err != nil {
		return err
	}
	s := l.active()
	if err := l.syncLog(s, mark{s.size + l.torn, l.end}); err != nil {
		return err
	}
	if err := l.syncDir(); err != nil {
		if len(bases) == 0 {
			err = takenBack(err, s.discard())
		}
		return err
	}
	return nil
}

// listSegments gives the base offsets of the segments in dir, ascending.
func listSegments(fsys vfs.FS, dir string) ([]int64, error) {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var bases []int64
	for _, e := range entries { // sorted by name, so by base offset
		base, ok := ParseFileName(e.Name, LogSuffix)
		if !ok && !isIndexName(e.Name) {
			continue
		}
		if !e.Regular {
			return nil, ErrNotAFile.In(path.Join(dir, e.Name), 0)
		}
		if ok {
			bases = append(bases, base)
		}
	}
	return bases, nil
}

func (l *Log) loadSegments(bases []int64, observe func(batch.Batch)) error {
	for i, base := range bases {
		s := &segment{fs: l.fs, dir: l.dir, base: base, label: l.cfg.segmentLabel(base),
			next: -1}
		if i+1 < len(bases) {
			s.next, s.older, s.left = bases[i+1], true, true
		}
		l.segs = append(l.segs, s)
	}
	s := l.active()
	log, err := l.fs.OpenAppend(s.name(LogSuffix))
	if err != nil {
		return err
	}
	s.log = log
	return l.replay(observe)
}

// replay reads the active segment from its start: its indexes, its end, its torn tail.
func (l *Log) replay(observe func(batch.Batch)) error {
	s := l.active()
	fileSize, err := s.log.Size()
	if err != nil {
		return err
	}
	s.idx = newIndexes(s.base, l.cfg.IndexIntervalBytes)
	scan := NewScanner(s.log, fileSize, s.base)
	for scan.Next() {
		s.idx.note(scan.Header(), scan.Pos())
		if observe != nil {
			observe(scan.Header())
		}
	}
	if err := scan.Err(); err != nil {
		if !isDamage(err) {
			return fmt.Errorf("reading %s: %w", s.name(LogSuffix), err)
		}
		if errors.Is(err, ErrOldFormat) {
			l.old = s.at(err, 0)
		}
	}
	s.size = scan.End()
	l.end = scan.NextOffset()
	l.torn = fileSize - scan.End()
	if scan.End() == 0 && observe != nil {
		return l.observeOlder(observe)
	}
	return nil
}

// observeOlder looks for the last older segment that holds a batch, as after a crash right
// behind a roll.
func (l *Log) observeOlder(observe func(batch.Batch)) error {
	for i := len(l.segs) - 2; i >= 0; i-- {
		s := l.segs[i]
		held, err := s.observe(observe)
		if held || err != nil {
			return err
		}
	}
	return nil
}

// observe observes every batch of an older segment, and tells whether there was one.
func (s *segment) observe(observe func(batch.Batch)) (bool, error) {
	v, err := s.hold()
	if err != nil {
		return false, err
	}
	defer v.release()
	scan := NewScanner(v.log, s.size, s.base)
	for scan.nextOverOld() {
		if last := scan.Header().LastOffset(); last >= s.next { // never handed out: not below the log end
			return false, s.at(ErrOffsetOrder.At(scan.Pos(), "lastOffset",
				strconv.FormatInt(last, 10), "below "+strconv.FormatInt(s.next, 10)), 0)
		}
		observe(scan.Header())
	}
	if err := scan.Err(); err != nil {
		return false, s.at(err, 0)
	}
	return scan.End() > 0, nil
}

// isDamage tells what is wrong with the bytes from what went wrong in reading them.
func isDamage(err error) bool {
	k, ok := errors.AsType[*kerr.Error](err)
	return ok && k.Code != kerr.KafkaStorageError
}
