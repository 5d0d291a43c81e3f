package inspect_test

import (
	"bytes"
	"errors"
	"testing"

	"kaenlog/engine/inspect"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

func recoverAt(fsys vfs.FS, target string, dry bool) (inspect.Report, error) {
	at := &inspect.Target{FS: fsys, Name: target, Label: target}
	return inspect.Recover(at, dry, func(string, int64, int64, int64) {})
}

func TestEveryCutIsRecoveredToABatchsEdgeAndTheTailIsKept(t *testing.T) {
	b := kafka(t)
	for n := range len(b) + 1 {
		fsys := fresh(t)
		put(t, fsys, name, b[:n])
		edge := 0
		for _, e := range []int{71, 152, 220} {
			if e <= n {
				edge = e
			}
		}
		dry, err := recoverAt(fsys, dir, true)
		if err != nil || dry.Cut != "" || int(dry.Kept) != edge || int(dry.Dropped) != n-edge {
			t.Fatalf("cut at %d, dry: %+v, %v", n, dry, err)
		}
		if !bytes.Equal(get(t, fsys, name), b[:n]) {
			t.Fatalf("cut at %d: a dry run wrote", n)
		}
		r, err := recoverAt(fsys, dir, false)
		if err != nil || int(r.Kept) != edge || (r.Cut == "") != (n == edge) ||
			!bytes.Equal(get(t, fsys, name), b[:edge]) {
			t.Fatalf("cut at %d: %+v, %v", n, r, err)
		}
		if r.Cut != "" && !bytes.Equal(get(t, fsys, name+".cut"), b[edge:n]) {
			t.Fatalf("cut at %d: the tail is not kept", n)
		}
		again, err := recoverAt(fsys, dir, false)
		if err != nil || again.Dropped != 0 || again.Cut != "" || again.NextOffset != r.NextOffset {
			t.Fatalf("cut at %d, again: %+v, %v", n, again, err)
		}
	}
}

func TestATailNeverReplacesAnother(t *testing.T) {
	fsys := fresh(t)
	put(t, fsys, name, append(kafka(t), "torn"...))
	put(t, fsys, name+".cut", []byte("mine"))
	if err := fsys.MkdirAll(name + ".cut.1"); err != nil {
		t.Fatal(err)
	}
	r, err := recoverAt(fsys, name, false)
	if err != nil || r.Cut != name+".cut.2" {
		t.Fatalf("%+v, %v", r, err)
	}
	if string(get(t, fsys, name+".cut")) != "mine" || string(get(t, fsys, r.Cut)) != "torn" {
		t.Error("a file was replaced")
	}
}

func TestOfADirectoryTheLastSegmentAloneIsCut(t *testing.T) {
	fsys := fresh(t)
	second := dir + "/00000000000000000004.log"
	put(t, fsys, name, append(kafka(t), "torn"...))
	put(t, fsys, second, []byte("garbage only, as after a crash"))
	r, err := recoverAt(fsys, dir, false)
	if err != nil || r.File != second || r.Older != 1 || r.Kept != 0 || r.NextOffset != 4 {
		t.Fatalf("%+v, %v", r, err)
	}
	if len(get(t, fsys, name)) != 224 || len(get(t, fsys, second)) != 0 {
		t.Error("not the last segment alone was cut")
	}
}

func TestALargeTailIsKeptWhole(t *testing.T) {
	fsys := fresh(t)
	tail := bytes.Repeat([]byte("tail"), 3<<18)
	put(t, fsys, name, append(kafka(t), tail...))
	r, err := recoverAt(fsys, name, false)
	if err != nil || !bytes.Equal(get(t, fsys, r.Cut), tail) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestWhatIsNeverCut(t *testing.T) {
	for _, c := range []struct {
		story, file string
		log         []byte
		want        error
	}{
		{"good messages of magic 1", name, old(0), segment.ErrOldFormat},
		{"good messages of magic 1 behind a batch, before garbage", name,
			append(append(unhex(t, hx1), old(1)...), "torn"...), segment.ErrOldFormat},
		{"good ones behind a damaged one", name, append(append(old(0)[:36], 'x'), old(1)...),
			segment.ErrOldFormat},
		{"good ones behind a damaged batch", name,
			append(append(unhex(t, hx1)[:70], 9), old(1)...), segment.ErrOldFormat},
		{"a file of another name without a batch", "letter.txt", []byte("my own words, all of them"),
			inspect.ErrNotALog},
		{"one whose first batch is damaged", "copy.log", append(unhex(t, hx1)[:70], 9),
			inspect.ErrNotALog},
	} {
		t.Run(c.story, func(t *testing.T) {
			for _, dry := range []bool{true, false} {
				fsys := fresh(t)
				put(t, fsys, c.file, c.log)
				r, err := recoverAt(fsys, c.file, dry)
				if !errors.Is(err, c.want) || r.Cut != "" {
					t.Errorf("%+v, %v", r, err)
				}
				if !bytes.Equal(get(t, fsys, c.file), c.log) {
					t.Error("it was written to")
				}
				if _, err := fsys.Stat(c.file + ".cut"); err == nil {
					t.Error("a tail was kept")
				}
			}
		})
	}
}

// calls notes what a file system is asked to do, and fails one call.
type calls struct {
	vfs.FS
	log    []string
	failAt string
}

type callsFile struct {
	vfs.File
	fs   *calls
	name string
}

var errDisk = errors.New("the disk said no")

func (c *calls) did(what string) error {
	c.log = append(c.log, what)
	if what == c.failAt {
		return errDisk
	}
	return nil
}

func (c *calls) Durable() bool { return true }

func (c *calls) SyncDir(dir string) error { return c.did("syncdir " + dir) }

func (c *calls) CreateLike(n, like string) (vfs.File, error) {
	f, err := c.FS.Create(n)
	return &callsFile{f, c, n}, err
}

func (c *calls) OpenAppend(n string) (vfs.File, error) {
	f, err := c.FS.OpenAppend(n)
	return &callsFile{f, c, n}, err
}

func (f *callsFile) Sync() error { return f.fs.did("sync " + f.name) }

func (f *callsFile) Append(p []byte) (int, error) {
	if err := f.fs.did("append " + f.name); err != nil {
		return 0, err
	}
	return f.File.Append(p)
}

func (f *callsFile) Truncate(n int64) error {
	if err := f.fs.did("truncate " + f.name); err != nil {
		return err
	}
	return f.File.Truncate(n)
}

func TestTheTailIsDurableBeforeTheLogIsCut(t *testing.T) {
	steps := []string{"append " + name + ".cut", "sync " + name + ".cut", "syncdir " + dir,
		"truncate " + name, "sync " + name}
	torn := append(kafka(t), "torn"...)
	for i := 0; i <= len(steps); i++ {
		fsys := &calls{FS: fresh(t)}
		if i < len(steps) {
			fsys.failAt = steps[i]
		}
		put(t, fsys.FS, name, torn)
		_, err := recoverAt(fsys, dir, false)
		want := steps[:min(i+1, len(steps))]
		if errors.Is(err, errDisk) != (i < len(steps)) || len(fsys.log) != len(want) {
			t.Fatalf("step %d: %v after %q", i, err, fsys.log)
		}
		for j := range want {
			if fsys.log[j] != want[j] {
				t.Errorf("step %d is %s, want %s", j, fsys.log[j], want[j])
			}
		}
		if i < 4 && !bytes.Equal(get(t, fsys.FS, name), torn) {
			t.Errorf("step %d failed and the log was cut", i)
		}
		_, err = fsys.Stat(name + ".cut")
		if i < 3 && err == nil || i >= 3 && err != nil {
			t.Errorf("step %d failed: the tail's file is there or not: %v", i, err)
		}
	}
}

// Who cuts should know what goes, too: good batches behind a bad one, segments behind this one.
func TestWhatIsCutIsCounted(t *testing.T) {
	fsys := fresh(t)
	log := kafka(t)
	log[140] ^= 1 // the second of three batches
	put(t, fsys, name, log)
	for base := range int64(2) {
		put(t, fsys, dir+"/"+segment.FileName(4+base, segment.LogSuffix),
			stamped(unhex(t, hx1), 4+base))
	}
	for _, dry := range []bool{true, false} {
		r, err := inspect.Recover(&inspect.Target{FS: fsys, Name: name, Label: name}, dry, nil)
		if err != nil || r.Batches != 1 || r.Good != 1 || r.Later != 2 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
