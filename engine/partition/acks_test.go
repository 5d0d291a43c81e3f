package partition_test

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"kaenlog/engine/partition"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs/vfstest"
)

// gate answers always the same and remembers what it was asked.
type gate struct {
	says  bool
	look  func(last int64) // called first; nil for nothing
	mu    sync.Mutex
	asked []int64
}

func (g *gate) Replicated(last int64) bool {
	if g.look != nil {
		g.look(last)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = append(g.asked, last)
	return g.says
}

func TestAcks0IsNotAnsweredAndWrittenAllTheSame(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, nil)
		heard, err := b.serve(frame(1, 0, plain(3)))
		if err != nil || len(heard) != 0 {
			t.Fatalf("%d answers and %v, want none", len(heard), err)
		}
		if b.LogEnd() != 3 || b.HighWatermark() != 3 || b.layout() != "0+3" {
			t.Errorf("log end %d, high watermark %d, in the log %s", b.LogEnd(),
				b.HighWatermark(), b.layout())
		}
		types := typesOf(b.trace)
		if !slices.Contains(types, "no-answer") || slices.Contains(types, "answered") {
			t.Errorf("the trace is %v", types)
		}
	})
}

func TestAcks1IsAnsweredWithTheBaseOffset(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, nil)
		for i, n := range []int{3, 1, 4} {
			want := []int64{0, 3, 4}[i]
			r := b.send(1, plain(n))
			if r.Code != 0 || r.BaseOffset != want || r.LogAppendTimeMs != -1 ||
				r.LogStartOffset != 0 || r.ErrorMessage != nil || r.Index != 0 {
				t.Errorf("batch %d is answered %+v, want base offset %d", i+1, r, want)
			}
		}
		if got := b.layout(); got != "0+3 3+1 4+4" {
			t.Errorf("in the log is %s", got)
		}
	})
}

// 19 would claim that nothing was written.
func TestAcksAllWithoutReplicasIs20WithTheRecordsInTheLog(t *testing.T) {
	for name, g := range map[string]partition.ReplicaGate{
		"no gate": nil, "NoReplicas": partition.NoReplicas{}, "a gate that says no": &gate{},
	} {
		t.Run(name, func(t *testing.T) {
			b, _ := openMemory(t, func(c *partition.Config) { c.Gate = g })
			if r := b.send(-1, plain(2)); words(r) != "error 20" {
				t.Errorf("the answer is %s", words(r))
			}
			if b.LogEnd() != 2 || b.HighWatermark() != 2 || b.layout() != "0+2" {
				t.Errorf("log end %d, high watermark %d, in the log %s", b.LogEnd(),
					b.HighWatermark(), b.layout())
			}
		})
	}
}

// The gate is asked outside every lock, when the batch is durable and readers see it.
func TestAcksAllIsAnsweredLike1WhenTheGateSaysYes(t *testing.T) {
	g := &gate{says: true}
	b, fsys := openMemory(t, func(c *partition.Config) { c.Gate = g })
	g.look = func(last int64) {
		if b.HighWatermark() != last+1 || b.LogEnd() != last+1 || len(b.ProducerIDs()) != 1 {
			t.Errorf("asked for %d when log end is %d and high watermark %d", last, b.LogEnd(),
				b.HighWatermark())
		}
		if n := len(b.stored()); n == 0 {
			t.Error("asked before there is anything to read")
		}
	}
	fsys.Forget()
	for i, want := range []string{"offset 0", "offset 2", "offset 4"} {
		if r := b.send(-1, numbered(1, 0, int32(2*i), 2)); words(r) != want {
			t.Errorf("batch %d is answered %s, want %s", i+1, words(r), want)
		}
	}
	if !slices.Equal(g.asked, []int64{1, 3, 5}) {
		t.Errorf("the gate was asked for %v, want the last offset of each batch", g.asked)
	}
}

func TestGateIsAskedForADuplicateAndForNobodyElse(t *testing.T) {
	g := &gate{}
	b, _ := openMemory(t, func(c *partition.Config) { c.Gate = g })
	b.mustSend(numbered(1, 0, 0, 2))
	b.mustSend(numbered(1, 0, 2, 2))
	b.send(2, numbered(1, 0, 4, 2))  // refused
	b.send(-1, numbered(1, 0, 9, 2)) // out of order
	if len(g.asked) != 0 {
		t.Errorf("the gate was asked for %v", g.asked)
	}
	if r := b.send(-1, numbered(1, 0, 0, 2)); words(r) != "error 20" {
		t.Errorf("the resend is answered %s while the gate says no", words(r))
	}
	g.says = true
	if r := b.send(-1, numbered(1, 0, 0, 2)); words(r) != "offset 0" {
		t.Errorf("the resend is answered %s when the gate says yes", words(r))
	}
	if !slices.Equal(g.asked, []int64{1, 1}) || b.LogEnd() != 4 {
		t.Errorf("the gate was asked for %v, log end %d; want the original's last offset twice",
			g.asked, b.LogEnd())
	}
}

func TestAcksNeverChangeWhatIsWritten(t *testing.T) {
	var first map[string]string
	for _, acks := range []int16{1, 0, -1} {
		b, fsys := openMemory(t, func(c *partition.Config) { c.SegmentBytes = 200 })
		for i := range int32(6) {
			if _, err := b.serve(frame(i, acks, numbered(1, 0, 2*i, 2))); err != nil {
				t.Fatal(err)
			}
		}
		window := b.window(1)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		stands := files(t, fsys, b.dir)
		if first == nil {
			first = stands
			continue
		}
		if !reflect.DeepEqual(stands, first) || window != "epoch 0: 2..3 4..5 6..7 8..9 10..11" {
			t.Errorf("acks %d: other files than with acks 1, or window %s", acks, window)
		}
	}
}

func TestFirstAnswerAfterAcks0CarriesTheSecondCorrelationID(t *testing.T) {
	b, _ := openMemory(t, nil)
	heard, err := b.serve(frame(41, 0, plain(2)), frame(42, 1, plain(1)))
	if err != nil || len(heard) != 1 || heard[0].CorrelationID != 42 {
		t.Fatalf("heard %+v, %v; want one answer, to 42", heard, err)
	}
	if base := heard[0].Topics[0].Partitions[0].BaseOffset; base != 2 {
		t.Errorf("its base offset is %d, want 2", base)
	}
}

func typesOf(r *trace.Recorder) []string {
	var types []string
	for _, e := range r.Entries() {
		types = append(types, e.Event.Type())
	}
	return types
}
