package api

import (
	"errors"
	"io"
	"io/fs"
	"path"

	"kaenlog/engine/vfs"
)

// oneFile is a file system of one file, of bytes in memory, for reading alone.
type oneFile struct {
	name string
	data []byte
}

// fileName gives a name that a file system takes for a path that somebody gave, with the same
// last element.
func fileName(typed string) string {
	if name := path.Base(typed); fs.ValidPath(name) {
		return name
	}
	return "bytes"
}

// Open implements vfs.FS.
func (f oneFile) Open(name string) (vfs.File, error) {
	if name != f.name {
		return nil, fs.ErrNotExist
	}
	return openBytes(f.data), nil
}

// Stat implements vfs.FS.
func (f oneFile) Stat(name string) (vfs.Entry, error) {
	if name != f.name {
		return vfs.Entry{}, fs.ErrNotExist
	}
	return vfs.Entry{Name: name, Regular: true, Size: int64(len(f.data))}, nil
}

// Durable implements vfs.FS.
func (oneFile) Durable() bool { return false }

// OpenAppend implements vfs.FS; like all that write, it refuses.
func (oneFile) OpenAppend(string) (vfs.File, error) { return nil, errors.ErrUnsupported }

// Create implements vfs.FS.
func (oneFile) Create(string) (vfs.File, error) { return nil, errors.ErrUnsupported }

// CreateLike implements vfs.FS.
func (oneFile) CreateLike(_, _ string) (vfs.File, error) { return nil, errors.ErrUnsupported }

// ReadDir implements vfs.FS.
func (oneFile) ReadDir(string) ([]vfs.Entry, error) { return nil, errors.ErrUnsupported }

// MkdirAll implements vfs.FS.
func (oneFile) MkdirAll(string) error { return errors.ErrUnsupported }

// Remove implements vfs.FS.
func (oneFile) Remove(string) error { return errors.ErrUnsupported }

// Rename implements vfs.FS.
func (oneFile) Rename(string, string) error { return errors.ErrUnsupported }

// SyncDir implements vfs.FS.
func (oneFile) SyncDir(string) error { return errors.ErrUnsupported }

// openBytes is an open oneFile.
type openBytes []byte

// ReadAt implements vfs.File.
func (f openBytes) ReadAt(b []byte, pos int64) (int, error) {
	n := copy(b, f[min(pos, int64(len(f))):])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// Size implements vfs.File.
func (f openBytes) Size() (int64, error) { return int64(len(f)), nil }

// Append implements vfs.File.
func (openBytes) Append([]byte) (int, error) { return 0, errors.ErrUnsupported }

// Truncate implements vfs.File.
func (openBytes) Truncate(int64) error { return errors.ErrUnsupported }

// Sync implements vfs.File.
func (openBytes) Sync() error { return errors.ErrUnsupported }

// Close implements vfs.File.
func (openBytes) Close() error { return nil }
