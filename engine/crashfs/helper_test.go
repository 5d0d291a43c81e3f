package crashfs_test

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/hack-pad/hackpadfs"

	"kaenlog/engine/crashfs"
)

const (
	toRead   = hackpadfs.FlagReadOnly
	toAppend = hackpadfs.FlagReadWrite | hackpadfs.FlagAppend | hackpadfs.FlagCreate
	toWrite  = hackpadfs.FlagReadWrite | hackpadfs.FlagCreate
)

// story is a file system of which a test tells what was done.
type story struct {
	*crashfs.FS
	t testing.TB
}

func begin(t testing.TB) story { return story{crashfs.New(), t} }

func (s story) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s story) open(name string, flag int) hackpadfs.File {
	s.t.Helper()
	f, err := s.OpenFile(name, flag, 0o644)
	s.must(err)
	return f
}

// add appends to a file, which is made where it is missing; nothing is synced.
func (s story) add(name, content string) {
	s.t.Helper()
	f := s.open(name, toAppend)
	if content != "" {
		_, err := hackpadfs.WriteFile(f, []byte(content))
		s.must(err)
	}
	s.must(f.Close())
}

func (s story) writeAt(name string, pos int64, content string) {
	s.t.Helper()
	f := s.open(name, toWrite)
	_, err := hackpadfs.WriteAtFile(f, []byte(content), pos)
	s.must(err)
	s.must(f.Close())
}

func (s story) truncate(name string, size int64) {
	s.t.Helper()
	f := s.open(name, toWrite)
	s.must(hackpadfs.TruncateFile(f, size))
	s.must(f.Close())
}

// sync syncs files and directories.
func (s story) sync(names ...string) {
	s.t.Helper()
	for _, name := range names {
		f := s.open(name, toRead)
		s.must(hackpadfs.SyncFile(f))
		s.must(f.Close())
	}
}

// badSync is a sync that fails.
func (s story) badSync(name string) {
	s.t.Helper()
	f := s.open(name, toRead)
	s.FailAt(0, nil, 0)
	if err := hackpadfs.SyncFile(f); !errors.Is(err, crashfs.ErrInjected) {
		s.t.Fatalf("the sync gave %v", err)
	}
	s.must(f.Close())
}

// look gives all that is there, as "a=bytes d/ d/b=" in the order of a sorted walk; zeros
// are dots.
func look(t testing.TB, f *crashfs.FS) string {
	t.Helper()
	var all []string
	for _, e := range f.State() {
		switch {
		case e.Gone:
		case e.Dir:
			all = append(all, e.Name+"/")
		default:
			b, err := hackpadfs.ReadFile(f, e.Name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e.Name+"="+strings.ReplaceAll(string(b), "\x00", "."))
		}
	}
	return strings.Join(all, " ")
}

// states gives how each crash can end, sorted.
func (s story) states() []string {
	s.t.Helper()
	var all []string
	for _, after := range s.States() {
		all = append(all, look(s.t, after))
	}
	sort.Strings(all)
	return all
}

// known gives the state as a person reads it: "name" for a name that survives, "(name)" for
// one that may not, "-name" for one that may come back; behind a file its durable bytes as
// they are and a ? for each other.
func known(t testing.TB, f *crashfs.FS) string {
	t.Helper()
	var all []string
	for _, e := range f.State() {
		text := e.Name
		switch {
		case e.Gone:
			text = "-" + text
		case !e.NameDurable:
			text = "(" + text + ")"
		}
		if e.Dir {
			text += "/"
		} else if !e.Gone {
			b, err := hackpadfs.ReadFile(f, e.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range e.Ranges {
				for i := r.From; i < r.To && !r.Durable; i++ {
					b[i] = '?'
				}
			}
			text += fmt.Sprintf("=%s %d..%d", strings.ReplaceAll(string(b), "\x00", "."),
				e.LeastSize, e.MostSize)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func same(t testing.TB, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}
