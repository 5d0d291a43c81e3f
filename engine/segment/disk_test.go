//go:build !js

package segment_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	hackpados "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

func init() { vfstest.Kinds = append(vfstest.Kinds, vfstest.Kind{Name: "disk", Fresh: disk}) }

// disk gives a file system whose root is an empty directory of the operating system.
func disk(t testing.TB) vfs.FS {
	t.Helper()
	return diskAt(t, t.TempDir())
}

func diskAt(t testing.TB, root string) vfs.FS {
	t.Helper()
	sub, err := hackpados.NewFS().Sub(strings.TrimPrefix(filepath.ToSlash(root), "/"))
	if err != nil {
		t.Fatal(err)
	}
	return vfs.FromHackpad(sub, vfs.Options{Durable: true})
}

// An index is read no further than it should be long, and written through no link.
func TestOddIndexFilesOnADisk(t *testing.T) {
	root := t.TempDir()
	fsys := diskAt(t, root)
	on := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	put(t, fsys, file(0, ".log"), one(t, 0, now))
	put(t, fsys, "precious", []byte("content"))
	for _, name := range []string{file(0, ".index"), file(1, ".timeindex")} {
		put(t, fsys, name, nil)
		if err := os.Truncate(on(name), 1<<42); err != nil {
			t.Skip(err) // not every disk takes a file with such a hole
		}
	}
	l := open(t, fsys, segment.Config{SegmentBytes: one(t, 0, now).Size()})
	add(t, l, one(t, 1, now)) // mends the first, and rolls to where the second stands
	if err := os.Symlink("../precious", on(file(2, ".index"))); err != nil {
		t.Skip(err)
	}
	want(t, l.Append(one(t, 2, now), now), segment.ErrNotAFile)
	shut(t, l)
	_, err := segment.Open(fsys, dir, segment.Config{}, nil)
	wantAt(t, err, segment.ErrNotAFile, file(2, ".index"), 0)
	wantBytes(t, "behind the link", get(t, fsys, "precious"), []byte("content"))
}
