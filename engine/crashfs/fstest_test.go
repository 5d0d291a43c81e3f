package crashfs_test

import (
	"errors"
	"io"
	"io/fs"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/fstest"

	"kaenlog/engine/crashfs"
)

// hackpadfs's own suite, on a new file system and, so that a crash leaves a whole one, on
// what a power cut left that lost nothing.
//
// What the suite can't ask for, and where it is asked instead:
//
//	symbolic links             there are none here, nor in the engine: the one skipped test
//	what a Sync makes durable  the suite syncs and can't cut the power: crash_test.go
//	a directory's Sync         it never opens a directory to sync it: crash_test.go
//	O_EXCL                     not in the suite: TestExclusiveFindsTheNameTaken
//	a handle whose name goes   not in the suite: TestOpenFileOutlivesItsName
//	WriteAt while appending    not in the suite: TestAppendingHandleRefusesWriteAt
//	calls after Close          only a second Close: TestClosedHandleRefusesEverything
//	the end of a listing       not in the suite: TestListingOfAnOpenDirectoryEnds
//	times without a clock      it sets them: TestTimesCount
//	modes above the low bits   its mask drops ModeDir in WriteFile's rows: FileModeMask below
//	Chown                      no test of it; there are no owners here
func TestSuiteOfHackpadfs(t *testing.T) {
	commits := map[string]func(*crashfs.FS) *crashfs.FS{
		"new": func(f *crashfs.FS) *crashfs.FS { return f },
		"after a crash that lost nothing": func(f *crashfs.FS) *crashfs.FS {
			all := make(crashfs.Choice, len(f.Pending()))
			for i := range all {
				all[i] = crashfs.Whole
			}
			return f.Crash(all)
		},
		"after all was synced and a crash": func(f *crashfs.FS) *crashfs.FS {
			syncAll(t, f)
			return f.Crash(nil)
		},
	}
	for name, commit := range commits {
		var asked atomic.Int32
		t.Run(name, func(t *testing.T) {
			o := fstest.FSOptions{Name: "crashfs",
				Setup: fstest.TestSetupFunc(func(testing.TB) (fstest.SetupFS, func() hackpadfs.FS) {
					f := crashfs.New()
					return f, func() hackpadfs.FS { return commit(f) }
				}),
				Constraints: fstest.Constraints{FileModeMask: hackpadfs.ModePerm},
				ShouldSkip:  func(fstest.Facets) bool { asked.Add(1); return false }}
			fstest.FS(t, o)
			fstest.File(t, o)
		})
		if n := asked.Load(); n < 100 {
			t.Errorf("%s: the suite asked %d tests only", name, n)
		}
	}
}

func syncAll(t testing.TB, f *crashfs.FS) {
	s := story{f, t}
	s.sync(".")
	for _, e := range f.State() {
		s.sync(e.Name)
	}
}

func wantErr(t testing.TB, what string, got, kind error) {
	t.Helper()
	if !errors.Is(got, kind) {
		t.Errorf("%s gives %v, want %v", what, got, kind)
	}
}

func TestExclusiveFindsTheNameTaken(t *testing.T) {
	s := begin(t)
	s.add("f", "x")
	s.must(s.Mkdir("d", 0o755))
	for _, name := range []string{"f", "d"} {
		_, err := s.OpenFile(name, toAppend|hackpadfs.FlagExclusive, 0o644)
		wantErr(t, "O_EXCL", err, fs.ErrExist)
	}
	_, err := s.OpenFile("new", toAppend|hackpadfs.FlagExclusive, 0o644)
	s.must(err)
}

func TestOpenFileOutlivesItsName(t *testing.T) {
	s := begin(t)
	s.add("removed", "1")
	s.add("renamed", "1")
	removed, renamed := s.open("removed", toAppend), s.open("renamed", toAppend)
	s.must(s.Remove("removed"))
	s.must(s.Rename("renamed", "now"))
	for _, f := range []hackpadfs.File{removed, renamed} {
		_, err := hackpadfs.WriteFile(f, []byte("2"))
		s.must(err)
		b := make([]byte, 2)
		if n, err := hackpadfs.ReadAtFile(f, b, 0); n != 2 || err != nil || string(b) != "12" {
			t.Errorf("reads %q, %v", b, err)
		}
	}
	if got := look(t, s.FS); got != "now=12" {
		t.Errorf("there is %s", got)
	}
}

func TestAppendingHandleRefusesWriteAt(t *testing.T) {
	s := begin(t)
	s.add("f", "abc")
	if _, err := hackpadfs.WriteAtFile(s.open("f", toAppend), []byte("X"), 0); err == nil {
		t.Error("it is taken")
	}
	if got := look(t, s.FS); got != "f=abc" {
		t.Errorf("there is %s", got)
	}
}

func TestClosedHandleRefusesEverything(t *testing.T) {
	s := begin(t)
	f := s.open("f", toWrite)
	s.must(f.Close())
	calls := map[string]func() error{
		"Read":     func() error { _, err := f.Read(nil); return err },
		"ReadAt":   func() error { _, err := hackpadfs.ReadAtFile(f, nil, 0); return err },
		"Write":    func() error { _, err := hackpadfs.WriteFile(f, nil); return err },
		"WriteAt":  func() error { _, err := hackpadfs.WriteAtFile(f, nil, 0); return err },
		"Seek":     func() error { _, err := hackpadfs.SeekFile(f, 0, io.SeekStart); return err },
		"Truncate": func() error { return hackpadfs.TruncateFile(f, 0) },
		"Sync":     func() error { return hackpadfs.SyncFile(f) },
		"Stat":     func() error { _, err := f.Stat(); return err },
		"ReadDir":  func() error { _, err := hackpadfs.ReadDirFile(f, 0); return err },
		"Close":    f.Close,
	}
	for name, call := range calls {
		wantErr(t, name, call(), fs.ErrClosed)
	}
}

func TestListingOfAnOpenDirectoryEnds(t *testing.T) {
	s := begin(t)
	for _, name := range []string{"b", "a", "c"} {
		s.add(name, "")
	}
	dir, got := s.open(".", toRead), ""
	for {
		list, err := hackpadfs.ReadDirFile(dir, 2)
		if err == io.EOF {
			break
		}
		s.must(err)
		for _, e := range list {
			got += e.Name()
		}
	}
	if got != "abc" {
		t.Errorf("lists %s", got)
	}
}

func TestTimesCount(t *testing.T) {
	run := func() (times []time.Time) {
		s := begin(t)
		for _, content := range []string{"1", "2"} {
			s.add("f", content)
			info, err := s.Stat("f")
			s.must(err)
			times = append(times, info.ModTime())
		}
		return times
	}
	a, b := run(), run()
	if !a[0].Before(a[1]) || a[1].After(time.Unix(1, 0)) || a[0] != b[0] || a[1] != b[1] {
		t.Errorf("times are %v, the second time %v", a, b)
	}
}

func TestOddCallsAreRefused(t *testing.T) {
	s := begin(t)
	s.must(s.MkdirAll("d/e", 0o755))
	s.add("f", "x")
	f, dir := s.open("f", toWrite), s.open("d", toRead)
	_, tooFar := hackpadfs.WriteAtFile(f, []byte("x"), 1<<62)
	_, readDir := dir.Read(make([]byte, 1))
	_, writeDir := hackpadfs.WriteFile(dir, []byte("x"))
	_, below := s.Stat("f/x")
	for what, err := range map[string]error{
		"a write out of all bounds":         tooFar,
		"a size out of all bounds":          hackpadfs.TruncateFile(f, 1<<62),
		"reading a directory's bytes":       readDir,
		"writing to a directory":            writeDir,
		"a name below a file":               below,
		"a directory below itself":          s.Rename("d", "d/e/f"),
		"a directory over a file":           s.Rename("d", "f"),
		"a file over a directory":           s.Rename("f", "d"),
		"a new name in no directory":        s.Rename("f", "none/f"),
		"removing the root":                 s.Remove("."),
		"renaming the root":                 s.Rename(".", "r"),
		"making the root":                   s.Mkdir(".", 0o755),
		"a directory's name that is no one": s.MkdirAll("../x", 0o755),
	} {
		if err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	if got := look(t, s.FS); got != "d/ d/e/ f=x" {
		t.Errorf("there is %s", got)
	}
}
