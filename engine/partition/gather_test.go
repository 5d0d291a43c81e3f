package partition

import (
	"runtime"
	"sync"
	"testing"
)

// gathering lets a leader gather while others are on their way, and gives how many wait then.
// With one processor a yield runs everybody who can run.
func gathering(company, coming int) int {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s := newSyncer(nil, new(sync.Mutex), nil, nil)
	s.company = company
	s.waiting = []*waiter{{}} // the leader
	for range coming {
		go func() {
			for range 3 { // something to do before
				runtime.Gosched()
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			s.waiting = append(s.waiting, &waiter{})
		}()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gather()
	return len(s.waiting)
}

func TestALeaderYieldsToThoseWhoWereServedBefore(t *testing.T) {
	for _, c := range []struct {
		story                 string
		company, coming, want int
	}{
		{"all of them are on their way", 6, 5, 6},
		{"nobody comes back", 6, 0, 1},
		{"some come back", 6, 2, 3},
		{"one who was alone waits for nobody", 1, 0, 1},
	} {
		if got := gathering(c.company, c.coming); got != c.want {
			t.Errorf("%s: %d share the sync, want %d", c.story, got, c.want)
		}
	}
}
