package vfs_test

import (
	"errors"
	"io"
	"io/fs"
	"runtime"
	"testing"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/keyvalue/blob"
	"github.com/hack-pad/hackpadfs/mem"
)

// The faults of hackpadfs v0.2.4 that the adapter hides, each seen in the bare library. A test
// that fails here brings good news: the fault was mended, and what the adapter does about it
// can go.
const mended = "the library has mended this: see what in hackpad.go can go"

func bare(t testing.TB) *mem.FS {
	t.Helper()
	m, err := mem.NewFS()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const appendFlags = hackpadfs.FlagReadWrite | hackpadfs.FlagAppend | hackpadfs.FlagCreate

func bareFile(t testing.TB, m *mem.FS, name, content string) hackpadfs.File {
	t.Helper()
	f, err := m.OpenFile(name, appendFlags, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	bareWrite(t, f, content)
	return f
}

func bareWrite(t testing.TB, f hackpadfs.File, content string) {
	t.Helper()
	if _, err := hackpadfs.WriteFile(f, []byte(content)); err != nil && content != "" {
		t.Fatal(err)
	}
}

func TestLibraryMemHasNoSync(t *testing.T) {
	m := bare(t)
	f := bareFile(t, m, "f", "x")
	dir, err := m.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []hackpadfs.File{f, dir} {
		if err := hackpadfs.SyncFile(file); !errors.Is(err, hackpadfs.ErrNotImplemented) {
			t.Errorf("SyncFile gives %v: %s", err, mended)
		}
	}
}

func TestLibraryMemBringsOldNamesBack(t *testing.T) {
	stories := map[string]func(*mem.FS) error{
		"removed": func(m *mem.FS) error { return m.Remove("f") },
		"renamed": func(m *mem.FS) error { return m.Rename("f", "g") },
	}
	for name, away := range stories {
		t.Run(name, func(t *testing.T) {
			m := bare(t)
			f := bareFile(t, m, "f", "one")
			if err := away(m); err != nil {
				t.Fatal(err)
			}
			bareWrite(t, f, "two")
			if _, err := m.Stat("f"); err != nil {
				t.Errorf("the old name is gone: %v: %s", err, mended)
			}
		})
	}
}

func TestLibraryMemHandleKeepsItsOldSize(t *testing.T) {
	m := bare(t)
	bareFile(t, m, "f", "")
	early, err := m.Open("f")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hackpadfs.ReadAtFile(early, make([]byte, 1), 0); err != io.EOF {
		t.Fatal(err)
	}
	late, err := m.OpenFile("f", appendFlags, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	bareWrite(t, late, "grown")
	if n, err := hackpadfs.ReadAtFile(early, make([]byte, 5), 0); n != 0 || err != io.EOF {
		t.Errorf("the early handle reads %d bytes, %v: %s", n, err, mended)
	}
}

func TestLibraryMemIgnoresExclusive(t *testing.T) {
	m := bare(t)
	bareFile(t, m, "f", "x")
	_, err := m.OpenFile("f", appendFlags|hackpadfs.FlagExclusive, 0o644)
	if err != nil {
		t.Errorf("O_EXCL gives %v: %s", err, mended)
	}
}

func TestLibraryMemPanicsWhenWrittenAfterClose(t *testing.T) {
	f := bareFile(t, bare(t), "f", "x")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err == nil {
		t.Error("a second Close says nothing")
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic: " + mended)
		}
	}()
	_, err := hackpadfs.WriteFile(f, []byte("y"))
	t.Errorf("got %v: %s", err, mended)
}

func TestLibraryMemGivesEOFBesideFullRead(t *testing.T) {
	f := bareFile(t, bare(t), "f", "abc")
	if n, err := hackpadfs.ReadAtFile(f, make([]byte, 3), 0); n != 3 || err != io.EOF {
		t.Errorf("got %d, %v: %s", n, err, mended)
	}
}

func TestLibraryMemListsWithoutOrderOrEnd(t *testing.T) {
	m := bare(t)
	for _, name := range []string{"b", "a", "c"} {
		bareFile(t, m, name, "x")
	}
	for n := range 2 { // a sorted list may be chance, an end would not
		dir, err := m.Open(".")
		if err != nil {
			t.Fatal(err)
		}
		list, err := hackpadfs.ReadDirFile(dir, 3)
		if len(list) != 3 || err != nil {
			t.Fatalf("run %d: %v, %v", n, list, err)
		}
		if list, err = hackpadfs.ReadDirFile(dir, 3); len(list) != 0 || err != nil {
			t.Errorf("behind the end: %v, %v: %s", list, err, mended)
		}
	}
}

func TestLibraryBlobSlicesFromTheStart(t *testing.T) {
	b, err := blob.Slice(blob.NewBytes([]byte("abcdef")), 2, 4)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(b.Bytes()); got != "ab" {
		t.Errorf("slice 2 to 4 is %q: %s", got, mended)
	}
}

func TestLibraryMemWriteAtAppends(t *testing.T) {
	f := bareFile(t, bare(t), "f", "abc")
	if _, err := hackpadfs.WriteAtFile(f, []byte("X"), 0); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 4)
	if _, err := hackpadfs.ReadAtFile(f, b, 0); err != io.EOF || string(b) != "abcX" {
		t.Errorf("the file holds %q, %v: %s", b, err, mended)
	}
}

// Appending costs neither the file's size nor much: the engine's appends stand on it.
func TestLibraryMemAppendsInConstantTime(t *testing.T) {
	const large, piece, times = 8 << 20, 1 << 10, 512
	fsys := memory(t)
	f := create(t, fsys, "f", string(make([]byte, large)))
	defer shut(t, f)
	content := make([]byte, piece)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		if _, err := f.Append(content); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	// The file's own slice may grow once or twice by a quarter; copying it on each append
	// would take 4 GiB.
	if got := after.TotalAlloc - before.TotalAlloc; got > 4*large {
		t.Errorf("%d appends of %d bytes took %d bytes of memory", times, piece, got)
	}
	if got := testing.AllocsPerRun(100, func() { f.Append(content) }); got > 30 {
		t.Errorf("an append makes %.0f allocations", got)
	}
}

// The errors of the library are those of io/fs, which the engine asks for.
func TestLibraryErrorsAreThoseOfTheStandardLibrary(t *testing.T) {
	if _, err := bare(t).Open("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
