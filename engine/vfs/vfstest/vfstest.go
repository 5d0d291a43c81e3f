// Package vfstest wraps a file system for tests: it writes down every call, can make the
// n-th one fail or stop short, and can claim to be durable where the one below is not.
package vfstest

import (
	"errors"
	"fmt"
	"sync"

	"kaenlog/engine/vfs"
)

// ErrInjected is the error of a call that was told to fail.
var ErrInjected = errors.New("injected fault")

// Call is one call that reaches the file system: Op is the method's name in small letters
// ("append", "truncate", "sync", "syncdir", "create", "remove", "rename", "mkdirall",
// "readat", "size", "close", "readdir", "stat"), "open" for both ways to open.
type Call struct {
	Op   string
	Name string
	Pos  int64 // readat: where; append: the file's size before
	Size int   // readat, append: bytes asked for
}

// FS is a vfs.FS that remembers.
type FS struct {
	vfs.FS
	durable bool

	mu    sync.Mutex
	calls []Call
	fail  func(n int, c Call) error // n counts the calls for which it was asked, from 0
	asked int
	short bool
}

// Wrap remembers what is done to under and claims to be durable.
func Wrap(under vfs.FS) *FS { return &FS{FS: under, durable: true} }

// Memory wraps a fresh file system in memory.
func Memory() *FS {
	m, err := vfs.NewMemory()
	if err != nil {
		panic(err)
	}
	return Wrap(m)
}

// Durable implements vfs.FS.
func (f *FS) Durable() bool { return f.durable }

// FailIf makes the calls for which fn gives an error fail with it; with short, an append
// that fails leaves half of its bytes in the file. A nil fn ends it.
func (f *FS) FailIf(short bool, fn func(n int, c Call) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fail, f.asked, f.short = fn, 0, short
}

// Calls gives what was called so far, in order.
func (f *FS) Calls() []Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Call(nil), f.calls...)
}

// Forget empties the list of calls.
func (f *FS) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = nil
}

// Count tells how many calls of this method were made.
func (f *FS) Count(op string) int {
	n := 0
	for _, c := range f.Calls() {
		if c.Op == op {
			n++
		}
	}
	return n
}

// BytesRead gives how many bytes readat was asked for.
func (f *FS) BytesRead() int64 {
	n := int64(0)
	for _, c := range f.Calls() {
		if c.Op == "readat" {
			n += int64(c.Size)
		}
	}
	return n
}

func (f *FS) note(c Call) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, c)
	if f.fail == nil {
		return nil
	}
	f.asked++
	if err := f.fail(f.asked-1, c); err != nil {
		return fmt.Errorf("%s %s: %w", c.Op, c.Name, err)
	}
	return nil
}

func (f *FS) wrap(name string, file vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return &wrapped{File: file, fs: f, name: name}, nil
}

// Open implements vfs.FS.
func (f *FS) Open(name string) (vfs.File, error) {
	if err := f.note(Call{Op: "open", Name: name}); err != nil {
		return nil, err
	}
	file, err := f.FS.Open(name)
	return f.wrap(name, file, err)
}

// OpenAppend implements vfs.FS.
func (f *FS) OpenAppend(name string) (vfs.File, error) {
	if err := f.note(Call{Op: "open", Name: name}); err != nil {
		return nil, err
	}
	file, err := f.FS.OpenAppend(name)
	return f.wrap(name, file, err)
}

// Create implements vfs.FS.
func (f *FS) Create(name string) (vfs.File, error) {
	if err := f.note(Call{Op: "create", Name: name}); err != nil {
		return nil, err
	}
	file, err := f.FS.Create(name)
	return f.wrap(name, file, err)
}

// CreateLike implements vfs.FS; it counts as a create.
func (f *FS) CreateLike(name, like string) (vfs.File, error) {
	if err := f.note(Call{Op: "create", Name: name}); err != nil {
		return nil, err
	}
	file, err := f.FS.CreateLike(name, like)
	return f.wrap(name, file, err)
}

// ReadDir implements vfs.FS.
func (f *FS) ReadDir(name string) ([]vfs.Entry, error) {
	if err := f.note(Call{Op: "readdir", Name: name}); err != nil {
		return nil, err
	}
	return f.FS.ReadDir(name)
}

// Stat implements vfs.FS.
func (f *FS) Stat(name string) (vfs.Entry, error) {
	if err := f.note(Call{Op: "stat", Name: name}); err != nil {
		return vfs.Entry{}, err
	}
	return f.FS.Stat(name)
}

// MkdirAll implements vfs.FS.
func (f *FS) MkdirAll(name string) error {
	if err := f.note(Call{Op: "mkdirall", Name: name}); err != nil {
		return err
	}
	return f.FS.MkdirAll(name)
}

// Remove implements vfs.FS.
func (f *FS) Remove(name string) error {
	if err := f.note(Call{Op: "remove", Name: name}); err != nil {
		return err
	}
	return f.FS.Remove(name)
}

// Rename implements vfs.FS.
func (f *FS) Rename(from, to string) error {
	if err := f.note(Call{Op: "rename", Name: from}); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

// SyncDir implements vfs.FS.
func (f *FS) SyncDir(name string) error {
	if err := f.note(Call{Op: "syncdir", Name: name}); err != nil {
		return err
	}
	return f.FS.SyncDir(name)
}

type wrapped struct {
	vfs.File
	fs   *FS
	name string
}

// ReadAt implements vfs.File.
func (w *wrapped) ReadAt(p []byte, pos int64) (int, error) {
	if err := w.fs.note(Call{Op: "readat", Name: w.name, Pos: pos, Size: len(p)}); err != nil {
		return 0, err
	}
	return w.File.ReadAt(p, pos)
}

// Append implements vfs.File.
func (w *wrapped) Append(p []byte) (int, error) {
	size, err := w.File.Size()
	if err != nil {
		return 0, err
	}
	if err := w.fs.note(Call{Op: "append", Name: w.name, Pos: size, Size: len(p)}); err != nil {
		n := 0
		if w.fs.short {
			n, _ = w.File.Append(p[:len(p)/2])
		}
		return n, err
	}
	return w.File.Append(p)
}

// Truncate implements vfs.File.
func (w *wrapped) Truncate(size int64) error {
	if err := w.fs.note(Call{Op: "truncate", Name: w.name, Pos: size}); err != nil {
		return err
	}
	return w.File.Truncate(size)
}

// Sync implements vfs.File.
func (w *wrapped) Sync() error {
	if err := w.fs.note(Call{Op: "sync", Name: w.name}); err != nil {
		return err
	}
	return w.File.Sync()
}

// Size implements vfs.File.
func (w *wrapped) Size() (int64, error) {
	if err := w.fs.note(Call{Op: "size", Name: w.name}); err != nil {
		return 0, err
	}
	return w.File.Size()
}

// Close implements vfs.File. One that is told to fail gives the file back all the same, as
// an operating system does.
func (w *wrapped) Close() error {
	err := w.fs.note(Call{Op: "close", Name: w.name})
	if cerr := w.File.Close(); cerr != nil {
		return cerr
	}
	return err
}
