package inspect_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"path"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/inspect"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// The shape of a fuzzed directory, bit by bit.
const (
	crcsOfLast  = 1 << iota // the last segment's CRCs are made right
	crcsOfOlder             // the older segment's
	hasOlder                // there is an older segment
	baseOfBatch             // the last segment is named after its first batch, if it can be
	ownName                 // the last segment is a file with another name, and looked at alone
)

// found is a Visitor that holds what it is told to the bytes of the files.
type found struct {
	t     *testing.T
	files map[string][]byte
	sums  []inspect.Sum
	now   *inspect.File
	log   []byte // of the file that is walked
	told  told
	wants int64 // records that the batch before counts, and that were not told
	good  int64 // where the good batches from the file's start end, so far
	clean bool  // nothing but good batches so far
	kept  []int64
}

// told counts a file's visits.
type told struct{ batches, records, old, faults int64 }

func (f *found) Begin(file *inspect.File) {
	name := file.Label
	f.now, f.log, f.told, f.good, f.clean, f.wants = file, f.files[name], told{}, 0, true, 0
	if int64(len(f.log)) != file.Size {
		f.t.Fatalf("%s has %d bytes, told are %d", name, len(f.log), file.Size)
	}
}

func (f *found) Batch(pos int64, h batch.Batch, fault error) {
	f.records()
	if pos < 0 || pos+h.Size() > int64(len(f.log)) || !bytes.HasPrefix(f.log[pos:], h) {
		f.t.Fatalf("%s: no such batch at byte %d of %d: %x", f.now.Label, pos, len(f.log), h)
	}
	if fault != nil {
		f.clean = false
		return
	}
	whole := f.log[pos : pos+h.Size()]
	sum := crc32.Checksum(whole[21:], crc32.MakeTable(crc32.Castagnoli))
	if sum != binary.BigEndian.Uint32(whole[17:]) || h.Magic() != 2 {
		f.t.Fatalf("%s: the batch at byte %d is told as good", f.now.Label, pos)
	}
	f.told.batches++
	f.told.records += int64(h.Count())
	if f.clean && pos == f.good {
		f.good += h.Size()
	}
	if h.Codec() == batch.CodecNone {
		f.wants = int64(h.Count())
	}
}

// records holds the records that were told of a batch to its count; a note may say that they
// are not as they should be.
func (f *found) records() {
	if f.wants > 0 {
		f.t.Fatalf("%s: %d records of a batch are missing without a word", f.now.Label, f.wants)
	}
}

func (f *found) Record(batch.Batch, *batch.Record) { f.wants-- }

func (f *found) Old(pos int64, h batch.Batch) {
	f.records()
	size := 12 + int64(int32(binary.BigEndian.Uint32(h[8:])))
	if pos+size > int64(len(f.log)) || binary.BigEndian.Uint32(f.log[pos+12:]) !=
		crc32.ChecksumIEEE(f.log[pos+16:pos+size]) {
		f.t.Fatalf("%s: the old message at byte %d is told as good", f.now.Label, pos)
	}
	f.told.old++
	f.clean = false
}

func (f *found) Gap(_ string, pos, first, last int64) {
	f.records()
	if first > last || first < 0 || pos < 0 {
		f.t.Fatalf("a gap from %d to %d at byte %d", first, last, pos)
	}
}

func (f *found) Fault(fault *inspect.Fault) {
	f.records()
	if fault.Pos < 0 || fault.Unread < 0 || fault.Pos+fault.Unread > int64(len(f.log)) ||
		!strings.Contains(fault.Reason, fault.File) {
		f.t.Fatalf("a fault without its place: %+v in %d bytes", fault, len(f.log))
	}
	f.told.faults++
	f.clean = false
}

func (f *found) Note(file, text string) {
	if strings.Contains(text, "not as the header says") {
		f.wants = 0
	}
}

func (f *found) End(s *inspect.Sum) {
	f.records()
	if got := (told{s.Batches, s.Records, s.Old, s.Faults}); got != f.told {
		f.t.Fatalf("%s: the sum is %+v, told were %+v", f.now.Label, got, f.told)
	}
	if len(f.log) > 0 && f.told == (told{}) {
		f.t.Fatalf("%s: nothing is told of %d bytes", f.now.Label, len(f.log))
	}
	f.sums = append(f.sums, *s)
	f.kept = append(f.kept, f.good)
}

func (f *found) Stop() bool { return false }

// mended makes the CRCs right as far as the lengths lead.
func mended(b []byte) []byte {
	b = bytes.Clone(b)
	for rest := b; len(rest) >= 61; {
		size := 12 + int64(int32(binary.BigEndian.Uint32(rest[8:])))
		if size < 61 || size > int64(len(rest)) {
			break
		}
		sum := crc32.Checksum(rest[21:size], crc32.MakeTable(crc32.Castagnoli))
		binary.BigEndian.PutUint32(rest[17:], sum)
		rest = rest[size:]
	}
	return b
}

// place writes the fuzzed files and gives what to look at, and the path of the last segment.
func place(t *testing.T, older, index, last []byte, shape uint8) (fsys vfs.FS, target, log string) {
	fsys = fresh(t)
	base := int64(0)
	if shape&hasOlder != 0 && shape&ownName == 0 {
		base = 4
		put(t, fsys, dir+"/"+segment.FileName(0, ".log"), older)
		put(t, fsys, dir+"/"+segment.FileName(0, ".index"), index)
	}
	if shape&baseOfBatch != 0 && len(last) >= 8 {
		if first := int64(binary.BigEndian.Uint64(last)); first >= base {
			base = first
		}
	}
	target, log = dir, path.Join(dir, segment.FileName(base, ".log"))
	if shape&ownName != 0 {
		target, log = "copy.bin", "copy.bin"
	}
	put(t, fsys, log, last)
	return fsys, target, log
}

// Invariants, whatever bytes stand in a directory's files, or in a file with a name of its own:
//
//  1. Nothing panics; walking and a dry recovery fail for nothing but what Recover refuses,
//     and change no file.
//  2. What a walk tells stands in the file: a good batch has a right CRC and as many records as
//     it counts, or a note says why not; faults lie inside the file and name it; nothing of a
//     file that is not empty goes without a word; the sums are those of what was told.
//  3. A walk without a fault and without old messages is a log that opens with no torn byte and
//     gives all of its bytes to a reader, and any other walk is one that does not.
//  4. Recover keeps the good batches from the start of the last segment, as told by the walk,
//     and so does the segment's own recovery: same bytes, same next offset, same count. Both
//     refuse where good old messages would go, and change nothing.
//  5. What it cuts is in NAME.cut, byte for byte, and no other file has changed; behind it a
//     walk finds no fault in that file, and a second time cuts nothing.
func FuzzInspect(f *testing.F) {
	for _, s := range inspectSeeds(f) {
		f.Add(s.older, s.index, s.last, s.shape)
	}
	f.Fuzz(func(t *testing.T, older, index, last []byte, shape uint8) {
		if len(older)+len(index)+len(last) > 1<<14 {
			return // a few batches do
		}
		if shape&crcsOfLast != 0 {
			last = mended(last)
		}
		if shape&crcsOfOlder != 0 {
			older = mended(older)
		}
		fsys, target, log := place(t, older, index, last, shape)
		before := allFiles(t, fsys)
		seen := look(t, fsys, target)
		dry, dryErr := recoverAt(fsys, target, true)
		unchanged(t, "looking", before, allFiles(t, fsys))
		agrees(t, seen, dry, dryErr, shape&ownName != 0)
		if shape&ownName == 0 {
			opensIfClean(t, before, seen)
			cutsTheSame(t, before, log, dry, dryErr)
		}
		recovers(t, fsys, target, log, dry, dryErr)
	})
}

func look(t *testing.T, fsys vfs.FS, target string) *found {
	f := &found{t: t, files: allFiles(t, fsys)}
	at := &inspect.Target{FS: fsys, Name: target, Label: target}
	if err := inspect.Walk(at, true, f); err != nil {
		t.Fatalf("walking: %v", err)
	}
	return f
}

// agrees holds a dry recovery to the walk of the last file.
func agrees(t *testing.T, seen *found, r inspect.Report, err error, alone bool) {
	sum := seen.sums[len(seen.sums)-1]
	kept := seen.kept[len(seen.kept)-1]
	size := sum.File.Size
	switch {
	case errors.Is(err, segment.ErrOldFormat):
		if sum.Old == 0 {
			t.Fatalf("recovering refuses, and the walk saw no old message: %v", err)
		}
	case errors.Is(err, inspect.ErrNotALog):
		if !alone || kept > 0 || size == 0 {
			t.Fatalf("recovering refuses %d good bytes of %d: %v", kept, size, err)
		}
	case err != nil:
		t.Fatalf("a dry recovery: %v", err)
	case r.Kept != kept || r.Dropped != size-kept || (r.Reason == "") != (kept == size) ||
		r.Cut != "" || r.Older != int64(len(seen.sums)-1):
		t.Fatalf("a dry recovery reports %+v; the walk found %d good bytes of %d", r, kept, size)
	}
}

// opensIfClean opens the log and reads all of it.
func opensIfClean(t *testing.T, files map[string][]byte, seen *found) {
	clean := true
	for _, s := range seen.sums {
		clean = clean && s.Faults == 0 && s.Old == 0
	}
	fsys := filesOf(t, files)
	l, err := segment.Open(fsys, dir, segment.Config{}, nil)
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	defer l.Close()
	whole := l.TornBytes() == 0
	read, size := 0, int64(0)
	for at := l.Start(); whole && at < l.End(); {
		got, err := l.Read(at, l.End(), 1<<20)
		if len(got) == 0 || err != nil {
			whole = whole && err == nil // the last offsets may be a hole
			break
		}
		read += len(got)
		for len(got) > 0 {
			b := batch.Batch(got)
			at, got = b.LastOffset()+1, got[b.Size():]
		}
	}
	for _, s := range seen.sums {
		size += s.File.Size
	}
	if whole = whole && int64(read) == size; whole != clean {
		t.Fatalf("a walk finds a clean log: %v; reading gives all of it: %v, %d of %d bytes", clean,
			whole, read, size)
	}
}

// cutsTheSame holds the segment's own recovery to the report of a dry one.
func cutsTheSame(t *testing.T, files map[string][]byte, log string, r inspect.Report,
	refused error) {
	fsys := filesOf(t, files)
	l, err := segment.Open(fsys, dir, segment.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	own, err := l.TruncateTail()
	end := l.End()
	l.Close()
	if errors.Is(refused, segment.ErrOldFormat) {
		if !errors.Is(err, segment.ErrOldFormat) || !bytes.Equal(get(t, fsys, log), files[log]) {
			t.Fatalf("the segment's own recovery cuts what must stay: %v", err)
		}
		return
	}
	if err != nil || own.Kept != r.Kept || own.Dropped != r.Dropped ||
		int64(own.Batches) != r.Batches || end != r.NextOffset {
		t.Fatalf("the segment's own recovery: %+v, end %d, %v; inspect's %+v", own, end, err, r)
	}
	if got := get(t, fsys, log); !bytes.Equal(got, files[log][:r.Kept]) {
		t.Fatalf("the segment's own recovery leaves %d bytes of %d", len(got), r.Kept)
	}
}

func recovers(t *testing.T, fsys vfs.FS, target, log string, dry inspect.Report, refused error) {
	before := allFiles(t, fsys)
	r, err := recoverAt(fsys, target, false)
	if (err == nil) != (refused == nil) {
		t.Fatalf("recovering: %v; the dry one: %v", err, refused)
	}
	want := map[string][]byte{}
	for name, content := range before {
		want[name] = content
	}
	if err == nil && dry.Dropped > 0 {
		if r.Cut != log+".cut" {
			t.Fatalf("the tail is kept in %q", r.Cut)
		}
		want[log], want[r.Cut] = before[log][:dry.Kept], before[log][dry.Kept:]
	}
	unchanged(t, "recovering", want, allFiles(t, fsys))
	if r.Cut = ""; r != dry {
		t.Fatalf("recovering reports %+v, the dry one %+v", r, dry)
	}
	if err != nil {
		return
	}
	seen := look(t, fsys, target)
	if s := seen.sums[len(seen.sums)-1]; s.Faults > 0 || s.Old > 0 || s.File.Size != dry.Kept {
		t.Fatalf("behind a recovery a walk tells %+v of %d bytes", s, s.File.Size)
	}
	after := allFiles(t, fsys)
	if r, err := recoverAt(fsys, target, false); err != nil || r.Dropped != 0 || r.Cut != "" {
		t.Fatalf("recovering again: %+v, %v", r, err)
	}
	unchanged(t, "recovering again", after, allFiles(t, fsys))
}
