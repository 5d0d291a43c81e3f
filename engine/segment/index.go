package segment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sort"

	"kaenlog/engine/batch"
	"kaenlog/engine/vfs"
)

// The sizes of one entry in the two index files.
const (
	indexEntrySize     = 8
	timeIndexEntrySize = 12
)

// offsetEntry points to a batch: its last offset relative to the segment's base, and the
// position where it begins.
type offsetEntry struct{ rel, pos int32 }

// timeEntry says that up to this relative offset no record is younger than timestamp.
type timeEntry struct {
	timestamp int64
	rel       int32
}

// indexes are both indexes of one segment, in memory, and the rule for their growth, the
// same for a live append and for a rebuild.
type indexes struct {
	base     int64
	interval int64 // index.interval.bytes

	offsets []offsetEntry
	times   []timeEntry
	filed   *entryCount // how many of them the index files hold; nil until those were mended

	bytesSinceEntry int64
	maxTimestamp    int64 // largest so far
	maxTimestampRel int32 // last relative offset of the first batch that had it
	firstTimestamp  int64 // max timestamp of the first batch, for time-based rolling
	any             bool
}

// entryCount counts the entries of both indexes.
type entryCount struct{ offsets, times int }

// indexBlock is how many intervals of index.interval.bytes the entries that wait in memory may
// span before they are written, all at once: an index is derived, so a crash with less of it in
// the file costs time only, and a write an entry would cost as much as writing the batch itself.
const indexBlock = 64

// noTimestamp is what a producer sends for none; no time entry tells it.
const noTimestamp = -1

func newIndexes(base, interval int64) *indexes {
	return &indexes{base: base, interval: interval, maxTimestamp: noTimestamp}
}

// note counts a batch that begins at pos. An entry is due when more than interval bytes
// came since the last one, asked before this batch is counted.
func (x *indexes) note(b batch.Batch, pos int64) {
	rel := int32(b.LastOffset() - x.base)
	if !x.any {
		x.any, x.firstTimestamp = true, b.MaxTimestamp()
	}
	if ts := b.MaxTimestamp(); ts > x.maxTimestamp {
		x.maxTimestamp, x.maxTimestampRel = ts, rel
	}
	if x.bytesSinceEntry > x.interval {
		x.offsets = append(x.offsets, offsetEntry{rel: rel, pos: int32(pos)})
		x.noteTime()
		x.bytesSinceEntry = 0
	}
	x.bytesSinceEntry += b.Size()
}

// noteTime adds a time entry when the largest timestamp grew since the last one.
func (x *indexes) noteTime() {
	last := int64(noTimestamp)
	if n := len(x.times); n > 0 {
		last = x.times[n-1].timestamp
	}
	if x.maxTimestamp > last {
		x.times = append(x.times, timeEntry{x.maxTimestamp, x.maxTimestampRel})
	}
}

// full tells whether an index file of at most size bytes has no room for what the next
// batch may add; one time entry stays free for the roll.
func (x *indexes) full(size int64) bool {
	return int64(len(x.offsets)) >= size/indexEntrySize ||
		int64(len(x.times)) >= size/timeIndexEntrySize-1
}

// floor gives the last entry that points to a batch ending at or below offset.
func (x *indexes) floor(offset int64) (offsetEntry, bool) {
	i := sort.Search(len(x.offsets), func(i int) bool {
		return x.base+int64(x.offsets[i].rel) > offset
	})
	if i == 0 {
		return offsetEntry{}, false
	}
	return x.offsets[i-1], true
}

func (x *indexes) appendOffsets(dst []byte, from int) []byte {
	for _, e := range x.offsets[from:] {
		dst = binary.BigEndian.AppendUint32(dst, uint32(e.rel))
		dst = binary.BigEndian.AppendUint32(dst, uint32(e.pos))
	}
	return dst
}

func (x *indexes) appendTimes(dst []byte, from int) []byte {
	for _, e := range x.times[from:] {
		dst = binary.BigEndian.AppendUint64(dst, uint64(e.timestamp))
		dst = binary.BigEndian.AppendUint32(dst, uint32(e.rel))
	}
	return dst
}

// searchIndex is floor in an .index file of count entries, read where it lies: an entry a
// step, never the whole file. One that can't be read is no help, and what a file without order
// gives is a guess like any other: the caller looks at the batch that it points to.
func searchIndex(r io.ReaderAt, count int64, base, offset int64) (offsetEntry, bool) {
	var found offsetEntry
	ok := false
	var b [indexEntrySize]byte
	for low, high := int64(0), count; low < high; {
		mid := low + (high-low)/2
		if _, err := r.ReadAt(b[:], mid*indexEntrySize); err != nil {
			return offsetEntry{}, false
		}
		e := offsetEntry{int32(binary.BigEndian.Uint32(b[:])), int32(binary.BigEndian.Uint32(b[4:]))}
		if base+int64(e.rel) > offset {
			high = mid
		} else {
			found, ok, low = e, true, mid+1
		}
	}
	return found, ok
}

// mendFile makes a derived file hold exactly want, writing only where it does not: a good
// one is left as it is. It comes back open for appending.
//
// Errors: ErrNotAFile, what stands there is left alone; the file system's.
func mendFile(fsys vfs.FS, name string, want []byte) (vfs.File, error) {
	e, err := fsys.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createFile(fsys, name, want)
	case err != nil:
		return nil, fmt.Errorf("looking at %s: %w", name, err)
	case !e.Regular:
		return nil, ErrNotAFile.In(name, 0)
	}
	f, err := fsys.OpenAppend(name)
	if err != nil {
		return nil, err
	}
	same, err := holds(f, want)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if !same {
		err = f.Truncate(0)
		if err == nil {
			_, err = f.Append(want)
		}
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("rebuilding %s: %w", name, err)
		}
	}
	return f, nil
}

// holds tells whether a file holds exactly want; one of another size is not read.
func holds(f vfs.File, want []byte) (bool, error) {
	size, err := f.Size()
	if err != nil || size != int64(len(want)) {
		return false, err
	}
	have := make([]byte, len(want))
	if _, err := f.ReadAt(have, 0); err != nil {
		return false, err
	}
	return string(have) == string(want), nil
}

func createFile(fsys vfs.FS, name string, content []byte) (vfs.File, error) {
	f, err := fsys.Create(name)
	if err != nil {
		return nil, err
	}
	if len(content) > 0 {
		if _, err := f.Append(content); err != nil {
			f.Close()
			return nil, fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return f, nil
}
