package vfs_test

import (
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"

	"kaenlog/engine/vfs"
)

// The file's byte at pos is pattern(pos), whatever piece it came in.
func pattern(pos int) byte { return byte(pos*7 + pos>>8 + 1) }

// hackpadfs/mem grows a file by zeros and then copies the bytes in: a reader beside it must
// see neither the zeros nor half of the bytes.
func TestReadsBesideAppendsSeeWholePieces(t *testing.T) {
	const pieces, pieceSize, readers = 300, 97, 4
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		f := create(t, fsys, "f", "")
		defer shut(t, f)
		done := make(chan struct{})
		var all sync.WaitGroup
		for range readers {
			all.Go(func() {
				for ended := false; !ended; {
					select {
					case <-done:
						ended = true // and looks once more
					default:
					}
					checkPieces(t, f, pieceSize)
					runtime.Gosched()
				}
			})
		}
		for i := range pieces {
			piece := make([]byte, pieceSize)
			for j := range piece {
				piece[j] = pattern(i*pieceSize + j)
			}
			add(t, f, string(piece))
			if i%16 == 0 {
				runtime.Gosched()
			}
		}
		close(done)
		all.Wait()
	})
}

func checkPieces(t *testing.T, f vfs.File, pieceSize int) {
	size, err := f.Size()
	if err != nil {
		t.Error(err)
		return
	}
	if size%int64(pieceSize) != 0 {
		t.Errorf("the size is %d in the middle of an append", size)
	}
	b := make([]byte, size+int64(pieceSize))
	n, err := f.ReadAt(b, 0)
	if n < int(size) || err != nil && err != io.EOF {
		t.Errorf("reading %d bytes gave %d, %v", size, n, err)
	}
	for i := range b[:n] {
		if b[i] != pattern(i) {
			t.Errorf("byte %d is %#x, want %#x", i, b[i], pattern(i))
			return
		}
	}
}

// One handle is used by many: nobody gets a panic or a wrong byte from a Close beside him.
func TestCloseBesideReadsEndsInErrClosed(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		f := create(t, fsys, "f", "content")
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for {
					b := make([]byte, 7)
					if _, err := f.ReadAt(b, 0); err != nil {
						want(t, err, vfs.ErrClosed)
						return
					}
					if string(b) != "content" {
						t.Errorf("read %q", b)
					}
					runtime.Gosched()
				}
			})
		}
		shut(t, f)
		all.Wait()
	})
}

// Of many who create one name, one gets it: mem would give it to all of them.
func TestOneOfManyCreates(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		files := make([]vfs.File, 8)
		var all sync.WaitGroup
		for i := range files {
			all.Go(func() {
				f, err := fsys.Create("f")
				if err != nil && !errors.Is(err, vfs.ErrExist) {
					t.Error(err)
				}
				files[i] = f
			})
		}
		all.Wait()
		made := 0
		for _, f := range files {
			if f != nil {
				made++
				shut(t, f)
			}
		}
		if made != 1 {
			t.Errorf("%d of %d created the file", made, len(files))
		}
	})
}

// slow is a library's file system whose writes take their time and note who reads meanwhile.
type slow struct {
	*mem.FS
	writing  atomic.Bool
	overlaps atomic.Int32
}

type slowFile struct {
	hackpadfs.File
	fs *slow
}

func (s *slow) OpenFile(name string, flag int, perm hackpadfs.FileMode) (hackpadfs.File, error) {
	f, err := s.FS.OpenFile(name, flag, perm)
	return slowFile{f, s}, err
}

func (f slowFile) Write(p []byte) (int, error) {
	if f.fs.writing.Swap(true) {
		f.fs.overlaps.Add(1)
	}
	for range 20 {
		runtime.Gosched()
	}
	n, err := hackpadfs.WriteFile(f.File, p)
	f.fs.writing.Store(false)
	return n, err
}

func (f slowFile) ReadAt(p []byte, pos int64) (int, error) {
	if f.fs.writing.Load() {
		f.fs.overlaps.Add(1)
	}
	return hackpadfs.ReadAtFile(f.File, p, pos)
}

// The handles of hackpadfs/mem may not be used in the middle of a write.
func TestNobodyReadsInTheMiddleOfAWrite(t *testing.T) {
	under := &slow{FS: bare(t)}
	f := create(t, vfs.FromHackpad(under, vfs.Options{}), "f", "first")
	defer shut(t, f)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 50 {
				if i < 2 {
					add(t, f, "more")
				} else if _, err := f.ReadAt(make([]byte, 5), 0); err != nil {
					t.Error(err)
				}
				runtime.Gosched()
			}
		})
	}
	all.Wait()
	if n := under.overlaps.Load(); n != 0 {
		t.Errorf("%d calls came in the middle of a write", n)
	}
}
