package crashfs_test

import (
	"bytes"
	"errors"
	"path"
	"testing"

	"github.com/hack-pad/hackpadfs"

	"kaenlog/engine/crashfs"
	"kaenlog/engine/demo"
	"kaenlog/engine/inspect"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// Power cuts under what writes beside the partition: the demos, and the recovery of a file that
// somebody names.

// faulty runs do once for each of its calls, which is the last that its process makes or fails
// once, until a run succeeds, and gives each crash that can come after it.
func faulty(t *testing.T, before func() *crashfs.FS, do func(vfs.FS) error,
	check func(after *crashfs.FS, done bool)) {
	t.Helper()
	crashes := 0
	for _, dies := range []bool{true, false} {
		for n, ended := 0, false; !ended; n++ {
			f := before()
			fsys := vfstest.Wrap(disk(f))
			if dies {
				fsys.FailIf(false, func(i int, _ vfstest.Call) error {
					if i < n {
						return nil
					}
					return errDead
				})
			} else {
				f.FailAt(n, nil, 40)
			}
			err := do(fsys)
			ended = dies && !errors.Is(err, errDead) || !dies && f.Waiting()
			f.FailAt(-1, nil, 0)
			if ended && err != nil {
				t.Fatal(err)
			}
			for after := range everyCrash(f) {
				check(after, err == nil)
				crashes++
			}
		}
	}
	t.Logf("%d crashes", crashes)
}

// What a recovery cuts off is in the log or, all of it, in the file beside it.
func TestRecoverOfAFileLosesNoByte(t *testing.T) {
	tail := written(t, 3)[:60]
	f := durable(t, 3, 0, tail...)
	name := path.Join(where, "00000000000000000000.log")
	all, err := hackpadfs.ReadFile(f, name)
	if err != nil {
		t.Fatal(err)
	}
	good := all[:len(all)-len(tail)]
	faulty(t,
		func() *crashfs.FS { return durable(t, 3, 0, tail...) },
		func(fsys vfs.FS) error {
			r, err := inspect.Recover(&inspect.Target{FS: fsys, Name: name, Label: "x"}, false,
				func(string, int64, int64, int64) {})
			if err == nil && r.Dropped != int64(len(tail)) {
				t.Fatalf("%+v", r)
			}
			return err
		},
		func(after *crashfs.FS, done bool) {
			t.Helper()
			log, err := hackpadfs.ReadFile(after, name)
			if err != nil {
				t.Fatalf("%v; %s", err, after.Origin())
			}
			cut, err := hackpadfs.ReadFile(after, name+".cut")
			isCut := bytes.Equal(log, good)
			if !isCut && (done || !bytes.Equal(log, all)) {
				t.Fatalf("the log has %d bytes; %s", len(log), after.Origin())
			}
			if isCut && (err != nil || !bytes.Equal(cut, tail)) {
				t.Fatalf("the tail is kept in %d bytes, %v; %s", len(cut), err, after.Origin())
			}
		})
}

// A demo that has ended leaves a directory that the next one takes, whatever is lost; one that
// was killed leaves the same, or one that is refused.
func TestDirectoryOfADemoAfterAPowerCut(t *testing.T) {
	skipShort(t)
	spec, ok := demo.SpecOf("produce-demo")
	if !ok {
		t.Fatal("no such demo")
	}
	o, err := spec.Parse([]demo.Set{{Name: "dir", Text: "lesson/produce"},
		{Name: "batches", Text: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	run := func(fsys vfs.FS) error {
		_, err := demo.Do(spec, fsys, o)
		return err
	}
	taken, refused := 0, 0
	faulty(t, crashfs.New, run, func(after *crashfs.FS, done bool) {
		t.Helper()
		err := run(disk(after))
		switch {
		case err == nil:
			taken++
		case done || !errors.Is(err, demo.ErrForeign) && !errors.Is(err, demo.ErrRunning):
			t.Fatalf("the next demo: %v; %s", err, after.Origin())
		default:
			refused++
		}
	})
	if taken == 0 || refused == 0 {
		t.Errorf("taken %d times, refused %d times", taken, refused)
	}
}

// The files of a demo that has ended are what its marker says, index files too, which the log
// never syncs: enough batches for entries in them.
func TestMarkerOfADemoIsTrueAfterAPowerCut(t *testing.T) {
	spec, _ := demo.SpecOf("produce-demo")
	o, err := spec.Parse([]demo.Set{{Name: "dir", Text: "lesson"}, {Name: "batches", Text: "20"}})
	if err != nil {
		t.Fatal(err)
	}
	f := crashfs.New()
	if _, err := demo.Do(spec, disk(f), o); err != nil {
		t.Fatal(err)
	}
	for after := range everyCrash(f) {
		index, err := hackpadfs.Stat(after, "lesson/00000000000000000000.index")
		if err != nil || index.Size() == 0 {
			t.Fatalf("no index entries to lose: %v", err)
		}
		if _, err := demo.Do(spec, disk(after), o); err != nil {
			t.Errorf("the next demo: %v; %s", err, after.Origin())
		}
	}
}
