package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestPlaceKeepsTheNameOfADirectoryBelowTheWorkingDirectory(t *testing.T) {
	work := t.TempDir()
	t.Chdir(work)
	abs, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	volume := filepath.ToSlash(filepath.VolumeName(abs))
	fromRoot := strings.TrimPrefix(filepath.ToSlash(abs), volume+"/")
	for _, c := range []struct{ dir, name string }{
		{"data/orders-0", "data/orders-0"},
		{"./data/../x/", "x"},
		{".", "."},
		{"..", filepath.ToSlash(filepath.Dir(fromRoot))},
		{filepath.Join(abs, "x"), fromRoot + "/x"},
	} {
		fsys, name, err := place(c.dir)
		if err != nil || name != c.name || !fs.ValidPath(name) {
			t.Errorf("%s is %q (%v), want %q", c.dir, name, err, c.name)
			continue
		}
		if !fsys.Durable() {
			t.Errorf("%s: the operating system's files survive a crash", c.dir)
		}
		if e, err := fsys.Stat("."); err != nil || !e.Dir {
			t.Errorf("%s: the root is %+v (%v)", c.dir, e, err)
		}
	}
	fsys, name, err := place("made")
	if err != nil {
		t.Fatal(err)
	}
	if err := fsys.MkdirAll(name); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(work, "made")); err != nil || !info.IsDir() {
		t.Errorf("made in the wrong place: %v", err)
	}
}

// linked makes a working directory with links in it, and gives its real path.
//
//	real/deep/   a file and a directory, in
//	to -> real/deep   up -> ..   file   dangling -> nowhere   two -> to
func linked(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows takes .. away before it looks for links")
	}
	work, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(work, "real", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "file"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"to": "real/deep", "dangling": "nowhere", "two": "to",
		"up": "..", "round": "round"} {
		if err := os.Symlink(to, filepath.Join(work, name)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	t.Chdir(work)
	return work
}

func TestTwoDotsLeadOutOfWhereALinkLeads(t *testing.T) {
	work := linked(t)
	for _, c := range []struct{ dir, want string }{
		{"to/../q", work + "/real/q"},
		{"to/..", work + "/real"},
		{"two/../q", work + "/real/q"},
		{"./to//.././q/", work + "/real/q"},
		{"to/../../q", work + "/q"},
		{"to/../deep/../q", work + "/real/q"},
		{"up/../q", filepath.Dir(filepath.Dir(work)) + "/q"},
		{work + "/to/../q", work + "/real/q"},
		{"real/../to/../q", work + "/real/q"},
		{"real/deep/../q", work + "/real/q"},
		{"to/missing/../../q", work + "/real/q"},
		{"missing/../q", work + "/q"},
		{"missing/more/../../q", work + "/q"},
		{"../q", filepath.Dir(work) + "/q"},
		{"/../../q", "/q"},
		{"/..", "/"},
		{"to/q", work + "/to/q"},
		{"dangling/q", work + "/dangling/q"},
	} {
		if got, err := resolve(c.dir); got != c.want || err != nil {
			t.Errorf("%s is %s (%v), want %s", c.dir, got, err, c.want)
		}
		fsys, name, err := place(c.dir)
		if err != nil || !fs.ValidPath(name) {
			t.Errorf("%s: place gives %q, %v", c.dir, name, err)
			continue
		}
		// Where the system can walk the path, the file system must be at the same place.
		if there, err := os.Stat(c.dir); err == nil {
			entries, err := fsys.ReadDir(name)
			list, err2 := os.ReadDir(c.dir)
			if err != nil || err2 != nil || len(entries) != len(list) {
				t.Errorf("%s (%s): %d entries (%v), want %d (%v)", c.dir, there.Name(),
					len(entries), err, len(list), err2)
			}
		}
	}
}

func TestTwoDotsFromAWorkingDirectoryThatWasReachedByALink(t *testing.T) {
	work := linked(t)
	t.Setenv("PWD", work+"/to")
	if err := syscall.Chdir(filepath.Join(work, "real", "deep")); err != nil {
		t.Fatal(err)
	}
	if here, err := os.Getwd(); err != nil || here != work+"/to" {
		t.Skipf("the system calls the working directory %s, %v", here, err)
	}
	for dir, want := range map[string]string{
		"../q": work + "/real/q", "a/../q": work + "/to/q", "q": work + "/to/q",
	} {
		if got, err := resolve(dir); got != want || err != nil {
			t.Errorf("%s is %s (%v), want %s", dir, got, err, want)
		}
	}
	if _, name, err := place("a/../q"); name != "q" || err != nil {
		t.Errorf("below the working directory it is %q (%v), want q", name, err)
	}
}

func TestTwoDotsAfterWhatIsNoDirectoryAreRefused(t *testing.T) {
	work := linked(t)
	for _, dir := range []string{"file/../q", "file/x/../q", "dangling/../q", "round/../q",
		work + "/file/../q", "to/../../file/../q"} {
		if _, name, err := place(dir); err == nil {
			t.Errorf("%s is %q, want an error", dir, name)
		} else if _, ok := errors.AsType[*fs.PathError](err); !ok {
			t.Errorf("%s: error %v, want one that names the path", dir, err)
		}
	}
}
