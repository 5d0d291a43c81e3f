package segment

import (
	"errors"
	"fmt"
	"math"
	"path"
	"strconv"
	"sync"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
)

// Kafka's defaults for the sizes of a log.
const (
	DefaultSegmentBytes       = 1 << 30
	DefaultSegmentMs          = 7 * 24 * 60 * 60 * 1000
	DefaultIndexBytes         = 10 << 20
	DefaultIndexIntervalBytes = 4096
)

// Config is what a log needs to know; zero sizes mean Kafka's defaults.
type Config struct {
	SegmentBytes       int64  // segment.bytes, at most 2147483647
	SegmentMs          int64  // segment.ms
	IndexBytes         int64  // segment.index.bytes: the largest size of an index file
	IndexIntervalBytes int64  // index.interval.bytes
	Label              string // goes before file names in the trace; "" for none
	Trace              trace.Sink
}

func (c Config) withDefaults() (Config, error) {
	for _, d := range []struct {
		field *int64
		value int64
	}{
		{&c.SegmentBytes, DefaultSegmentBytes},
		{&c.SegmentMs, DefaultSegmentMs},
		{&c.IndexBytes, DefaultIndexBytes},
		{&c.IndexIntervalBytes, DefaultIndexIntervalBytes},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if c.SegmentBytes < 1 || c.SegmentBytes > math.MaxInt32 {
		return c, fmt.Errorf("segment.bytes is %d, allowed is 1 to %d", c.SegmentBytes, math.MaxInt32)
	}
	const least = 2 * timeIndexEntrySize // one entry, and one kept free for the roll
	if c.IndexBytes < least || c.SegmentMs < 0 || c.IndexIntervalBytes < 0 {
		return c, fmt.Errorf("segment.index.bytes is %d, allowed is %d or more; "+
			"segment.ms %d and index.interval.bytes %d may not be negative",
			c.IndexBytes, least, c.SegmentMs, c.IndexIntervalBytes)
	}
	return c, nil
}

func (c Config) emit(e trace.Event) {
	if c.Trace != nil {
		c.Trace.Emit(e)
	}
}

// Log is the segments of one partition.
//
// Concurrency: one writer at a time (the partition's lock sees to it) beside any number
// of readers.
type Log struct {
	fs  vfs.FS
	dir string
	cfg Config

	mu     sync.RWMutex // what readers look at: the list and the active segment's state
	segs   []*segment   // ascending; the last is the active one
	end    int64        // offset that the next record gets
	torn   int64        // bytes after the last whole batch
	old    error        // these are good messages of an old format; nil when they are not
	broken error        // why nothing may be written any more; nil while all is well
}

// End gives the log end offset: the offset that the next record gets.
func (l *Log) End() int64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.end
}

// Start gives the first offset that the log may hold.
func (l *Log) Start() int64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.segs[0].base
}

// TornBytes gives how many bytes stand after the last whole batch.
func (l *Log) TornBytes() int64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.torn
}

// Segments gives the base offsets of the log's segments, ascending.
func (l *Log) Segments() []int64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	bases := make([]int64, len(l.segs))
	for i, s := range l.segs {
		bases[i] = s.base
	}
	return bases
}

// ActiveFile gives the path of the active segment's log and its length in bytes, the torn
// tail included.
func (l *Log) ActiveFile() (name string, size int64) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	s := l.active()
	return s.name(LogSuffix), s.size + l.torn
}

func (l *Log) active() *segment { return l.segs[len(l.segs)-1] }

// Append writes a batch whose offsets were assigned, rolling first where one of Kafka's
// four reasons asks for it; nowMs is the broker's clock. The batch must have been
// validated.
//
// Durability: none before Sync, but a roll syncs the segment that it leaves.
// Errors: ErrTooLarge, ErrOffsetOrder, ErrTornTail, ErrBroken, ErrClosed: nothing was
// written. ErrWrite: the file may end in a part of the batch; the log takes no more.
// Source: LogSegment.append and LogSegment.shouldRoll, 4.1.0.
func (l *Log) Append(b batch.Batch, nowMs int64) error {
	if err := l.Writable(); err != nil {
		return err
	}
	if b.Size() > l.cfg.SegmentBytes {
		return ErrTooLarge.At(batch.PosLength, "batch size", strconv.FormatInt(b.Size(), 10),
			"at most "+strconv.FormatInt(l.cfg.SegmentBytes, 10))
	}
	first, last := b.BaseOffset(), b.LastOffset()
	if last == math.MaxInt64 || last < first && first >= l.end { // the log end has no number
		return ErrFull
	}
	if first < l.end || last < first {
		return ErrOffsetOrder.At(batch.PosBaseOffset, "baseOffset",
			strconv.FormatInt(first, 10), "at least "+strconv.FormatInt(l.end, 10))
	}
	if l.shouldRoll(b, nowMs) {
		if err := l.roll(b.BaseOffset()); err != nil {
			return l.breakBy(err)
		}
	}
	return l.write(b)
}

func (l *Log) write(b batch.Batch) error {
	s := l.active()
	if err := s.mendIndexes(); err != nil {
		return l.breakBy(err)
	}
	if n, err := s.log.Append(b); err != nil {
		return l.breakBy(fmt.Errorf("%d of %d bytes written to %s: %w",
			n, len(b), s.name(LogSuffix), err))
	}
	pos := s.size
	// Told before a sync can reach it: in the trace, too, written comes before synced.
	if l.cfg.Trace != nil {
		l.cfg.emit(trace.Written{File: s.label, Pos: pos, Size: int64(len(b))})
	}
	l.mu.Lock()
	offsets, times := len(s.idx.offsets), len(s.idx.times)
	s.idx.note(b, pos)
	s.size += int64(len(b))
	l.end = b.LastOffset() + 1
	l.mu.Unlock()
	if err := s.appendIndexes(offsets, times); err != nil {
		return l.breakBy(err)
	}
	return nil
}

func (l *Log) shouldRoll(b batch.Batch, nowMs int64) bool {
	s := l.active()
	if b.LastOffset()-s.base > math.MaxInt32 {
		return true // an empty segment too: the batch's own offset makes another name
	}
	return s.size > 0 && (s.size+b.Size() > l.cfg.SegmentBytes ||
		l.isOld(s.idx.firstTimestamp, nowMs) || s.idx.full(l.cfg.IndexBytes))
}

// isOld tells whether a segment whose first batch has this max timestamp lived its time.
//
// Differs from Kafka: there a segment's age is asked by the timestamp of the batch that comes,
// and only without timestamps by the clock, from when the segment was made; here by the clock
// alone, and never without a timestamp: when the segment was made is written nowhere.
func (l *Log) isOld(first, nowMs int64) bool {
	return first >= 0 && nowMs > first && nowMs-first > l.cfg.SegmentMs
}

// roll makes a new active segment. The old one is durable before the new one exists, so a
// torn batch can only be in the last segment (I1, R1 to R4).
func (l *Log) roll(base int64) error {
	old := l.active()
	if err := old.mendIndexes(); err != nil {
		return err
	}
	l.mu.Lock()
	times := len(old.idx.times)
	old.idx.noteTime()
	l.mu.Unlock()
	if err := old.appendIndexes(len(old.idx.offsets), times); err != nil {
		return err
	}
	if err := l.syncLog(old, mark{old.size, l.end}); err != nil {
		return err
	}
	s, err := createSegment(l.fs, l.dir, base, l.cfg)
	if err != nil {
		return err
	}
	if err := l.syncDir(); err != nil {
		return takenBack(err, s.discard())
	}
	l.mu.Lock()
	old.next = base
	l.segs = append(l.segs, s)
	l.mu.Unlock()
	if err := old.leave(); err != nil {
		return err
	}
	l.cfg.emit(trace.Rolled{Base: base})
	return nil
}

// SyncTarget is a moment of the log: syncing its file makes every offset below End
// durable, since older segments were synced when they were left.
type SyncTarget struct {
	End  int64  // log end offset at that moment
	Name string // the active segment's log, as the trace names it
	Size int64  // its length at that moment, in bytes

	segment *segment
}

// Target gives the present moment, to be synced outside every lock.
func (l *Log) Target() SyncTarget {
	l.mu.RLock()
	defer l.mu.RUnlock()
	s := l.active()
	return SyncTarget{End: l.end, Name: s.label, Size: s.size, segment: s}
}

// Sync makes the target durable where the file system has a disk below it.
//
// Errors: ErrWrite around what the disk said. What was not synced before may be lost, and
// a second try can't tell (A4): tell the log by Break.
func (t SyncTarget) Sync() error {
	if err := t.segment.sync(mark{t.Size, t.End}); err != nil {
		return ErrWrite.WithCause(fmt.Errorf("syncing %s: %w", t.Name, err))
	}
	return nil
}

// Break makes the log refuse every further write, because of err, and gives it. Where that was a
// failed sync, what it should have made durable is cut off the file again; the error says so
// where that fails, too.
//
// Concurrency: by the writer, as Append.
func (l *Log) Break(err error) error { return l.breakBy(err) }

// Close closes the log's files; it syncs nothing.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if errors.Is(l.broken, ErrClosed) {
		return ErrClosed
	}
	l.broken = ErrClosed
	var first error
	for _, s := range l.segs {
		if err := s.close(); first == nil {
			first = err
		}
	}
	return first
}

// Writable tells whether Append would try to write: ErrTornTail, ErrBroken and ErrClosed say
// why not.
func (l *Log) Writable() error {
	l.mu.RLock()
	defer l.mu.RUnlock()
	switch {
	case errors.Is(l.broken, ErrClosed):
		return ErrClosed
	case l.broken != nil:
		return ErrBroken.WithCause(l.broken)
	case l.torn > 0 && l.old != nil:
		return l.old
	case l.torn > 0:
		s := l.active()
		return ErrTornTail.In(s.name(LogSuffix), s.size)
	}
	return nil
}

func (l *Log) breakBy(err error) error {
	if !errors.Is(err, ErrWrite) {
		err = ErrWrite.WithCause(err)
	}
	err = takenBack(err, l.withdraw())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken == nil {
		l.broken = err
	}
	return err
}

// withdraw cuts off what a failed sync left in the page cache: nobody was told of those bytes,
// and whoever opened the log again would take them for durable, since no later sync writes them
// (A4, S3).
func (l *Log) withdraw() error {
	s := l.active()
	synced, failed := s.lost()
	if !failed || s.size <= synced.size {
		return nil
	}
	if err := s.log.Truncate(synced.size); err != nil {
		return err
	}
	l.cfg.emit(trace.Truncated{File: s.label, From: s.size, To: synced.size})
	l.mu.Lock()
	defer l.mu.Unlock()
	s.size, l.end = synced.size, synced.end
	return nil
}

// takenBack adds to the error of a failed sync that what it left could not be taken back (A7).
func takenBack(err, failed error) error {
	if failed == nil {
		return err
	}
	return fmt.Errorf("%w; it can't be taken back, start the machine anew before opening the log: %w",
		err, failed)
}

// syncLog makes a segment durable up to a mark, for the log alone.
func (l *Log) syncLog(s *segment, upTo mark) error {
	label := s.label
	if err := s.sync(upTo); err != nil {
		l.cfg.emit(trace.SyncFailed{File: label, Reason: err.Error()})
		return fmt.Errorf("syncing %s: %w", label, err)
	}
	l.cfg.emit(trace.Synced{File: label, UpTo: upTo.size, Shared: 1})
	return nil
}

func (l *Log) syncDir() error {
	if l.fs.Durable() {
		if err := l.fs.SyncDir(l.dir); err != nil {
			l.cfg.emit(trace.SyncFailed{File: l.dirLabel(), Reason: err.Error()})
			return fmt.Errorf("syncing directory %s: %w", l.dir, err)
		}
	}
	l.cfg.emit(trace.Synced{File: l.dirLabel(), UpTo: -1, Shared: 1})
	return nil
}

// segmentLabel is what the trace calls a segment's log.
func (c Config) segmentLabel(base int64) string {
	return path.Join(c.Label, FileName(base, LogSuffix))
}

func (l *Log) dirLabel() string { return path.Join(l.cfg.Label, ".") }

// inFile adds a file, and pos to the position, where err knows places.
func inFile(err error, file string, pos int64) error {
	if k, ok := err.(*kerr.Error); ok {
		return k.In(file, pos)
	}
	return fmt.Errorf("%s at byte %d: %w", file, pos, err)
}
