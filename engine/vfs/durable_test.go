package vfs_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"

	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// hackpadfs/mem has no Sync at all. The adapter says so by Durable, and calls none.
func TestMemoryIsNotDurableAndSyncsWithoutError(t *testing.T) {
	fsys := memory(t)
	if fsys.Durable() {
		t.Error("memory claims to be durable")
	}
	f := create(t, fsys, "f", "content")
	defer shut(t, f)
	if err := f.Sync(); err != nil {
		t.Errorf("Sync: %v", err)
	}
	if err := fsys.SyncDir("."); err != nil {
		t.Errorf("SyncDir: %v", err)
	}
}

// syncing is a library's file system whose files can be synced, unlike those of mem.
type syncing struct {
	*mem.FS
	synced []string
	err    error
}

type syncingFile struct {
	hackpadfs.File
	fs   *syncing
	name string
}

func (s *syncing) Open(name string) (hackpadfs.File, error) {
	return s.OpenFile(name, hackpadfs.FlagReadOnly, 0)
}

func (s *syncing) OpenFile(name string, flag int, perm hackpadfs.FileMode) (hackpadfs.File, error) {
	f, err := s.FS.OpenFile(name, flag, perm)
	return syncingFile{f, s, name}, err
}

func (f syncingFile) Sync() error {
	f.fs.synced = append(f.fs.synced, f.name)
	return f.fs.err
}

// Where a sync means something it reaches the library, and what that says reaches the caller;
// where it means nothing the library is not asked.
func TestSyncReachesTheLibraryWhereItIsDurable(t *testing.T) {
	for _, durable := range []bool{true, false} {
		under := &syncing{FS: bare(t)}
		fsys := vfs.FromHackpad(under, vfs.Options{Durable: durable})
		if err := fsys.MkdirAll("d"); err != nil {
			t.Fatal(err)
		}
		f := create(t, fsys, "d/f", "")
		for _, fails := range []error{nil, vfstest.ErrInjected} {
			under.err = fails
			if !durable {
				fails = nil
			}
			want(t, f.Sync(), fails)
			want(t, fsys.SyncDir("d"), fails)
			want(t, fsys.SyncDir("."), fails)
		}
		shut(t, f)
		var expect []string
		if durable {
			expect = []string{"d/f", "d", ".", "d/f", "d", "."}
		}
		if !reflect.DeepEqual(under.synced, expect) {
			t.Errorf("durable %v: synced were %v, want %v", durable, under.synced, expect)
		}
	}
}

func TestMkdirAllSyncSyncsOutermostFirst(t *testing.T) {
	call := func(op, name string) vfstest.Call { return vfstest.Call{Op: op, Name: name} }
	stories := []struct {
		name, before, dir string
		calls             []vfstest.Call
	}{
		{"nothing is there", ".", "a/b", []vfstest.Call{call("mkdirall", "a"),
			call("syncdir", "."), call("mkdirall", "a/b"), call("syncdir", "a")}},
		{"its parent is there", "a", "a/b",
			[]vfstest.Call{call("syncdir", "."), call("mkdirall", "a/b"), call("syncdir", "a")}},
		{"it is there", "a/b", "a/b", []vfstest.Call{call("syncdir", "."), call("syncdir", "a")}},
		{"the root", ".", ".", nil},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			fsys := vfstest.Memory()
			if err := fsys.MkdirAll(story.before); err != nil {
				t.Fatal(err)
			}
			fsys.Forget()
			if err := vfs.MkdirAllSync(fsys, story.dir); err != nil {
				t.Fatal(err)
			}
			if got := changes(fsys); !reflect.DeepEqual(got, story.calls) {
				t.Errorf("got %v, want %v", got, story.calls)
			}
			for n := range story.calls {
				broken := vfstest.Memory()
				broken.FailIf(false, failOnly(n))
				want(t, vfs.MkdirAllSync(broken, "a/b"), vfstest.ErrInjected)
			}
		})
	}
}

// changes gives the calls that change or sync something.
func changes(fsys *vfstest.FS) []vfstest.Call {
	var list []vfstest.Call
	for _, c := range fsys.Calls() {
		if c.Op != "stat" && c.Op != "readdir" {
			list = append(list, c)
		}
	}
	return list
}

// failOnly makes the call with this number fail, those that only look not counted.
func failOnly(number int) func(int, vfstest.Call) error {
	seen := 0
	return func(_ int, c vfstest.Call) error {
		if c.Op == "stat" || c.Op == "readdir" {
			return nil
		}
		seen++
		if seen-1 == number {
			return vfstest.ErrInjected
		}
		return nil
	}
}

func TestReadFileGivesAllOrAnError(t *testing.T) {
	fsys := vfstest.Memory()
	put(t, fsys, "f", "content")
	put(t, fsys, "empty", "")
	if got := get(t, fsys, "f"); got != "content" {
		t.Errorf("got %q", got)
	}
	if got := get(t, fsys, "empty"); got != "" {
		t.Errorf("got %q", got)
	}
	for _, op := range []string{"open", "size", "readat"} {
		fsys.FailIf(false, func(_ int, c vfstest.Call) error {
			if c.Op == op {
				return vfstest.ErrInjected
			}
			return nil
		})
		if b, err := vfs.ReadFile(fsys, "f"); b != nil || !errors.Is(err, vfstest.ErrInjected) {
			t.Errorf("with a failing %s: got %q, %v", op, b, err)
		}
	}
	fsys.FailIf(false, nil)
	if err := fsys.Remove("f"); err != nil {
		t.Errorf("a failed reading left the file open: %v", err)
	}
}
