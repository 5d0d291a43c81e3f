package partition_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/vfs/vfstest"
)

// failure is a disk that says no once, when the third batch comes.
type failure struct {
	name   string
	op     string // the call that fails
	suffix string // of the file it is about
	short  bool   // half of the bytes arrive
	roll   bool   // the third batch begins a segment
	index  bool   // every batch but a segment's first has an index entry

	logEnd    int64  // afterwards, before opening again
	behind    bool   // the batch is in the file, and the window does not know
	takenBack bool   // the window knows the batch, and it was cut off the file again
	torn      bool   // when opened again
	resend    string // what the failed batch is told when it comes again after recovery
}

func failures() []failure {
	const inLog, notInLog = "offset 4", "offset 4" // the first is the original's
	return []failure{
		{name: "an append that wrote nothing", op: "append", suffix: ".log", logEnd: 4,
			resend: notInLog},
		{name: "an append that stopped short", op: "append", suffix: ".log", short: true,
			logEnd: 4, torn: true, resend: notInLog},
		{name: "a sync", op: "sync", suffix: ".log", logEnd: 4, takenBack: true, resend: notInLog},
		{name: "the index entry of a batch that is written", op: "append", suffix: ".index",
			index: true, logEnd: 6, behind: true, resend: inLog},
		{name: "half of the index entry of a batch that is written", op: "append",
			suffix: ".index", short: true, index: true, logEnd: 6, behind: true, resend: inLog},
		{name: "the old segment's sync at a roll", op: "sync", suffix: ".log", roll: true,
			logEnd: 4, resend: notInLog},
		{name: "making the new segment's log", op: "create", suffix: ".log", roll: true,
			logEnd: 4, resend: notInLog},
		{name: "making the new segment's index", op: "create", suffix: ".index", roll: true,
			logEnd: 4, resend: notInLog},
		{name: "the directory's sync at a roll", op: "syncdir", suffix: "", roll: true,
			logEnd: 4, resend: notInLog},
		{name: "the time index at a roll", op: "append", suffix: ".timeindex", roll: true,
			logEnd: 4, resend: notInLog},
		{name: "the new segment's first append, short", op: "append", suffix: "4.log",
			short: true, roll: true, logEnd: 4, torn: true, resend: notInLog},
	}
}

func TestAfterAFailureNothingIsAheadOfTheFile(t *testing.T) {
	for _, f := range failures() {
		t.Run(f.name, func(t *testing.T) {
			everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
				fail(t, fsys, dir, f)
			})
		})
	}
}

func fail(t *testing.T, fsys *vfstest.FS, dir string, f failure) {
	t.Helper()
	cfg := func(c *partition.Config) {
		if f.roll {
			c.SegmentBytes = 200
		}
		if f.index {
			c.IndexIntervalBytes = 1
		}
	}
	b := open(t, fsys, dir, cfg)
	b.mustSend(numbered(9, 0, 0, 2))
	b.mustSend(numbered(9, 0, 2, 2))
	fsys.FailIf(f.short, func(_ int, c vfstest.Call) error {
		if c.Op == f.op && strings.HasSuffix(c.Name, f.suffix) {
			return errDisk
		}
		return nil
	})
	r := b.Produce(numbered(9, 0, 4, 2), 1)
	if !errors.Is(r.Err, errDisk) || kerr.CodeOf(r.Err) != 56 || r.Base != -1 || r.Last != -1 {
		t.Errorf("the batch is answered %+v, want the disk's own error and 56", r)
	}
	fsys.FailIf(false, nil)
	stopped(t, b, fsys, f)

	b = b.again(cfg)
	if torn := b.TornBytes() > 0; torn != f.torn {
		t.Errorf("opened again, %d bytes are torn", b.TornBytes())
	}
	if _, err := b.TruncateTail(); err != nil {
		t.Fatal(err)
	}
	for _, again := range []string{f.resend, f.resend} {
		if got := words(b.send(1, numbered(9, 0, 4, 2))); got != again {
			t.Errorf("after recovery the failed batch is answered %s, want %s", got, again)
		}
	}
	b.mustSend(numbered(9, 0, 6, 1))
	if got := b.again(cfg).layout(); got != "0:0..1 2:2..3 4:4..5 6:6..6" {
		t.Errorf("in the log is %s", got)
	}
}

// stopped wants a partition that takes nothing more, whose memory is not ahead of its file,
// and that can be read as before.
func stopped(t *testing.T, b *broker, fsys *vfstest.FS, f failure) {
	t.Helper()
	window := "epoch 0: 0..1 2..3"
	if f.takenBack {
		window += " 4..5" // was written, and nobody is judged by it any more
	}
	if b.LogEnd() != f.logEnd || b.HighWatermark() != 4 || b.window(9) != window {
		t.Errorf("log end %d, want %d; high watermark %d, want 4; window %s, want %s", b.LogEnd(),
			f.logEnd, b.HighWatermark(), b.window(9), window)
	}
	before := b.state()
	fsys.Forget()
	for _, records := range [][]byte{plain(1), numbered(9, 0, 4, 2), numbered(9, 0, 0, 2)} {
		for range 2 {
			if got := words(b.send(1, records)); got != "error 56" {
				t.Errorf("a later batch is answered %s", got)
			}
		}
	}
	if r := b.Produce(plain(1), 1); !errors.Is(r.Err, partition.ErrStopped) ||
		!errors.Is(r.Err, errDisk) {
		t.Errorf("a later batch is told %v, which does not say why", r.Err)
	}
	if _, err := b.TruncateTail(); !errors.Is(err, partition.ErrStopped) {
		t.Errorf("cutting without opening again: %v", err)
	}
	if calls := fsys.Calls(); len(calls) != 0 {
		t.Errorf("a stopped partition calls %+v", calls)
	}
	b.sameState(before)
	if got := b.layout(); got != "0:0..1 2:2..3" {
		t.Errorf("to read is %s", got)
	}
	if heard, err := b.serve(frame(1, 0, plain(1))); err == nil || len(heard) != 0 {
		t.Errorf("with acks 0: %d answers, %v; want a closed connection", len(heard), err)
	}
}

// life is what a producer knows that sends twelve batches, each when the one before was
// answered, and gives up at the first error.
type life struct {
	answered map[int32]int64 // base offset by sequence
	next     int32           // the sequence to go on with
}

const lifeEnd = 24

func (l *life) live(b *broker) error {
	for l.next < lifeEnd {
		r := b.Produce(numbered(9, 0, l.next, 2), 1)
		if r.Err != nil {
			return r.Err
		}
		l.answered[l.next] = r.Base
		l.next += 2
	}
	return nil
}

// The n-th call to the file system fails, for every n there is, with and without half of an
// append's bytes. After opening, cutting and sending again, each batch is in the log once and
// at the offset it was answered with.
func TestWhateverCallFailsNothingIsLostOrThereTwice(t *testing.T) {
	for _, short := range []bool{false, true} {
		for n := 0; ; n++ {
			failed := liveThrough(t, short, n)
			if t.Failed() {
				t.Fatalf("that was with call %d failing, short %v", n, short)
			}
			if !failed {
				if n < 60 {
					t.Errorf("a life has %d calls only", n)
				}
				break
			}
		}
	}
}

func liveThrough(t *testing.T, short bool, n int) (failed bool) {
	fsys := vfstest.Memory()
	harmless := false // whether one may go on as if nothing had failed
	fsys.FailIf(short, func(i int, c vfstest.Call) error {
		if i == n {
			failed = true
			harmless = c.Op == "stat" || c.Op == "close"
			return fmt.Errorf("%s of %s: %w", c.Op, c.Name, errDisk)
		}
		return nil
	})
	cfg := partition.Config{NowMs: func() int64 { return now }}
	cfg.SegmentBytes, cfg.IndexIntervalBytes = 400, 1
	l := &life{answered: map[int32]int64{}}
	p, err := partition.Open(fsys, "data/orders-0", cfg)
	if err == nil {
		err = l.live(&broker{Partition: p, t: t})
		p.Close()
	}
	if err == nil && failed && !harmless || err != nil && !errors.Is(err, errDisk) {
		t.Errorf("a call failed is %v, and the error is %v", failed, err)
	}
	fsys.FailIf(false, nil)
	if p, err = partition.Open(fsys, "data/orders-0", cfg); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b := &broker{Partition: p, t: t}
	if _, err := p.TruncateTail(); err != nil {
		t.Fatal(err)
	}
	if err := l.live(b); err != nil {
		t.Fatal(err)
	}
	for i, stored := range b.stored() {
		seq := int32(2 * i)
		if stored.BaseSequence() != seq || stored.BaseOffset() != l.answered[seq] ||
			!slices.Equal(stored[batch.PosAttributes:], numbered(9, 0, seq, 2)[batch.PosAttributes:]) {
			t.Errorf("batch %d in the log has sequence %d and offset %d; it was answered with %d",
				i, stored.BaseSequence(), stored.BaseOffset(), l.answered[seq])
		}
	}
	if p.HighWatermark() != lifeEnd || len(l.answered) != lifeEnd/2 {
		t.Errorf("high watermark %d, %d answers", p.HighWatermark(), len(l.answered))
	}
	return failed
}

func TestClosedPartitionTakesNothing(t *testing.T) {
	b, fsys := openMemory(t, nil)
	b.mustSend(numbered(9, 0, 0, 2))
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	fsys.Forget()
	if r := b.Produce(plain(1), 1); !errors.Is(r.Err, partition.ErrClosed) ||
		kerr.CodeOf(r.Err) != 56 {
		t.Errorf("produce is answered %v", r.Err)
	}
	if _, err := b.TruncateTail(); !errors.Is(err, partition.ErrClosed) {
		t.Errorf("cutting is answered %v", err)
	}
	if _, err := b.Read(0, 100); kerr.CodeOf(err) != 56 {
		t.Errorf("reading is answered %v", err)
	}
	if err := b.Close(); kerr.CodeOf(err) != 56 {
		t.Errorf("closing again is answered %v", err)
	}
	if len(changes(fsys)) != 0 || b.LogEnd() != 2 {
		t.Errorf("calls %+v, log end %d", changes(fsys), b.LogEnd())
	}
}

func TestPartitionWithoutAClockDoesNotOpen(t *testing.T) {
	fsys := vfstest.Memory()
	if _, err := partition.Open(fsys, "d", partition.Config{}); err == nil {
		t.Error("it opens")
	}
	if len(fsys.Calls()) != 0 {
		t.Errorf("calls %+v", fsys.Calls())
	}
}

// Nobody waits for ever for what no sync can make durable.
func TestWaitingForMoreThanTheLogHoldsIsAnError(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, nil)
		b.mustSend(plain(2))
		if err := b.WaitFor(2); err != nil {
			t.Errorf("what is there: %v", err)
		}
		if err := b.WaitFor(3); kerr.CodeOf(err) != kerr.KafkaStorageError {
			t.Errorf("what is not there: %v", err)
		}
	})
}

// Where what a failed sync left can't be taken back, opening the partition again is not enough,
// and the error says so.
func TestWhatCantBeTakenBackIsTold(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, nil)
		b.mustSend(plain(2))
		fsys.FailIf(false, func(_ int, c vfstest.Call) error {
			if c.Op == "sync" || c.Op == "truncate" {
				return errDisk
			}
			return nil
		})
		if r := b.Produce(plain(1), 1); r.Err == nil {
			t.Error("the sync failed, and the batch was acknowledged")
		}
		r := b.Produce(plain(1), 1)
		if !errors.Is(r.Err, partition.ErrStopped) ||
			!strings.Contains(r.Err.Error(), "start the machine anew") {
			t.Errorf("a later batch is told %v", r.Err)
		}
	})
}
