package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/vfs"
)

// segmentOf makes a segment of n batches with a record each.
func segmentOf(t *testing.T, n int) []byte {
	t.Helper()
	var all []byte
	for i := range n {
		at := len(all)
		var err error
		all, err = batch.Append(all, batch.NoProducer,
			[]batch.NewRecord{{Key: []byte("k"), Value: []byte("vvv")}})
		if err != nil {
			t.Fatal(err)
		}
		batch.Batch(all[at:]).Stamp(int64(i), 0)
	}
	return all
}

func join(p Pages) string { return string(bytes.Join(p, nil)) }

func TestInspectTellsWhatDumpTellsOfTheSameFile(t *testing.T) {
	data := segmentOf(t, 900) // in JSON, more than one page
	data = append(data, "torn"...)
	const name = "orders-0/00000000000000000000.log"
	a := New()
	if _, _, err := a.place("."); err != nil {
		t.Fatal(err)
	}
	if err := a.fsys.MkdirAll("orders-0"); err != nil {
		t.Fatal(err)
	}
	f, err := a.fsys.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Append(data); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, records := range []string{"true", "false"} {
		given := []demo.Set{{Name: "records", Text: records}, {Name: "name", Text: name}}
		got, err := Inspect(data, given)
		if err != nil {
			t.Fatal(err)
		}
		for format, text := range map[string]string{"json": join(got.JSON), "text": join(got.Text)} {
			want := a.Run([]string{"dump", name, "--records=" + records, "--format", format})
			if text != string(want.Text) || got.Exit != want.Exit || got.Stderr != want.Stderr {
				t.Errorf("%s, records %s: exit %d %s, want %d %s; same text: %t", format, records,
					got.Exit, got.Stderr, want.Exit, want.Stderr, text == string(want.Text))
			}
		}
		if len(got.JSON) < 2 || got.Exit != cli.ExitFailed {
			t.Errorf("%d pages, exit %d: this test shows too little", len(got.JSON), got.Exit)
		}
	}
}

func TestInspectTakesAnyBytes(t *testing.T) {
	for _, data := range [][]byte{nil, {}, {0}, []byte("<!doctype html>"), make([]byte, 1<<20),
		bytes.Repeat([]byte{0xff}, 1<<20), segmentOf(t, 3)[:200]} {
		got, err := Inspect(data, []demo.Set{{Name: "records", Text: "true"}})
		var shape struct {
			Path   string
			Items  []struct{ Type string }
			Faults int
		}
		if err == nil {
			err = json.Unmarshal([]byte(join(got.JSON)), &shape)
		}
		if err != nil || shape.Path != "bytes" || len(shape.Items) < 2 ||
			(shape.Faults > 0) != (got.Exit == cli.ExitFailed) || shape.Faults > 0 != (len(data) > 0) {
			t.Errorf("%d bytes %.10x: exit %d, %+v, %v", len(data), data, got.Exit, shape, err)
		}
	}
}

func TestBadOptionsOfInspectSayWhich(t *testing.T) {
	for _, c := range []struct{ name, text, field, message string }{
		{"records", "yes", "records", `records is "yes", allowed is true or false`},
		{"records", "", "records", `records is "", allowed is true or false`},
		{"name", "", "name", `name is "", allowed is the path of a file`},
		{"name", "a\x00", "name", `name is "a\x00", allowed is a path in UTF-8`},
		{"record", "true", "record", `unknown option "record", did you mean records?`},
		{"dir", "x", "dir", `unknown option "dir", known are records, name`},
	} {
		_, err := Inspect(nil, []demo.Set{{Name: c.name, Text: c.text}})
		e := ErrorOf(err)
		if e == nil || e.Name != ErrorName || e.Code != CodeInvalidOption || e.Field != c.field ||
			!strings.HasPrefix(e.Message, c.message) {
			t.Errorf("%s %q: %+v, want %s", c.name, c.text, e, c.message)
		}
	}
}

func TestNamesOfEveryKindAreTaken(t *testing.T) {
	for _, name := range []string{".", "..", "/", "a/", "../../x.log", "/abs/x.log", "ข้าว",
		"--records", "-", "a\nb", "//"} {
		got, err := Inspect(segmentOf(t, 1), []demo.Set{{Name: "name", Text: name}})
		var shape struct{ Path string }
		if err == nil {
			err = json.Unmarshal([]byte(join(got.JSON)), &shape)
		}
		if err != nil || got.Exit != 0 || shape.Path != name {
			t.Errorf("%q: exit %d, %s %+v, %v", name, got.Exit, got.Stderr, shape, err)
		}
	}
}

func TestTheLimitsOfInspectAreSaid(t *testing.T) {
	data := segmentOf(t, 1000)
	whole, err := Inspect(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	size := len(join(whole.JSON))
	for most, fits := range map[int]bool{size: true, size - 1: false, 0: false} {
		got, err := inspect(data, nil, most)
		e := ErrorOf(err)
		if fits != (e == nil) || !fits && (e.Code != CodeFailed || got.JSON != nil ||
			!strings.HasPrefix(e.Message, "what there is to tell of these bytes takes more than ")) {
			t.Errorf("at most %d: %v", most, err)
		}
	}
	const message = "1073741825 bytes are more than the limit of 1073741824 bytes; " +
		"klog dump has no limit"
	e := TooManyBytes(MaxInspectBytes + 1)
	if e.Code != CodeFailed || e.Field != "bytes" || e.Message != message {
		t.Errorf("%+v", e)
	}
}

func TestInspectMakesNoCopyOfTheBytes(t *testing.T) {
	data := make([]byte, 8<<20)
	copy(data, segmentOf(t, 1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Inspect(data, nil); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	if allocated > 4<<20 {
		t.Errorf("%d bytes were allocated for %d", allocated, len(data))
	}
}

func TestOneFileIsForReadingAlone(t *testing.T) {
	var fsys vfs.FS = oneFile{"x", []byte("abc")}
	for what, err := range map[string]error{
		"open":   second(fsys.Open("y")),
		"stat":   second(fsys.Stat("x.index")),
		"create": second(fsys.Create("z")), "append": second(fsys.OpenAppend("x")),
		"list": second(fsys.ReadDir(".")), "make": fsys.MkdirAll("d"), "remove": fsys.Remove("x"),
		"rename": fsys.Rename("x", "y"), "sync": fsys.SyncDir("."),
	} {
		if !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", what, err)
		}
	}
	f, err := fsys.Open("x")
	if err != nil || fsys.Durable() {
		t.Fatal(err)
	}
	b := make([]byte, 2)
	for _, c := range []struct {
		pos  int64
		want string
		ok   bool
	}{{0, "ab", true}, {1, "bc", true}, {2, "c", false}, {3, "", false}, {99, "", false}} {
		if n, err := f.ReadAt(b, c.pos); string(b[:n]) != c.want || (err == nil) != c.ok {
			t.Errorf("at %d: %q, %v", c.pos, b[:n], err)
		}
	}
	if f.Truncate(0) == nil || f.Sync() == nil || second(f.Append(b)) == nil || f.Close() != nil {
		t.Error("it can be changed")
	}
}

func second[T any](_ T, err error) error { return err }
