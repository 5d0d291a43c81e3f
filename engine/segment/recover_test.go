package segment_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// recoverAndUse makes content the last segment of a log, recovers the log and goes on with
// it: appends are refused before, what was kept is kept byte for byte, a second recovery finds
// nothing to do, and what is appended then is there after reopening.
func recoverAndUse(t *testing.T, fsys vfs.FS, base int64, content []byte) segment.Report {
	t.Helper()
	name := file(base, ".log")
	put(t, fsys, name, content)
	for _, suffix := range []string{".index", ".timeindex"} {
		put(t, fsys, file(base, suffix), []byte("whatever an earlier process left here"))
	}
	cfg := segment.Config{IndexIntervalBytes: 1}
	l := open(t, fsys, cfg)
	torn, end := l.TornBytes(), l.End()
	if torn > 0 {
		err := l.Append(one(t, end, now), now)
		wantAt(t, err, segment.ErrTornTail, name, int64(len(content))-torn)
		if active, size := l.ActiveFile(); active != name || size != int64(len(content)) {
			t.Errorf("after the refusal the file is %s, %d bytes", active, size)
		}
	}
	r, err := l.TruncateTail()
	if err != nil {
		t.Fatal(err)
	}
	if r.Dropped != torn || r.Kept != int64(len(content))-torn || (r.Reason == nil) != (torn == 0) {
		t.Errorf("opening found %d of %d bytes torn, recovery says %+v", torn, len(content), r)
	}
	if l.TornBytes() != 0 || l.End() != end {
		t.Errorf("after recovery %d bytes are torn, the end is %d, was %d", l.TornBytes(), l.End(), end)
	}
	if expect := base; !r.HasLast && end != expect || r.HasLast && end != r.LastOffset+1 {
		t.Errorf("the end is %d, the report %+v", end, r)
	}
	again, err := l.TruncateTail()
	once := r
	once.Dropped, once.Reason = 0, nil
	if err != nil || !reflect.DeepEqual(again, once) {
		t.Errorf("a second recovery says %+v, %v", again, err)
	}
	next := one(t, l.End(), now)
	add(t, l, next)
	sync(t, l)
	shut(t, l)
	expect := join(content[:r.Kept], next)
	wantBytes(t, "the file", get(t, fsys, name), expect)

	l = open(t, fsys, cfg)
	defer shut(t, l)
	if l.TornBytes() != 0 || l.End() != end+1 {
		t.Errorf("after reopening %d bytes are torn, the end is %d", l.TornBytes(), l.End())
	}
	wantBytes(t, "all of it", readFrom(t, l, base, 1<<22), expect)
	return r
}

// Kafka 4.1.0 gives the same answer for every one of these lengths.
func TestCutAtAnyByteKeepsTheWholeBatchesBeforeIt(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		three := join(kafka(t, 0), kafka(t, 2), kafka(t, 4))
		for size := 0; size <= len(three); size++ {
			r := recoverAndUse(t, fsys, 0, three[:size])
			if whole := size / 81; r.Batches != whole || r.Kept != int64(whole)*81 {
				t.Errorf("of %d bytes %d were kept, %d batches", size, r.Kept, r.Batches)
			}
			if r.Reason != nil {
				want(t, r.Reason, batch.ErrTorn)
			}
		}
	})
}

// The middle of three batches, bit by bit, and what becomes of it. The CRC does not cover the
// first 16 bytes and the magic:
//
//	bytes  field         here                                  Kafka 4.1.0
//	0-3    base offset   cut before it                         fails to start
//	4-7    base offset   below the expected, or 2147483647     undetected while it is within
//	                     past the base: cut before it; else    2147483647 of the base: a later
//	                     kept with that offset, and the next   batch may then stand at a lower
//	                     batch cut, being below the expected   offset than an earlier one
//	8-11   length        cut before it                         cut before it
//	12-15  leader epoch  undetected                            undetected
//	16     magic         cut before it                         2 to 3 undetected, others cut
//	17-    CRC's         cut before it                         cut before it
func TestEachFlippedBitOfTheMiddleBatch(t *testing.T) {
	fsys := memory(t)
	good := join(kafka(t, 0), kafka(t, 2), kafka(t, 4))
	for i := range 81 * 8 {
		at, bit := i/8, i%8
		flipped := bytes.Clone(good)
		flipped[81+at] ^= 1 << bit
		batches, end := 1, int64(2) // cut before it
		switch {
		case at < 4:
		case at < 8:
			shift := (7-at)*8 + bit
			if offset := int64(2) ^ 1<<shift; offset >= 2 && offset+1 <= math.MaxInt32 {
				batches, end = 2, offset+2
			}
		case at >= 12 && at < 16:
			batches, end = 3, 6
		}
		r := recoverAndUse(t, fsys, 0, flipped)
		if r.Batches != batches || r.LastOffset != end-1 || r.Kept != int64(batches)*81 {
			t.Errorf("bit %d of byte %d: kept %d batches, the last offset is %d; want %d, %d (%v)",
				bit, at, r.Batches, r.LastOffset, batches, end-1, r.Reason)
		}
	}
}

func TestAnyTailThatIsNoBatchIsCut(t *testing.T) {
	noise := make([]byte, 5000)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223 // the same bytes each time
		noise[i] = byte(x >> 24)
	}
	tails := map[string][]byte{}
	for _, n := range []int{1, 11, 12, 16, 17, 18, 30, 60, 61, 64, 4096} {
		tails[fmt.Sprintf("%d zeros", n)] = make([]byte, n)
		tails[fmt.Sprintf("%d bytes 0xff", n)] = bytes.Repeat([]byte{0xff}, n)
		tails[fmt.Sprintf("%d bytes of noise", n)] = noise[:n]
	}
	tails["a batch without its last byte"] = kafka(t, 6)[:80]
	tails["a batch's header"] = kafka(t, 6)[:61]
	tails["text"] = []byte("khao soi, two bowls, 130 baht")
	tails["a batch behind a byte"] = append([]byte{0}, kafka(t, 6)...)
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		three := join(kafka(t, 0), kafka(t, 2), kafka(t, 4))
		for name, tail := range tails {
			t.Run(name, func(t *testing.T) {
				r := recoverAndUse(t, fsys, 0, join(three, tail))
				if r.Batches != 3 || r.LastOffset != 5 || r.Dropped != int64(len(tail)) {
					t.Errorf("the report is %+v", r)
				}
			})
			t.Run("nothing but "+name, func(t *testing.T) {
				r := recoverAndUse(t, fsys, 700, tail)
				if r.Batches != 0 || r.HasLast || r.Kept != 0 || r.Dropped != int64(len(tail)) {
					t.Errorf("the report is %+v", r)
				}
				remove(t, fsys, file(700, ".log"))
			})
		}
	})
}

// story is one thing that can happen to a file of three batches (0..1, 2..3, 4..5).
type story struct {
	name    string
	corrupt func(t *testing.T, a, b, c batch.Batch) []byte
	batches int   // kept
	last    int64 // last offset kept
	gaps    []segment.Gap
	reason  *kerr.Error // nil: nothing is cut
	pos     int64       // where the reason points
}

var stories = []story{
	{"nothing happened", func(t *testing.T, a, b, c batch.Batch) []byte { return join(a, b, c) },
		3, 5, nil, nil, 0},
	// Kafka's log end would go back to 4 here.
	{"the middle batch again at the end",
		func(t *testing.T, a, b, c batch.Batch) []byte { return join(a, b, c, b) },
		3, 5, nil, segment.ErrOffsetOrder, 243},
	{"the last batch written twice",
		func(t *testing.T, a, b, c batch.Batch) []byte { return join(a, b, c, c) },
		3, 5, nil, segment.ErrOffsetOrder, 243},
	{"a batch that overlaps the one before by an offset",
		func(t *testing.T, a, b, c batch.Batch) []byte { return join(a, b, c, kafka(t, 5)) },
		3, 5, nil, segment.ErrOffsetOrder, 243},
	// Kafka keeps all three, and its log end is 4.
	{"two batches swapped", func(t *testing.T, a, b, c batch.Batch) []byte { return join(a, c, b) },
		2, 5, []segment.Gap{{Pos: 81, First: 2, Last: 3}}, segment.ErrOffsetOrder, 162},
	{"the middle batch missing", func(t *testing.T, a, b, c batch.Batch) []byte { return join(a, c) },
		2, 5, []segment.Gap{{Pos: 81, First: 2, Last: 3}}, nil, 0},
	{"the first batch missing", func(t *testing.T, a, b, c batch.Batch) []byte { return join(b, c) },
		2, 5, []segment.Gap{{Pos: 0, First: 0, Last: 1}}, nil, 0},
	{"two holes", func(t *testing.T, a, b, c batch.Batch) []byte { return join(a, c, kafka(t, 16)) },
		3, 17, []segment.Gap{{Pos: 81, First: 2, Last: 3}, {Pos: 162, First: 6, Last: 15}}, nil, 0},
	{"a batch of the old format 0", changed(func(b batch.Batch) { b[16] = 0 }),
		1, 1, nil, batch.ErrOldMagic, 81 + 16},
	{"a batch of the old format 1", changed(func(b batch.Batch) { b[16] = 1 }),
		1, 1, nil, batch.ErrOldMagic, 81 + 16},
	// Kafka takes it for 2.
	{"a batch of a format to come", changed(func(b batch.Batch) { b[16] = 3 }),
		1, 1, nil, batch.ErrCorrupt, 81 + 16},
	{"the middle header zeroed", changed(func(b batch.Batch) { clear(b[:61]) }),
		1, 1, nil, batch.ErrCorrupt, 81 + 8},
	{"the middle block zeroed", changed(func(b batch.Batch) { clear(b[40:]) }),
		1, 1, nil, batch.ErrCRC, 81 + 17},
	{"a length field that leaves the file",
		changed(func(b batch.Batch) { binary.BigEndian.PutUint32(b[8:], math.MaxInt32) }),
		1, 1, nil, batch.ErrTorn, 81 + 8},
	{"a negative length field",
		changed(func(b batch.Batch) { binary.BigEndian.PutUint32(b[8:], 1<<31) }),
		1, 1, nil, batch.ErrCorrupt, 81 + 8},
	{"a length field one below a header's",
		changed(func(b batch.Batch) { binary.BigEndian.PutUint32(b[8:], 48) }),
		1, 1, nil, batch.ErrCorrupt, 81 + 8},
	{"a base offset as far as can be", changed(func(b batch.Batch) { b.Stamp(math.MaxInt64-1, 0) }),
		1, 1, nil, segment.ErrOffsetOrder, 81},
	{"a base offset whose last offset is no number",
		changed(func(b batch.Batch) { b.Stamp(math.MaxInt64, 0) }),
		1, 1, nil, segment.ErrOffsetOrder, 81},
	{"a negative base offset", changed(func(b batch.Batch) { b.Stamp(-1, 0) }),
		1, 1, nil, segment.ErrOffsetOrder, 81},
	{"a negative last offset delta, the CRC right",
		changed(func(b batch.Batch) { binary.BigEndian.PutUint32(b[23:], 1<<31); seal(b) }),
		1, 1, nil, batch.ErrCorrupt, 81 + 23},
	{"more records than offsets, the CRC right", changed(func(b batch.Batch) { b[60] = 3; seal(b) }),
		1, 1, nil, batch.ErrCorrupt, 81 + 57},
	{"a compressed batch", changed(func(b batch.Batch) { b[22] = 1; seal(b) }), 3, 5, nil, nil, 0},
	{"a control batch", changed(func(b batch.Batch) { b[22] = 0x20; seal(b) }), 3, 5, nil, nil, 0},
	{"a batch that compaction took a record from",
		changed(func(b batch.Batch) { b[60] = 1; seal(b) }), 3, 5, nil, nil, 0},
	{"a batch that compaction emptied", func(t *testing.T, a, b, c batch.Batch) []byte {
		b, err := batch.AppendRewritten(nil, b, func(*batch.Record) bool { return false })
		if err != nil || len(b) != 61 {
			t.Fatal(len(b), err)
		}
		return join(a, b, c)
	}, 3, 5, nil, nil, 0},
}

// changed is a story in which the middle batch looks different.
func changed(f func(batch.Batch)) func(*testing.T, batch.Batch, batch.Batch, batch.Batch) []byte {
	return func(_ *testing.T, a, b, c batch.Batch) []byte {
		f(b)
		return join(a, b, c)
	}
}

func TestRecoveryStories(t *testing.T) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, fsys vfs.FS) {
				content := s.corrupt(t, kafka(t, 0), kafka(t, 2), kafka(t, 4))
				r := recoverAndUse(t, fsys, 0, content)
				if r.Batches != s.batches || r.LastOffset != s.last || !r.HasLast {
					t.Errorf("kept %d batches up to %d, want %d up to %d", r.Batches, r.LastOffset,
						s.batches, s.last)
				}
				if !reflect.DeepEqual(r.Gaps, s.gaps) {
					t.Errorf("gaps are %v, want %v", r.Gaps, s.gaps)
				}
				if s.reason != nil {
					wantAt(t, r.Reason, s.reason, file(0, ".log"), s.pos)
				} else if r.Dropped != 0 {
					t.Errorf("%d bytes were dropped: %v", r.Dropped, r.Reason)
				}
			})
		})
	}
}

func TestGoodLogIsLeftByteForByte(t *testing.T) {
	fsys := vfstest.Memory()
	cfg := segment.Config{IndexIntervalBytes: 100}
	l := open(t, fsys, cfg)
	for i := range int64(10) {
		add(t, l, sized(t, i, now+i, 150))
	}
	shut(t, l)
	before := map[string][]byte{}
	for _, suffix := range []string{".log", ".index", ".timeindex"} {
		before[suffix] = get(t, fsys, file(0, suffix))
	}
	fsys.Forget()
	l = open(t, fsys, cfg)
	for range 2 {
		if r, err := l.TruncateTail(); err != nil || r.Batches != 10 || r.Dropped != 0 {
			t.Fatalf("got %+v, %v", r, err)
		}
	}
	shut(t, l)
	for suffix, expect := range before {
		wantBytes(t, suffix, get(t, fsys, file(0, suffix)), expect)
	}
	for _, op := range []string{"append", "truncate", "create", "remove", "rename"} {
		if n := fsys.Count(op); n != 0 {
			t.Errorf("%d calls of %s", n, op)
		}
	}
}

// Replay reads only: a torn file that is opened and closed is the file that it was, and so are
// its indexes.
func TestOpeningTornLogWritesNothing(t *testing.T) {
	fsys := vfstest.Memory()
	put(t, fsys, file(0, ".log"), join(kafka(t, 0), []byte("torn")))
	put(t, fsys, file(0, ".index"), []byte("stale"))
	fsys.Forget()
	for range 2 {
		l := open(t, fsys, segment.Config{})
		if l.TornBytes() != 4 || l.End() != 2 {
			t.Errorf("%d bytes are torn, the end is %d", l.TornBytes(), l.End())
		}
		want(t, l.Append(one(t, 2, now), now), segment.ErrTornTail)
		wantBytes(t, "read", readAll(t, l, 1000), kafka(t, 0))
		shut(t, l)
	}
	for _, c := range fsys.Calls() {
		switch c.Op {
		case "append", "truncate", "create", "remove", "rename":
			t.Errorf("%s %s", c.Op, c.Name)
		}
	}
	wantBytes(t, "index", get(t, fsys, file(0, ".index")), []byte("stale"))
}

// A log may be recovered while it is used: what was appended stays, and appending goes on.
func TestRecoveryOfRunningLogKeepsItsAppends(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		cfg := segment.Config{SegmentBytes: 300, IndexIntervalBytes: 1}
		l := open(t, fsys, cfg)
		defer shut(t, l)
		var all []batch.Batch
		for i := range int64(12) {
			b := sized(t, i, now+i, 100)
			add(t, l, b)
			all = append(all, b)
			r, err := l.TruncateTail()
			if err != nil || r.Dropped != 0 || l.End() != i+1 || r.Batches != int(i%3)+1 {
				t.Fatalf("after batch %d: %+v, %v", i, r, err)
			}
		}
		wantBytes(t, "read back", readAll(t, l, 1000), join(all...))
		l.Break(vfstest.ErrInjected)
		_, err := l.TruncateTail()
		want(t, err, segment.ErrBroken)
		want(t, err, vfstest.ErrInjected)
	})
}

// Only the last segment is looked at: the others were synced before it existed.
func TestRecoveryLeavesOlderSegmentsAlone(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		old, _ := threeAnd(t, fsys, func(b []byte) []byte { b[100] ^= 1; return b })
		r := recoverAndUse(t, fsys, 700, append(kafka(t, 700), "torn"...))
		if r.Batches != 1 || r.Dropped != 4 || r.LastOffset != 701 {
			t.Errorf("the report is %+v", r)
		}
		wantBytes(t, "the damaged older segment", get(t, fsys, file(0, ".log")), old)
	})
}
