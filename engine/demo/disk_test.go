//go:build !js

package demo_test

import (
	"sync"
	"testing"

	hackos "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/demo"
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

// Each run is a process of its own: it has its own adapter to the same directory.
func TestOfTwoRunsAtOnceOneGetsTheDirectory(t *testing.T) {
	fsys, root := onDisk(t)
	do(t, fsys, root+"/d", "dedup", "")
	var wg sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		own, _ := onDisk(t)
		wg.Go(func() {
			spec, o := parse(t, "dedup", "")
			o.Dir = root + "/d"
			_, results[i] = demo.Do(spec, own, o)
		})
	}
	wg.Wait()
	for _, err := range results {
		if err != nil && !refused(err) {
			t.Errorf("error %v", err)
		}
	}
	do(t, fsys, root+"/d", "dedup", "")
}
