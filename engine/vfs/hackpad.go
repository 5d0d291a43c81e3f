package vfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	// hackpadfs is the file system of the engine everywhere: in memory in the browser and
	// by default, the operating system's for --dir. This file is the only place that knows
	// its pitfalls; each of them has a test beside it.
	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"
)

// Options say what FromHackpad can't ask the file system itself.
type Options struct {
	Durable bool // its Sync reaches a disk
}

// NewMemory gives an empty file system in memory; it lives as long as it is kept.
func NewMemory() (FS, error) {
	m, err := mem.NewFS()
	if err != nil {
		return nil, fmt.Errorf("making a file system in memory: %w", err)
	}
	return FromHackpad(m, Options{}), nil
}

// FromHackpad makes the engine's FS of a hackpadfs file system, which nobody else may
// write to meanwhile through another adapter of this process.
func FromHackpad(under hackpadfs.FS, o Options) FS {
	return &adapter{under: under, durable: o.Durable, open: map[string]*handles{}}
}

// adapter keeps count of the open handles of each name: with hackpadfs/mem a write through
// a handle whose file was renamed or removed brings the old name back, and a second handle
// may never see what the first appended.
type adapter struct {
	under   hackpadfs.FS
	durable bool

	mu   sync.Mutex // also serialises Create, since mem ignores O_EXCL
	open map[string]*handles
}

type handles struct {
	readers int
	writer  bool
}

func (a *adapter) Durable() bool { return a.durable }

func (a *adapter) Open(name string) (File, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if h := a.open[name]; h != nil && h.writer {
		return nil, ErrInUse.In(name, 0)
	}
	return a.openLocked(name, hackpadfs.FlagReadOnly, 0)
}

func (a *adapter) OpenAppend(name string) (File, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open[name] != nil {
		return nil, ErrInUse.In(name, 0)
	}
	return a.openLocked(name, hackpadfs.FlagReadWrite|hackpadfs.FlagAppend, 0)
}

func (a *adapter) Create(name string) (File, error) { return a.create(name, ordinary) }

func (a *adapter) CreateLike(name, like string) (File, error) {
	info, err := hackpadfs.LstatOrStat(a.under, like)
	if err != nil {
		return nil, err
	}
	return a.create(name, ordinary&info.Mode())
}

// ordinary are the permissions of a file that nobody asked to be any other.
const ordinary = hackpadfs.FileMode(0o644)

func (a *adapter) create(name string, perm hackpadfs.FileMode) (File, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := hackpadfs.LstatOrStat(a.under, name); err == nil {
		return nil, ErrExist.In(name, 0).WithCause(fs.ErrExist)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("creating %s: %w", name, err)
	}
	const flags = hackpadfs.FlagReadWrite | hackpadfs.FlagAppend |
		hackpadfs.FlagCreate | hackpadfs.FlagExclusive
	return a.openLocked(name, flags, perm)
}

func (a *adapter) openLocked(name string, flags int, perm hackpadfs.FileMode) (File, error) {
	f, err := hackpadfs.OpenFile(a.under, name, flags, perm)
	if err != nil {
		return nil, err // f may be a non-nil shell beside an error; it is dropped
	}
	h := a.open[name]
	if h == nil {
		h = &handles{}
		a.open[name] = h
	}
	writer := flags&hackpadfs.FlagAppend != 0
	if writer {
		h.writer = true
	} else {
		h.readers++
	}
	return &file{fs: a, name: name, under: f, writer: writer}, nil
}

func (a *adapter) closed(f *file) {
	a.mu.Lock()
	defer a.mu.Unlock()
	h := a.open[f.name]
	if f.writer {
		h.writer = false
	} else {
		h.readers--
	}
	if !h.writer && h.readers == 0 {
		delete(a.open, f.name)
	}
}

func (a *adapter) ReadDir(name string) ([]Entry, error) {
	list, err := hackpadfs.ReadDir(a.under, name)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(list))
	for _, d := range list {
		e := Entry{Name: d.Name(), Dir: d.IsDir(), Regular: d.Type().IsRegular()}
		if e.Regular {
			info, err := d.Info()
			if err != nil {
				return nil, err // names the entry; who lists the directory says so
			}
			e.Size = info.Size()
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (a *adapter) Stat(name string) (Entry, error) {
	info, err := hackpadfs.LstatOrStat(a.under, name)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Name: path.Base(name), Dir: info.IsDir(), Regular: info.Mode().IsRegular()}
	if e.Regular {
		e.Size = info.Size()
	}
	return e, nil
}

func (a *adapter) MkdirAll(name string) error {
	return hackpadfs.MkdirAll(a.under, name, 0o755)
}

func (a *adapter) Remove(name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open[name] != nil {
		return ErrInUse.In(name, 0)
	}
	return hackpadfs.Remove(a.under, name)
}

func (a *adapter) Rename(from, to string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name := range a.open {
		if within(name, from) || within(name, to) {
			return ErrInUse.In(name, 0)
		}
	}
	// mem would put a file in a directory's place, and into a directory that is not there.
	if e, err := a.Stat(to); err == nil && e.Dir {
		return ErrExist.In(to, 0).WithCause(fs.ErrExist)
	}
	if _, err := a.Stat(path.Dir(to)); err != nil {
		return fmt.Errorf("renaming %s to %s: %w", from, to, err)
	}
	return hackpadfs.Rename(a.under, from, to)
}

// within tells whether name is top, or stands below it.
func within(name, top string) bool {
	return name == top || strings.HasPrefix(name, top+"/")
}

func (a *adapter) SyncDir(name string) error {
	if !a.durable {
		return nil
	}
	d, err := hackpadfs.OpenFile(a.under, name, hackpadfs.FlagReadOnly, 0)
	if err != nil {
		return err
	}
	err = hackpadfs.SyncFile(d)
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	return err
}

// file guards its handle: those of mem may not be used from two goroutines at once, panic
// when written to after Close, and answer io.EOF beside a full read.
type file struct {
	fs     *adapter
	name   string
	writer bool

	mu    sync.RWMutex
	under hackpadfs.File // nil after Close
}

func (f *file) ReadAt(p []byte, pos int64) (int, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.under == nil {
		return 0, ErrClosed.In(f.name, 0)
	}
	n, err := hackpadfs.ReadAtFile(f.under, p, pos)
	if n == len(p) {
		err = nil
	}
	return n, err
}

func (f *file) Append(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.under == nil {
		return 0, ErrClosed.In(f.name, 0)
	}
	n, err := hackpadfs.WriteFile(f.under, p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

func (f *file) Truncate(size int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.under == nil {
		return ErrClosed.In(f.name, 0)
	}
	return hackpadfs.TruncateFile(f.under, size)
}

func (f *file) Size() (int64, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.under == nil {
		return 0, ErrClosed.In(f.name, 0)
	}
	info, err := f.under.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Sync holds the lock for reading only, so that readers go on beside it; appends wait for
// it nowhere but in mem, where there is nothing to wait for.
func (f *file) Sync() error {
	f.mu.RLock()
	under := f.under
	f.mu.RUnlock()
	if under == nil {
		return ErrClosed.In(f.name, 0)
	}
	if !f.fs.durable {
		return nil
	}
	return hackpadfs.SyncFile(under)
}

func (f *file) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.under == nil {
		return ErrClosed.In(f.name, 0)
	}
	err := f.under.Close()
	f.under = nil
	f.fs.closed(f)
	return err
}
