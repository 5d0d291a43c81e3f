// Package vfs is the seam between the engine and a file system: the few calls the engine
// needs, and what survives a crash after each of them.
//
//	call             after it returns, a crash keeps
//	Create, Append   nothing for certain
//	Truncate         nothing for certain: the old size may come back
//	File.Sync        every byte and the size of that file, not its name
//	MkdirAll         nothing for certain
//	Remove, Rename   nothing for certain: the old name may come back
//	SyncDir          the names in that directory, not the bytes of its files
//
// A file system whose Durable is false keeps nothing over a crash, and both syncs are
// empty there: that is a property which callers and readers can ask for, not an error that
// somebody swallowed.
package vfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"syscall"

	"kaenlog/engine/kerr"
)

// The kinds of errors of this package; those of the file system itself (fs.ErrNotExist and
// its like) come through wrapped as they are.
var (
	ErrInUse  = kerr.New(kerr.KafkaStorageError, "file is open elsewhere")
	ErrClosed = kerr.New(kerr.KafkaStorageError, "file is closed")
	ErrExist  = kerr.New(kerr.KafkaStorageError, "file exists already")
)

// FS is what the engine needs of a file system. Names are slash-separated, relative to its
// root, valid under io/fs.ValidPath; "." is the root.
//
// Concurrency: all methods may be called from many goroutines.
type FS interface {
	// Open opens an existing file for reading.
	//
	// Errors: fs.ErrNotExist; ErrInUse while somebody has it open for appending, since
	// not every file system shows one handle what another wrote.
	Open(name string) (File, error)

	// OpenAppend opens an existing file for reading and appending.
	//
	// Errors: fs.ErrNotExist; ErrInUse while it is open in any way.
	OpenAppend(name string) (File, error)

	// Create makes a new empty file, open for reading and appending.
	//
	// Durability: neither the file nor its name, until File.Sync and SyncDir.
	// Errors: ErrExist when the name is taken, and nothing has changed then.
	Create(name string) (File, error)

	// CreateLike is Create for a file that no more people may use than the one named like.
	CreateLike(name, like string) (File, error)

	// ReadDir lists a directory, sorted by name.
	ReadDir(name string) ([]Entry, error)

	// Stat tells what stands at name, links not followed.
	Stat(name string) (Entry, error)

	// MkdirAll makes the directory and its missing parents. What it made is durable only
	// after SyncDir of each parent; MkdirAllSync does both.
	MkdirAll(name string) error

	// Remove removes a file or an empty directory.
	//
	// Errors: fs.ErrNotExist; ErrInUse while the file is open.
	Remove(name string) error

	// Rename gives a file or a directory another name; a file that stood there is replaced.
	//
	// Errors: fs.ErrNotExist, also for the new name's directory; ErrExist when a directory
	// stands there; ErrInUse while either file, or one below a directory, is open.
	Rename(from, to string) error

	// SyncDir makes the names in a directory durable.
	//
	// Errors: whatever the disk said. After an error nothing is known to be durable, and
	// calling again can't tell.
	SyncDir(name string) error

	// Durable tells whether the syncs of this file system mean something.
	Durable() bool
}

// File is an open file. Writing goes to the file's real end, wherever that is: there is no
// way to write elsewhere.
//
// Concurrency: all methods may be called from many goroutines; a read beside an append
// sees the bytes before it or after it.
type File interface {
	// ReadAt implements io.ReaderAt: a full read has no error, also at the file's end.
	io.ReaderAt

	// Append writes p at the end of the file and gives how many bytes arrived there.
	//
	// Durability: none before Sync.
	// Errors: fewer bytes than len(p) always come with an error; those that arrived are
	// in the file.
	Append(p []byte) (n int, err error)

	// Truncate cuts the file to size bytes.
	//
	// Durability: none before Sync.
	Truncate(size int64) error

	// Size gives the file's length in bytes.
	Size() (int64, error)

	// Sync makes the file's bytes and its length durable.
	//
	// Errors: whatever the disk said. After an error nothing is known about bytes not yet
	// synced, and calling again can't tell: the page cache may have dropped them.
	Sync() error

	// Close gives the file back; a second Close answers ErrClosed.
	Close() error
}

// Entry is one name in a directory.
type Entry struct {
	Name    string // last element of the path
	Dir     bool
	Regular bool  // an ordinary file: no link, no device
	Size    int64 // bytes, for a regular file
}

// ReadFile reads a whole file.
func ReadFile(fsys FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	b := make([]byte, size)
	if _, err := f.ReadAt(b, 0); err != nil && (err != io.EOF || size != 0) {
		return nil, err
	}
	return b, nil
}

// MkdirAllSync makes the directory and its missing parents, and makes their names durable,
// outermost first. Those of directories that were there count too: they may have been made by
// a process that died before it could say so.
//
// Durability: when it returns without error, the directory survives a crash.
// Errors: the file system's. A directory that was made and could not be made durable is taken
// away again, since no later sync could tell.
func MkdirAllSync(fsys FS, dir string) error {
	if dir == "." {
		return nil
	}
	parent := path.Dir(dir)
	if err := MkdirAllSync(fsys, parent); err != nil {
		return err
	}
	e, err := fsys.Stat(dir)
	found := err == nil && e.Dir
	if !found {
		if err := fsys.MkdirAll(dir); err != nil {
			return err
		}
	}
	if !fsys.Durable() {
		return nil
	}
	err = fsys.SyncDir(parent)
	switch {
	case err == nil, found && notOurs(err):
		return nil
	case !found:
		_ = fsys.Remove(dir) // the first error is the one to tell
	}
	return fmt.Errorf("syncing directory %s: %w", parent, err)
}

// notOurs tells that a directory can't be synced by us at all, and so was made by others: what
// we make we may read. The roots of some file systems (automounters) know no sync either.
func notOurs(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, errors.ErrUnsupported) ||
		errors.Is(err, syscall.EINVAL)
}
