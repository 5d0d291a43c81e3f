package crashfs_test

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/hack-pad/hackpadfs"

	"kaenlog/engine/batch"
	"kaenlog/engine/crashfs"
	"kaenlog/engine/partition"
	"kaenlog/engine/producer"
	"kaenlog/engine/vfs"
)

// The partition over power cuts. What a crash leaves is opened and recovered, and then: every
// acknowledged batch is there, none in part, offsets without a hole; a second recovery
// changes nothing; a resend is judged by what is left; and what is appended and acknowledged
// afterwards survives a power cut that loses everything else.

const (
	where    = "data/orders-0"
	perBatch = 2 // records
)

func disk(f *crashfs.FS) vfs.FS { return vfs.FromHackpad(f, vfs.Options{Durable: true}) }

func openOn(fsys vfs.FS, segmentBytes int64) (*partition.Partition, error) {
	cfg := partition.Config{NowMs: func() int64 { return 1 }}
	cfg.SegmentBytes, cfg.IndexIntervalBytes = segmentBytes, 1
	return partition.Open(fsys, where, cfg)
}

// numbered gives the i-th batch of one idempotent producer, as it is sent.
func numbered(t testing.TB, i int) batch.Batch {
	t.Helper()
	recs := make([]batch.NewRecord, perBatch)
	for k := range recs {
		recs[k] = batch.NewRecord{Timestamp: 1, Value: fmt.Appendf(nil, "value %d.%d", i, k)}
	}
	b, err := batch.Append(nil, batch.Producer{ID: 9, BaseSequence: int32(i * perBatch)}, recs)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// written gives the i-th batch as it stands in the log.
func written(t testing.TB, i int) []byte {
	b := numbered(t, i)
	b.Stamp(int64(i*perBatch), 0)
	return b
}

// contents reads the whole log: the batches 0 to n-1 and nothing else.
func contents(t testing.TB, p *partition.Partition, n int, after *crashfs.FS) {
	t.Helper()
	var got, want []byte
	for offset := p.Start(); offset < p.HighWatermark(); {
		b, err := p.Read(offset, 1<<20)
		if err != nil || len(b) == 0 {
			t.Fatalf("reading from %d gives %d bytes, %v; %s", offset, len(b), err, after.Origin())
		}
		got = append(got, b...)
		for len(b) > 0 {
			one := batch.Batch(b)
			offset, b = one.LastOffset()+1, b[one.Size():]
		}
	}
	for i := range n {
		want = append(want, written(t, i)...)
	}
	if end := p.LogEnd(); end != int64(n*perBatch) || !bytes.Equal(got, want) {
		t.Fatalf("the log ends at %d with %d bytes, want batches 0 to %d; %s", end, len(got), n-1,
			after.Origin())
	}
}

// survives checks all that must be true of what a crash left where acked batches were
// acknowledged and sent ones were sent, and gives how many are there.
func survives(t testing.TB, after *crashfs.FS, acked, sent int, segmentBytes int64) int {
	t.Helper()
	p, err := openOn(disk(after), segmentBytes)
	if err != nil {
		t.Fatalf("opening: %v; %s", err, after.Origin())
	}
	if _, err := p.TruncateTail(); err != nil {
		t.Fatalf("recovering: %v; %s", err, after.Origin())
	}
	n := int(p.LogEnd()) / perBatch
	if n < acked || n > sent {
		t.Fatalf("%d batches are left, %d were acknowledged and %d sent; %s", n, acked, sent,
			after.Origin())
	}
	contents(t, p, n, after)

	before := look(t, after)
	if r, err := p.TruncateTail(); err != nil || r.Dropped != 0 || look(t, after) != before {
		t.Fatalf("a second recovery: %+v, %v; %s", r, err, after.Origin())
	}
	known := first(p, n)
	for i := range sent + 1 { // resends, and one more
		r := p.Produce(numbered(t, i), partition.AcksLeader)
		want, base := producer.Duplicate, int64(i*perBatch)
		switch {
		case i < known:
			want, base = producer.OutOfOrder, -1
		case i >= n:
			want = producer.Append
		}
		if (r.Err == nil) != (base >= 0) || r.Base != base || r.Verdict.Kind != want {
			t.Fatalf("batch %d of %d: %+v; %s", i, n, r, after.Origin())
		}
	}
	last := after.Crash(nil)
	again, err := openOn(disk(last), segmentBytes)
	if err != nil {
		t.Fatalf("opening again: %v; %s", err, after.Origin())
	}
	if again.TornBytes() != 0 {
		t.Fatalf("%d bytes are torn; %s", again.TornBytes(), after.Origin())
	}
	contents(t, again, sent+1, after)
	return n
}

// first gives the first of n batches whose resend is known: windows are rebuilt from the last
// segment that holds a batch, and hold five.
func first(p *partition.Partition, n int) int {
	base := int64(0)
	for _, b := range p.Segments() {
		if b < p.LogEnd() {
			base = b
		}
	}
	return max(int(base)/perBatch, n-producer.WindowSize)
}

// sendAll opens the log and produces n batches, and tells how many were acknowledged.
func sendAll(t testing.TB, fsys vfs.FS, n int, segmentBytes int64) (acked int, err error) {
	t.Helper()
	p, err := openOn(fsys, segmentBytes)
	if err != nil {
		return 0, err
	}
	for i := range n {
		if r := p.Produce(numbered(t, i), partition.AcksLeader); r.Err != nil {
			return i, r.Err
		}
	}
	return n, p.Close()
}

// unsynced gives a file system with three acknowledged batches, the fourth written and not
// synced, and which of the pending changes that write is.
func unsynced(t testing.TB) (*crashfs.FS, int) {
	t.Helper()
	for n := 0; ; n++ {
		f := crashfs.New()
		p, err := openOn(disk(f), 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			if r := p.Produce(numbered(t, i), partition.AcksLeader); r.Err != nil {
				t.Fatal(r.Err)
			}
		}
		f.FailAt(n, nil, 0)
		if r := p.Produce(numbered(t, 3), partition.AcksLeader); r.Err == nil {
			t.Fatal("no sync failed")
		}
		for i, c := range f.Pending() {
			if c.Adrift && c.Kind == crashfs.Write && path.Ext(c.Name) == ".log" {
				return f, i
			}
		}
	}
}

func TestW2ToW5EveryCutOfTheUnsyncedBatch(t *testing.T) {
	f, at := unsynced(t)
	pending := f.Pending()
	size := len(numbered(t, 3))
	if c := pending[at]; int(c.Size) != size || c.Outcomes != 3*size {
		t.Fatalf("the write is %+v", c)
	}
	whole := 0
	for outcome := range pending[at].Outcomes {
		choice := make(crashfs.Choice, len(pending)) // the cut behind the failed sync is lost
		choice[at] = outcome
		if survives(t, f.Crash(choice), 3, 4, 0) == 4 {
			whole++
		}
	}
	// Nine ways: in whole; without the last byte, a count of no headers, but with the length
	// (W4); and without the first one to seven bytes, the zeros of a small base offset (W5).
	if whole != 9 {
		t.Errorf("%d outcomes leave the whole batch, want 9", whole)
	}
	t.Logf("%d bytes, %d ways to cut them", size, pending[at].Outcomes)
}

// What recovery says that it cut stays cut: a later append has no stale bytes below it.
func TestT2TheCutIsDurable(t *testing.T) {
	f := durable(t, 3, 0, written(t, 3)[:40]...)
	p, err := openOn(disk(f), 0)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := p.TruncateTail(); err != nil || r.Dropped != 40 {
		t.Fatal(r, err)
	}
	for after := range everyCrash(f) {
		again, err := openOn(disk(after), 0)
		if err != nil || again.TornBytes() != 0 {
			t.Fatalf("%d bytes are torn, %v; %s", again.TornBytes(), err, after.Origin())
		}
		survives(t, after, 3, 3, 0)
	}
}

// Each call of a run with rolls fails once, all of it or in the middle of its bytes, until a
// run succeeds; after each, power cuts that lose all they may, keep all, and by seeds.
func TestEveryFaultThenAPowerCut(t *testing.T) {
	skipShort(t)
	const sent = 5
	segmentBytes := 2 * batch.Batch(numbered(t, 0)).Size()
	crashes := 0
	for _, short := range []int{0, 40} {
		for n := 0; ; n++ {
			f := crashfs.New()
			f.FailAt(n, nil, short)
			acked, err := sendAll(t, disk(f), sent, segmentBytes)
			tried := min(acked+1, sent)
			all := slices.Repeat(crashfs.Choice{crashfs.Whole}, len(f.Pending()))
			left := []*crashfs.FS{f.Crash(nil), f.Crash(all)}
			for seed := range uint64(20) {
				left = append(left, f.CrashSeed(seed))
			}
			for _, after := range left {
				survives(t, after, acked, tried, segmentBytes)
			}
			crashes += len(left)
			if f.Waiting() {
				if err != nil || acked != sent {
					t.Fatalf("nothing failed, and yet %d batches, %v", acked, err)
				}
				break
			}
		}
	}
	t.Logf("%d crashes", crashes)
}

// forgetful leaves out the syncs of directories that it is told to.
type forgetful struct {
	vfs.FS
	drop func(dir string) bool
}

func (f *forgetful) SyncDir(dir string) error {
	if f.drop(dir) {
		return nil
	}
	return f.FS.SyncDir(dir)
}

// logs gives the log files that a power cut leaves which loses all it may.
func logs(t testing.TB, f *crashfs.FS) []string {
	t.Helper()
	list, err := hackpadfs.ReadDir(f.Crash(nil), where)
	if err != nil && !errors.Is(err, hackpadfs.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, d := range list {
		if name, ok := strings.CutSuffix(d.Name(), ".log"); ok {
			names = append(names, strings.TrimLeft(name, "0")+".log")
		}
	}
	return names
}

func TestWithoutADirectorysSyncASegmentIsLost(t *testing.T) {
	segmentBytes := 2 * batch.Batch(numbered(t, 0)).Size()
	begun := false
	for _, row := range []struct {
		name string
		drop func(dir string) bool
		want string
	}{
		{"all are there", func(string) bool { return false }, "[.log 4.log]"},
		{"none is there", func(string) bool { return true }, "[]"},
		{"that of the log's directory when it is opened",
			func(dir string) bool { return dir == where }, "[]"},
		{"those of the directories above", func(dir string) bool { return dir != where }, "[]"},
		{"that of a roll", func(dir string) bool {
			drop := begun && dir == where
			begun = begun || dir == where
			return drop
		}, "[.log]"},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := crashfs.New()
			fsys := &forgetful{disk(f), row.drop}
			if acked, err := sendAll(t, fsys, 3, segmentBytes); acked != 3 || err != nil {
				t.Fatal(acked, err)
			}
			if got := fmt.Sprint(logs(t, f)); got != row.want {
				t.Errorf("left are %s, want %s", got, row.want)
			}
		})
	}
}

// A process that dies leaves the page cache: what the next one finds there is answered to
// readers and resends, so opening makes it durable.
func TestO2WhatIsFoundOnOpeningSurvivesAPowerCut(t *testing.T) {
	f := crashfs.New()
	fsys := &deaf{FS: disk(f)}
	fsys.on = true
	if acked, err := sendAll(t, fsys, 3, 0); acked != 3 || err != nil {
		t.Fatal(acked, err)
	}
	if left := survives(t, f.Crash(nil), 0, 3, 0); left != 0 {
		t.Fatalf("%d batches are durable without a sync", left)
	}
	p, err := openOn(disk(f), 0)
	if err != nil {
		t.Fatal(err)
	}
	contents(t, p, 3, f)
	survives(t, f.Crash(nil), 3, 3, 0)
}

// Without the syncs of files, what was acknowledged is lost: the matrix would see it.
func TestWithoutAFilesSyncAcknowledgedBatchesAreLost(t *testing.T) {
	segmentBytes := 2 * batch.Batch(numbered(t, 0)).Size()
	for drop, want := range map[bool]int{false: 5, true: 0} {
		f := crashfs.New()
		if acked, err := sendAll(t, &deaf{disk(f), drop}, 5, segmentBytes); acked != 5 || err != nil {
			t.Fatal(acked, err)
		}
		p, err := openOn(disk(f.Crash(nil)), segmentBytes)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Read(0, 1)
		if want == 5 && (err != nil || p.LogEnd() != 5*perBatch || len(got) == 0) {
			t.Errorf("the log ends at %d, %v", p.LogEnd(), err)
		}
		if want == 0 && len(got) > 0 {
			t.Errorf("batches survive without a sync: %d bytes", len(got))
		}
	}
}

// deaf leaves out the syncs of files while it is on.
type deaf struct {
	vfs.FS
	on bool
}

type deafFile struct {
	vfs.File
	fs *deaf
}

func (f deafFile) Sync() error {
	if f.fs.on {
		return nil
	}
	return f.File.Sync()
}

func (d *deaf) wrap(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return deafFile{f, d}, nil
}

func (d *deaf) OpenAppend(name string) (vfs.File, error) { return d.wrap(d.FS.OpenAppend(name)) }
func (d *deaf) Create(name string) (vfs.File, error)     { return d.wrap(d.FS.Create(name)) }
