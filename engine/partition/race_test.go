package partition_test

import (
	"runtime"
	"sync"
	"testing"

	"kaenlog/engine/partition"
	"kaenlog/engine/producer"
	"kaenlog/engine/trace"
)

// crowd is a trace that lets other goroutines run wherever the engine says what it did, and
// checks that no batch comes between the judgement of another and its writing.
type crowd struct {
	mu      sync.Mutex
	judged  *trace.Judged // appended, not yet written
	between int           // judgements that came in between
}

func (c *crowd) Emit(e trace.Event) {
	c.note(e)
	for range 20 {
		runtime.Gosched()
	}
}

func (c *crowd) note(e trace.Event) {
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
	case trace.Written:
		c.judged = nil
	}
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
