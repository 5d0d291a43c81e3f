package demo_test

import (
	"errors"
	"path"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// write puts a file below a file system, directories and all.
func write(t *testing.T, fsys vfs.FS, name, content string) {
	t.Helper()
	if err := fsys.MkdirAll(path.Dir(name)); err != nil {
		t.Fatal(err)
	}
	f, err := fsys.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Append([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// contents reads everything below dir: path to bytes, directories as "".
func contents(t *testing.T, fsys vfs.FS, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name)
		if e.Dir {
			all[name+"/"] = ""
			for k, v := range contents(t, fsys, name) {
				all[k] = v
			}
			continue
		}
		b, err := vfs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(b)
	}
	return all
}

func sameContents(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s changed or is gone", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s came", name)
		}
	}
}

// memory gives an empty file system.
var memory = vfstest.Empty

func TestDirectoryThatNoDemoWroteIsLeftAlone(t *testing.T) {
	const segment = "d/00000000000000000000.log"
	change := func(name, content string) func(*testing.T, vfs.FS) {
		return func(t *testing.T, fsys vfs.FS) {
			do(t, fsys, "d", "produce", "truncate-tail=true")
			if err := fsys.Remove(name); err != nil && content != "" {
				t.Log(err)
			}
			write(t, fsys, name, content)
		}
	}
	rows := []struct {
		name    string
		prepare func(*testing.T, vfs.FS)
	}{
		{"a real segment", func(t *testing.T, fsys vfs.FS) { write(t, fsys, segment, "real") }},
		{"a real segment, empty", func(t *testing.T, fsys vfs.FS) { write(t, fsys, segment, "") }},
		{"a note beside a demo's files", change("d/note.txt", "mine")},
		{"a demo's segment grown since", change(segment, strings.Repeat("x", 2000))},
		{"a demo's segment changed, same size", change(segment, strings.Repeat("x", 1415))},
		{"a file deeper down", change("d/sub/file", "mine")},
		{"an empty directory", func(t *testing.T, fsys vfs.FS) {
			do(t, fsys, "d", "produce", "")
			if err := fsys.MkdirAll("d/empty"); err != nil {
				t.Fatal(err)
			}
		}},
		{"a marker that lists nothing",
			change("d/"+demo.MarkerName, "kaen-log demo, format 1\n")},
		{"a marker cut off", change("d/"+demo.MarkerName, "kaen-log demo, form")},
		{"an empty marker", change("d/"+demo.MarkerName, "")},
		{"a marker of something else", change("d/"+demo.MarkerName, "hello\n")},
		{"a marker that reaches outside", change("d/"+demo.MarkerName,
			"kaen-log demo, format 1\n4 00000000 ../e/file\n")},
		{"a marker that is a directory", func(t *testing.T, fsys vfs.FS) {
			write(t, fsys, "d/"+demo.MarkerName+"/x", "")
		}},
		{"a run that was killed", change("d/"+demo.RunningName, "running\n")},
		{"a run that was killed before it was half done", func(t *testing.T, fsys vfs.FS) {
			write(t, fsys, segment, "")
			write(t, fsys, "d/"+demo.RunningName, "running\n")
		}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			fsys := memory(t)
			write(t, fsys, "e/file", "outside")
			r.prepare(t, fsys)
			before := contents(t, fsys, ".")
			for _, spec := range demo.Specs() {
				o, err := spec.Parse([]demo.Set{{Name: "dir", Text: "d"}})
				if err != nil {
					t.Fatal(err)
				}
				run, err := demo.Do(spec, fsys, o)
				reason := demo.ErrForeign
				if _, killed := before["d/"+demo.RunningName]; killed {
					reason = demo.ErrRunning
				}
				if run != nil || !errors.Is(err, reason) {
					t.Errorf("%s: run %v, error %v", spec.Name, run, err)
				}
			}
			sameContents(t, contents(t, fsys, "."), before)
		})
	}
}

// refused tells whether a directory was left alone.
func refused(err error) bool {
	return errors.Is(err, demo.ErrForeign) || errors.Is(err, demo.ErrRunning)
}

func TestPathOfAFileIsRefused(t *testing.T) {
	fsys := memory(t)
	write(t, fsys, "d", "a file")
	spec, o := parse(t, "produce", "dir=d")
	if _, err := demo.Do(spec, fsys, o); !errors.Is(err, demo.ErrForeign) {
		t.Errorf("error %v", err)
	}
}

func TestDemosReplaceTheirOwnFiles(t *testing.T) {
	fsys := memory(t)
	var last map[string]string
	for range 2 {
		for _, spec := range demo.Specs() {
			do(t, fsys, "d", spec.Name, goldenFlags(spec))
			last = contents(t, fsys, "d")
			alone := memory(t)
			do(t, alone, "d", spec.Name, goldenFlags(spec))
			sameContents(t, last, contents(t, alone, "d"))
		}
	}
	for _, name := range []string{"d/produce/00000000000000000000.log",
		"d/idem/00000000000000000000.log"} {
		if last[name] == "" {
			t.Errorf("recovery-demo left no %s", name)
		}
	}
}

func TestFilesWhereSpecSays(t *testing.T) {
	rows := map[string][]string{
		"produce":  {"d/00000000000000000000.log"},
		"dedup":    {"d/idem/00000000000000000000.log", "d/idem-256/00000000000000000007.log"},
		"recovery": {"d/produce/00000000000000000000.log", "d/idem/00000000000000000000.log"},
	}
	for name, files := range rows {
		fsys := memory(t)
		do(t, fsys, "d", name, "")
		have := contents(t, fsys, "d")
		for _, f := range files {
			if have[f] == "" {
				t.Errorf("%s left no %s", name, f)
			}
		}
	}
}

// A run that ends anywhere, as when its process is killed or its disk is full, leaves a
// directory that the next run either takes as its own or refuses; nothing that was there
// before it is lost.
func TestRunEndedAnywhereLosesNothing(t *testing.T) {
	for n := 0; ; n++ {
		fsys := vfstest.Memory()
		write(t, fsys, "other/file", "mine")
		fsys.FailIf(true, func(i int, _ vfstest.Call) error {
			if i >= n {
				return vfstest.ErrInjected
			}
			return nil
		})
		spec, o := parse(t, "produce", "truncate-tail=true dir=d")
		_, first := demo.Do(spec, fsys, o)
		fsys.FailIf(false, nil)
		if b, err := vfs.ReadFile(fsys, "other/file"); err != nil || string(b) != "mine" {
			t.Fatalf("after call %d: other/file is %q, %v", n, b, err)
		}
		_, second := demo.Do(spec, fsys, o)
		if first == nil {
			if second != nil {
				t.Errorf("after a whole run: %v", second)
			}
			t.Logf("%d places to end at", n)
			return
		}
		if !strings.Contains(first.Error(), vfstest.ErrInjected.Error()) {
			t.Errorf("call %d failed, the demo says: %v", n, first)
		}
		if second != nil && !refused(second) {
			t.Errorf("after an end at call %d the next run says: %v", n, second)
		}
	}
}

// A run that fails and lives, as on a disk that is full for a moment, leaves the directory free
// for the next one.
func TestRunThatFailsLeavesItsDirectoryUsable(t *testing.T) {
	for _, earlier := range []bool{false, true} {
		for n := 0; ; n++ {
			fsys := vfstest.Memory()
			spec, o := parse(t, "dedup", "dir=d")
			if earlier {
				do(t, fsys, "d", "produce", "truncate-tail=true")
			}
			fsys.FailIf(true, func(i int, _ vfstest.Call) error {
				if i == n {
					return vfstest.ErrInjected
				}
				return nil
			})
			_, first := demo.Do(spec, fsys, o)
			fsys.FailIf(false, nil)
			if _, err := demo.Do(spec, fsys, o); err != nil && first != nil {
				t.Errorf("call %d failed (%v), then: %v", n, first, err)
			}
			if first == nil && n > 400 {
				break // no call is that late
			}
		}
	}
}

// dropper puts somebody's file into the directory while a demo runs there.
type dropper struct {
	vfs.FS
	t    *testing.T
	done bool
}

func (d *dropper) Create(name string) (vfs.File, error) {
	if strings.HasSuffix(name, ".log") && !d.done {
		d.done = true
		write(d.t, d.FS, "d/mine.log", "mine")
	}
	return d.FS.Create(name)
}

func TestFileThatCameDuringARunIsNotTheDemos(t *testing.T) {
	fsys := &dropper{FS: memory(t), t: t}
	do(t, fsys, "d", "produce", "")
	before := contents(t, fsys, "d")
	spec, o := parse(t, "produce", "dir=d")
	if _, err := demo.Do(spec, fsys, o); !errors.Is(err, demo.ErrForeign) {
		t.Errorf("error %v", err)
	}
	sameContents(t, contents(t, fsys, "d"), before)
}
