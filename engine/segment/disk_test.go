//go:build !js

package segment_test

import (
	"path/filepath"
	"strings"
	"testing"

	hackpados "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

func init() { vfstest.Kinds = append(vfstest.Kinds, vfstest.Kind{Name: "disk", Fresh: disk}) }

// disk gives a file system whose root is an empty directory of the operating system.
func disk(t testing.TB) vfs.FS {
	t.Helper()
	root := strings.TrimPrefix(filepath.ToSlash(t.TempDir()), "/")
	sub, err := hackpados.NewFS().Sub(root)
	if err != nil {
		t.Fatal(err)
	}
	return vfs.FromHackpad(sub, vfs.Options{Durable: true})
}
