//go:build !js

package vfs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hack-pad/hackpadfs"
	hackpados "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

func init() { vfstest.Kinds = append(vfstest.Kinds, vfstest.Kind{Name: "disk", Fresh: disk}) }

// disk gives a file system whose root is an empty directory of the operating system.
func disk(t testing.TB) vfs.FS {
	t.Helper()
	fsys, _ := diskAt(t)
	return fsys
}

func diskAt(t testing.TB) (vfs.FS, string) {
	t.Helper()
	root := t.TempDir()
	sub, err := hackpados.NewFS().Sub(strings.TrimPrefix(filepath.ToSlash(root), "/"))
	if err != nil {
		t.Fatal(err)
	}
	return vfs.FromHackpad(sub, vfs.Options{Durable: true}), root
}

func TestDiskIsDurable(t *testing.T) {
	if !disk(t).Durable() {
		t.Error("the disk claims not to be durable")
	}
}

func TestDiskSyncsFilesAndDirectories(t *testing.T) {
	fsys, root := diskAt(t)
	if err := fsys.MkdirAll("a/b"); err != nil {
		t.Fatal(err)
	}
	f := create(t, fsys, "a/f", "content")
	defer shut(t, f)
	if err := f.Sync(); err != nil {
		t.Errorf("Sync: %v", err)
	}
	for _, dir := range []string{".", "a", "a/b"} {
		if err := fsys.SyncDir(dir); err != nil {
			t.Errorf("SyncDir %s: %v", dir, err)
		}
	}
	want(t, fsys.SyncDir("none"), fs.ErrNotExist)
	if b, err := os.ReadFile(filepath.Join(root, "a", "f")); err != nil || string(b) != "content" {
		t.Errorf("on the disk stands %q, %v", b, err)
	}
}

func TestDiskMakesAFileNoMoreOpenThanAnother(t *testing.T) {
	fsys, root := diskAt(t)
	put(t, fsys, "log", "content")
	for mode, want := range map[os.FileMode]os.FileMode{0o600: 0o600, 0o666: 0o644, 0o640: 0o640} {
		if err := os.Chmod(filepath.Join(root, "log"), mode); err != nil {
			t.Fatal(err)
		}
		f, err := fsys.CreateLike("copy", "log")
		if err != nil {
			t.Fatal(err)
		}
		shut(t, f)
		info, err := os.Stat(filepath.Join(root, "copy"))
		if err != nil || info.Mode().Perm()&^want != 0 {
			t.Errorf("like %o it is %o, %v", mode, info.Mode().Perm(), err)
		}
		if f, err := fsys.CreateLike("copy", "log"); f != nil || !errors.Is(err, vfs.ErrExist) {
			t.Errorf("over another: %v", err)
		}
		if err := fsys.Remove("copy"); err != nil {
			t.Fatal(err)
		}
	}
	if f, err := fsys.CreateLike("copy", "none"); f != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("like none: %v", err)
	}
}

// The library's failed OpenFile can give a file that is no file beside the error.
func TestLibraryDiskGivesShellBesideError(t *testing.T) {
	sub, err := hackpados.NewFS().Sub(strings.TrimPrefix(filepath.ToSlash(t.TempDir()), "/"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := hackpadfs.OpenFile(sub, "none", hackpadfs.FlagReadOnly, 0)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if f == nil {
		t.Error("no file beside the error: " + mended)
	}
}

// A link is neither a file nor a directory of ours, and a reader still gets through it.
func TestDiskTellsLinksFromFiles(t *testing.T) {
	fsys, root := diskAt(t)
	put(t, fsys, "f", "content")
	if err := os.Symlink("f", filepath.Join(root, "link")); err != nil {
		t.Skip(err)
	}
	e, err := fsys.Stat("link")
	if err != nil || e.Regular || e.Dir || e.Size != 0 {
		t.Errorf("Stat gives %+v, %v", e, err)
	}
	list, err := fsys.ReadDir(".")
	if err != nil || len(list) != 2 || list[1] != e {
		t.Errorf("ReadDir gives %+v, %v", list, err)
	}
	if _, err := fsys.Create("link"); !errors.Is(err, vfs.ErrExist) {
		t.Errorf("Create over a link gives %v", err)
	}
	if got := get(t, fsys, "link"); got != "content" {
		t.Errorf("through the link: %q", got)
	}
}
