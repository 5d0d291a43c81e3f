package vfs_test

import (
	"errors"
	"testing"

	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// memory gives an empty file system, and onEach runs a test on one of each kind.
var memory, onEach = vfstest.Empty, vfstest.OnEach

// create makes a file with this content and gives it back open for appending.
func create(t testing.TB, fsys vfs.FS, name, content string) vfs.File {
	t.Helper()
	f, err := fsys.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if content != "" {
		add(t, f, content)
	}
	return f
}

// put makes a file with this content and closes it.
func put(t testing.TB, fsys vfs.FS, name, content string) {
	t.Helper()
	shut(t, create(t, fsys, name, content))
}

func add(t testing.TB, f vfs.File, content string) {
	t.Helper()
	if n, err := f.Append([]byte(content)); n != len(content) || err != nil {
		t.Fatalf("appending %q gave %d, %v", content, n, err)
	}
}

func shut(t testing.TB, f vfs.File) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, fsys vfs.FS, name string) string {
	t.Helper()
	b, err := vfs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// whole reads an open file from its start to its size.
func whole(t testing.TB, f vfs.File) string {
	t.Helper()
	size, err := f.Size()
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, size)
	if n, err := f.ReadAt(b, 0); n != len(b) || size > 0 && err != nil {
		t.Fatalf("reading %d bytes gave %d, %v", size, n, err)
	}
	return string(b)
}

func want(t testing.TB, got, kind error) {
	t.Helper()
	if !errors.Is(got, kind) {
		t.Errorf("got error %v, want %v", got, kind)
	}
}
