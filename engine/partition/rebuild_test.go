package partition_test

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// windows gives every producer's window, offsets and timestamps too.
func (b *broker) windows() map[int64]string { return b.state().windows }

func TestWindowIsTheSameAfterOpeningAgain(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, nil)
		for i := range int32(7) {
			b.mustSend(numbered(9, 1, 2*i, 2))
			b.mustSend(numbered(10+int64(i), 0, 0, 3))
			b.mustSend(plain(1))
		}
		before := b.windows()
		fsys.Forget()
		b = b.again(nil)
		if after := b.windows(); !reflect.DeepEqual(after, before) || len(after) != 8 {
			t.Errorf("the windows are\n%v, were\n%v", after, before)
		}
		if c := changes(fsys); len(c) != 0 {
			t.Errorf("opening a good log calls %+v", c)
		}
		rebuilt := map[int64][]string{}
		for _, e := range b.trace.Entries() {
			if w, ok := e.Event.(trace.WindowRebuilt); ok {
				rebuilt[w.Producer] = w.Window
			}
		}
		if want := []string{"4..5", "6..7", "8..9", "10..11", "12..13"}; len(rebuilt) != 8 ||
			!slices.Equal(rebuilt[9], want) {
			t.Errorf("the trace rebuilt %v", rebuilt)
		}
	})
}

// rolled fills segments of two batches: 0..1 and 2..3 are in the first, 4..5 in the second.
func rolled(t *testing.T, fsys vfs.FS, dir string) *broker {
	t.Helper()
	b := open(t, fsys, dir, small)
	for i := range int32(3) {
		b.mustSend(numbered(9, 0, 2*i, 2))
	}
	if got := b.Segments(); !slices.Equal(got, []int64{0, 4}) {
		t.Fatalf("the segments begin at %v", got)
	}
	return b
}

func TestWindowIsReadFromTheLastSegmentAlone(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := rolled(t, fsys, dir)
		windowIs(9, "epoch 0: 0..1 2..3 4..5")(t, b)
		b = b.again(small)
		windowIs(9, "epoch 0: 4..5")(t, b)
		for _, s := range []struct {
			first  int32
			answer string
		}{{4, "offset 4"}, {2, "error 45"}, {0, "error 45"}, {6, "offset 6"}} {
			if got := words(b.send(1, numbered(9, 0, s.first, 2))); got != s.answer {
				t.Errorf("from %d on it is answered %s, want %s", s.first, got, s.answer)
			}
		}
	})
}

// A crash right behind a roll leaves a last segment with nothing in it.
func TestWindowIsReadFromTheSegmentBeforeAnEmptyLastOne(t *testing.T) {
	for _, empty := range []int{1, 3} {
		everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
			b := rolled(t, fsys, dir)
			end := b.LogEnd()
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			for i := range int64(empty) {
				lay(t, fsys, dir, end+i)
			}
			b = open(t, fsys, dir, small)
			windowIs(9, "epoch 0: 4..5")(t, b)
			if b.LogEnd() != end+int64(empty)-1 || b.layout() != "0:0..1 2:2..3 4:4..5" {
				t.Errorf("log end %d, to read is %s", b.LogEnd(), b.layout())
			}
			if got := words(b.send(1, numbered(9, 0, 4, 2))); got != "offset 4" {
				t.Errorf("the resend is answered %s", got)
			}
			if got := words(b.send(1, numbered(9, 0, 6, 1))); got !=
				fmt.Sprintf("offset %d", b.LogEnd()-1) {
				t.Errorf("the next is answered %s", got)
			}
		})
	}
}

// The same where the last segment holds the torn beginning of its first batch.
func TestWindowIsReadFromTheSegmentBeforeATornFirstBatch(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := rolled(t, fsys, dir)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		torn := numbered(9, 0, 6, 2)
		lay(t, fsys, dir, 6, torn[:70:70])
		b = open(t, fsys, dir, small)
		windowIs(9, "epoch 0: 4..5")(t, b)
		if _, err := b.TruncateTail(); err != nil {
			t.Fatal(err)
		}
		windowIs(9, "epoch 0: 4..5")(t, b)
		if got := words(b.send(1, numbered(9, 0, 6, 2))); got != "offset 6" {
			t.Errorf("the batch that was torn is answered %s when it comes again", got)
		}
	})
}

// What rolled into an older segment is not recognised, and here the producer has nothing in
// the last one.
func TestProducerThatRolledAwayIsNeverSeen(t *testing.T) {
	prepare := func(t *testing.T, fsys *vfstest.FS, dir string) *broker {
		b := open(t, fsys, dir, small)
		b.mustSend(numbered(9, 0, 0, 2))
		b.mustSend(numbered(9, 0, 2, 2))
		b.mustSend(numbered(10, 0, 0, 2))
		if got := b.Segments(); !slices.Equal(got, []int64{0, 4}) {
			t.Fatalf("the segments begin at %v", got)
		}
		windowIs(9, "epoch 0: 0..1 2..3")(t, b)
		b = b.again(small)
		windowIs(9, "never seen")(t, b)
		return b
	}
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := prepare(t, fsys, dir)
		r := b.Produce(numbered(9, 0, 4, 1), 1)
		if v := r.Verdict; r.Err == nil || v.Expected != 0 || v.Got != 4 {
			t.Errorf("its next is answered %+v, want out of order, 0 expected and 4 got", r)
		}
		if got := words(b.send(1, numbered(9, 0, 0, 2))); got != "offset 6" {
			t.Errorf("its resend of 0..1 is answered %s, want to be appended again", got)
		}
		if got := b.layout(); got != "0:0..1 2:2..3 4:0..1 6:0..1" {
			t.Errorf("in the log is %s", got)
		}
	})
}

// A compaction rewrites every batch of the log: nothing of a window may depend on which
// records were kept, or whether any was.
func TestWindowIsTheSameAfterEveryBatchWasRewritten(t *testing.T) {
	keeps := map[string]func(*batch.Record) bool{
		"all records":   func(*batch.Record) bool { return true },
		"every second":  func(r *batch.Record) bool { return r.OffsetDelta%2 == 0 },
		"the last gone": func(r *batch.Record) bool { return r.OffsetDelta < 2 },
		"none":          func(*batch.Record) bool { return false },
	}
	for name, keep := range keeps {
		t.Run(name, func(t *testing.T) {
			everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
				compact(t, fsys, dir, keep)
			})
		})
	}
}

func compact(t *testing.T, fsys *vfstest.FS, dir string, keep func(*batch.Record) bool) {
	b := open(t, fsys, dir, func(c *partition.Config) { c.SegmentBytes = 700 })
	for i := range int32(9) {
		b.mustSend(numbered(9, 0, 3*i, 3))
		b.mustSend(numbered(10, int16(i/5), 4*(i%5), 4))
	}
	bases := b.Segments()
	if len(bases) < 3 {
		t.Fatalf("the segments begin at %v", bases)
	}
	b = b.again(nil)
	before, end := b.windows(), b.LogEnd()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	all := files(t, fsys, dir)
	for _, base := range bases {
		name := segment.FileName(base, segment.LogSuffix)
		var out []byte
		for in := []byte(all[name]); len(in) > 0; {
			one := batch.Batch(in)[:batch.Batch(in).Size()]
			var err error
			if out, err = batch.AppendRewritten(out, one, keep); err != nil {
				t.Fatal(err)
			}
			in = in[len(one):]
		}
		if err := fsys.Remove(path.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		f, err := fsys.Create(path.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Append(out); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	b = open(t, fsys, dir, nil)
	if after := b.windows(); !reflect.DeepEqual(after, before) || b.LogEnd() != end {
		t.Errorf("log end %d, was %d; the windows are\n%v, were\n%v", b.LogEnd(), end, after, before)
	}
	if got := words(b.send(1, numbered(9, 0, 24, 3))); got != fmt.Sprintf("offset %d", end-7) {
		t.Errorf("the last batch again is answered %s, want its old offset %d", got, end-7)
	}
	if got := words(b.send(1, numbered(9, 0, 27, 3))); got != fmt.Sprintf("offset %d", end) {
		t.Errorf("the next is answered %s, want %d", got, end)
	}
}
