package partition

import (
	"runtime"
	"sync"

	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
)

// syncer makes appended offsets durable with as few syncs as there can be: producers that
// wait at once share one. The first of them leads: it yields so that others may append and
// join, takes the log's present moment as its target, and syncs; it never sleeps. Whoever
// appended after that moment waits for the next one.
type syncer struct {
	log  *segment.Log
	emit func(trace.Event)
	stop func(error)

	mu      sync.Mutex
	done    sync.Cond
	running bool
	durable int64 // offsets below are durable
	waiting []int64
	company int   // producers that may be waiting soon: who did when the last sync ended
	err     error // the sync that failed; final
}

// idleYields is how many yields in a row may bring nobody before the leader goes alone.
const idleYields = 256

func newSyncer(log *segment.Log, emit func(trace.Event), stop func(error)) *syncer {
	s := &syncer{log: log, emit: emit, stop: stop}
	s.done.L = &s.mu
	return s
}

// reset says that everything below end is durable, as after opening.
func (s *syncer) reset(end int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.durable = end
}

// wait returns when all offsets below end are durable.
//
// Errors: that of the sync which should have made them so, for all who wait and for all
// who come later: after a failed sync nothing is known about those bytes.
func (s *syncer) wait(end int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.durable >= end:
		s.company++
	case s.err == nil:
		s.waiting = append(s.waiting, end)
	}
	for s.durable < end {
		switch {
		case s.err != nil:
			return s.err
		case s.running:
			s.done.Wait()
		default:
			s.lead(end)
		}
	}
	return nil
}

// errBeyond: somebody waits for what is not in the log, and would wait for ever.
var errBeyond = kerr.New(kerr.KafkaStorageError,
	"offsets above the log's end can't be made durable")

// lead runs one sync for who waits for end; called and left with the lock held, which is given up
// meanwhile.
func (s *syncer) lead(end int64) {
	s.running = true
	s.gather()
	s.mu.Unlock()
	target := s.log.Target()
	err := target.Sync()
	if err == nil && target.End < end {
		err = errBeyond
	}
	s.mu.Lock()
	s.running = false
	switch {
	case err != nil:
		if s.err == nil {
			s.err = err
		}
		s.waiting = nil
		s.emit(trace.SyncFailed{File: target.Name, Reason: err.Error()})
		s.mu.Unlock()
		s.stop(err)
		s.mu.Lock()
	case s.err == nil: // else a write or a roll's sync failed meanwhile, and this says nothing:
		// a disk tells of lost bytes once, and it told the other
		s.durable = max(s.durable, target.End)
		n := s.served()
		s.company = n + len(s.waiting)
		s.emit(trace.Synced{File: target.Name, UpTo: target.Size, Shared: n})
	}
	s.done.Broadcast()
}

// gather yields for as long as producers join or may be on their way: those whom the last sync
// served, or left waiting, are likely to come back with their next batch, and a sync that begins
// before they do makes them wait for two. A producer who was alone yields to nobody: whoever
// else there is appends while his sync runs. Called and left with the lock held.
func (s *syncer) gather() {
	for idle := 0; idle < idleYields && len(s.waiting) < s.company; idle++ {
		before := len(s.waiting)
		s.mu.Unlock()
		runtime.Gosched()
		s.mu.Lock()
		if len(s.waiting) > before {
			idle = 0
		}
	}
}

// served counts the waiting producers that are durable now, and forgets them.
func (s *syncer) served() int {
	left := s.waiting[:0]
	for _, end := range s.waiting {
		if end > s.durable {
			left = append(left, end)
		}
	}
	n := len(s.waiting) - len(left)
	s.waiting = left
	return n
}

// upTo gives the offset below which everything is durable.
func (s *syncer) upTo() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.durable
}

// fail ends the syncer because of a failed write: the end of the file is not known any
// more, so nobody who waits can be told that his bytes are safe.
func (s *syncer) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
		s.waiting = nil
	}
	s.done.Broadcast()
}
