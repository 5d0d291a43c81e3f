package vfs_test

import (
	"errors"
	"io"
	"io/fs"
	"reflect"
	"testing"
	"time"

	"kaenlog/engine/kerr"
	"kaenlog/engine/vfs"
)

// hackpadfs/mem: a write through a handle whose file was renamed or removed brings the old
// name back, and a second handle may never see what the first appended.
func TestOpenFileIsNeitherMovedNorOpenedTwice(t *testing.T) {
	const refused = true
	stories := []struct {
		name    string
		writer  bool // the handle that is open meanwhile
		call    func(vfs.FS) error
		refused bool
	}{
		{"a reader beside a writer", true, open, refused},
		{"a writer beside a writer", true, openAppend, refused},
		{"a writer beside a reader", false, openAppend, refused},
		{"a reader beside a reader", false, open, !refused},
		{"removed under a writer", true, remove, refused},
		{"removed under a reader", false, remove, refused},
		{"renamed under a writer", true, rename("d/f", "d/g"), refused},
		{"renamed under a reader", false, rename("d/f", "d/g"), refused},
		{"another file renamed over a writer's", true, rename("other", "d/f"), refused},
		{"another file renamed over a reader's", false, rename("other", "d/f"), refused},
		{"its directory renamed under a writer", true, rename("d", "e"), refused},
		{"its directory renamed under a reader", false, rename("d", "e"), refused},
		{"a file beside it renamed", true, rename("other", "d/g"), !refused},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				if err := fsys.MkdirAll("d"); err != nil {
					t.Fatal(err)
				}
				put(t, fsys, "other", "another")
				put(t, fsys, "d/f", "mine")
				f := reopen(t, fsys, story.writer)
				err := story.call(fsys)
				if story.refused {
					want(t, err, vfs.ErrInUse)
					if k, ok := errors.AsType[*kerr.Error](err); !ok || k.File != "d/f" {
						t.Errorf("%v does not name d/f", err)
					}
				} else if err != nil {
					t.Error(err)
				}
				if story.writer {
					add(t, f, ", more")
				}
				shut(t, f)
				if got := get(t, fsys, "d/f"); got != "mine" && got != "mine, more" {
					t.Errorf("the file holds %q", got)
				}
				if story.refused {
					if err := story.call(fsys); err != nil {
						t.Errorf("after Close: %v", err)
					}
				}
			})
		})
	}
}

func reopen(t *testing.T, fsys vfs.FS, writer bool) vfs.File {
	t.Helper()
	how := fsys.Open
	if writer {
		how = fsys.OpenAppend
	}
	f, err := how("d/f")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func open(fsys vfs.FS) error {
	f, err := fsys.Open("d/f")
	if err == nil {
		err = f.Close()
	}
	return err
}

func openAppend(fsys vfs.FS) error {
	f, err := fsys.OpenAppend("d/f")
	if err == nil {
		err = f.Close()
	}
	return err
}

func remove(fsys vfs.FS) error { return fsys.Remove("d/f") }

func rename(from, to string) func(vfs.FS) error {
	return func(fsys vfs.FS) error { return fsys.Rename(from, to) }
}

// What is removed or renamed after Close stays so: nothing comes back under the old name.
func TestRemovedAndRenamedNamesStayGone(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, "a", "first")
		put(t, fsys, "b", "second")
		if err := fsys.Rename("a", "b"); err != nil {
			t.Fatal(err)
		}
		put(t, fsys, "c", "third")
		if err := fsys.Remove("c"); err != nil {
			t.Fatal(err)
		}
		list, err := fsys.ReadDir(".")
		if err != nil || len(list) != 1 || list[0].Name != "b" {
			t.Fatalf("the directory lists %v, %v", list, err)
		}
		if got := get(t, fsys, "b"); got != "first" {
			t.Errorf("b holds %q", got)
		}
		want(t, fsys.Remove("c"), fs.ErrNotExist)
		want(t, fsys.Rename("c", "d"), fs.ErrNotExist)
	})
}

// hackpadfs/mem puts a file in a directory's place, and into a directory that is not there.
func TestRenameKeepsDirectoriesWhole(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, "f", "content")
		if err := fsys.MkdirAll("dir/inner"); err != nil {
			t.Fatal(err)
		}
		want(t, fsys.Rename("f", "dir"), vfs.ErrExist)
		want(t, fsys.Rename("f", "dir/inner"), vfs.ErrExist)
		want(t, fsys.Rename("f", "none/f"), fs.ErrNotExist)
		if got := get(t, fsys, "f"); got != "content" {
			t.Errorf("f holds %q", got)
		}
		if e, err := fsys.Stat("dir/inner"); err != nil || !e.Dir {
			t.Errorf("dir/inner is %+v, %v", e, err)
		}
	})
}

// hackpadfs/mem ignores O_EXCL.
func TestCreateRefusesTakenName(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, "file", "content")
		if err := fsys.MkdirAll("dir"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"file", "dir"} {
			f, err := fsys.Create(name)
			if f != nil {
				t.Errorf("%s was created again", name)
			}
			want(t, err, vfs.ErrExist)
			want(t, err, fs.ErrExist)
		}
		if got := get(t, fsys, "file"); got != "content" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// hackpadfs/mem panics when written to after Close.
func TestClosedFileRefusesEverything(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		f := create(t, fsys, "f", "content")
		shut(t, f)
		b := make([]byte, 4)
		calls := map[string]func() error{
			"ReadAt":   func() error { _, err := f.ReadAt(b, 0); return err },
			"Append":   func() error { _, err := f.Append(b); return err },
			"Truncate": func() error { return f.Truncate(1) },
			"Size":     func() error { _, err := f.Size(); return err },
			"Sync":     f.Sync,
			"Close":    f.Close,
		}
		for name, call := range calls {
			t.Run(name, func(t *testing.T) { want(t, call(), vfs.ErrClosed) })
		}
		if got := get(t, fsys, "f"); got != "content" {
			t.Errorf("the file holds %q", got)
		}
	})
}

func TestReadDirIsSortedAndTellsKindAndSize(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		for _, name := range []string{"m", "c", "z", "a", "q"} {
			put(t, fsys, name, name+name)
		}
		if err := fsys.MkdirAll("k/inner"); err != nil {
			t.Fatal(err)
		}
		got, err := fsys.ReadDir(".")
		if err != nil {
			t.Fatal(err)
		}
		file := func(name string) vfs.Entry { return vfs.Entry{Name: name, Regular: true, Size: 2} }
		expect := []vfs.Entry{file("a"), file("c"), {Name: "k", Dir: true}, file("m"), file("q"),
			file("z")}
		if !reflect.DeepEqual(got, expect) {
			t.Errorf("got %v, want %v", got, expect)
		}
		for _, e := range expect {
			if one, err := fsys.Stat(e.Name); err != nil || one != e {
				t.Errorf("Stat gives %v, %v; ReadDir %v", one, err, e)
			}
		}
		_, err = fsys.ReadDir("none")
		want(t, err, fs.ErrNotExist)
		_, err = fsys.Stat("none")
		want(t, err, fs.ErrNotExist)
	})
}

// Modification times are the wall clock: no run may show one.
func TestEntriesTellNoTimes(t *testing.T) {
	e := reflect.TypeFor[vfs.Entry]()
	for i := range e.NumField() {
		if e.Field(i).Type == reflect.TypeFor[time.Time]() {
			t.Errorf("Entry.%s is a time: runs must be the same every time", e.Field(i).Name)
		}
	}
}

// hackpadfs/mem gives io.EOF beside a full read that ends at the file's end.
func TestReadAtTellsShortFromFull(t *testing.T) {
	stories := []struct {
		name string
		pos  int64
		size int
		got  string
		err  error
	}{
		{"inside", 2, 3, "cde", nil},
		{"from the start", 0, 2, "ab", nil},
		{"the whole file", 0, 6, "abcdef", nil},
		{"exactly to the end", 3, 3, "def", nil},
		{"one past the end", 3, 4, "def", io.EOF},
		{"at the end", 6, 1, "", io.EOF},
		{"behind the end", 9, 1, "", io.EOF},
		{"nothing, at the end", 6, 0, "", nil},
	}
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		f := create(t, fsys, "f", "abcdef")
		defer shut(t, f)
		for _, story := range stories {
			t.Run(story.name, func(t *testing.T) {
				b := make([]byte, story.size)
				n, err := f.ReadAt(b, story.pos)
				if string(b[:n]) != story.got || err != story.err {
					t.Errorf("got %q, %v; want %q, %v", b[:n], err, story.got, story.err)
				}
			})
		}
		if _, err := f.ReadAt(make([]byte, 1), -1); err == nil || err == io.EOF {
			t.Errorf("reading before the start gives %v", err)
		}
	})
}

// hackpadfs/mem: a handle that looked at its size before another grew the file reads io.EOF
// for ever. One handle appends and reads, so it sees what it wrote.
func TestHandleSeesWhatItAppended(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, "f", "")
		f, err := fsys.OpenAppend("f")
		if err != nil {
			t.Fatal(err)
		}
		defer shut(t, f)
		var expect string
		for _, piece := range []string{"one", "two", "", "three"} {
			if got := whole(t, f); got != expect {
				t.Fatalf("got %q, want %q", got, expect)
			}
			if _, err := f.ReadAt(make([]byte, 1), int64(len(expect))); err != io.EOF {
				t.Fatalf("behind the end: %v", err)
			}
			add(t, f, piece)
			expect += piece
		}
		if got := whole(t, f); got != expect {
			t.Errorf("got %q, want %q", got, expect)
		}
	})
}

func TestAppendGoesToTheRealEnd(t *testing.T) {
	stories := []struct {
		name   string
		before string
		size   int64 // what the file is cut to
		add    string
		expect string
	}{
		{"after a cut inside", "abcdef", 3, "X", "abcX"},
		{"after a cut to nothing", "abcdef", 0, "XYZ", "XYZ"},
		{"after a cut to the same size", "abcdef", 6, "X", "abcdefX"},
		{"the old bytes do not come back", "abcdef", 1, "X", "aX"},
		{"more than what was cut", "abc", 1, "VWXYZ", "aVWXYZ"},
		{"nothing after a cut", "abcdef", 2, "", "ab"},
		{"a file made longer is filled with zeros", "ab", 4, "X", "ab\x00\x00X"},
		{"cut and made longer again: zeros, not the old bytes", "abcdef", 2, "\x00\x00", "ab\x00\x00"},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				put(t, fsys, "f", story.before)
				f, err := fsys.OpenAppend("f")
				if err != nil {
					t.Fatal(err)
				}
				if err := f.Truncate(story.size); err != nil {
					t.Fatal(err)
				}
				add(t, f, story.add)
				if got := whole(t, f); got != story.expect {
					t.Errorf("the handle reads %q, want %q", got, story.expect)
				}
				shut(t, f)
				if got := get(t, fsys, "f"); got != story.expect {
					t.Errorf("the file holds %q, want %q", got, story.expect)
				}
			})
		})
	}
}

func TestTruncatedAndLengthenedFileHoldsZeros(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		f := create(t, fsys, "f", "abcdef")
		defer shut(t, f)
		for _, size := range []int64{2, 6} {
			if err := f.Truncate(size); err != nil {
				t.Fatal(err)
			}
		}
		if got := whole(t, f); got != "ab\x00\x00\x00\x00" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// A file that could not be opened is no file, whatever the library hands out beside the
// error, and does not count as open.
func TestFailedOpeningGivesNoFile(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		calls := []struct {
			name string
			call func(string) (vfs.File, error)
		}{{"Open", fsys.Open}, {"OpenAppend", fsys.OpenAppend}}
		for _, c := range calls {
			f, err := c.call("none")
			if f != nil {
				t.Errorf("%s gave a file", c.name)
			}
			want(t, err, fs.ErrNotExist)
		}
		if f, err := fsys.Create("no/dir"); f != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Create without a directory gave %v, %v", f, err)
		}
		put(t, fsys, "none", "")
		if err := fsys.Remove("none"); err != nil {
			t.Errorf("a failed opening is still counted: %v", err)
		}
	})
}

func TestInvalidNamesAreRefused(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		for _, name := range []string{"", "/f", "a/../f", "./f", "f/"} {
			if f, err := fsys.Create(name); f != nil || err == nil {
				t.Errorf("%q was created: %v", name, err)
			}
			if f, err := fsys.Open(name); f != nil || err == nil {
				t.Errorf("%q was opened: %v", name, err)
			}
		}
	})
}
