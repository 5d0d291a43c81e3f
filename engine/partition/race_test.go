package partition_test

import (
	"runtime"
	"sync"
	"testing"

	"kaenlog/engine/partition"
	"kaenlog/engine/producer"
	"kaenlog/engine/trace"
)

// crowd is a trace that lets other goroutines run where the engine says what it did, and
// checks that no batch comes between the judgement of another and its writing.
//
// At the first judgement it lets them run until all of them queue up for the lock and are
// tired of it: a mutex that was waited for in vain is handed over at its next release. Whoever
// gives the lock up between judging and writing then loses it.
type crowd struct {
	mu      sync.Mutex
	judged  *trace.Judged // appended, not yet written
	between int           // judgements that came in between
	queued  bool
}

func (c *crowd) Emit(e trace.Event) {
	turns := 20
	if c.note(e) {
		turns = 50_000
	}
	for range turns {
		runtime.Gosched()
	}
}

// note tells whether this is the first judgement.
func (c *crowd) note(e trace.Event) (first bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := e.(type) {
	case trace.Judged:
		if c.judged != nil {
			c.between++
		}
		if e.Verdict == producer.Append.String() {
			c.judged = &e
		}
		first, c.queued = !c.queued, true
	case trace.Written:
		c.judged = nil
	}
	return first
}

// Two connections send the same batch at the same time, as a client does that gave up on the
// first. Judging apart from writing would let both through.
func TestOneOfTwoResendsAtOnceIsWritten(t *testing.T) {
	const rounds, at = 100, 4
	c := &crowd{}
	b, _ := openMemory(t, func(cfg *partition.Config) {
		cfg.Trace = c
		cfg.NowMs = func() int64 { runtime.Gosched(); return now }
	})
	for round := range int32(rounds) {
		results := make(chan partition.Result, at)
		start := make(chan struct{})
		for range at {
			go func() {
				<-start
				results <- b.Produce(numbered(9, 0, 2*round, 2), 1)
			}()
		}
		close(start)
		kinds := map[producer.Kind]int{}
		for range at {
			r := <-results
			kinds[r.Verdict.Kind]++
			if r.Err != nil || r.Base != int64(2*round) || r.Last != r.Base+1 {
				t.Errorf("round %d: answered %+v", round, r)
			}
		}
		if kinds[producer.Append] != 1 || kinds[producer.Duplicate] != at-1 {
			t.Fatalf("round %d: %d appended, %d duplicates", round, kinds[producer.Append],
				kinds[producer.Duplicate])
		}
	}
	if b.LogEnd() != 2*rounds || len(b.stored()) != rounds {
		t.Errorf("log end %d, %d batches", b.LogEnd(), len(b.stored()))
	}
	if c.between != 0 {
		t.Errorf("%d batches were judged between the judgement of another and its writing",
			c.between)
	}
}

func TestNobodyIsJudgedWhileAnotherIsWritten(t *testing.T) {
	const producers, rounds = 16, 10
	c := &crowd{}
	b, _ := openMemory(t, func(cfg *partition.Config) { cfg.Trace = c })
	var all sync.WaitGroup
	for id := range int64(producers) {
		all.Add(1)
		go func() {
			defer all.Done()
			for seq := range int32(rounds) {
				if r := b.Produce(numbered(id, 0, seq, 1), 1); r.Err != nil {
					t.Error(r.Err)
				}
			}
		}()
	}
	all.Wait()
	if c.between != 0 {
		t.Errorf("%d batches were judged between the judgement of another and its writing",
			c.between)
	}
}

// watch is a trace that looks at the lock.
type watch struct {
	b    *broker
	free []string // events that were told of while nobody held it
}

func (w *watch) Emit(e trace.Event) {
	switch e.(type) {
	case trace.Judged, trace.Assigned, trace.Written, trace.Rolled, trace.Evicted:
		if !w.b.Locked() {
			w.free = append(w.free, e.Type())
		}
	}
}

func TestJudgingAssigningAndWritingAreUnderTheLock(t *testing.T) {
	w := &watch{}
	clock := func() int64 {
		if !w.b.Locked() {
			w.free = append(w.free, "the clock")
		}
		return now
	}
	w.b, _ = openMemory(t, func(c *partition.Config) {
		c.Trace, c.NowMs, c.SegmentBytes = w, clock, 200
	})
	for seq := range int32(7) {
		w.b.mustSend(numbered(9, 0, 2*seq, 2))
	}
	w.b.mustSend(numbered(9, 0, 12, 2))
	if len(w.free) != 0 {
		t.Errorf("nobody held the lock at %v", w.free)
	}
}

func TestSyncAndGateAreOutsideTheLock(t *testing.T) {
	b, fsys, _ := openSlow(t, func(c *partition.Config) { c.Gate = &gate{says: true} })
	done := b.begin(numbered(9, 0, 0, 2), -1)
	sync := fsys.next(t, done)
	if b.Locked() {
		t.Error("the lock is held while the disk is waited for")
	}
	sync.end <- nil
	fsys.result(t, done)
	b.cfg.Gate.(*gate).look = func(int64) {
		if b.Locked() {
			t.Error("the lock is held while the gate is asked")
		}
	}
	done = b.begin(numbered(9, 0, 2, 2), -1)
	fsys.next(t, done).end <- nil
	fsys.result(t, done)
}
