package segment_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

func TestNewLogBeginsEmpty(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l := open(t, fsys, segment.Config{})
		if l.Start() != 0 || l.End() != 0 || l.TornBytes() != 0 {
			t.Errorf("from %d to %d, %d bytes torn", l.Start(), l.End(), l.TornBytes())
		}
		if got, err := l.Read(0, 0, 1000); len(got) != 0 || err != nil {
			t.Errorf("reading gives %d bytes, %v", len(got), err)
		}
		r, err := l.TruncateTail()
		if err != nil || !reflect.DeepEqual(r, segment.Report{}) {
			t.Errorf("recovery says %+v, %v", r, err)
		}
		shut(t, l)
		for _, suffix := range []string{".log", ".index", ".timeindex"} {
			wantBytes(t, suffix, get(t, fsys, file(0, suffix)), nil)
		}
	})
}

// Indexes without a log are left over from a crash, and so is a log without indexes.
func TestFilesLeftOverFromACrashAreReplaced(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, file(0, ".index"), []byte("left over"))
		put(t, fsys, file(0, ".timeindex"), []byte("left over"))
		l := open(t, fsys, segment.Config{})
		add(t, l, kafka(t, 0))
		shut(t, l)
		wantBytes(t, "index", get(t, fsys, file(0, ".index")), nil)
		remove(t, fsys, file(0, ".index"))
		remove(t, fsys, file(0, ".timeindex"))
		l = open(t, fsys, segment.Config{})
		add(t, l, kafka(t, 2))
		wantBytes(t, "read back", readAll(t, l, 1000), join(kafka(t, 0), kafka(t, 2)))
		shut(t, l)
	})
}

func TestLogIsOpenedOnceAtATime(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l := open(t, fsys, segment.Config{})
		_, err := segment.Open(fsys, dir, segment.Config{}, nil)
		want(t, err, vfs.ErrInUse)
		add(t, l, kafka(t, 0))
		shut(t, l)
		shut(t, open(t, fsys, segment.Config{}))
	})
}

// Opening reads the last segment, and nothing of the others.
func TestOpeningCostsTheSameHoweverManyOlderSegments(t *testing.T) {
	read := map[int]int64{}
	for _, older := range []int{1, 10, 100} {
		fsys := vfstest.Memory()
		cfg := segment.Config{SegmentBytes: 5000}
		l := open(t, fsys, cfg)
		for i := range int64(older+1) * 5 {
			add(t, l, sized(t, i, now, 1000))
		}
		if got := len(l.Segments()); got != older+1 {
			t.Fatalf("%d segments", got)
		}
		shut(t, l)
		fsys.Forget()
		l = open(t, fsys, cfg)
		read[older] = fsys.BytesRead()
		opened := fsys.Count("open")
		if opened != 1 {
			t.Errorf("with %d older segments %d files were opened", older, opened)
		}
		shut(t, l)
	}
	for _, older := range []int{10, 100} {
		if 10*read[older] > 12*read[1] {
			t.Errorf("with %d older segments opening reads %d bytes, with one %d", older,
				read[older], read[1])
		}
	}
	if read[1] < 5000 {
		t.Errorf("opening reads %d bytes: the last segment has 5000", read[1])
	}
}

// observed opens the log and gives the base offsets of the batches that it showed.
func observed(t *testing.T, fsys vfs.FS) ([]int64, error) {
	t.Helper()
	var bases []int64
	l, err := segment.Open(fsys, dir, segment.Config{}, func(b batch.Batch) {
		if len(b) != batch.HeaderSize {
			t.Errorf("observe was given %d bytes", len(b))
		}
		bases = append(bases, b.BaseOffset())
	})
	if err == nil {
		shut(t, l)
	}
	return bases, err
}

func TestObserveSeesTheLastSegmentThatHoldsABatch(t *testing.T) {
	old, older := join(kafka(t, 0), kafka(t, 2)), join(kafka(t, 4), kafka(t, 6))
	stories := []struct {
		name   string
		files  map[int64][]byte
		expect []int64
	}{
		{"an empty log", map[int64][]byte{0: nil}, nil},
		{"one segment", map[int64][]byte{0: old}, []int64{0, 2}},
		{"two segments: the last only", map[int64][]byte{0: old, 4: older}, []int64{4, 6}},
		{"the last is empty, as after a crash behind a roll",
			map[int64][]byte{0: old, 4: older, 8: nil}, []int64{4, 6}},
		{"the last two are empty", map[int64][]byte{0: old, 4: nil, 8: nil}, []int64{0, 2}},
		{"the last holds garbage only", map[int64][]byte{0: old, 4: []byte("garbage")}, []int64{0, 2}},
		{"the last ends torn", map[int64][]byte{0: old, 4: append(kafka(t, 4), "torn"...)},
			[]int64{4}},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				for base, content := range story.files {
					put(t, fsys, file(base, ".log"), content)
				}
				got, err := observed(t, fsys)
				if err != nil || !reflect.DeepEqual(got, story.expect) {
					t.Errorf("observed %v, %v; want %v", got, err, story.expect)
				}
			})
		})
	}
}

// State can't be rebuilt from a damaged segment, so opening says so and names it. Where the
// last segment holds a batch nobody asks, and the log opens.
func TestDamagedOlderSegmentStopsOpeningOnlyWhenItIsNeeded(t *testing.T) {
	damaged := join(kafka(t, 0), kafka(t, 2))
	damaged[81+40] ^= 1
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, file(0, ".log"), damaged)
		put(t, fsys, file(4, ".log"), nil)
		_, err := observed(t, fsys)
		want(t, err, batch.ErrCRC)
		if k, ok := errors.AsType[*kerr.Error](err); !ok || k.File != file(0, ".log") || k.Pos != 98 {
			t.Errorf("%v names no place", err)
		}
		put(t, fsys, file(4, ".log"), kafka(t, 4)) // and nothing was left open
		if got, err := observed(t, fsys); err != nil || len(got) != 1 {
			t.Errorf("observed %v, %v", got, err)
		}
	})
}

// A disk that can't be read is not a torn tail: nothing may be cut because of it.
func TestReadErrorWhileOpeningIsNoTornTail(t *testing.T) {
	content := join(kafka(t, 0), kafka(t, 2), []byte("torn"))
	for _, op := range []string{"readat", "size", "open", "readdir"} {
		t.Run(op, func(t *testing.T) {
			fsys := vfstest.Memory()
			put(t, fsys, file(0, ".log"), content)
			fsys.FailIf(false, func(_ int, c vfstest.Call) error {
				if c.Op == op {
					return vfstest.ErrInjected
				}
				return nil
			})
			l, err := segment.Open(fsys, dir, segment.Config{}, nil)
			if l != nil {
				t.Errorf("the log opened, %d bytes torn", l.TornBytes())
			}
			want(t, err, vfstest.ErrInjected)
			fsys.FailIf(false, nil)
			wantBytes(t, "the file", get(t, fsys, file(0, ".log")), content)
		})
	}
}

// The same during recovery: an error, nothing cut, and another try may find the disk well.
func TestReadErrorDuringRecoveryCutsNothing(t *testing.T) {
	content := join(kafka(t, 0), kafka(t, 2), []byte("torn"))
	fsys := vfstest.Memory()
	put(t, fsys, file(0, ".log"), content)
	l := open(t, fsys, segment.Config{})
	for _, op := range []string{"readat", "size"} {
		fsys.FailIf(false, func(_ int, c vfstest.Call) error {
			if c.Op == op {
				return vfstest.ErrInjected
			}
			return nil
		})
		_, err := l.TruncateTail()
		want(t, err, vfstest.ErrInjected)
		fsys.FailIf(false, nil)
		if l.TornBytes() != 4 || l.End() != 4 {
			t.Errorf("%d bytes are torn, the end is %d", l.TornBytes(), l.End())
		}
		want(t, l.Append(one(t, 4, now), now), segment.ErrTornTail)
	}
	if r, err := l.TruncateTail(); err != nil || r.Kept != 162 || r.Dropped != 4 {
		t.Errorf("got %+v, %v", r, err)
	}
	shut(t, l)
	wantBytes(t, "the file", get(t, fsys, file(0, ".log")), content[:162])
}

func TestOpeningAndRecoveryAreTraced(t *testing.T) {
	fsys := memory(t)
	put(t, fsys, file(0, ".log"), join(kafka(t, 0), kafka(t, 4), kafka(t, 2)))
	rec := &trace.Recorder{}
	l := open(t, fsys, segment.Config{Label: "p0", Trace: rec})
	defer shut(t, l)
	name := "p0/00000000000000000000.log"
	wantEvents(t, rec.Entries(), []trace.Event{
		trace.Synced{File: name, UpTo: 243, Shared: 1},
		trace.Synced{File: "p0", UpTo: -1, Shared: 1},
		trace.Opened{LogEnd: 6, TornBytes: 81},
	})
	from := rec.Len()
	r, err := l.TruncateTail()
	if err != nil {
		t.Fatal(err)
	}
	reason := fmt.Sprint("at byte 162: ", segment.ErrOffsetOrder.Msg,
		": baseOffset is 2, allowed is at least 6")
	wantEvents(t, rec.Since(from), []trace.Event{
		trace.BatchChecked{File: name, Pos: 0, OK: true},
		trace.BatchChecked{File: name, Pos: 81, OK: true},
		trace.BatchChecked{File: name, Pos: 162, Reason: reason},
		trace.Truncated{File: name, From: 243, To: 162},
		trace.Synced{File: name, UpTo: 162, Shared: 1},
	})
	if r.Reason == nil || r.Reason.Error() != file(0, ".log")+": "+reason {
		t.Errorf("the report's reason is %v", r.Reason)
	}
}
