package crashfs

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"time"

	"github.com/hack-pad/hackpadfs"
)

var (
	errNegative = errors.New("negative offset")
	errTooLarge = errors.New("file would be too large")
	errAppend   = errors.New("WriteAt through a handle opened for appending")
)

// handle is an open file or directory. It keeps its node, not its name: it goes on working
// when the name is removed or given to another.
type handle struct {
	fs    *FS
	node  *node
	name  string
	read  bool
	write bool // may write
	end   bool // writes go to the end, wherever that is

	// guarded by the file system's lock
	closed bool
	pos    int64
	listed int // names of a directory that ReadDir gave already
}

var _ interface {
	hackpadfs.ReadWriterFile
	hackpadfs.ReaderAtFile
	hackpadfs.WriterAtFile
	hackpadfs.DirReaderFile
	hackpadfs.SeekerFile
	hackpadfs.SyncerFile
	hackpadfs.TruncaterFile
} = (*handle)(nil)

func newHandle(f *FS, n *node, name string, flag int) *handle {
	only := flag&hackpadfs.FlagWriteOnly != 0
	return &handle{fs: f, node: n, name: name, read: !only,
		write: only || flag&hackpadfs.FlagReadWrite != 0, end: flag&hackpadfs.FlagAppend != 0}
}

// begin refuses a closed handle, counts the call, and gives the failure whose turn it is.
func (h *handle) begin() (*fault, error) {
	if h.closed {
		return nil, hackpadfs.ErrClosed
	}
	return h.fs.call(), nil
}

// whole is begin for a call that does all of its work or none.
func (h *handle) whole() error {
	bad, err := h.begin()
	if bad != nil {
		return bad.err
	}
	return err
}

// Read implements hackpadfs.File.
func (h *handle) Read(p []byte) (int, error) {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	n, err := h.readAt("read", p, h.pos)
	h.pos += int64(n)
	if n > 0 && err == io.EOF {
		err = nil
	}
	return n, err
}

// ReadAt implements hackpadfs.ReaderAtFile: less than len(p) bytes come with an error.
func (h *handle) ReadAt(p []byte, pos int64) (int, error) {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	return h.readAt("readat", p, pos)
}

func (h *handle) readAt(op string, p []byte, pos int64) (int, error) {
	bad, err := h.begin()
	switch {
	case err != nil:
	case h.node.dir:
		err = hackpadfs.ErrIsDir
	case !h.read:
		err = hackpadfs.ErrPermission
	case pos < 0:
		err = errNegative
	}
	if err != nil {
		return 0, pathError(op, h.name, err)
	}
	n := 0
	if pos < int64(len(h.node.data)) {
		n = copy(p, h.node.data[pos:])
	}
	switch {
	case bad != nil:
		return min(n, bad.short), pathError(op, h.name, bad.err)
	case n < len(p):
		return n, io.EOF
	}
	return n, nil
}

// Write implements hackpadfs.ReadWriterFile.
//
// Durability: none before Sync (3, 4).
func (h *handle) Write(p []byte) (int, error) {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	if h.end {
		h.pos = int64(len(h.node.data))
	}
	n, err := h.writeAt("write", p, h.pos)
	h.pos += int64(n)
	return n, err
}

// WriteAt implements hackpadfs.WriterAtFile; it is refused on a handle that appends, as on
// an os.File. A write behind the end leaves zeros before it.
//
// Durability: none before Sync (3, 4).
func (h *handle) WriteAt(p []byte, pos int64) (int, error) {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	if h.end && !h.closed {
		return 0, pathError("writeat", h.name, errAppend)
	}
	return h.writeAt("writeat", p, pos)
}

func (h *handle) writeAt(op string, p []byte, pos int64) (int, error) {
	bad, err := h.begin()
	switch {
	case err != nil:
	case !h.write:
		err = hackpadfs.ErrPermission
	case pos < 0:
		err = errNegative
	case pos > maxFileSize-int64(len(p)):
		err = errTooLarge
	}
	if err != nil {
		return 0, pathError(op, h.name, err)
	}
	if bad != nil {
		p, err = p[:min(len(p), bad.short)], bad.err
	}
	if len(p) > 0 {
		h.fs.change(h.node, newWrite(h.name, p, pos))
	}
	return len(p), pathError(op, h.name, err)
}

func newWrite(name string, p []byte, pos int64) *op {
	return &op{kind: Write, path: name, pos: pos, data: append([]byte(nil), p...)}
}

// Seek implements hackpadfs.SeekerFile; on a directory, to the start only.
func (h *handle) Seek(offset int64, whence int) (int64, error) {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	if h.closed {
		return 0, pathError("seek", h.name, hackpadfs.ErrClosed)
	}
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += h.pos
	case io.SeekEnd:
		offset += int64(len(h.node.data))
	default:
		offset = -1
	}
	if offset < 0 || h.node.dir && offset > 0 {
		return 0, pathError("seek", h.name, hackpadfs.ErrInvalid)
	}
	h.pos, h.listed = offset, 0
	return offset, nil
}

// Truncate implements hackpadfs.TruncaterFile.
//
// Durability: none before Sync: the old size may come back (5).
func (h *handle) Truncate(size int64) error {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	err := h.whole()
	switch {
	case err != nil:
	case size < 0:
		err = hackpadfs.ErrInvalid
	case !h.write:
		err = hackpadfs.ErrPermission
	case size > maxFileSize:
		err = errTooLarge
	case size != int64(len(h.node.data)):
		h.fs.change(h.node, &op{kind: Truncate, path: h.name, pos: size})
	}
	return pathError("truncate", h.name, err)
}

// Sync implements hackpadfs.SyncerFile, on a directory too (1, 2).
//
// Errors: those that FailAt asks for; the changes are adrift then (8).
func (h *handle) Sync() error {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	bad, err := h.begin()
	switch {
	case err != nil:
	case bad != nil:
		h.node.syncFailed()
		err = bad.err
	default:
		h.node.sync()
	}
	return pathError("sync", h.name, err)
}

// Stat implements hackpadfs.File.
func (h *handle) Stat() (hackpadfs.FileInfo, error) {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	if err := h.whole(); err != nil {
		return nil, pathError("stat", h.name, err)
	}
	return infoOf(path.Base(h.name), h.node), nil
}

// ReadDir implements hackpadfs.DirReaderFile: sorted by name, and io.EOF behind the last
// where n is positive.
func (h *handle) ReadDir(n int) ([]hackpadfs.DirEntry, error) {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	err := h.whole()
	if err == nil && !h.node.dir {
		err = hackpadfs.ErrNotDir
	}
	if err != nil {
		return nil, pathError("readdir", h.name, err)
	}
	all := list(h.node)
	rest := all[min(h.listed, len(all)):]
	if n > 0 {
		if len(rest) == 0 {
			return nil, io.EOF
		}
		rest = rest[:min(n, len(rest))]
	}
	h.listed += len(rest)
	return rest, nil
}

// Close implements hackpadfs.File; it makes nothing durable.
func (h *handle) Close() error {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	err := h.whole()
	h.closed = true
	return pathError("close", h.name, err)
}

// info is what Stat said at one moment.
type info struct {
	name string
	size int64
	mode hackpadfs.FileMode
	time time.Time
}

func infoOf(name string, n *node) info {
	i := info{name: name, size: int64(len(n.data)), mode: n.mode, time: n.time}
	if n.dir {
		i.mode |= hackpadfs.ModeDir
	}
	return i
}

func (i info) Name() string             { return i.name }
func (i info) Size() int64              { return i.size }
func (i info) Mode() hackpadfs.FileMode { return i.mode }
func (i info) ModTime() time.Time       { return i.time }
func (i info) IsDir() bool              { return i.mode.IsDir() }
func (i info) Sys() any                 { return nil }

func list(dir *node) []hackpadfs.DirEntry {
	names := dir.children()
	all := make([]hackpadfs.DirEntry, 0, len(names))
	for _, name := range names {
		all = append(all, fs.FileInfoToDirEntry(infoOf(name, dir.names[name])))
	}
	return all
}
