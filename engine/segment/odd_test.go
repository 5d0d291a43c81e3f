package segment_test

import (
	"encoding/binary"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// Directories in which something stands where an ordinary segment would.

// Whatever an index's name leads to would be written over.
func TestAnIndexThatIsNoFileIsRefused(t *testing.T) {
	for _, suffix := range []string{".index", ".timeindex"} {
		onEach(t, func(t *testing.T, fsys vfs.FS) {
			put(t, fsys, file(0, ".log"), one(t, 0, now))
			if err := fsys.MkdirAll(file(0, suffix)); err != nil {
				t.Fatal(err)
			}
			_, err := segment.Open(fsys, dir, segment.Config{}, nil)
			wantAt(t, err, segment.ErrNotAFile, file(0, suffix), 0)
		})
	}
}

// Its producers' windows would name offsets that the log does not reach.
func TestASegmentThatReachesOverAnEmptyOneIsNamed(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, file(0, ".log"), made(t, 0, 10, now, 200))
		put(t, fsys, file(5, ".log"), nil)
		_, err := segment.Open(fsys, dir, segment.Config{}, func(batch.Batch) {})
		wantAt(t, err, segment.ErrOffsetOrder, file(0, ".log"), 0)
	})
}

func TestGoodOldMessagesBehindDamageAreNotCut(t *testing.T) {
	damaged, good := oldMessage(1, "vvv"), oldMessage(2, "vvv")
	damaged[36] = 'x'
	flipped := one(t, 1, now)
	flipped[70] ^= 1
	for name, row := range map[string]struct {
		tail []byte
		pos  int64 // of the good one
	}{
		"behind a good batch":              {good, 0},
		"behind a damaged old message":     {join(damaged, good), 37},
		"behind a damaged batch":           {join(flipped, good), flipped.Size()},
		"and a torn one behind the good":   {join(good, good[:20]), 0},
		"behind one, and damage behind it": {join(good, damaged), 0},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				first := one(t, 0, now)
				all := append(first[:len(first):len(first)], row.tail...)
				put(t, fsys, file(0, ".log"), all)
				l := open(t, fsys, segment.Config{})
				_, err := l.TruncateTail()
				wantAt(t, err, segment.ErrOldFormat, file(0, ".log"), first.Size()+row.pos)
				if row.pos == 0 { // else what comes first is a torn tail, and damage
					wantAt(t, l.Append(one(t, 1, now), now), segment.ErrOldFormat, file(0, ".log"),
						first.Size())
				}
				shut(t, l)
				wantBytes(t, "the log", get(t, fsys, file(0, ".log")), all)
			})
		})
	}
}

// What looks like the batch that the index names is none: the walk from the start finds it.
func TestAnIndexThatLeadsIntoAValueCostsTimeOnly(t *testing.T) {
	for behind := range int64(3) { // batches behind the one that is read
		onEach(t, func(t *testing.T, fsys vfs.FS) {
			lure := made(t, 1, 1, now, 20)
			lure[len(lure)-3] ^= 1 // its CRC is wrong
			b, err := batch.Append(nil, batch.NoProducer,
				[]batch.NewRecord{{Timestamp: now, Value: lure}})
			if err != nil {
				t.Fatal(err)
			}
			batch.Batch(b).Stamp(0, 0)
			second := one(t, 1, now)
			log := append(b[:len(b):len(b)], second...)
			for i := range behind {
				log = append(log, one(t, 2+i, now)...)
			}
			put(t, fsys, file(0, ".log"), log)
			put(t, fsys, file(2+behind, ".log"), one(t, 2+behind, now))
			pos := len(b) - len(lure) - 1 // behind the value stands a count of no headers
			index := binary.BigEndian.AppendUint32(nil, 1)
			put(t, fsys, file(0, ".index"), binary.BigEndian.AppendUint32(index, uint32(pos)))
			l := open(t, fsys, segment.Config{})
			got, err := l.Read(1, l.End(), 1)
			if err != nil {
				t.Fatal(err)
			}
			wantBytes(t, "offset 1", got, second)
			shut(t, l)
		})
	}
}

// Nobody's windows are in old messages, and they may be all that there is.
func TestOldMessagesBeforeAnEmptySegment(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, file(0, ".log"), append(oldMessage(0, "old"), one(t, 1, now)...))
		put(t, fsys, file(2, ".log"), nil)
		seen := 0
		l, err := segment.Open(fsys, dir, segment.Config{}, func(batch.Batch) { seen++ })
		if err != nil || seen != 1 {
			t.Fatalf("%d batches were observed, %v", seen, err)
		}
		add(t, l, one(t, 2, now))
		if _, err := l.Read(0, l.End(), 1); err == nil {
			t.Error("old messages were skipped without a word")
		}
		shut(t, l)
	})
}

// Names may change while a log is open.
func TestAnIndexThatComesLaterAndIsNoFileIsLeftAlone(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		put(t, fsys, file(0, ".log"), one(t, 0, now))
		l := open(t, fsys, segment.Config{})
		if err := fsys.MkdirAll(file(0, ".index")); err != nil {
			t.Fatal(err)
		}
		wantAt(t, l.Append(one(t, 1, now), now), segment.ErrWrite, "", kerr.NoPos)
		shut(t, l)
		put(t, fsys, file(5, ".log"), one(t, 5, now))
		remove(t, fsys, file(0, ".index"))
		l = open(t, fsys, segment.Config{})
		if err := fsys.MkdirAll(file(0, ".index")); err != nil {
			t.Fatal(err)
		}
		if got, err := l.Read(0, l.End(), 1); err != nil || len(got) == 0 {
			t.Errorf("beside a directory: %d bytes, %v", len(got), err)
		}
		remove(t, fsys, file(0, ".log"))
		if err := fsys.MkdirAll(file(0, ".log")); err != nil {
			t.Fatal(err)
		}
		_, err := l.Read(0, l.End(), 1)
		want(t, err, segment.ErrNotAFile)
		shut(t, l)
	})
}

// A batch without timestamps has no age, and no clock makes one overflow.
func TestNoTimeRollsASegmentWithoutTimestamps(t *testing.T) {
	for _, c := range []struct{ ts, now, segmentMs int64 }{
		{-1, now, 0}, {-1, -2, 1<<63 - 1}, {now, -2, 1<<63 - 1}, {0, 1<<63 - 1, 1<<63 - 1},
	} {
		l := open(t, memory(t), segment.Config{SegmentMs: c.segmentMs})
		for i := range int64(10) {
			if err := l.Append(one(t, i, c.ts), c.now); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(l.Segments()); n != 1 {
			t.Errorf("%+v: %d segments", c, n)
		}
		shut(t, l)
	}
}
