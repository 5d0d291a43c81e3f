//go:build !js

package partition_test

import (
	"testing"

	hackos "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/vfs"
)

func init() {
	places = append(places, struct {
		name string
		make func(t testing.TB) (vfs.FS, string)
	}{"on disk", func(t testing.TB) (vfs.FS, string) {
		fsys := hackos.NewFS()
		dir, err := fsys.FromOSPath(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		return vfs.FromHackpad(fsys, vfs.Options{Durable: true}), dir + "/orders-0"
	}})
}
