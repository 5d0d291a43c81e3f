package segment_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs/vfstest"
)

// life is one life of a log until it ends or something fails: what was asked to be appended,
// and how many of those batches were synced.
type life struct {
	l      *segment.Log
	asked  []batch.Batch
	synced int
}

var faultConfig = segment.Config{SegmentBytes: 250, IndexIntervalBytes: 1}

// live opens the log, cuts its tail, appends seven batches over several rolls, each with a
// sync, and closes it.
func (f *life) live(t *testing.T, fsys *vfstest.FS, next int64) (err error) {
	if f.l, err = segment.Open(fsys, dir, faultConfig, func(batch.Batch) {}); err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	if _, err := f.l.TruncateTail(); err != nil {
		return fmt.Errorf("cutting: %w", err)
	}
	for i := range int64(7) {
		b := sized(t, next+i, now+i, 100)
		f.asked = append(f.asked, b)
		if err := f.l.Append(b, now); err != nil {
			return fmt.Errorf("appending %d: %w", next+i, err)
		}
		if err := f.l.Target().Sync(); err != nil {
			f.l.Break(err)
			return fmt.Errorf("syncing %d: %w", next+i, err)
		}
		f.synced = len(f.asked)
	}
	if err := f.l.Close(); err != nil {
		return fmt.Errorf("closing: %w", err)
	}
	return nil
}

// Every call to the file system fails once, and then every call from there on, in logs of
// three kinds. Whatever failed: memory is not ahead of the file, the log takes no more, and
// after reopening and recovering all that was synced is there, in order and nothing else.
func TestEachCallFailsOnceAndNothingSyncedIsLost(t *testing.T) {
	kinds := []struct {
		name string
		good []batch.Batch // what is there before, synced
		torn []byte        // what stands behind it
		next int64
	}{
		{"a new log", nil, nil, 0},
		{"a good log", []batch.Batch{sized(t, 0, now, 100), sized(t, 1, now, 100)}, nil, 2},
		{"a torn log", []batch.Batch{sized(t, 0, now, 100)}, sized(t, 1, now, 100)[:99], 1},
	}
	for _, kind := range kinds {
		for _, how := range []struct {
			name        string
			short, ever bool
		}{
			{"one call fails", false, false},
			{"one call fails, an append in its middle", true, false},
			{"every call fails from there on", false, true},
			{"every call fails from there on, an append in its middle", true, true},
		} {
			t.Run(kind.name+", "+how.name, func(t *testing.T) {
				for n := 0; ; n++ {
					fsys := vfstest.Memory()
					f := &life{asked: kind.good, synced: len(kind.good)}
					if kind.good != nil {
						put(t, fsys, file(0, ".log"), join(join(kind.good...), kind.torn))
					}
					var failed vfstest.Call
					fsys.FailIf(how.short, func(i int, c vfstest.Call) error {
						if i == n || how.ever && i > n {
							if i == n {
								failed = c
							}
							return vfstest.ErrInjected
						}
						return nil
					})
					err := f.live(t, fsys, kind.next)
					fsys.FailIf(false, nil)
					what := fmt.Sprintf("call %d, %s %s, failed in %v", n, failed.Op, failed.Name, err)
					if err != nil {
						want(t, err, vfstest.ErrInjected)
						readOnly := failed.Op == "size" || failed.Op == "readat"
						checkBroken(t, what, f, readOnly)
					}
					checkReopened(t, what, fsys, f)
					if t.Failed() {
						t.Fatal(what)
					}
					if failed.Op == "" {
						if n < 60 || err != nil || f.synced != len(kind.good)+7 {
							t.Errorf("after %d calls that failed: %v, %d synced", n, err, f.synced)
						}
						return
					}
				}
			})
		}
	}
}

// checkBroken looks at the log behind a failed call, and closes it. Where no more failed than
// a look at the file, a log without a torn tail may go on.
func checkBroken(t *testing.T, what string, f *life, readOnly bool) {
	t.Helper()
	if f.l == nil {
		return
	}
	next := one(t, f.l.End(), now)
	switch again := f.l.Append(next, now); {
	case again == nil && readOnly: // nothing was torn, and nothing went wrong in writing
		f.asked = append(f.asked, next)
	case !errors.Is(again, segment.ErrBroken) && !errors.Is(again, segment.ErrTornTail) &&
		!errors.Is(again, segment.ErrClosed):
		t.Errorf("%s: another append gives %v", what, again)
	}
	got, err := readUpTo(f.l)
	if !errors.Is(err, segment.ErrClosed) && (err != nil || got != f.l.End()) {
		t.Errorf("%s: the end is %d, what can be read ends at %d, %v", what, f.l.End(), got, err)
	}
	if err := f.l.Close(); err != nil {
		want(t, err, segment.ErrClosed)
	}
}

// readUpTo reads the log as far as it goes and gives the offset that would be next.
func readUpTo(l *segment.Log) (int64, error) {
	at := l.Start()
	for at < l.End() {
		b, err := l.Read(at, l.End(), 1)
		if err != nil || len(b) == 0 {
			return at, err
		}
		at = batch.Batch(b).LastOffset() + 1
	}
	return at, nil
}

// checkReopened opens and recovers the log, and finds what was synced and perhaps more of what
// was asked; then it appends, and finds that too.
func checkReopened(t *testing.T, what string, fsys *vfstest.FS, f *life) {
	t.Helper()
	l, err := segment.Open(fsys, dir, faultConfig, nil)
	if err != nil {
		t.Fatalf("%s: reopening: %v", what, err)
	}
	if _, err := l.TruncateTail(); err != nil {
		t.Fatalf("%s: recovering: %v", what, err)
	}
	got := readAll(t, l, 1000)
	if !bytes.HasPrefix(join(f.asked...), got) || len(got) < len(join(f.asked[:f.synced]...)) {
		t.Errorf("%s: %d bytes are there, %d were synced, %d asked for", what, len(got),
			len(join(f.asked[:f.synced]...)), len(join(f.asked...)))
	}
	next := sized(t, l.End(), now, 90)
	add(t, l, next)
	sync(t, l)
	shut(t, l)
	l = open(t, fsys, faultConfig)
	wantBytes(t, what, readAll(t, l, 1000), join(got, next))
	shut(t, l)
}

// What failed stays readable up to the log end, and not a byte further.
func TestFailedAppendLeavesMemoryBehindTheFile(t *testing.T) {
	for _, suffix := range []string{".log", ".index", ".timeindex"} {
		t.Run(suffix, func(t *testing.T) {
			fsys := vfstest.Memory()
			l := open(t, fsys, faultConfig)
			first, second := sized(t, 0, now, 100), sized(t, 1, now+1, 100)
			add(t, l, first)
			name := file(0, suffix)
			fsys.FailIf(true, func(_ int, c vfstest.Call) error {
				if c.Op == "append" && c.Name == name {
					return vfstest.ErrInjected
				}
				return nil
			})
			err := l.Append(second, now)
			want(t, err, segment.ErrWrite)
			want(t, err, vfstest.ErrInjected)
			fsys.FailIf(false, nil)

			active, size := l.ActiveFile()
			e, err := fsys.Stat(active)
			if err != nil || size > e.Size {
				t.Errorf("memory says %d bytes, the file has %d, %v", size, e.Size, err)
			}
			expect := join(first, second)[:size]
			wantBytes(t, "read back", readAll(t, l, 1000), expect)
			if l.End() != size/100 {
				t.Errorf("the end is %d, the whole batches are %d bytes", l.End(), size)
			}
			again := l.Append(sized(t, l.End(), now, 100), now)
			want(t, again, segment.ErrBroken)
			want(t, again, vfstest.ErrInjected)
			shut(t, l)
		})
	}
}

// After a failed cut nothing is known about the file's end: no second try in the same log.
func TestFailedCutEndsTheLog(t *testing.T) {
	for _, op := range []string{"truncate", "sync"} {
		t.Run(op, func(t *testing.T) {
			fsys := vfstest.Memory()
			put(t, fsys, file(0, ".log"), join(kafka(t, 0), []byte("torn")))
			l := open(t, fsys, segment.Config{})
			fsys.FailIf(false, func(_ int, c vfstest.Call) error {
				if c.Op == op {
					return vfstest.ErrInjected
				}
				return nil
			})
			_, err := l.TruncateTail()
			want(t, err, segment.ErrWrite)
			want(t, err, vfstest.ErrInjected)
			fsys.FailIf(false, nil)
			_, err = l.TruncateTail()
			want(t, err, segment.ErrBroken)
			want(t, l.Append(one(t, 2, now), now), segment.ErrBroken)
			wantBytes(t, "read back", readAll(t, l, 1000), kafka(t, 0))
			shut(t, l)
			l = open(t, fsys, segment.Config{})
			if r, err := l.TruncateTail(); err != nil || r.Kept != 81 {
				t.Errorf("after reopening: %+v, %v", r, err)
			}
			shut(t, l)
		})
	}
}

// A sync that fails is an error of kind ErrWrite, and whoever breaks the log with it gets it
// back with each refusal.
func TestFailedSyncIsToldToAll(t *testing.T) {
	fsys := vfstest.Memory()
	l := open(t, fsys, segment.Config{})
	defer shut(t, l)
	add(t, l, kafka(t, 0))
	fsys.FailIf(false, func(int, vfstest.Call) error { return vfstest.ErrInjected })
	err := l.Target().Sync()
	fsys.FailIf(false, nil)
	want(t, err, segment.ErrWrite)
	l.Break(err)
	l.Break(errors.New("a later one"))
	err = l.Append(kafka(t, 2), now)
	want(t, err, segment.ErrBroken)
	want(t, err, vfstest.ErrInjected)
}
