package partition_test

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"kaenlog/engine/partition"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

var errDisk = errors.New("the disk said no")

// slowFS is a file system whose syncs of .log files wait for the test, once it was told to.
// It remembers how much of each file is durable: what was there when a sync began that ended
// well.
type slowFS struct {
	vfs.FS
	begun chan *slowSync // each sync that waits

	mu      sync.Mutex
	slow    bool
	durable map[string]int64
}

// slowSync is a sync that waits for end.
type slowSync struct {
	file string
	end  chan error
}

func newSlowFS(under vfs.FS) *slowFS {
	return &slowFS{FS: under, begun: make(chan *slowSync), durable: map[string]int64{}}
}

func (f *slowFS) setSlow(slow bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slow = slow
}

func (f *slowFS) durableBytes(name string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.durable[name]
}

func (f *slowFS) Create(name string) (vfs.File, error) {
	file, err := f.FS.Create(name)
	return f.wrap(name, file, err)
}

func (f *slowFS) OpenAppend(name string) (vfs.File, error) {
	file, err := f.FS.OpenAppend(name)
	return f.wrap(name, file, err)
}

func (f *slowFS) wrap(name string, file vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return &slowFile{File: file, fs: f, name: name}, nil
}

type slowFile struct {
	vfs.File
	fs   *slowFS
	name string
}

func (f *slowFile) Sync() error {
	size, err := f.File.Size()
	if err != nil {
		return err
	}
	f.fs.mu.Lock()
	slow := f.fs.slow && strings.HasSuffix(f.name, ".log")
	f.fs.mu.Unlock()
	if slow {
		s := &slowSync{file: f.name, end: make(chan error)}
		f.fs.begun <- s
		if err := <-s.end; err != nil {
			return err
		}
	}
	if err := f.File.Sync(); err != nil {
		return err
	}
	f.fs.mu.Lock()
	defer f.fs.mu.Unlock()
	f.fs.durable[f.name] = max(f.fs.durable[f.name], size)
	return nil
}

// openSlow opens a partition whose syncs wait from now on.
func openSlow(t testing.TB, edit func(*partition.Config)) (*broker, *slowFS, *vfstest.FS) {
	t.Helper()
	counts := vfstest.Memory()
	fsys := newSlowFS(counts)
	b := open(t, fsys, "data/orders-0", edit)
	counts.Forget()
	fsys.setSlow(true)
	return b, fsys, counts
}

// begin produces in a goroutine of its own; the result comes when it is answered.
func (b *broker) begin(records []byte, acks int16) <-chan partition.Result {
	done := make(chan partition.Result, 1)
	go func() { done <- b.Produce(records, acks) }()
	return done
}

// untilWaiting returns when n producers wait for a sync. None of done may be answered
// meanwhile.
func (b *broker) untilWaiting(n int, done ...<-chan partition.Result) {
	b.t.Helper()
	for b.Waiting() != n {
		for i, d := range done {
			select {
			case r := <-d:
				b.t.Fatalf("producer %d is answered before the sync ended: %+v", i+1, r)
			default:
			}
		}
		runtime.Gosched()
	}
}

// syncsShared gives, for each sync of a log in the trace, how many shared it.
func syncsShared(entries []trace.Entry) []int {
	var shared []int
	for _, e := range entries {
		if s, ok := e.Event.(trace.Synced); ok && s.UpTo >= 0 {
			shared = append(shared, s.Shared)
		}
	}
	return shared
}
