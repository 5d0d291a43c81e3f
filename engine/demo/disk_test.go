//go:build !js

package demo_test

import (
	"testing"

	hackos "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/vfs"
)

// onDisk gives the operating system's files and the path of an empty directory there.
func onDisk(t *testing.T) (vfs.FS, string) {
	fsys := hackos.NewFS()
	root, err := fsys.FromOSPath(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return vfs.FromHackpad(fsys, vfs.Options{Durable: true}), root
}
