package ours

import (
	"fmt"
	"sync/atomic"
	"time"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// Opening is what opening a partition took.
type Opening struct {
	Older int   // segments before the last one
	Bytes int64 // read out of files
	Names int64 // listed in the directory
	Took  time.Duration
}

// Openings grows a log of segments of segmentBytes in dir, and opens it as a partition at each
// number of older segments, ascending; the last one holds the same few batches each time.
// Bytes are the same at each opening of a log; the time is the least of several.
func Openings(dir string, b []byte, segmentBytes int64, older []int,
	tell func(string)) ([]Opening, error) {
	const inTheLast = 3
	const times = 5
	cfg := segment.Config{SegmentBytes: segmentBytes}
	var all []Opening
	for _, n := range older {
		tell(fmt.Sprintf("%d older segments", n))
		if err := grow(dir, b, cfg, n+1, inTheLast); err != nil {
			return nil, err
		}
		best, err := open(dir, cfg)
		for i := 1; i < times && err == nil; i++ {
			var o Opening
			if o, err = open(dir, cfg); o.Took < best.Took {
				best = o
			}
		}
		if err != nil {
			return nil, err
		}
		if best.Older != n {
			return nil, fmt.Errorf("%d older segments were opened, %d made", best.Older, n)
		}
		all = append(all, best)
	}
	return all, nil
}

// grow appends b until there are so many segments, the last one with so many batches.
func grow(dir string, b []byte, cfg segment.Config, segments, batches int) error {
	l, err := openLog(dir, cfg)
	if err != nil {
		return err
	}
	one := append(batch.Batch(nil), b...)
	for {
		_, size := l.ActiveFile()
		if len(l.Segments()) == segments && size == int64(batches)*one.Size() {
			return l.Close()
		}
		one.Stamp(l.End(), 0)
		if err := l.Append(one, NowMs); err != nil {
			return err
		}
	}
}

func open(dir string, cfg segment.Config) (Opening, error) {
	disk, err := Disk(dir)
	if err != nil {
		return Opening{}, err
	}
	counted := &counter{FS: disk}
	start := time.Now()
	p, err := partition.Open(counted, ".", partition.Config{NowMs: clock, Config: cfg})
	took := time.Since(start)
	if err != nil {
		return Opening{}, err
	}
	older := len(p.Segments()) - 1
	return Opening{Older: older, Bytes: counted.bytes.Load(), Names: counted.names.Load(),
		Took: took}, p.Close()
}

// counter counts what is read of a file system.
type counter struct {
	vfs.FS
	bytes, names atomic.Int64
}

func (c *counter) Open(name string) (vfs.File, error) { return c.count(c.FS.Open(name)) }

func (c *counter) OpenAppend(name string) (vfs.File, error) {
	return c.count(c.FS.OpenAppend(name))
}

func (c *counter) count(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return &countedFile{f, c}, nil
}

func (c *counter) ReadDir(name string) ([]vfs.Entry, error) {
	entries, err := c.FS.ReadDir(name)
	c.names.Add(int64(len(entries)))
	return entries, err
}

type countedFile struct {
	vfs.File
	counter *counter
}

func (f *countedFile) ReadAt(b []byte, pos int64) (int, error) {
	n, err := f.File.ReadAt(b, pos)
	f.counter.bytes.Add(int64(n))
	return n, err
}
