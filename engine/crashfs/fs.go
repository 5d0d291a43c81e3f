package crashfs

import (
	"path"
	"strings"
	"sync"
	"time"

	"github.com/hack-pad/hackpadfs"
)

// FS is a file system in memory that can lose power. It implements hackpadfs's interfaces
// but for links, owners and mounts.
//
// Concurrency: all methods, and those of its files, may be called from many goroutines.
type FS struct {
	mu     sync.Mutex
	root   *node
	seq    int // of the last change
	clock  int64
	calls  int
	fault  *fault
	origin func() string // says of which crash it is what was left; nil for none
}

// The interfaces that are there; a Lstat beside Stat spares callers the detour.
var _ interface {
	hackpadfs.OpenFileFS
	hackpadfs.MkdirFS
	hackpadfs.MkdirAllFS
	hackpadfs.RemoveFS
	hackpadfs.RenameFS
	hackpadfs.StatFS
	hackpadfs.LstatFS
	hackpadfs.ChmodFS
	hackpadfs.ChtimesFS
	hackpadfs.ReadDirFS
} = (*FS)(nil)

// New gives an empty file system; its root is durable.
func New() *FS {
	f := &FS{}
	f.root = newDir(0o777, f.tick())
	return f
}

// tick gives the next moment of the counter that stands for a clock.
func (f *FS) tick() time.Time {
	f.clock++
	return time.Unix(0, f.clock).UTC()
}

// change makes a change of a node, and numbers it.
func (f *FS) change(n *node, o *op) {
	f.seq++
	o.seq = f.seq
	n.time = f.tick()
	n.change(o)
}

// find gives what stands at a path; the error is one of hackpadfs's, bare.
func (f *FS) find(name string) (*node, error) {
	if !hackpadfs.ValidPath(name) {
		return nil, hackpadfs.ErrInvalid
	}
	n := f.root
	if name == "." {
		return n, nil
	}
	for _, part := range strings.Split(name, "/") {
		if !n.dir {
			return nil, hackpadfs.ErrNotDir
		}
		if n = n.names[part]; n == nil {
			return nil, hackpadfs.ErrNotExist
		}
	}
	return n, nil
}

// place gives the directory in which a path stands, its last name, and what is there now, nil
// for nothing.
func (f *FS) place(name string) (dir *node, last string, there *node, err error) {
	if !hackpadfs.ValidPath(name) || name == "." {
		return nil, "", nil, hackpadfs.ErrInvalid
	}
	if dir, err = f.find(path.Dir(name)); err != nil {
		return nil, "", nil, err
	}
	if !dir.dir {
		return nil, "", nil, hackpadfs.ErrNotDir
	}
	last = path.Base(name)
	return dir, last, dir.names[last], nil
}

func pathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &hackpadfs.PathError{Op: op, Path: name, Err: err}
}

// Open implements hackpadfs.FS: for reading; a directory too, to be listed or synced.
func (f *FS) Open(name string) (hackpadfs.File, error) {
	return f.OpenFile(name, hackpadfs.FlagReadOnly, 0)
}

// OpenFile implements hackpadfs.OpenFileFS.
//
// Durability: of a file that it makes neither the name (2) nor anything else; the size of one
// that O_TRUNC empties may come back (5).
func (f *FS) OpenFile(name string, flag int, perm hackpadfs.FileMode) (hackpadfs.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing(); err != nil {
		return nil, pathError("open", name, err)
	}
	n, err := f.open(name, flag, perm)
	if err != nil {
		return nil, pathError("open", name, err)
	}
	return newHandle(f, n, name, flag), nil
}

func (f *FS) open(name string, flag int, perm hackpadfs.FileMode) (*node, error) {
	write := flag&(hackpadfs.FlagWriteOnly|hackpadfs.FlagReadWrite) != 0
	n, err := f.find(name)
	if err == hackpadfs.ErrNotExist && flag&hackpadfs.FlagCreate != 0 {
		dir, last, _, err := f.place(name)
		if err != nil {
			return nil, err
		}
		n = newFile(perm, f.tick())
		f.change(dir, &op{kind: Create, path: name, name: last, node: n})
		return n, nil
	}
	switch {
	case err != nil:
		return nil, err
	case flag&hackpadfs.FlagCreate != 0 && flag&hackpadfs.FlagExclusive != 0:
		return nil, hackpadfs.ErrExist
	case n.dir && (write || flag&(hackpadfs.FlagCreate|hackpadfs.FlagTruncate) != 0):
		return nil, hackpadfs.ErrIsDir
	case flag&hackpadfs.FlagTruncate != 0 && write && len(n.data) > 0:
		f.change(n, &op{kind: Truncate, path: name})
	}
	return n, nil
}

// Mkdir implements hackpadfs.MkdirFS.
//
// Durability: none before its parent is synced (2).
func (f *FS) Mkdir(name string, perm hackpadfs.FileMode) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing(); err != nil {
		return pathError("mkdir", name, err)
	}
	return pathError("mkdir", name, f.mkdir(name, perm))
}

func (f *FS) mkdir(name string, perm hackpadfs.FileMode) error {
	if name == "." {
		return hackpadfs.ErrExist
	}
	dir, last, there, err := f.place(name)
	if err != nil {
		return err
	}
	if there != nil {
		return hackpadfs.ErrExist
	}
	f.change(dir, &op{kind: Mkdir, path: name, name: last, node: newDir(perm, f.tick())})
	return nil
}

// MkdirAll implements hackpadfs.MkdirAllFS; it is one call, and each directory that it makes
// a change of its own.
func (f *FS) MkdirAll(name string, perm hackpadfs.FileMode) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing(); err != nil {
		return pathError("mkdir", name, err)
	}
	if !hackpadfs.ValidPath(name) {
		return pathError("mkdir", name, hackpadfs.ErrInvalid)
	}
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		switch n, err := f.find(name[:i]); {
		case err == hackpadfs.ErrNotExist:
			if err := f.mkdir(name[:i], perm); err != nil {
				return pathError("mkdir", name[:i], err)
			}
		case err != nil:
			return pathError("mkdir", name[:i], err)
		case !n.dir:
			return pathError("mkdir", name[:i], hackpadfs.ErrNotDir)
		}
	}
	return nil
}

// Remove implements hackpadfs.RemoveFS. Handles that are open on the file go on working.
//
// Durability: none before the directory is synced: the name may come back, with what was
// written to the file meanwhile (6).
func (f *FS) Remove(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing(); err != nil {
		return pathError("remove", name, err)
	}
	dir, last, there, err := f.place(name)
	switch {
	case err != nil:
		return pathError("remove", name, err)
	case there == nil:
		return pathError("remove", name, hackpadfs.ErrNotExist)
	case len(there.names) > 0:
		return pathError("remove", name, hackpadfs.ErrNotEmpty)
	}
	f.change(dir, &op{kind: Remove, path: name, name: last})
	return nil
}

// Rename implements hackpadfs.RenameFS; a file that stands at the new name is replaced.
//
// Durability: none before the directory is synced (6); from one directory to another, both
// (7).
func (f *FS) Rename(from, to string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.failing()
	if err == nil {
		err = f.rename(from, to)
	}
	if err != nil {
		return &hackpadfs.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}

func (f *FS) rename(from, to string) error {
	oldDir, oldName, n, err := f.place(from)
	if err != nil {
		return err
	}
	if n == nil {
		return hackpadfs.ErrNotExist
	}
	newDir, newName, there, err := f.place(to)
	switch {
	case err != nil:
		return err
	case there != nil && there.dir:
		return hackpadfs.ErrExist
	case there != nil && n.dir:
		return hackpadfs.ErrNotDir
	case n.dir && strings.HasPrefix(to, from+"/"): // into itself
		return hackpadfs.ErrInvalid
	case there == n && oldDir == newDir && oldName == newName:
		return nil
	}
	if oldDir == newDir {
		f.change(oldDir, &op{kind: Rename, path: from, to: to, name: oldName, other: newName,
			node: n})
		return nil
	}
	f.change(newDir, &op{kind: RenameIn, path: from, to: to, name: newName, node: n})
	f.change(oldDir, &op{kind: RenameOut, path: from, to: to, name: oldName})
	return nil
}

// Stat implements hackpadfs.StatFS.
func (f *FS) Stat(name string) (hackpadfs.FileInfo, error) {
	return f.stat("stat", name)
}

// Lstat implements hackpadfs.LstatFS; there are no links here.
func (f *FS) Lstat(name string) (hackpadfs.FileInfo, error) {
	return f.stat("lstat", name)
}

func (f *FS) stat(op, name string) (hackpadfs.FileInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing(); err != nil {
		return nil, pathError(op, name, err)
	}
	n, err := f.find(name)
	if err != nil {
		return nil, pathError(op, name, err)
	}
	return infoOf(path.Base(name), n), nil
}

// ReadDir implements hackpadfs.ReadDirFS; sorted by name.
func (f *FS) ReadDir(name string) ([]hackpadfs.DirEntry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing(); err != nil {
		return nil, pathError("readdir", name, err)
	}
	n, err := f.find(name)
	if err != nil {
		return nil, pathError("open", name, err)
	}
	if !n.dir {
		return nil, pathError("readdir", name, hackpadfs.ErrNotDir)
	}
	return list(n), nil
}

// Chmod implements hackpadfs.ChmodFS (10).
func (f *FS) Chmod(name string, mode hackpadfs.FileMode) error {
	return f.edit("chmod", name, func(n *node) { n.mode = mode & hackpadfs.ModePerm })
}

// Chtimes implements hackpadfs.ChtimesFS (10); the time of the last access is not kept.
func (f *FS) Chtimes(name string, _, mtime time.Time) error {
	return f.edit("chtimes", name, func(n *node) { n.time = mtime })
}

func (f *FS) edit(op, name string, edit func(*node)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing(); err != nil {
		return pathError(op, name, err)
	}
	n, err := f.find(name)
	if err != nil {
		return pathError(op, name, err)
	}
	edit(n)
	return nil
}
