package segment_test

import (
	"math"
	"reflect"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// step is one append in a story: the batch, and what the broker's clock says.
type step struct {
	b   batch.Batch
	now int64
}

func TestLogRollsForEachOfKafkasReasonsAndNoSooner(t *testing.T) {
	const week = 7 * 24 * 60 * 60 * 1000
	same := func(n int) []step { // n batches of one time
		all := make([]step, n)
		for i := range all {
			all[i] = step{sized(t, int64(i), now, 100), now}
		}
		return all
	}
	growing := func(n int) []step { // n batches, each younger than the one before
		all := same(n)
		for i := range all {
			all[i].b = sized(t, int64(i), now+int64(i), 100)
		}
		return all
	}
	after := func(ms int64, later ...int64) []step { // a batch, others, and one at first + ms
		all := []step{{sized(t, 0, now, 100), now}}
		for i, ts := range later {
			all = append(all, step{sized(t, int64(i)+1, ts, 100), now})
		}
		return append(all, step{sized(t, int64(len(all)), now+ms, 100), now + ms})
	}
	far := func(base int64, count int) []step { // a second batch behind a large gap
		return []step{{sized(t, 0, now, 100), now}, {made(t, base, count, now, 20), now}}
	}
	every := func(bytes int64) segment.Config {
		return segment.Config{IndexBytes: bytes, IndexIntervalBytes: 1}
	}
	stories := []struct {
		name   string
		cfg    segment.Config
		steps  []step
		expect []int64
	}{
		{"segment.bytes filled exactly", segment.Config{SegmentBytes: 300}, same(3), []int64{0}},
		{"segment.bytes passed by a batch", segment.Config{SegmentBytes: 300}, same(4), []int64{0, 3}},
		{"segment.bytes passed by a byte", segment.Config{SegmentBytes: 299}, same(3), []int64{0, 2}},
		{"each batch fills a segment", segment.Config{SegmentBytes: 100}, same(3), []int64{0, 1, 2}},

		{"segment.ms waited exactly", segment.Config{SegmentMs: 1000}, after(1000), []int64{0}},
		{"segment.ms and one waited", segment.Config{SegmentMs: 1000}, after(1001), []int64{0, 1}},
		{"a week is Kafka's default", segment.Config{}, after(week), []int64{0}},
		{"a week and a millisecond", segment.Config{}, after(week + 1), []int64{0, 1}},
		{"later batches' times do not count", segment.Config{SegmentMs: 1000},
			after(1001, now+900, now+1001), []int64{0, 3}},
		{"the clock does not count, the batch's time does", segment.Config{SegmentMs: 1000},
			[]step{{sized(t, 0, now+5000, 100), now}, {sized(t, 1, now, 100), now + 6000}},
			[]int64{0}},

		// 36 bytes are four index entries, and three time entries of which one stays free.
		{"the index has room for one more", every(36), same(5), []int64{0}},
		{"the index is full", every(36), same(6), []int64{0, 5}},
		{"the index is full, in bytes no entry fits in", every(39), same(6), []int64{0, 5}},
		{"the time index has room for one more", every(36), growing(3), []int64{0}},
		{"the time index is full but for the roll's entry", every(36), growing(4), []int64{0, 3}},
		{"a new segment's indexes are empty", every(36), same(11), []int64{0, 5, 10}},

		{"the last relative offset that fits", segment.Config{}, far(math.MaxInt32, 1), []int64{0}},
		{"one further", segment.Config{}, far(math.MaxInt32+1, 1), []int64{0, math.MaxInt32 + 1}},
		{"the batch's last offset counts", segment.Config{}, far(math.MaxInt32, 2),
			[]int64{0, math.MaxInt32}},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				l := open(t, fsys, story.cfg)
				var all []batch.Batch
				for _, s := range story.steps {
					if err := l.Append(s.b, s.now); err != nil {
						t.Fatal(err)
					}
					all = append(all, s.b)
				}
				if got := l.Segments(); !reflect.DeepEqual(got, story.expect) {
					t.Errorf("segments begin at %v, want %v", got, story.expect)
				}
				wantBytes(t, "read back", readAll(t, l, 1<<20), join(all...))
				shut(t, l)
				l = open(t, fsys, story.cfg)
				defer shut(t, l)
				if got := l.Segments(); !reflect.DeepEqual(got, story.expect) {
					t.Errorf("after reopening they begin at %v, want %v", got, story.expect)
				}
				wantBytes(t, "read back after reopening", readAll(t, l, 1<<20), join(all...))
			})
		})
	}
}

// A first batch may lie further from the segment's base than an index entry can say: it goes
// into a segment of its own, or opening would take it for garbage.
func TestFirstBatchBehindLargeGapGetsItsOwnSegment(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l := open(t, fsys, segment.Config{})
		b := made(t, math.MaxInt32, 2, now, 20)
		add(t, l, b)
		shut(t, l)
		l = open(t, fsys, segment.Config{})
		defer shut(t, l)
		if l.TornBytes() != 0 || l.End() != math.MaxInt32+2 {
			t.Errorf("after reopening %d bytes are torn and the end is %d", l.TornBytes(), l.End())
		}
		wantBytes(t, "read back", readAll(t, l, 1000), b)
	})
}

func TestBatchThatNoSegmentTakesIsRefused(t *testing.T) {
	stories := []struct {
		name string
		cfg  segment.Config
		b    batch.Batch
		kind error
	}{
		{"larger than segment.bytes", segment.Config{SegmentBytes: 199}, sized(t, 2, now, 200),
			segment.ErrTooLarge},
		{"as large as segment.bytes", segment.Config{SegmentBytes: 200}, sized(t, 2, now, 200), nil},
		{"an offset that was given already", segment.Config{}, sized(t, 1, now, 100),
			segment.ErrOffsetOrder},
		{"a negative offset", segment.Config{}, sized(t, -1, now, 100), segment.ErrOffsetOrder},
		{"past the last offset there is", segment.Config{}, made(t, math.MaxInt64, 2, now, 20),
			segment.ErrFull},
		{"leaving no offset for the next", segment.Config{}, made(t, math.MaxInt64, 1, now, 20),
			segment.ErrFull},
		{"with the last offset but one", segment.Config{}, made(t, math.MaxInt64-1, 1, now, 20), nil},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			fsys := memory(t)
			l := open(t, fsys, story.cfg)
			first := []batch.Batch{sized(t, 0, now, 100), sized(t, 1, now, 80)}
			add(t, l, first...)
			name, size := l.ActiveFile()
			err := l.Append(story.b, now)
			if story.kind == nil {
				if err != nil || l.End() != story.b.LastOffset()+1 {
					t.Errorf("got %v, end %d", err, l.End())
				}
				shut(t, l)
				return
			}
			want(t, err, story.kind)
			if again, now := l.ActiveFile(); again != name || now != size || l.End() != 2 {
				t.Errorf("the log went to %s, %d bytes, end %d", again, now, l.End())
			}
			next := sized(t, 2, now, 90)
			add(t, l, next) // it goes on
			wantBytes(t, "read back", readAll(t, l, 1000), join(append(first, next)...))
			shut(t, l)
		})
	}
}

// The old segment is durable before the new one exists, so that a torn batch can only be in
// the last; and the new names are durable before a batch goes there.
func TestRollSyncsOldSegmentBeforeNewOneIsVisible(t *testing.T) {
	fsys := vfstest.Memory()
	l := open(t, fsys, segment.Config{SegmentBytes: 100})
	defer shut(t, l)
	add(t, l, sized(t, 0, now, 100))
	fsys.Forget()
	add(t, l, sized(t, 1, now, 100))
	var got []string
	for _, c := range fsys.Calls() {
		switch c.Op {
		case "sync", "syncdir", "create", "append":
			got = append(got, c.Op+" "+c.Name)
		}
	}
	expect := []string{
		"append " + file(0, ".timeindex"), // the roll's forced entry
		"sync " + file(0, ".log"),
		"create " + file(1, ".log"),
		"create " + file(1, ".index"),
		"create " + file(1, ".timeindex"),
		"syncdir " + dir,
		"append " + file(1, ".log"),
	}
	if !reflect.DeepEqual(got, expect) {
		t.Errorf("calls were\n%q, want\n%q", got, expect)
	}
}

func TestNewLogSyncsItsDirectoryAndTheOneAbove(t *testing.T) {
	fsys := vfstest.Memory()
	shut(t, open(t, fsys, segment.Config{}))
	last := map[string]int{}
	for i, c := range fsys.Calls() {
		last[c.Op+" "+c.Name] = i + 1
	}
	if made := last["mkdirall "+dir]; made == 0 || last["syncdir ."] < made {
		t.Errorf("the directory's name was not synced: %v", fsys.Calls())
	}
	if made := last["create "+file(0, ".log")]; made == 0 || last["syncdir "+dir] < made {
		t.Errorf("the file's name was not synced: %v", fsys.Calls())
	}
}

// What a killed process wrote may stand in the page cache only: readers get answers from it
// after opening, so it is synced first.
func TestOpeningMakesWhatItFoundDurable(t *testing.T) {
	fsys := vfstest.Memory()
	put(t, fsys, file(0, ".log"), join(sized(t, 0, now, 100)))
	fsys.Forget()
	shut(t, open(t, fsys, segment.Config{}))
	for _, call := range []struct{ op, name string }{
		{"sync", file(0, ".log")}, {"syncdir", dir}, {"syncdir", "."}} {
		found := false
		for _, c := range fsys.Calls() {
			found = found || c.Op == call.op && c.Name == call.name
		}
		if !found {
			t.Errorf("no %s of %s", call.op, call.name)
		}
	}
}

func TestWriteAndRollAreTraced(t *testing.T) {
	rec := &trace.Recorder{}
	l := open(t, memory(t), segment.Config{SegmentBytes: 200, Label: "p0", Trace: rec})
	defer shut(t, l)
	from := rec.Len()
	add(t, l, sized(t, 0, now, 100), sized(t, 1, now, 90), sized(t, 2, now, 80))
	expect := []trace.Event{
		trace.Written{File: "p0/00000000000000000000.log", Pos: 0, Size: 100},
		trace.Written{File: "p0/00000000000000000000.log", Pos: 100, Size: 90},
		trace.Synced{File: "p0/00000000000000000000.log", UpTo: 190, Shared: 1},
		trace.Synced{File: "p0", UpTo: -1, Shared: 1},
		trace.Rolled{Base: 2},
		trace.Written{File: "p0/00000000000000000002.log", Pos: 0, Size: 80},
	}
	wantEvents(t, rec.Since(from), expect)
}

func wantEvents(t *testing.T, got []trace.Entry, expect []trace.Event) {
	t.Helper()
	for i := range max(len(got), len(expect)) {
		var a, b trace.Event
		if i < len(got) {
			a = got[i].Event
		}
		if i < len(expect) {
			b = expect[i]
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("event %d is %#v, want %#v", i, a, b)
		}
	}
}

func TestConfigurationOutOfRangeIsRefused(t *testing.T) {
	stories := map[string]struct {
		cfg segment.Config
		ok  bool
	}{
		"Kafka's defaults":                     {segment.Config{}, true},
		"segment.bytes as large as can be":     {segment.Config{SegmentBytes: math.MaxInt32}, true},
		"segment.bytes one larger":             {segment.Config{SegmentBytes: math.MaxInt32 + 1}, false},
		"negative segment.bytes":               {segment.Config{SegmentBytes: -1}, false},
		"negative segment.ms":                  {segment.Config{SegmentMs: -1}, false},
		"negative index.interval.bytes":        {segment.Config{IndexIntervalBytes: -1}, false},
		"an index for two time entries":        {segment.Config{IndexBytes: 24}, true},
		"an index for less than two":           {segment.Config{IndexBytes: 23}, false},
		"the largest segment.ms that there is": {segment.Config{SegmentMs: math.MaxInt64}, true},
	}
	for name, story := range stories {
		t.Run(name, func(t *testing.T) {
			fsys := memory(t)
			l, err := segment.Open(fsys, dir, story.cfg, nil)
			if (err == nil) != story.ok {
				t.Fatalf("got %v", err)
			}
			if err == nil {
				shut(t, l)
				return
			}
			if list, _ := fsys.ReadDir("."); len(list) != 0 {
				t.Errorf("and left %v", list)
			}
		})
	}
}
