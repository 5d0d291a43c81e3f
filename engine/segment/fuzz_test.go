package segment_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// The shape of a fuzzed log, bit by bit.
const (
	crcsOfLast     = 1 << iota // the last segment's CRCs are made right
	crcsOfOlder                // the older segment's
	offsetsOfLast              // the last segment's offsets are made to follow on each other
	offsetsOfOlder             // the older segment's
	hasOlder                   // there is an older segment
	hasIndex                   // that one has an index file
	baseOfBatch                // the last segment is named after its first batch, if it can be
)

// fuzzed is a partition's directory of one or two segments, and what a reader of its own makes
// of them.
type fuzzed struct {
	older, index, last []byte
	hasOlder, hasIndex bool
	base               int64 // of the last segment
	inOlder, inLast    walked
}

var fuzzConfig = segment.Config{IndexIntervalBytes: 81}

func newFuzzed(older, index, last []byte, shape uint8) fuzzed {
	d := fuzzed{older: bytes.Clone(older), index: index, last: bytes.Clone(last)}
	if d.hasOlder = shape&hasOlder != 0; d.hasOlder {
		d.hasIndex = shape&hasIndex != 0
		mend(d.older, 0, shape&offsetsOfOlder != 0, shape&crcsOfOlder != 0)
		d.inOlder = walkBytes(d.older, 0)
		d.base = max(d.inOlder.next, 1)
	}
	if shape&baseOfBatch != 0 && len(last) >= 8 {
		if first := int64(binary.BigEndian.Uint64(last)); first >= d.base {
			d.base = first
		}
	}
	mend(d.last, d.base, shape&offsetsOfLast != 0, shape&crcsOfLast != 0)
	d.inLast = walkBytes(d.last, d.base)
	return d
}

func (d fuzzed) write(t *testing.T) vfs.FS {
	fsys := memory(t)
	put(t, fsys, file(d.base, ".log"), d.last)
	if d.hasOlder {
		put(t, fsys, file(0, ".log"), d.older)
	}
	if d.hasIndex {
		put(t, fsys, file(0, ".index"), d.index)
	}
	return fsys
}

// olderIsWhole tells whether every byte of the older segment, if there is one, counts.
func (d fuzzed) olderIsWhole() bool { return !d.hasOlder || d.inOlder.kept == len(d.older) }

// start gives the first offset of the log.
func (d fuzzed) start() int64 {
	if d.hasOlder {
		return 0
	}
	return d.base
}

// Invariants, whatever bytes stand in the last segment, in an older one and in its index; what
// counts is told by walkBytes, which has nothing of the engine:
//
//  1. Nothing panics. Open fails only where the last segment holds no batch and the older one
//     is damaged, and names that file then; it writes nothing.
//  2. Open observes the batches that count of the last segment that holds one, and no other;
//     log end, torn bytes and file size are those of the walk.
//  3. A read gives whole batches with a right CRC, in order, from the one that holds the offset
//     on; where the older segment is whole it gives exactly the batches that count, whatever
//     its index says (see misleads), and where it is not, an error names file and position.
//  4. A torn log refuses appends and is not changed by them.
//  5. TruncateTail keeps exactly the bytes that count, reports them, and leaves every other
//     file as it was; where good messages of an old format would go, behind damage too, it
//     refuses and changes nothing.
//  6. Doing it again changes no byte of any file, and neither does opening.
//  7. The indexes that it makes are those of the same batches appended one by one, and the
//     offset index is the one that SPEC's rule makes of them.
//  8. Behind it, append, sync, reopen and read work, up to the last offset that there is.
func FuzzOpen(f *testing.F) {
	for _, s := range openSeeds(f) {
		f.Add(s.older, s.index, s.last, s.shape)
	}
	f.Fuzz(func(t *testing.T, older, index, last []byte, shape uint8) {
		if len(older)+len(index)+len(last) > 1<<14 {
			return // a few batches do; more of them only take longer
		}
		d := newFuzzed(older, index, last, shape)
		fsys := d.write(t)
		before := allFiles(t, fsys)
		if l := d.opens(t, fsys); l != nil {
			d.reads(t, l, l.End())
			d.refusesAppends(t, l)
			shut(t, l)
		}
		sameFiles(t, "opening and reading", before, allFiles(t, fsys))
		if d.isCut(t, fsys) {
			d.isIndexedAsAppended(t, fsys)
			d.goesOn(t, fsys)
		}
	})
}

// opens opens the log and holds what it says of itself to the walk; nil where it may not open.
func (d fuzzed) opens(t *testing.T, fsys vfs.FS) *segment.Log {
	var seen [][]byte
	l, err := segment.Open(fsys, dir, fuzzConfig, func(h batch.Batch) {
		seen = append(seen, bytes.Clone(h))
	})
	bytesOf, found := d.last, d.inLast
	if len(found.parts) == 0 && d.hasOlder {
		bytesOf, found = d.older, d.inOlder
		if !d.olderIsWhole() {
			e, ok := errors.AsType[*kerr.Error](err)
			if !ok || e.File != file(0, ".log") || e.Pos < int64(d.inOlder.kept) {
				t.Fatalf("the older segment is damaged from byte %d on; opening says %v",
					d.inOlder.kept, err)
			}
			return nil
		}
	}
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	if len(seen) != len(found.parts) {
		t.Fatalf("%d batches were observed, want %d", len(seen), len(found.parts))
	}
	for i, p := range found.parts {
		if !bytes.Equal(seen[i], bytesOf[p.pos:p.pos+61]) {
			t.Fatalf("header %d is observed as %x, want %x", i, seen[i], bytesOf[p.pos:p.pos+61])
		}
	}
	torn := int64(len(d.last) - d.inLast.kept)
	name, size := l.ActiveFile()
	if l.End() != d.inLast.next || l.TornBytes() != torn || l.Start() != d.start() ||
		name != file(d.base, ".log") || size != int64(len(d.last)) {
		t.Fatalf("start %d, end %d, %d torn bytes, %s of %d bytes; want %d, %d, %d, %s of %d",
			l.Start(), l.End(), l.TornBytes(), name, size, d.start(), d.inLast.next, torn,
			file(d.base, ".log"), len(d.last))
	}
	return l
}

// stored is one batch that a read may give.
type stored struct {
	part
	bytes   []byte
	segment int // 0 for the older one
}

func (d fuzzed) all() []stored {
	var all []stored
	for _, p := range d.inOlder.parts {
		all = append(all, stored{p, d.older[p.pos : p.pos+p.size], 0})
	}
	for _, p := range d.inLast.parts {
		all = append(all, stored{p, d.last[p.pos : p.pos+p.size], 1})
	}
	return all
}

// reads asks for every offset at the edge of a batch, and those beside it.
func (d fuzzed) reads(t *testing.T, l *segment.Log, end int64) {
	offsets := []int64{math.MinInt64, -1, d.start(), d.base - 1, d.base, end - 1, end, math.MaxInt64}
	for _, p := range append(chain(d.older), chain(d.last)...) {
		offsets = append(offsets, p.first-1, p.first, p.last, p.first, p.last+1)
	}
	exact := d.olderIsWhole() && !(d.hasIndex && misleads(d.index, d.older, 0))
	for i, offset := range offsets {
		maxBytes, limit := 1, end
		if i%2 == 1 {
			maxBytes = 300
		}
		if i%4 > 1 && len(d.inLast.parts) > 0 { // in the last batch: it may not be read
			limit = d.inLast.parts[len(d.inLast.parts)-1].last
		}
		got, err := l.Read(offset, limit, maxBytes)
		switch {
		case offset < d.start() || offset > limit:
			want(t, err, segment.ErrOffsetOutOfRange)
		case exact || offset >= d.base:
			if expect := d.expected(offset, limit, maxBytes); err != nil || !bytes.Equal(got, expect) {
				t.Fatalf("reading at %d below %d, at most %d bytes: %v, %x\nwant %x", offset, limit,
					maxBytes, err, got, expect)
			}
		default:
			d.givesBatchesOrAPlace(t, offset, got, err)
		}
	}
}

// expected gives what a read of a whole log gives: from the batch that holds the offset on, or
// the next, as many of its segment as end below the limit and fit, the first in any case.
func (d fuzzed) expected(offset, limit int64, maxBytes int) []byte {
	var out []byte
	segmentOf := -1
	for _, s := range d.all() {
		switch {
		case s.last < offset:
		case s.last >= limit || offset == limit:
			return out
		case segmentOf < 0:
			segmentOf, out = s.segment, s.bytes
		case s.segment == segmentOf && len(out)+s.size <= maxBytes:
			out = append(out[:len(out):len(out)], s.bytes...)
		default:
			return out
		}
	}
	return out
}

// givesBatchesOrAPlace is what can be asked of a read from a damaged segment.
func (d fuzzed) givesBatchesOrAPlace(t *testing.T, offset int64, got []byte, err error) {
	if err != nil {
		e, ok := errors.AsType[*kerr.Error](err)
		if !ok || e.File != file(0, ".log") || e.Pos < 0 || e.Pos > int64(len(d.older)) || got != nil {
			t.Fatalf("reading at %d: %d bytes and an error without a place: %v", offset, len(got), err)
		}
		return
	}
	if len(got) > 0 && !d.followsAGoodOne(offset, got) {
		t.Fatalf("reading at %d goes over a damaged batch: %x", offset, got)
	}
	for next := offset; len(got) > 0; {
		p, ok := headerAt(got)
		if !ok || crcOf(got[:p.size]) != claimedCRC(got) || p.last < next {
			t.Fatalf("reading at %d gives no good batch of %d or later: %x", offset, next, got)
		}
		next, got = p.last+1, got[p.size:]
	}
}

// followsAGoodOne tells whether bytes stand in a file and, where the offset asked for lies in a
// hole before them, whether the batch before that hole is good.
func (d fuzzed) followsAGoodOne(offset int64, got []byte) bool {
	before := part{}
	for _, p := range chain(d.older) {
		if bytes.HasPrefix(d.older[p.pos:], got) {
			first, _ := headerAt(got)
			return first.first <= offset || before.size == 0 ||
				crcOf(d.older[before.pos:p.pos]) == claimedCRC(d.older[before.pos:])
		}
		before = p
	}
	whole := before.pos+before.size == len(d.older) &&
		(before.size == 0 || crcOf(d.older[before.pos:]) == claimedCRC(d.older[before.pos:]))
	return whole && bytes.HasPrefix(d.last, got) || d.hasIndex && misleads(d.index, d.older, 0)
}

func (d fuzzed) refusesAppends(t *testing.T, l *segment.Log) {
	if l.TornBytes() > 0 && l.End() < math.MaxInt64 {
		err := l.Append(one(t, l.End(), now), now)
		if !errors.Is(err, segment.ErrOldFormat) { // a tail of good old messages says that
			want(t, err, segment.ErrTornTail)
		}
	}
}

// isCut recovers the log, twice; false where that is refused, as it must be.
func (d fuzzed) isCut(t *testing.T, fsys vfs.FS) bool {
	before := allFiles(t, fsys)
	l, err := segment.Open(fsys, dir, fuzzConfig, nil)
	if err != nil {
		t.Fatalf("opening without anybody to observe: %v", err)
	}
	r, err := l.TruncateTail()
	if d.inLast.oldBehind(d.last) {
		want(t, err, segment.ErrOldFormat)
		shut(t, l)
		sameFiles(t, "a refused recovery", before, allFiles(t, fsys))
		return false
	}
	if err != nil {
		t.Fatalf("cutting: %v", err)
	}
	kept, n := d.inLast.kept, len(d.inLast.parts)
	if r.Kept != int64(kept) || r.Dropped != int64(len(d.last)-kept) || r.Batches != n ||
		r.HasLast != (n > 0) || n > 0 && r.LastOffset != d.inLast.parts[n-1].last ||
		(r.Reason != nil) != (kept < len(d.last)) || len(r.Gaps) != d.gaps() {
		t.Fatalf("the report is %+v; want %d batches, %d bytes of %d, %d gaps", r, n, kept,
			len(d.last), d.gaps())
	}
	if l.TornBytes() != 0 || l.End() != d.inLast.next {
		t.Fatalf("behind the cut: %d torn bytes, end %d", l.TornBytes(), l.End())
	}
	d.reads(t, l, l.End())
	shut(t, l)
	first := allFiles(t, fsys)
	wantBytes(t, "the log behind the cut", []byte(first[file(d.base, ".log")]), d.last[:kept])
	before[file(d.base, ".log")] = string(d.last[:kept])
	for _, suffix := range []string{".index", ".timeindex"} {
		before[file(d.base, suffix)] = first[file(d.base, suffix)]
	}
	sameFiles(t, "cutting", before, first)

	again := open(t, fsys, fuzzConfig)
	r, err = again.TruncateTail()
	if err != nil || r.Dropped != 0 || r.Kept != int64(kept) || r.Batches != n {
		t.Fatalf("cutting again: %+v, %v", r, err)
	}
	shut(t, again)
	sameFiles(t, "cutting again", first, allFiles(t, fsys))
	return true
}

// gaps counts the holes in the offsets of the last segment.
func (d fuzzed) gaps() int {
	n, next := 0, d.base
	for _, p := range d.inLast.parts {
		if p.first > next {
			n++
		}
		next = p.last + 1
	}
	return n
}

// isIndexedAsAppended appends the batches that count to an empty segment of the same name.
func (d fuzzed) isIndexedAsAppended(t *testing.T, cut vfs.FS) {
	fsys := memory(t)
	put(t, fsys, file(d.base, ".log"), nil)
	l := open(t, fsys, fuzzConfig)
	for _, p := range d.inLast.parts {
		// A clock before all timestamps, so that no batch rolls.
		err := l.Append(d.last[p.pos:p.pos+p.size], math.MinInt64+segment.DefaultSegmentMs)
		if err != nil {
			t.Fatalf("appending what counts, at byte %d: %v", p.pos, err)
		}
	}
	if len(d.inLast.parts) == 0 {
		if _, err := l.TruncateTail(); err != nil { // which makes the empty indexes
			t.Fatal(err)
		}
	}
	shut(t, l)
	for _, suffix := range []string{".log", ".index", ".timeindex"} {
		wantBytes(t, suffix+" made by recovery", get(t, cut, file(d.base, suffix)),
			get(t, fsys, file(d.base, suffix)))
	}
	wantBytes(t, ".index by its rule", get(t, cut, file(d.base, ".index")),
		d.inLast.index(d.base, fuzzConfig.IndexIntervalBytes))
}

// goesOn appends, syncs, opens again and reads.
func (d fuzzed) goesOn(t *testing.T, fsys vfs.FS) {
	l := open(t, fsys, fuzzConfig)
	end := l.End()
	b := one(t, end, now)
	if err := l.Append(b, now); end == math.MaxInt64 {
		want(t, err, segment.ErrFull)
		shut(t, l)
		return
	} else if err != nil {
		t.Fatalf("appending at %d: %v", end, err)
	}
	sync(t, l)
	shut(t, l)
	l = open(t, fsys, fuzzConfig)
	defer shut(t, l)
	if l.End() != end+1 || l.TornBytes() != 0 {
		t.Fatalf("opened again: end %d, %d torn bytes", l.End(), l.TornBytes())
	}
	got := readFrom(t, l, d.base, 500)
	wantBytes(t, "what is read at last", got, append(d.last[:d.inLast.kept:d.inLast.kept], b...))
}
