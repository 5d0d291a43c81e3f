package partition

import (
	"runtime"
	"sync"
	"sync/atomic"

	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
)

// syncer makes appended offsets durable with as few syncs as there can be: producers that
// wait at once share one. The first of them leads: it yields so that others may append and
// join, takes the log's present moment as its target, and syncs; it never sleeps. Whoever
// appended after that moment waits for the next one, which one of them leads.
type syncer struct {
	log       *segment.Log
	appending sync.Locker // the append's lock
	emit      func(trace.Event)
	stop      func(error)

	durable atomic.Int64 // offsets below are durable; changed under mu

	mu      sync.Mutex
	running bool // somebody leads, or was told to
	waiting []*waiter
	served  []*waiter // by the last sync; kept for its room
	company int       // producers that may be waiting soon: who did when the last sync ended
	err     error     // the sync that failed; final
}

// waiter is a producer that waits. Each is woken alone and told what became of it, so that
// none of them has to ask for the lock again.
type waiter struct {
	end   int64
	err   error
	leads bool      // it runs the sync, or is about to: nobody wakes it any more
	woken chan bool // true: to lead
}

var waiters = sync.Pool{New: func() any { return &waiter{woken: make(chan bool, 1)} }}

// idleYields is how many yields in a row may bring nobody before the leader goes alone.
const idleYields = 256

func newSyncer(log *segment.Log, appending sync.Locker, emit func(trace.Event),
	stop func(error)) *syncer {
	return &syncer{log: log, appending: appending, emit: emit, stop: stop}
}

// reset says that everything below end is durable, as after opening.
func (s *syncer) reset(end int64) { s.durable.Store(end) }

// upTo gives the offset below which everything is durable.
func (s *syncer) upTo() int64 { return s.durable.Load() }

// wait returns when all offsets below end are durable.
//
// Errors: that of the sync which should have made them so, for all who wait and for all
// who come later: after a failed sync nothing is known about those bytes.
func (s *syncer) wait(end int64) error {
	s.mu.Lock()
	switch {
	case s.durable.Load() >= end:
		s.company++
		s.mu.Unlock()
		return nil
	case s.err != nil:
		defer s.mu.Unlock()
		return s.err
	}
	w := waiters.Get().(*waiter)
	defer waiters.Put(w)
	w.end, w.err, w.leads = end, nil, !s.running
	s.waiting = append(s.waiting, w)
	if s.running {
		s.mu.Unlock()
		if lead := <-w.woken; !lead {
			return w.err
		}
		s.mu.Lock()
	}
	s.running = true
	if s.err == nil {
		s.lead(end)
	}
	s.passOn()
	s.mu.Unlock()
	return w.err
}

// errBeyond: somebody waits for what is not in the log, and would wait for ever.
var errBeyond = kerr.New(kerr.KafkaStorageError,
	"offsets above the log's end can't be made durable")

// lead runs one sync for who waits for end; called and left with the lock held, which is given up
// meanwhile.
func (s *syncer) lead(end int64) {
	//lesson:begin shared-sync
	s.gather()
	s.mu.Unlock()
	target := s.log.Target()
	err := target.Sync()
	if err == nil && target.End < end {
		err = errBeyond
	}
	s.mu.Lock()
	//lesson:end shared-sync
	switch {
	case err != nil:
		if s.err == nil {
			s.err = err
		}
		all := s.waiting
		s.waiting = nil
		s.emit(trace.SyncFailed{File: target.Name, Reason: err.Error()})
		s.mu.Unlock()
		s.stop(err)
		s.mu.Lock()
		tell(all, s.err)
	case s.err == nil: // else a write or a roll's sync failed meanwhile, and this says nothing:
		// a disk tells of lost bytes once, and it told the other
		s.made(target)
	}
}

// made tells those whose bytes are durable now.
func (s *syncer) made(target segment.SyncTarget) {
	durable := max(s.durable.Load(), target.End)
	done, late := s.served[:0], s.waiting[:0]
	for _, w := range s.waiting {
		if w.end <= durable {
			done = append(done, w)
		} else {
			late = append(late, w)
		}
	}
	s.served, s.waiting, s.company = done, late, len(done)+len(late)
	s.emit(trace.Synced{File: target.Name, UpTo: target.Size, Shared: len(done)})
	s.durable.Store(durable) // after the trace was told: others publish what they read here
	tell(done, nil)
}

// tell wakes everybody but who leads.
func tell(all []*waiter, err error) {
	for _, w := range all {
		w.err = err
		if !w.leads {
			w.woken <- false
		}
	}
}

// passOn makes one of those who wait still the next leader.
func (s *syncer) passOn() {
	s.running = len(s.waiting) > 0
	if s.running {
		s.waiting[0].leads = true
		s.waiting[0].woken <- true
	}
}

// gather yields for as long as producers join or may be on their way: those whom the last sync
// served, or left waiting, are likely to come back with their next batch, and a sync that begins
// before they do makes them wait for two. To yield is to stand in line behind those who append,
// which leaves the processor to them, and then to let run who can. A producer who was alone
// yields to nobody, which would cost him a good part of a sync's time: who comes meanwhile is
// known to the next leader. Called and left with the lock held.
func (s *syncer) gather() {
	for idle := 0; idle < idleYields && len(s.waiting) < s.company && s.err == nil; idle++ {
		before := len(s.waiting)
		s.mu.Unlock()
		s.appending.Lock()
		s.appending.Unlock() //lint:ignore SA2001 nothing is to be done, but after the others
		runtime.Gosched()
		s.mu.Lock()
		if len(s.waiting) > before {
			idle = 0
		}
	}
}

// fail ends the syncer because of a failed write: the end of the file is not known any
// more, so nobody who waits can be told that his bytes are safe.
func (s *syncer) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
		all := s.waiting
		s.waiting = nil
		tell(all, err)
	}
}
