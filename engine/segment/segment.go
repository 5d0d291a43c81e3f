package segment

import (
	"fmt"
	"path"
	"sync"

	"kaenlog/engine/batch"
	"kaenlog/engine/vfs"
)

// segment is one .log file with its indexes. The active one has its files open for
// appending; an older one opens its log when it is first read.
type segment struct {
	fs   vfs.FS
	dir  string
	base int64
	next int64 // base offset of the following segment; -1 for the active one

	mu        sync.Mutex // opening an older segment once, and closing
	closed    bool
	log       vfs.File // stays after Close, so that a reader beside it gets an error
	index     vfs.File // active only; nil until mended after a reopening
	timeIndex vfs.File // likewise
	idx       *indexes // nil until an older segment is first read
	hints     vfs.File // the .index of a segment that was older when it was opened, or nil
	hintCount int64    // its entries
	size      int64    // bytes of whole batches; readers go no further

	syncMu  sync.Mutex // one sync of the log at a time
	syncErr error      // of the first that failed
}

// sync makes the log's bytes durable where there is a disk. One that failed is final, also for
// a sync that was under way beside it: a disk tells of lost bytes once, and who asks next is
// told that all is well.
func (s *segment) sync() error {
	if !s.fs.Durable() {
		return nil
	}
	s.syncMu.Lock()
	defer s.syncMu.Unlock()
	if s.syncErr == nil {
		s.syncErr = s.log.Sync()
	}
	return s.syncErr
}

func (s *segment) name(suffix string) string {
	return path.Join(s.dir, FileName(s.base, suffix))
}

// createSegment makes the three files of a new, empty segment. Their names are durable
// only after a sync of the directory. Indexes that stand there without a log are left
// over from a crash and are replaced.
func createSegment(fsys vfs.FS, dir string, base, interval int64) (*segment, error) {
	s := &segment{fs: fsys, dir: dir, base: base, next: -1, idx: newIndexes(base, interval)}
	var err error
	if s.log, err = fsys.Create(s.name(LogSuffix)); err != nil {
		return nil, err
	}
	if err := s.mendIndexes(); err != nil {
		s.log.Close()
		return nil, err
	}
	return s, nil
}

// mendIndexes makes the index files hold what the indexes in memory say and opens them.
func (s *segment) mendIndexes() error {
	if s.index != nil {
		return nil
	}
	index, err := mendFile(s.fs, s.name(IndexSuffix), s.idx.appendOffsets(nil, 0))
	if err != nil {
		return err
	}
	timeIndex, err := mendFile(s.fs, s.name(TimeIndexSuffix), s.idx.appendTimes(nil, 0))
	if err != nil {
		index.Close()
		return err
	}
	s.index, s.timeIndex = index, timeIndex
	return nil
}

// appendIndexes writes the entries that were added since the counts given.
func (s *segment) appendIndexes(offsets, times int) error {
	if len(s.idx.offsets) > offsets {
		if _, err := s.index.Append(s.idx.appendOffsets(nil, offsets)); err != nil {
			return fmt.Errorf("writing %s: %w", s.name(IndexSuffix), err)
		}
	}
	if len(s.idx.times) > times {
		if _, err := s.timeIndex.Append(s.idx.appendTimes(nil, times)); err != nil {
			return fmt.Errorf("writing %s: %w", s.name(TimeIndexSuffix), err)
		}
	}
	return nil
}

// closeIndexes ends the life of an active segment: its index files are written no more.
func (s *segment) closeIndexes() error {
	if s.index == nil {
		return nil
	}
	err := s.index.Close()
	if terr := s.timeIndex.Close(); err == nil {
		err = terr
	}
	s.index, s.timeIndex = nil, nil
	return err
}

func (s *segment) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.closeIndexes()
	for _, f := range []vfs.File{s.log, s.hints} {
		if f == nil {
			continue
		}
		if ferr := f.Close(); err == nil {
			err = ferr
		}
	}
	return err
}

// open makes an older segment readable: its log, and its index file where there is one to
// help. It writes nothing.
func (s *segment) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	if s.idx != nil {
		return nil
	}
	log, err := s.fs.Open(s.name(LogSuffix))
	if err != nil {
		return err
	}
	size, err := log.Size()
	if err != nil {
		log.Close()
		return err
	}
	s.openHints()
	s.log, s.size, s.idx = log, size, newIndexes(s.base, 0)
	return nil
}

func (s *segment) openHints() {
	f, err := s.fs.Open(s.name(IndexSuffix))
	if err != nil {
		return
	}
	size, err := f.Size()
	if err != nil {
		f.Close()
		return
	}
	s.hints, s.hintCount = f, size/indexEntrySize
}

// headAt reads and checks the header of the batch at pos of the first size bytes.
func (s *segment) headAt(head []byte, pos, size int64) (batch.Batch, error) {
	n := min(int64(batch.HeaderSize), size-pos)
	if _, err := s.log.ReadAt(head[:n], pos); err != nil {
		return nil, fmt.Errorf("reading %s: %w", s.name(LogSuffix), err)
	}
	if _, err := batch.StoredSize(head[:n], size-pos); err != nil {
		return nil, s.at(err, pos)
	}
	return batch.Batch(head[:n]), nil
}

// appendBatch reads the n bytes of the batch at pos behind dst and checks them.
func (s *segment) appendBatch(dst []byte, pos, n int64) ([]byte, error) {
	from := len(dst)
	out := append(dst, make([]byte, n)...)
	if _, err := s.log.ReadAt(out[from:], pos); err != nil {
		return dst, fmt.Errorf("reading %s: %w", s.name(LogSuffix), err)
	}
	if err := batch.CheckStored(batch.Batch(out[from:])); err != nil {
		return dst, s.at(err, pos)
	}
	return out, nil
}

// at adds this segment's file and the position of a batch to what is wrong with it.
func (s *segment) at(err error, pos int64) error {
	return inFile(err, s.name(LogSuffix), pos)
}
