package segment

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"kaenlog/engine/batch"
	"kaenlog/engine/vfs"
)

// segment is one .log file with its indexes. The active one has its files open for
// appending; an older one has them open while it is read, so that the number of open files
// does not grow with the log.
type segment struct {
	fs    vfs.FS
	dir   string
	base  int64
	label string // what the trace calls its log
	next  int64  // base offset of the following segment; -1 for the active one

	mu        sync.Mutex // who reads, and what is open for it
	readers   int
	older     bool // not the active one (any more)
	closed    bool
	log       vfs.File // nil for an older one that nobody reads
	index     vfs.File // active only; nil until mended after a reopening
	timeIndex vfs.File // likewise
	idx       *indexes // active only, and until the last of its readers has left
	hints     vfs.File // the .index of an older one that is read, or nil
	hintCount int64    // its entries
	size      int64    // bytes of whole batches; readers go no further

	syncMu  sync.Mutex // one sync of the log at a time
	syncErr error      // of the first that failed
	synced  mark       // durable, where the file system is
	left    bool       // rolled away from: all of it is durable
}

// mark is a place between two batches of a segment.
type mark struct {
	size int64 // bytes before it
	end  int64 // log end offset there
}

// sync makes the log's bytes durable up to a mark where there is a disk. One that failed is
// final, also for a sync that was under way beside it: a disk tells of lost bytes once, and who
// asks next is told that all is well (A4).
func (s *segment) sync(upTo mark) error {
	if !s.fs.Durable() {
		return nil
	}
	s.syncMu.Lock()
	defer s.syncMu.Unlock()
	if s.syncErr == nil && !s.left {
		s.syncErr = s.log.Sync()
		if s.syncErr == nil && upTo.size > s.synced.size {
			s.synced = upTo
		}
	}
	return s.syncErr
}

// cutTo says that the file ends at a mark now.
func (s *segment) cutTo(to mark) {
	s.syncMu.Lock()
	defer s.syncMu.Unlock()
	s.synced = to
}

// lost tells whether a sync failed, and what is durable all the same.
func (s *segment) lost() (mark, bool) {
	s.syncMu.Lock()
	defer s.syncMu.Unlock()
	return s.synced, s.syncErr != nil
}

// leave ends the life of an active segment that was synced: it is read from its files from now
// on, which close when those who read it now have done so.
func (s *segment) leave() error {
	s.syncMu.Lock()
	s.left = true
	s.syncMu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.older = true
	err := s.closeIndexes()
	if lerr := s.closeUnread(); err == nil {
		err = lerr
	}
	return err
}

func (s *segment) name(suffix string) string {
	return path.Join(s.dir, FileName(s.base, suffix))
}

// createSegment makes the three files of a new, empty segment. Their names are durable
// only after a sync of the directory. Indexes that stand there without a log are left
// over from a crash and are replaced.
func createSegment(fsys vfs.FS, dir string, base int64, cfg Config) (*segment, error) {
	s := &segment{fs: fsys, dir: dir, base: base, label: cfg.segmentLabel(base), next: -1,
		idx: newIndexes(base, cfg.IndexIntervalBytes)}
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

// discard takes back a new segment of which nobody was told. Its names must not stay where
// syncing them failed: a later sync would find nothing to do and say that all is well (A4).
func (s *segment) discard() error {
	first := s.close()
	for _, suffix := range []string{LogSuffix, IndexSuffix, TimeIndexSuffix} {
		if err := s.fs.Remove(s.name(suffix)); first == nil && !errors.Is(err, fs.ErrNotExist) {
			first = err
		}
	}
	return first
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
	s.idx.filed = &entryCount{len(s.idx.offsets), len(s.idx.times)}
	return nil
}

// appendIndexes lets the entries that were added since the counts given wait, and writes them
// with all that wait already when these span a block. A time entry alone is a roll's, its last:
// then everything is written.
func (s *segment) appendIndexes(offsets, times int) error {
	x := s.idx
	if x.filed == nil || len(x.offsets) == offsets && len(x.times) == times {
		return nil
	}
	if waiting := x.offsets[x.filed.offsets:]; len(x.offsets) > offsets &&
		s.size-int64(waiting[0].pos) < indexBlock*x.interval {
		return nil
	}
	return s.fileIndexes()
}

// fileIndexes writes the entries that the files do not hold yet. One that failed is not tried
// again: nobody knows how much of it arrived.
func (s *segment) fileIndexes() error {
	n := s.idx.filed
	if n == nil {
		return nil
	}
	s.idx.filed = nil
	if b := s.idx.appendOffsets(nil, n.offsets); len(b) > 0 {
		if _, err := s.index.Append(b); err != nil {
			return fmt.Errorf("writing %s: %w", s.name(IndexSuffix), err)
		}
	}
	if b := s.idx.appendTimes(nil, n.times); len(b) > 0 {
		if _, err := s.timeIndex.Append(b); err != nil {
			return fmt.Errorf("writing %s: %w", s.name(TimeIndexSuffix), err)
		}
	}
	s.idx.filed = n
	*n = entryCount{len(s.idx.offsets), len(s.idx.times)}
	return nil
}

// closeIndexes ends the life of an active segment: what is left of its indexes is written, and
// its index files are written no more.
func (s *segment) closeIndexes() error {
	if s.index == nil {
		return nil
	}
	err := s.fileIndexes()
	for _, f := range []vfs.File{s.index, s.timeIndex} {
		if ferr := f.Close(); err == nil {
			err = ferr
		}
	}
	s.index, s.timeIndex = nil, nil
	return err
}

// close closes what is open, under its readers too: they get ErrClosed.
func (s *segment) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.closeIndexes()
	if lerr := s.closeLog(); err == nil {
		err = lerr
	}
	return err
}

func (s *segment) closeLog() error {
	var first error
	for _, f := range []vfs.File{s.log, s.hints} {
		if f == nil {
			continue
		}
		if err := f.Close(); first == nil {
			first = err
		}
	}
	s.hints = nil
	return first
}

// closeUnread closes an older segment that nobody reads.
func (s *segment) closeUnread() error {
	if !s.older || s.readers > 0 || s.closed || s.log == nil {
		return nil
	}
	err := s.closeLog()
	s.log, s.idx = nil, nil
	return err
}

// view is a segment as one reader sees it, until release.
type view struct {
	s         *segment
	log       vfs.File
	hints     vfs.File
	hintCount int64
}

// hold opens the segment for a reader, or shares what is open. It writes nothing.
func (s *segment) hold() (view, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return view{}, ErrClosed
	}
	if s.log == nil {
		if err := s.openLog(); err != nil {
			return view{}, fmt.Errorf("opening %s: %w", s.name(LogSuffix), err)
		}
	}
	s.readers++
	return view{s, s.log, s.hints, s.hintCount}, nil
}

func (v view) release() {
	v.s.mu.Lock()
	defer v.s.mu.Unlock()
	v.s.readers--
	_ = v.s.closeUnread() // it was read, and nothing was written
}

// openLog opens an older segment: its log, and its index where there is one to help.
func (s *segment) openLog() error {
	if e, err := s.fs.Stat(s.name(LogSuffix)); err == nil && !e.Regular { // since the log was opened
		return ErrNotAFile
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
	s.log, s.size, s.hintCount = log, size, 0
	if e, err := s.fs.Stat(s.name(IndexSuffix)); err != nil || !e.Regular {
		return nil
	}
	hints, err := s.fs.Open(s.name(IndexSuffix))
	if err != nil {
		return nil
	}
	if size, err = hints.Size(); err != nil {
		hints.Close()
		return nil
	}
	s.hints, s.hintCount = hints, size/indexEntrySize
	return nil
}

// headAt reads and checks the header of the batch at pos of the first size bytes.
func (v view) headAt(head []byte, pos, size int64) (batch.Batch, error) {
	n := min(int64(batch.HeaderSize), size-pos)
	if _, err := v.log.ReadAt(head[:n], pos); err != nil {
		return nil, fmt.Errorf("reading %s: %w", v.s.name(LogSuffix), err)
	}
	if _, err := batch.StoredSize(head[:n], size-pos); err != nil {
		return nil, v.s.at(err, pos)
	}
	return batch.Batch(head[:n]), nil
}

// appendBatch reads the n bytes of the batch at pos behind dst and checks them.
func (v view) appendBatch(dst []byte, pos, n int64) ([]byte, error) {
	from := len(dst)
	out := append(dst, make([]byte, n)...)
	if _, err := v.log.ReadAt(out[from:], pos); err != nil {
		return dst, fmt.Errorf("reading %s: %w", v.s.name(LogSuffix), err)
	}
	if err := batch.CheckStored(batch.Batch(out[from:])); err != nil {
		return dst, v.s.at(err, pos)
	}
	return out, nil
}

// at adds this segment's file and the position of a batch to what is wrong with it.
func (s *segment) at(err error, pos int64) error {
	return inFile(err, s.name(LogSuffix), pos)
}
