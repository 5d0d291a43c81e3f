package segment_test

import (
	"errors"
	"runtime"
	gosync "sync"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// Readers go on beside appends, rolls, syncs and recoveries: each read gives the batch that
// holds its offset, as it was written.
func TestReadsBesideAppendsAndRolls(t *testing.T) {
	const count, readers = 400, 3
	all := make([]batch.Batch, count)
	for i := range all {
		all[i] = made(t, int64(i)*2, 2, now, 40+i%50)
	}
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l := open(t, fsys, segment.Config{SegmentBytes: 3000, IndexIntervalBytes: 300})
		defer shut(t, l)
		done := make(chan struct{})
		var running gosync.WaitGroup
		for r := range readers {
			running.Go(func() {
				for x, ended := uint64(r), false; !ended; {
					select {
					case <-done:
						ended = true
					default:
					}
					x = x*6364136223846793005 + 1442695040888963407 // the same walk each time
					end := l.End()
					if end == 0 {
						runtime.Gosched()
						continue
					}
					offset := int64(x>>33) % end
					got, err := l.Read(offset, end, 1)
					if err != nil || string(got) != string(all[offset/2]) {
						t.Errorf("offset %d of %d: %d bytes, %v", offset, end, len(got), err)
						return
					}
					if l.Start() != 0 || l.TornBytes() != 0 || len(l.Segments()) == 0 {
						t.Error("the log has lost its start")
					}
					runtime.Gosched()
				}
			})
		}
		running.Go(func() { // somebody who syncs
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := l.Target().Sync(); err != nil {
					t.Error(err)
				}
				runtime.Gosched()
			}
		})
		for i, b := range all {
			add(t, l, b)
			if i%50 == 0 {
				if r, err := l.TruncateTail(); err != nil || r.Dropped != 0 {
					t.Errorf("recovery: %+v, %v", r, err)
				}
			}
			runtime.Gosched()
		}
		close(done)
		running.Wait()
		wantBytes(t, "all of it", readAll(t, l, 1000), join(all...))
		if n := len(l.Segments()); n < 10 {
			t.Errorf("%d segments: no rolls beside the reads", n)
		}
	})
}

// A Close beside readers ends them with an error, not with a panic or wrong bytes, and leaves
// no file open behind it.
func TestCloseBesideReads(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		all := older(t, fsys)
		for range 20 {
			l := open(t, fsys, segment.Config{})
			var running gosync.WaitGroup
			for r := range 3 {
				running.Go(func() {
					for i := r * 7; ; i++ {
						offset := int64(i % 42)
						got, err := l.Read(offset, 42, 1)
						if err != nil {
							if !errors.Is(err, segment.ErrClosed) && !errors.Is(err, vfs.ErrClosed) {
								t.Error(err)
							}
							return
						}
						if string(got) != string(all[offset/2]) {
							t.Errorf("offset %d gives %x", offset, got)
						}
						runtime.Gosched()
					}
				})
			}
			runtime.Gosched()
			shut(t, l)
			running.Wait()
		}
		for _, base := range []int64{0, 40} {
			for _, suffix := range []string{".log", ".index"} {
				remove(t, fsys, file(base, suffix))
			}
		}
	})
}

// hooked calls a function after each read of a file.
type hooked struct {
	vfs.FS
	after func()
}

type hookedFile struct {
	vfs.File
	fs *hooked
}

func (h *hooked) Open(name string) (vfs.File, error) {
	f, err := h.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return hookedFile{f, h}, nil
}

func (f hookedFile) ReadAt(p []byte, pos int64) (int, error) {
	n, err := f.File.ReadAt(p, pos)
	f.fs.after()
	return n, err
}

// A read that goes on to the next segment when a Close came in between opens nothing there.
func TestReadBehindACloseOpensNothing(t *testing.T) {
	fsys := &hooked{FS: memory(t), after: func() {}}
	l, _ := holed(t, fsys)
	reads := 0
	fsys.after = func() { reads++ }
	if _, err := l.Read(7, 22, 1); err != nil { // goes on from segment 0 to segment 10
		t.Fatal(err)
	}
	for n := 1; n <= reads; n++ {
		shut(t, l)
		l = open(t, fsys, segment.Config{})
		seen := 0
		fsys.after = func() {
			if seen++; seen == n {
				shut(t, l)
			}
		}
		got, err := l.Read(7, 22, 1)
		if len(got) == 0 && !errors.Is(err, segment.ErrClosed) && !errors.Is(err, vfs.ErrClosed) {
			t.Errorf("closed behind read %d: %v", n, err)
		}
		fsys.after = func() {}
		for _, base := range []int64{0, 10, 20} {
			name := file(base, ".log")
			content := get(t, fsys, name)
			remove(t, fsys, name)
			put(t, fsys, name, content)
		}
		l = open(t, fsys, segment.Config{})
	}
	shut(t, l)
}
