package vfstest

import (
	"testing"

	"kaenlog/engine/vfs"
)

// Kind is a kind of file system that everything of ours must work on.
type Kind struct {
	Name  string
	Fresh func(testing.TB) vfs.FS
}

// Kinds are those that OnEach goes through: memory, and what a test package adds. The disk is
// added in its disk_test.go, since the engine itself may not name it.
var Kinds = []Kind{{"memory", Empty}}

// Empty gives an empty file system in memory.
func Empty(t testing.TB) vfs.FS {
	t.Helper()
	fsys, err := vfs.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	return fsys
}

// OnEach runs a test on an empty file system of each kind.
func OnEach(t *testing.T, test func(*testing.T, vfs.FS)) {
	t.Helper()
	for _, k := range Kinds {
		t.Run(k.Name, func(t *testing.T) { test(t, k.Fresh(t)) })
	}
}
