package partition_test

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/trace"
)

func TestProducersThatWaitAtOnceShareOneSync(t *testing.T) {
	const n = 20
	b, fsys, counts := openSlow(t, nil)
	mark := b.trace.Len()
	first := b.begin(plain(1), 1)
	sync := fsys.next(t, first)
	// All of these append behind the moment that the first one syncs up to.
	var late []<-chan partition.Result
	for id := range int64(n) {
		late = append(late, b.begin(numbered(id, 0, 0, 1), 1))
	}
	b.untilWaiting(1+n, append(late, first)...)
	sync.end <- nil
	if r := <-first; r.Err != nil || r.Base != 0 {
		t.Errorf("the first is answered %+v", r)
	}
	sync = fsys.next(t, late...)
	b.untilWaiting(n, late...) // they came too late for the first sync
	if b.HighWatermark() != 1 || counts.Count("sync") != 1 {
		t.Errorf("high watermark %d after %d syncs, want 1 after 1", b.HighWatermark(),
			counts.Count("sync"))
	}
	sync.end <- nil
	var bases []int64
	for _, d := range late {
		r := fsys.result(t, d)
		if r.Err != nil {
			t.Error(r.Err)
		}
		bases = append(bases, r.Base)
	}
	slices.Sort(bases)
	for i, base := range bases {
		if base != int64(i)+1 {
			t.Fatalf("the offsets are %v", bases)
		}
	}
	if counts.Count("sync") != 2 || !slices.Equal(syncsShared(b.trace.Since(mark)), []int{1, n}) {
		t.Errorf("%d syncs, shared by %v; want one for 1 and one for %d", counts.Count("sync"),
			syncsShared(b.trace.Since(mark)), n)
	}
}

func TestFailedSyncIsTheErrorOfAllWhoWait(t *testing.T) {
	const n = 8
	b, fsys, counts := openSlow(t, nil)
	all := []<-chan partition.Result{b.begin(plain(1), 1)}
	sync := fsys.next(t, all...)
	for id := range int64(n) {
		all = append(all, b.begin(numbered(id, 0, 0, 1), []int16{0, 1, -1}[id%3]))
	}
	b.untilWaiting(1+n, all...)
	sync.end <- errDisk
	for i, d := range all {
		if r := fsys.result(t, d); !errors.Is(r.Err, errDisk) || r.Base != -1 {
			t.Errorf("producer %d is answered %+v", i+1, r)
		}
	}
	if counts.Count("sync") != 0 {
		t.Errorf("%d syncs after one failed: nothing may be tried twice", counts.Count("sync"))
	}
	if b.Waiting() != 0 {
		t.Errorf("%d still wait", b.Waiting())
	}
}

// The sync that a producer waits for may end well although the roll of another failed at the
// same file meanwhile: the disk tells of lost bytes once, and it told the other.
// stoppedBy tells whether err is the fault, or the partition's word that it stopped.
func stoppedBy(err, fault error) bool {
	return errors.Is(err, fault) || errors.Is(err, partition.ErrStopped)
}

// A roll syncs the same file as the producers who wait. One sync of a file runs at a time, and
// its failure is final for the other too: a disk tells of lost bytes once.
func TestFailedSyncIsTheErrorOfTheRollBehindIt(t *testing.T) {
	b, fsys, counts := openSlow(t, small)
	first := b.begin(numbered(1, 0, 0, 3), 1)
	sync := fsys.next(t, first)
	second := b.begin(numbered(1, 0, 3, 3), 1)
	b.untilWaiting(2, first, second)
	rolls := b.begin(numbered(1, 0, 6, 3), 1)
	sync.end <- errDisk
	for i, waits := range []<-chan partition.Result{first, second, rolls} {
		if r := fsys.result(t, waits); !stoppedBy(r.Err, errDisk) {
			t.Errorf("number %d is answered %+v", i, r)
		}
	}
	if n := b.Waiting(); n != 0 || b.HighWatermark() != 0 || counts.Count("sync") != 0 {
		t.Errorf("%d still wait, high watermark %d, %d more syncs", n, b.HighWatermark(),
			counts.Count("sync"))
	}
}

func TestFailedRollIsTheErrorOfAllWhoWait(t *testing.T) {
	b, fsys, _ := openSlow(t, small)
	first := b.begin(numbered(1, 0, 0, 3), 1)
	sync := fsys.next(t, first)
	second := b.begin(numbered(1, 0, 3, 3), 1)
	b.untilWaiting(2, first, second)
	rolls := b.begin(numbered(1, 0, 6, 3), 1)
	sync.end <- nil
	if r := <-first; r.Err != nil { // another sync may have begun by now
		t.Errorf("the one whose bytes were synced before is answered %+v", r)
	}
	fsys.next(t, second, rolls).end <- errDisk // the roll's, or that of the one who waits
	for i, waits := range []<-chan partition.Result{second, rolls} {
		if r := fsys.result(t, waits); !stoppedBy(r.Err, errDisk) {
			t.Errorf("number %d of those who wait is answered %+v", i, r)
		}
	}
	if b.HighWatermark() != 3 {
		t.Errorf("high watermark %d", b.HighWatermark())
	}
}

// ledger is a trace that knows where in which file each offset's batch ends.
type ledger struct {
	mu   sync.Mutex
	last int64
	ends map[int64]trace.Written // by last offset
}

func (l *ledger) Emit(e trace.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch e := e.(type) { // both come under the partition's lock, in this order
	case trace.Assigned:
		l.last = e.Last
	case trace.Written:
		l.ends[l.last] = e
	}
}

func (l *ledger) batch(last int64) trace.Written {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ends[last]
}

// durableTo fails the test unless the batch that ends at this offset is on the disk.
func durableTo(t *testing.T, fsys *slowFS, l *ledger, last int64) {
	t.Helper()
	w := l.batch(last)
	if w.Size == 0 {
		t.Errorf("nothing was written that ends at offset %d", last)
	}
	if have := fsys.durableBytes(w.File); have < w.Pos+w.Size {
		t.Errorf("offset %d is told of; %d bytes of %s are durable, it ends at %d", last, have,
			w.File, w.Pos+w.Size)
	}
}

func TestManyProducersGetEachOffsetOnceAndDurable(t *testing.T) {
	const producers, rounds = 64, 8
	b, fsys, _ := openSlow(t, nil)
	fsys.setSlow(false)
	l := &ledger{ends: map[int64]trace.Written{}}
	b = b.again(func(c *partition.Config) { c.SegmentBytes = 4000; c.Trace, c.Label = l, b.dir })

	stop, readers := make(chan struct{}), sync.WaitGroup{}
	readers.Add(1)
	go func() {
		defer readers.Done()
		for {
			select {
			case <-stop:
				return
			default:
				readTail(t, b, fsys, l)
				runtime.Gosched()
			}
		}
	}()
	taken := make(chan partition.Result, producers*rounds)
	var all sync.WaitGroup
	for id := range int64(producers) {
		all.Add(1)
		go func() {
			defer all.Done()
			seq := int32(0)
			for round := range rounds {
				n := (int(id)+round)%3 + 1
				r := b.Produce(numbered(id, 0, seq, n), 1)
				seq += int32(n)
				if r.Err != nil {
					t.Error(r.Err)
					return
				}
				durableTo(t, fsys, l, r.Last)
				taken <- r
			}
		}()
	}
	all.Wait()
	close(stop)
	readers.Wait()
	close(taken)
	withoutHoles(t, b, taken)
}

// readTail reads what may be read last.
func readTail(t *testing.T, b *broker, fsys *slowFS, l *ledger) {
	got, err := b.Read(max(0, b.HighWatermark()-3), 400)
	if err != nil {
		t.Error(err)
	}
	end := b.HighWatermark()
	for len(got) > 0 {
		one := batch.Batch(got[:batch.Batch(got).Size()])
		if one.LastOffset() >= end {
			t.Errorf("offset %d is read, the high watermark is %d", one.LastOffset(), end)
		}
		durableTo(t, fsys, l, one.LastOffset())
		got = got[len(one):]
	}
}

// withoutHoles wants each offset in exactly one answer, and the log to hold the same.
func withoutHoles(t *testing.T, b *broker, taken <-chan partition.Result) {
	t.Helper()
	var got []partition.Result
	for r := range taken {
		got = append(got, r)
	}
	slices.SortFunc(got, func(x, y partition.Result) int { return int(x.Base - y.Base) })
	next := int64(0)
	for _, r := range got {
		if r.Base != next || r.Last < r.Base {
			t.Fatalf("%d..%d is answered where %d comes next", r.Base, r.Last, next)
		}
		next = r.Last + 1
	}
	if b.LogEnd() != next || b.HighWatermark() != next || len(b.stored()) != len(got) {
		t.Errorf("%d batches to offset %d; log end %d, high watermark %d, %d batches stored",
			len(got), next, b.LogEnd(), b.HighWatermark(), len(b.stored()))
	}
}
