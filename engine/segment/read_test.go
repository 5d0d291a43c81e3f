package segment_test

import (
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// holed is a log of three segments with holes: before a batch, at a segment's end, and a
// segment that begins with one.
//
//	segment 0: 0..2, hole 3..4, 5..6, hole 7..9
//	segment 10: 10..10, hole 11..14, 15..15
//	segment 20: 20..21, the last
func holed(t *testing.T, fsys vfs.FS) (*segment.Log, map[int64]batch.Batch) {
	t.Helper()
	all := map[int64]batch.Batch{}
	for base, count := range map[int64]int{0: 3, 5: 2, 10: 1, 15: 1, 20: 2} {
		all[base] = made(t, base, count, now, 40*count)
	}
	put(t, fsys, file(0, ".log"), join(all[0], all[5]))
	put(t, fsys, file(10, ".log"), join(all[10], all[15]))
	put(t, fsys, file(20, ".log"), all[20])
	return open(t, fsys, segment.Config{}), all
}

func TestReadGivesTheBatchThatHoldsAnOffsetOrTheNext(t *testing.T) {
	stories := []struct {
		name     string
		offset   int64
		limit    int64
		maxBytes int
		expect   []int64 // base offsets; nil for nothing
		kind     error
	}{
		{"the first offset", 0, 22, 1, []int64{0}, nil},
		{"the middle of a batch", 1, 22, 1, []int64{0}, nil},
		{"the last of a batch", 2, 22, 1, []int64{0}, nil},
		{"in a hole", 3, 22, 1, []int64{5}, nil},
		{"at a hole's end", 4, 22, 1, []int64{5}, nil},
		{"behind a hole", 5, 22, 1, []int64{5}, nil},
		{"in a hole at a segment's end", 7, 22, 1, []int64{10}, nil},
		{"at such a hole's end", 9, 22, 1, []int64{10}, nil},
		{"the first of a segment", 10, 22, 1, []int64{10}, nil},
		{"in a hole behind the last batch of a segment", 16, 22, 1, []int64{20}, nil},
		{"the last offset", 21, 22, 1, []int64{20}, nil},

		{"the end", 22, 22, 1, nil, nil},
		{"above the end", 23, 22, 1, nil, segment.ErrOffsetOutOfRange},
		{"below the start", -1, 22, 1, nil, segment.ErrOffsetOutOfRange},
		{"above a limit inside the log", 6, 5, 1, nil, segment.ErrOffsetOutOfRange},

		{"a limit behind a batch", 0, 3, 1000, []int64{0}, nil},
		{"a limit inside a batch: not a part of it", 0, 2, 1000, nil, nil},
		{"a limit inside a later batch", 0, 6, 1000, []int64{0}, nil},
		{"a limit in a hole", 0, 4, 1000, []int64{0}, nil},
		{"from a hole to a limit in it", 3, 4, 1000, nil, nil},
		{"a limit at a segment's end", 5, 10, 1000, []int64{5}, nil},
		{"at the limit", 5, 5, 1000, nil, nil},
		{"a high watermark below the last batch", 15, 20, 1000, []int64{15}, nil},
		{"a high watermark inside the last batch", 20, 21, 1000, nil, nil},

		{"room for no batch gives one", 0, 22, 0, []int64{0}, nil},
		{"room for two", 0, 22, 1000, []int64{0, 5}, nil},
		{"a read ends with its segment", 10, 22, 1000, []int64{10, 15}, nil},
	}
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l, all := holed(t, fsys)
		defer shut(t, l)
		for _, story := range stories {
			t.Run(story.name, func(t *testing.T) {
				got, err := l.Read(story.offset, story.limit, story.maxBytes)
				if story.kind != nil {
					want(t, err, story.kind)
				} else if err != nil {
					t.Fatal(err)
				}
				var expect []byte
				for _, base := range story.expect {
					expect = append(expect, all[base]...)
				}
				wantBytes(t, "read", got, expect)
			})
		}
	})
}

func TestReadTakesWholeBatchesUpToMaxBytes(t *testing.T) {
	fsys := memory(t)
	l := open(t, fsys, segment.Config{})
	defer shut(t, l)
	for i := range int64(5) {
		add(t, l, sized(t, i, now, 100))
	}
	for maxBytes, count := range map[int]int{-1: 1, 0: 1, 99: 1, 100: 1, 199: 1, 200: 2, 201: 2,
		499: 4, 500: 5, 1 << 30: 5} {
		got, err := l.Read(0, l.End(), maxBytes)
		if err != nil || len(got) != count*100 {
			t.Errorf("at most %d bytes: got %d, %v; want %d batches", maxBytes, len(got), err, count)
		}
	}
}

// The bytes belong to the caller: writing on them changes nothing in the log.
func TestReadBytesBelongToTheCaller(t *testing.T) {
	fsys := memory(t)
	l := open(t, fsys, segment.Config{})
	defer shut(t, l)
	b := sized(t, 0, now, 100)
	add(t, l, b)
	clear(readAll(t, l, 1))
	wantBytes(t, "read again", readAll(t, l, 1), b)
}

func TestReadSeesEachAppendAtOnceAndAfterReopening(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		cfg := segment.Config{SegmentBytes: 350, IndexIntervalBytes: 1}
		l := open(t, fsys, cfg)
		var all []batch.Batch
		for i := range int64(20) {
			b := sized(t, i, now, 100)
			add(t, l, b)
			all = append(all, b)
			wantBytes(t, "read back", readAll(t, l, 150), join(all...))
		}
		shut(t, l)
		l = open(t, fsys, cfg)
		defer shut(t, l)
		wantBytes(t, "after reopening", readAll(t, l, 150), join(all...))
		for i, b := range all { // each by its own offset, so that each segment is opened for it
			got, err := l.Read(int64(i), l.End(), 1)
			if err != nil {
				t.Fatal(err)
			}
			wantBytes(t, "by offset", got, b)
		}
	})
}

// The promise: however large a segment is, its sparse index brings a read within 16 KiB of
// its batch. Both the segment being written and an older one, and that one's first read too,
// with whatever it reads of the index file.
func TestReadByOffsetReadsLittleBeforeItsBatch(t *testing.T) {
	const segmentBytes, batchBytes, most = 64 << 20, 2000, 16 << 10
	if testing.Short() {
		t.Skip("writes 64 MiB")
	}
	fsys := vfstest.Memory()
	cfg := segment.Config{SegmentBytes: segmentBytes}
	l := open(t, fsys, cfg)
	value := sized(t, 0, now, batchBytes)
	const count = segmentBytes / batchBytes
	for i := range int64(count) {
		value.Stamp(i, 0)
		add(t, l, value)
	}
	if n := len(l.Segments()); n != 1 {
		t.Fatalf("%d segments", n)
	}
	check := func(name string, l *segment.Log) {
		for _, offset := range []int64{0, 1, 4, 5, 6, count / 3, count / 2, count - 2, count - 1} {
			fsys.Forget()
			got, err := l.Read(offset, l.End(), 1)
			if err != nil || len(got) != batchBytes || batch.Batch(got).BaseOffset() != offset {
				t.Fatalf("%s: offset %d gives %d bytes, %v", name, offset, len(got), err)
			}
			if extra := fsys.BytesRead() - batchBytes; extra >= most {
				t.Errorf("%s: offset %d reads %d bytes before its batch, allowed is less than %d",
					name, offset, extra, most)
			}
		}
	}
	check("the active segment", l)
	shut(t, l)

	l = open(t, fsys, cfg)
	check("the active segment after reopening", l)
	value.Stamp(count, 0)
	add(t, l, sized(t, count, now, 70_000)) // does not fit
	if n := len(l.Segments()); n != 2 {
		t.Fatalf("%d segments", n)
	}
	check("a segment just left", l)
	shut(t, l)

	l = open(t, fsys, cfg)
	check("an older segment", l)
	shut(t, l)
}

func TestReadAfterCloseIsRefused(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l, _ := holed(t, fsys)
		if _, err := l.Read(0, 22, 1); err != nil { // one segment is open, others are not
			t.Fatal(err)
		}
		shut(t, l)
		for _, offset := range []int64{0, 10, 20, 22} {
			got, err := l.Read(offset, 22, 1)
			if len(got) > 0 {
				t.Errorf("offset %d gives %d bytes", offset, len(got))
			}
			want(t, err, segment.ErrClosed)
		}
		want(t, l.Append(one(t, 22, now), now), segment.ErrClosed)
		_, err := l.TruncateTail()
		want(t, err, segment.ErrClosed)
		want(t, l.Target().Sync(), syncAfterClose(fsys))
		want(t, l.Close(), segment.ErrClosed)
		// and nothing was left open
		for _, base := range []int64{0, 10, 20} {
			remove(t, fsys, file(base, ".log"))
		}
	})
}

// syncAfterClose: where a sync means nothing there is nothing to refuse.
func syncAfterClose(fsys vfs.FS) error {
	if fsys.Durable() {
		return segment.ErrWrite
	}
	return nil
}
