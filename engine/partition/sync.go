package partition

import (
	"runtime"
	"sync"

	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
)

// syncer makes appended offsets durable with as few syncs as there can be: producers that
// wait at once share one. The first of them leads: it yields once so that others may
// append and join, takes the log's present moment as its target, and syncs; it never
// sleeps. Whoever appended after that moment waits for the next one.
type syncer struct {
	log  *segment.Log
	emit func(trace.Event)
	stop func(error)

	mu      sync.Mutex
	done    sync.Cond
	running bool
	durable int64 // offsets below are durable
	waiting []int64
	err     error // the sync that failed; final
}

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
	if s.durable < end && s.err == nil {
		s.waiting = append(s.waiting, end)
	}
	for s.durable < end {
		switch {
		case s.err != nil:
			return s.err
		case s.running:
			s.done.Wait()
		default:
			s.lead()
		}
	}
	return nil
}

// lead runs one sync; called and left with the lock held, which is given up meanwhile.
func (s *syncer) lead() {
	s.running = true
	s.mu.Unlock()
	runtime.Gosched()
	target := s.log.Target()
	err := target.Sync()
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
		s.emit(trace.Synced{File: target.Name, UpTo: target.Size, Shared: s.served()})
	}
	s.done.Broadcast()
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
