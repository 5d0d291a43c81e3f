package segment_test

import (
	"testing"

	"kaenlog/engine/segment"
	"kaenlog/engine/vfs/vfstest"
)

// everySecond is an index where every second batch of 100 bytes has an entry.
func everySecond(batches int64) []byte {
	var all []entry
	for i := int64(2); i < batches; i += 2 {
		all = append(all, entry{uint32(i), uint32(i * 100)})
	}
	return indexBytes(all)
}

func TestIndexEntriesAreWrittenInBlocks(t *testing.T) {
	const batches = 1000
	fsys := vfstest.Memory()
	l := open(t, fsys, segment.Config{IndexIntervalBytes: 100})
	fsys.Forget()
	for i := range int64(batches) {
		add(t, l, sized(t, i, now+i, 100))
	}
	writes := map[string]int{}
	for _, c := range fsys.Calls() {
		if c.Op == "append" {
			writes[c.Name]++
		}
	}
	// A block spans 64 intervals of 100 bytes: 64 batches, and one to notice.
	for _, suffix := range []string{".index", ".timeindex"} {
		if n := writes[file(0, suffix)]; n < batches/70 || n > batches/60 {
			t.Errorf("%s was written %d times for %d batches", suffix, n, batches)
		}
		if e, err := fsys.Stat(file(0, suffix)); err != nil || e.Size == 0 {
			t.Errorf("%s has %d bytes, %v", suffix, e.Size, err)
		}
	}
	shut(t, l)
	wantBytes(t, "index", get(t, fsys, file(0, ".index")), everySecond(batches))
	if n := len(get(t, fsys, file(0, ".timeindex"))); n != 12*499 {
		t.Errorf("the time index has %d bytes", n)
	}
}

// What waits is in the files before a segment is left for good, and when the log is closed and
// opened in between.
func TestIndexesAreWholeWhenASegmentIsLeft(t *testing.T) {
	fsys := vfstest.Memory()
	cfg := segment.Config{IndexIntervalBytes: 100, SegmentBytes: 1000}
	l := open(t, fsys, cfg)
	for i := range int64(25) {
		if i == 7 {
			shut(t, l)
			wantBytes(t, "index when closed", get(t, fsys, file(0, ".index")), everySecond(7))
			l = open(t, fsys, cfg)
		}
		add(t, l, sized(t, i, now+i, 100))
	}
	for base := int64(0); base < 20; base += 10 {
		wantBytes(t, "index when left", get(t, fsys, file(base, ".index")), everySecond(10))
	}
	shut(t, l)
	wantBytes(t, "the last index", get(t, fsys, file(20, ".index")), everySecond(5))
}

func TestAnIndexThatCantBeWrittenWhenTheLogIsClosedIsToldOf(t *testing.T) {
	fsys := vfstest.Memory()
	l := open(t, fsys, segment.Config{IndexIntervalBytes: 100})
	for i := range int64(10) {
		add(t, l, sized(t, i, now, 100))
	}
	fsys.FailIf(true, func(_ int, c vfstest.Call) error {
		if c.Op == "append" && c.Name == file(0, ".index") {
			return vfstest.ErrInjected
		}
		return nil
	})
	want(t, l.Close(), vfstest.ErrInjected)
	fsys.FailIf(false, nil)
	l = open(t, fsys, segment.Config{IndexIntervalBytes: 100})
	add(t, l, sized(t, 10, now, 100))
	shut(t, l)
	wantBytes(t, "the index, mended", get(t, fsys, file(0, ".index")), everySecond(11))
}
