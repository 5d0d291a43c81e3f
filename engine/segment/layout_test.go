package segment_test

import (
	"encoding/binary"
	"math"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

func TestFileNamesAreKafkas(t *testing.T) {
	names := map[int64]string{
		0:             "00000000000000000000.log",
		42:            "00000000000000000042.log",
		9999999999:    "00000000009999999999.log",
		math.MaxInt64: "09223372036854775807.log",
	}
	for base, name := range names {
		if got := segment.FileName(base, segment.LogSuffix); got != name {
			t.Errorf("%d gives %s, want %s", base, got, name)
		}
		if got, ok := segment.ParseFileName("a/b/"+name, ".log"); !ok || got != base {
			t.Errorf("%s gives %d, %v", name, got, ok)
		}
	}
}

func TestOtherNamesAreNoSegments(t *testing.T) {
	for _, name := range []string{"", ".log", "0.log", "0000000000000000000.log",
		"000000000000000000000.log", "00000000000000000000.index", "00000000000000000000.log.cut",
		"0000000000000000000x.log", "-0000000000000000001.log", "+0000000000000000001.log",
		"0x000000000000000001.log", "0_000000000000000001.log", "09223372036854775808.log",
		"00000000000000000000.LOG", "leader-epoch-checkpoint"} {
		if base, ok := segment.ParseFileName(name, ".log"); ok {
			t.Errorf("%q gives %d", name, base)
		}
	}
}

// entry is what an index file should hold, written down by hand in each story.
type (
	entry     struct{ rel, pos uint32 }
	timeEntry struct {
		ts  int64
		rel uint32
	}
)

func indexBytes(entries []entry) []byte {
	var b []byte
	for _, e := range entries {
		b = binary.BigEndian.AppendUint32(b, e.rel)
		b = binary.BigEndian.AppendUint32(b, e.pos)
	}
	return b
}

func timeIndexBytes(entries []timeEntry) []byte {
	var b []byte
	for _, e := range entries {
		b = binary.BigEndian.AppendUint64(b, uint64(e.ts))
		b = binary.BigEndian.AppendUint32(b, e.rel)
	}
	return b
}

// The whole of a log with two segments, byte for byte: the file names, what stands in .log,
// and both indexes as Kafka's rules ask for them, worked out by hand.
func TestFilesOnDiskByteForByte(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l := open(t, fsys, segment.Config{SegmentBytes: 600, IndexIntervalBytes: 100})
		first := []batch.Batch{
			sized(t, 0, now+5, 150), // at 0: nothing came before it
			sized(t, 1, now+5, 150), // at 150: 150 > 100, an entry; the time index's first
			sized(t, 2, now+4, 150), // at 300: an entry; the largest time did not grow
			sized(t, 3, now+9, 150), // at 450: an entry in both
		}
		second := []batch.Batch{ // 150 more would pass 600
			sized(t, 4, now+1, 100), // at 0
			sized(t, 5, now+2, 100), // at 100: exactly 100 came, no entry
			sized(t, 6, now+3, 100), // at 200: 200 > 100, an entry
			sized(t, 7, now+8, 100), // at 300: exactly 100 came since the entry
		}
		add(t, l, first...)
		add(t, l, second...)
		shut(t, l)

		files := map[string][]byte{
			"00000000000000000000.log":       join(first...),
			"00000000000000000000.index":     indexBytes([]entry{{1, 150}, {2, 300}, {3, 450}}),
			"00000000000000000000.timeindex": timeIndexBytes([]timeEntry{{now + 5, 0}, {now + 9, 3}}),
			"00000000000000000004.log":       join(second...),
			"00000000000000000004.index":     indexBytes([]entry{{2, 200}}),
			"00000000000000000004.timeindex": timeIndexBytes([]timeEntry{{now + 3, 2}}),
		}
		list, err := fsys.ReadDir(dir)
		if err != nil || len(list) != len(files) {
			t.Fatalf("the directory lists %v, %v", list, err)
		}
		for _, e := range list {
			expect, ok := files[e.Name]
			if !ok {
				t.Errorf("there is a file %s", e.Name)
			}
			wantBytes(t, e.Name, get(t, fsys, dir+"/"+e.Name), expect)
		}
	})
}

// The raw bytes of one entry of each index, spelt out.
func TestIndexEntriesAreBigEndian(t *testing.T) {
	fsys := memory(t)
	l := open(t, fsys, segment.Config{IndexIntervalBytes: 1})
	add(t, l, sized(t, 0, 0x0102030405060708, 300), sized(t, 0x0a0b0c0d, 7, 100))
	shut(t, l)
	wantBytes(t, "index", get(t, fsys, file(0, ".index")),
		[]byte{0x0a, 0x0b, 0x0c, 0x0d, 0, 0, 0x01, 0x2c})
	wantBytes(t, "timeindex", get(t, fsys, file(0, ".timeindex")),
		[]byte{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0})
}

func TestIndexEntryIsDueAfterMoreThanTheInterval(t *testing.T) {
	stories := []struct {
		name     string
		interval int64
		sizes    []int
		expect   []entry
	}{
		{"exactly the interval came", 100, []int{100, 80}, nil},
		{"one byte more came", 100, []int{101, 80}, []entry{{1, 101}}},
		{"one byte less came", 100, []int{99, 80}, nil},
		{"the batch itself does not count", 100, []int{80, 500}, nil},
		{"two batches make the interval", 200, []int{100, 100, 80}, nil},
		{"two batches pass the interval", 199, []int{100, 100, 80}, []entry{{2, 200}}},
		{"the count begins anew at an entry, its batch included", 100,
			[]int{101, 100, 80, 80}, []entry{{1, 101}, {3, 281}}},
		{"a first batch never has one", 1, []int{500}, nil},
		{"Kafka's default, exactly", 0, []int{4096, 80, 80}, []entry{{2, 4176}}},
		{"Kafka's default, one more", 0, []int{4097, 80, 80}, []entry{{1, 4097}}},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			fsys := memory(t)
			l := open(t, fsys, segment.Config{IndexIntervalBytes: story.interval})
			for i, size := range story.sizes {
				add(t, l, sized(t, int64(i), now, size))
			}
			shut(t, l)
			wantBytes(t, "index", get(t, fsys, file(0, ".index")), indexBytes(story.expect))
		})
	}
}

// The entry names the last offset of the batch, relative to the segment's base.
func TestIndexEntryHoldsLastOffsetAndPosition(t *testing.T) {
	fsys := memory(t)
	put(t, fsys, file(1000, ".log"), nil)
	l := open(t, fsys, segment.Config{IndexIntervalBytes: 1})
	head := made(t, 1000, 3, now, 30)
	add(t, l, head, made(t, 1003, 7, now, 70), made(t, 1020, 2, now, 20))
	shut(t, l)
	second := uint32(len(head))
	third := second + uint32(len(made(t, 1003, 7, now, 70)))
	wantBytes(t, "index", get(t, fsys, file(1000, ".index")),
		indexBytes([]entry{{9, second}, {21, third}}))
}

func TestTimeIndexGrowsWithTheLargestTimestamp(t *testing.T) {
	const roll = -1000 // not a time: here the segment is left
	stories := []struct {
		name   string
		times  []int64
		expect []timeEntry
	}{
		{"growing: each entry's own", []int64{1, 2, 3}, []timeEntry{{2, 1}, {3, 2}}},
		{"all the same: once", []int64{5, 5, 5, 5}, []timeEntry{{5, 0}}},
		{"falling: the first batch's, once", []int64{9, 8, 7, 6}, []timeEntry{{9, 0}}},
		{"the largest so far, and the first that had it", []int64{3, 7, 5, 7, 9},
			[]timeEntry{{7, 1}, {9, 4}}},
		{"a segment left before an index entry gets one", []int64{6, roll}, []timeEntry{{6, 0}}},
		{"a segment left with nothing new gets none", []int64{6, 7, roll}, []timeEntry{{7, 1}}},
		{"no timestamps: no entries, as in Kafka", []int64{-1, -1, -1, roll}, nil},
		{"timestamp 0 is one", []int64{-1, 0, roll}, []timeEntry{{0, 1}}},
	}
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			fsys := memory(t)
			l := open(t, fsys, segment.Config{SegmentBytes: 2000, IndexIntervalBytes: 1,
				SegmentMs: math.MaxInt64})
			for i, ts := range story.times {
				b := sized(t, int64(i), ts, 100)
				if ts == roll {
					b = sized(t, int64(i), now, 2000)
				}
				add(t, l, b)
			}
			shut(t, l)
			wantBytes(t, "timeindex", get(t, fsys, file(0, ".timeindex")),
				timeIndexBytes(story.expect))
		})
	}
}

// At a roll the largest timestamp is written although no index entry is due.
func TestRollForcesTimeIndexEntry(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l := open(t, fsys, segment.Config{SegmentBytes: 300, IndexIntervalBytes: 100})
		add(t, l, sized(t, 0, now, 101), sized(t, 1, now+1, 90), sized(t, 2, now+7, 90))
		wantBytes(t, "before the roll", liveTimes(t, l, fsys, 0), timeIndexBytes(
			[]timeEntry{{now + 1, 1}}))
		l = open(t, fsys, segment.Config{SegmentBytes: 300, IndexIntervalBytes: 100})
		add(t, l, sized(t, 3, now+9, 90))
		shut(t, l)
		wantBytes(t, "after it", get(t, fsys, file(0, ".timeindex")), timeIndexBytes(
			[]timeEntry{{now + 1, 1}, {now + 7, 2}}))
		wantBytes(t, "the offset index", get(t, fsys, file(0, ".index")), indexBytes(
			[]entry{{1, 101}}))
	})
}

// liveTimes closes the log, since a file that is being written can't be read beside it.
func liveTimes(t *testing.T, l *segment.Log, fsys vfs.FS, base int64) []byte {
	t.Helper()
	shut(t, l)
	return get(t, fsys, file(base, ".timeindex"))
}

// Whatever the batches are, an index rebuilt from the log is the one that grew beside it.
func TestRebuiltIndexEqualsLiveIndex(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		cfg := segment.Config{IndexIntervalBytes: 200}
		l := open(t, fsys, cfg)
		for i, at := 0, int64(0); i < 60; i++ {
			b := made(t, at, 1+i%4, now+int64(i*37%11), 20+i*53%190)
			add(t, l, b)
			at = b.LastOffset() + 1 + int64(i%3)
		}
		shut(t, l)
		live := map[string][]byte{}
		for _, suffix := range []string{".log", ".index", ".timeindex"} {
			live[suffix] = get(t, fsys, file(0, suffix))
		}
		if len(live[".index"]) < 20*8 || len(live[".timeindex"]) < 3*12 {
			t.Fatalf("too few entries for a test: %d and %d bytes", len(live[".index"]),
				len(live[".timeindex"]))
		}
		damage := map[string]func(suffix string){
			"missing": func(suffix string) { remove(t, fsys, file(0, suffix)) },
			"empty":   func(suffix string) { put(t, fsys, file(0, suffix), nil) },
			"garbage": func(suffix string) { put(t, fsys, file(0, suffix), []byte("garbage")) },
			"short": func(suffix string) {
				put(t, fsys, file(0, suffix), live[suffix][:len(live[suffix])-12])
			},
			"as it was": func(string) {},
		}
		for name, harm := range damage {
			t.Run(name, func(t *testing.T) {
				harm(".index")
				harm(".timeindex")
				l := open(t, fsys, cfg)
				if _, err := l.TruncateTail(); err != nil {
					t.Fatal(err)
				}
				shut(t, l)
				for suffix, expect := range live {
					wantBytes(t, suffix, get(t, fsys, file(0, suffix)), expect)
				}
			})
		}
	})
}

// An append after opening mends the indexes too, without a recovery.
func TestAppendMendsWrongIndexes(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		cfg := segment.Config{IndexIntervalBytes: 1}
		put(t, fsys, file(0, ".log"), join(sized(t, 0, now, 100), sized(t, 1, now, 100)))
		put(t, fsys, file(0, ".index"), []byte("stale, and not even aligned"))
		l := open(t, fsys, cfg)
		add(t, l, sized(t, 2, now, 100))
		shut(t, l)
		wantBytes(t, "index", get(t, fsys, file(0, ".index")), indexBytes([]entry{{1, 100}, {2, 200}}))
		wantBytes(t, "timeindex", get(t, fsys, file(0, ".timeindex")),
			timeIndexBytes([]timeEntry{{now, 0}}))
	})
}

// What has the name of a segment and is none would be records missing without a word.
func TestSegmentThatIsNoFileIsRefused(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, file(0, ".log"), sized(t, 0, now, 100))
		if err := fsys.MkdirAll(file(9, ".log")); err != nil {
			t.Fatal(err)
		}
		_, err := segment.Open(fsys, dir, segment.Config{}, nil)
		want(t, err, segment.ErrNotAFile)
		wantBytes(t, "log", get(t, fsys, file(0, ".log")), sized(t, 0, now, 100))
	})
}

// Other files in the directory are left alone, and do not become segments.
func TestOtherFilesAreLeftAlone(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		others := []string{"leader-epoch-checkpoint", "00000000000000000007.snapshot",
			"00000000000000000000.log.cut", "7.log", "partition.metadata",
			"-0000000000000000000.log", "+0000000000000000000.log"}
		for _, name := range others {
			put(t, fsys, dir+"/"+name, []byte(name))
		}
		l := open(t, fsys, segment.Config{SegmentBytes: 200})
		add(t, l, sized(t, 0, now, 150), sized(t, 1, now, 150))
		if got := l.Segments(); len(got) != 2 || got[0] != 0 || got[1] != 1 {
			t.Errorf("segments are %v", got)
		}
		shut(t, l)
		for _, name := range others {
			wantBytes(t, name, get(t, fsys, dir+"/"+name), []byte(name))
		}
	})
}
