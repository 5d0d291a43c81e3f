package crashfs_test

import (
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"testing"

	"github.com/hack-pad/hackpadfs"

	"kaenlog/engine/batch"
	"kaenlog/engine/crashfs"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// Each operation of the log, its process killed before each of its calls, and each of its calls
// failing once; after that a power cut in every place of what was not durable, and, where the
// process was told of the fault, another process on the same page cache. Letters and numbers are
// those of the argument in segment/doc.go.

// operation is what a process does to a log.
type operation struct {
	name         string
	segmentBytes int64
	before       func(t testing.TB) *crashfs.FS
	acked        int // batches that were acknowledged before it
	tried        int // batches that may be there after it
	found        bool
	run          func(t testing.TB, fsys vfs.FS, o *operation) progress
}

// progress is how far an operation came.
type progress struct {
	opened bool
	acked  int // batches acknowledged by now, those before included
}

// produces opens the log, cuts its tail, and sends batches up to a number, of which what is
// there already is acknowledged by opening: readers see it (O2).
func produces(t testing.TB, fsys vfs.FS, o *operation) progress {
	p, err := openOn(fsys, o.segmentBytes)
	if err != nil {
		return progress{acked: o.acked}
	}
	done := progress{true, max(o.acked, int(p.HighWatermark())/perBatch)}
	if p.TornBytes() > 0 {
		if _, err := p.TruncateTail(); err != nil {
			return done
		}
	}
	for i := int(p.LogEnd()) / perBatch; i < o.tried; i++ {
		if r := p.Produce(numbered(t, i), partition.AcksLeader); r.Err != nil {
			return done
		}
		done.acked = max(done.acked, i+1)
	}
	_ = p.Close()
	return done
}

// appends writes all of its batches before it syncs once, as producers do who wait together.
func appends(t testing.TB, fsys vfs.FS, o *operation) progress {
	cfg := segment.Config{SegmentBytes: o.segmentBytes, IndexIntervalBytes: 1}
	l, err := segment.Open(fsys, where, cfg, nil)
	if err != nil {
		return progress{acked: o.acked}
	}
	done := progress{true, o.acked}
	for i := o.acked; i < o.tried; i++ {
		if l.Append(written(t, i), 1) != nil {
			return done
		}
	}
	if err := l.Target().Sync(); err != nil {
		l.Break(err)
		return done
	}
	done.acked = o.tried
	_ = l.Close()
	return done
}

// durable gives a file system with acknowledged batches and nothing uncertain, and then the
// bytes behind them in the last log.
func durable(t testing.TB, batches int, segmentBytes int64, tail ...byte) *crashfs.FS {
	t.Helper()
	f := crashfs.New()
	if acked, err := sendAll(t, disk(f), batches, segmentBytes); acked != batches || err != nil {
		t.Fatal(acked, err)
	}
	f = f.Crash(slices.Repeat(crashfs.Choice{crashfs.Whole}, len(f.Pending())))
	if len(tail) == 0 {
		return f
	}
	list, err := hackpadfs.ReadDir(f, where)
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for _, d := range list {
		if path.Ext(d.Name()) == segment.LogSuffix {
			last = d.Name()
		}
	}
	story{f, t}.add(path.Join(where, last), string(tail))
	return f.Crash(slices.Repeat(crashfs.Choice{crashfs.Whole}, len(f.Pending())))
}

// left gives what a process leaves that never synced anything, in the page cache.
func left(t testing.TB, batches int) *crashfs.FS {
	t.Helper()
	f := crashfs.New()
	fsys := &deaf{&forgetful{disk(f), func(string) bool { return true }}, true}
	if acked, err := sendAll(t, fsys, batches, 0); acked != batches || err != nil {
		t.Fatal(acked, err)
	}
	return f
}

func operations(t testing.TB) []operation {
	two := 2 * batch.Batch(numbered(t, 0)).Size()
	damaged := written(t, 3)
	damaged[len(damaged)-1] ^= 1
	half := written(t, 3)[:40]
	cut := func(name string, tried int, tail []byte) operation {
		return operation{name: "T, a tail of " + name, acked: 3, tried: tried, found: true,
			segmentBytes: two,
			before:       func(t testing.TB) *crashfs.FS { return durable(t, 3, two, tail...) },
			run:          produces}
	}
	return []operation{
		{name: "W1 to W5, S: one batch", acked: 3, tried: 4, found: true, run: produces,
			before: func(t testing.TB) *crashfs.FS { return durable(t, 3, 0) }},
		{name: "W6, S: three batches and one sync", acked: 1, tried: 4, found: true, run: appends,
			before: func(t testing.TB) *crashfs.FS { return durable(t, 1, 0) }},
		{name: "R: two rolls", acked: 2, tried: 5, found: true, segmentBytes: two, run: produces,
			before: func(t testing.TB) *crashfs.FS { return durable(t, 2, two) }},
		{name: "R: a roll behind batches that wait", acked: 1, tried: 4, found: true,
			segmentBytes: two, run: appends,
			before: func(t testing.TB) *crashfs.FS { return durable(t, 1, two) }},
		cut("half a batch", 4, half),
		cut("zeros", 4, make([]byte, 70)),
		cut("a damaged batch and a good one behind it", 5, append(damaged, written(t, 4)...)),
		{name: "O1: nothing is there", acked: 0, tried: 1, run: produces,
			before: func(testing.TB) *crashfs.FS { return crashfs.New() }},
		{name: "O2: what a dead process left", acked: 0, tried: 4, found: true, run: produces,
			before: func(t testing.TB) *crashfs.FS { return left(t, 3) }},
	}
}

var errDead = errors.New("the process is dead")

// skipShort leaves a matrix out where only goroutines are looked at: it has one.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long, and one goroutine")
	}
}

// counts are what an operation's matrix came to.
type counts struct{ faults, crashes, distinct, restarts int }

// try runs the operation once with a fault and checks all that can come after it; false when it
// ended before the fault's turn.
func (o *operation) try(t *testing.T, n int, dies bool, short int, seen map[string]bool,
	c *counts) bool {
	t.Helper()
	f := o.before(t)
	fsys := vfstest.Wrap(disk(f))
	happened := false
	if dies {
		fsys.FailIf(false, func(i int, _ vfstest.Call) error {
			if i < n {
				return nil
			}
			happened = true
			return errDead
		})
	} else {
		f.FailAt(n, nil, short)
	}
	done := o.run(t, fsys, o)
	if !dies {
		happened = !f.Waiting()
		f.FailAt(-1, nil, 0)
	}
	c.faults++
	for after := range everyCrash(f) {
		c.crashes++
		key := fmt.Sprint(done.acked, look(t, after))
		if !seen[key] {
			seen[key] = true
			survives(t, after, done.acked, o.tried, o.segmentBytes)
		}
	}
	if dies || done.opened || !o.found { // else A7
		o.restart(t, f, done.acked)
		c.restarts++
	}
	return happened
}

// restart has another process open the log on the page cache that the first one left, go on
// with it, and lose power with all that is not durable, or with a part of it.
func (o *operation) restart(t *testing.T, f *crashfs.FS, acked int) {
	t.Helper()
	told := fmt.Sprint("restart with ", f.Pending())
	p, err := openOn(disk(f), o.segmentBytes)
	if err != nil {
		t.Fatalf("opening: %v; %s", err, told)
	}
	if _, err := p.TruncateTail(); err != nil {
		t.Fatalf("recovering: %v; %s", err, told)
	}
	n := int(p.LogEnd()) / perBatch
	if n < acked || n > o.tried {
		t.Fatalf("%d batches are there, %d were acknowledged and %d sent; %s", n, acked, o.tried, told)
	}
	for range 3 { // and where segments are small, it rolls
		if r := p.Produce(numbered(t, n), partition.AcksLeader); r.Err != nil {
			t.Fatalf("producing: %v; %s", r.Err, told)
		}
		n++
		sent := max(n, o.tried)
		survives(t, f.Crash(nil), n, sent, o.segmentBytes)
		for seed := range uint64(5) {
			survives(t, f.CrashSeed(seed), n, sent, o.segmentBytes)
		}
	}
}

// everyCrash gives the crashes in which one change comes out in each of its ways while all others
// are lost, or kept; each two writes to logs with one of them in each way; and some by seeds.
func everyCrash(f *crashfs.FS) iter.Seq[*crashfs.FS] {
	return func(yield func(*crashfs.FS) bool) {
		pending := f.Pending()
		if !yield(f.Crash(nil)) {
			return
		}
		for _, others := range []int{crashfs.Lost, crashfs.Whole} {
			for i, c := range pending {
				for outcome := 0; outcome < c.Outcomes; outcome += stride {
					choice := slices.Repeat(crashfs.Choice{others}, len(pending))
					choice[i] = outcome
					if !yield(f.Crash(choice)) {
						return
					}
				}
			}
		}
		for choice := range pairs(pending) {
			if !yield(f.Crash(choice)) {
				return
			}
		}
		for seed := range uint64(10) {
			if !yield(f.CrashSeed(seed)) {
				return
			}
		}
	}
}

// pairs chooses for each two writes to logs: one comes out in each of its ways, while the other
// is lost, whole, cut, or a size without bytes (W6); all other changes are lost.
func pairs(pending []crashfs.Change) iter.Seq[crashfs.Choice] {
	isLog := func(c crashfs.Change) bool {
		return c.Kind == crashfs.Write && path.Ext(c.Name) == segment.LogSuffix
	}
	return func(yield func(crashfs.Choice) bool) {
		for i, one := range pending {
			for j, other := range pending {
				if i == j || !isLog(one) || !isLog(other) {
					continue
				}
				half := int(other.Size) / 2
				for outcome := 0; outcome < one.Outcomes; outcome += stride {
					for _, o := range []int{half, int(other.Size), int(other.Size) + half,
						crashfs.Whole} {
						choice := make(crashfs.Choice, len(pending))
						choice[i], choice[j] = outcome, o
						if !yield(choice) {
							return
						}
					}
				}
			}
		}
	}
}

func TestEveryOperationSurvivesEveryCrash(t *testing.T) {
	skipShort(t)
	for _, o := range operations(t) {
		t.Run(o.name, func(t *testing.T) {
			seen := map[string]bool{}
			var c counts
			for _, way := range []struct {
				dies  bool
				short int
			}{{true, 0}, {false, 0}, {false, 40}} {
				for n := 0; o.try(t, n, way.dies, way.short, seen, &c); n++ {
				}
			}
			c.distinct = len(seen)
			if c.crashes < 100 || c.restarts == 0 {
				t.Errorf("too few: %+v", c)
			}
			t.Logf("%d runs, %d crashes, %d of them distinct, %d restarts on the page cache",
				c.faults, c.crashes, c.distinct, c.restarts)
		})
	}
}
