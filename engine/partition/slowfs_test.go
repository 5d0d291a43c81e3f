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
	all     []*slowSync
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

// slowSync gives a sync to wait for, nil where this one need not wait.
func (f *slowFS) slowSync(name string) *slowSync {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.slow || !strings.HasSuffix(name, ".log") {
		return nil
	}
	s := &slowSync{file: name, end: make(chan error, 1)}
	f.all = append(f.all, s)
	return s
}

// letGo ends every sync until stop, so that a test which failed half way ends too.
func (f *slowFS) letGo(stop <-chan struct{}) {
	f.mu.Lock()
	f.slow = false
	for _, s := range f.all {
		select {
		case s.end <- errDisk:
		default:
		}
	}
	f.mu.Unlock()
	for {
		select {
		case <-f.begun: // its end is there already
		case <-stop:
			return
		}
	}
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
	if s := f.fs.slowSync(f.name); s != nil {
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
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	b := open(t, fsys, "data/orders-0", edit)
	t.Cleanup(func() { go fsys.letGo(stop) })
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

// next gives the sync that begins next; none of done may be answered without it.
func (f *slowFS) next(t testing.TB, done ...<-chan partition.Result) *slowSync {
	t.Helper()
	for {
		select {
		case s := <-f.begun:
			return s
		default:
		}
		unanswered(t, done)
		runtime.Gosched()
	}
}

// result gives the answer that is due now; no further sync may begin for it.
func (f *slowFS) result(t testing.TB, done <-chan partition.Result) partition.Result {
	t.Helper()
	select {
	case r := <-done:
		return r
	case s := <-f.begun:
		t.Fatalf("another sync of %s begins before the answer", s.file)
		return partition.Result{}
	}
}

func unanswered(t testing.TB, done []<-chan partition.Result) {
	t.Helper()
	for i, d := range done {
		select {
		case r := <-d:
			t.Fatalf("producer %d is answered before the sync ended: %+v", i+1, r)
		default:
		}
	}
}

// untilWaiting returns when n producers wait for a sync. None of done may be answered
// meanwhile.
func (b *broker) untilWaiting(n int, done ...<-chan partition.Result) {
	b.t.Helper()
	for b.Waiting() != n {
		unanswered(b.t, done)
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
