package batch_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kaenlog/engine/batch"
)

const maxSeq = math.MaxInt32

// Witness: Kafka's own results, KAFKA.md §2.1, and the faults of others in §7.
func TestSequencesLiveModuloTwoToThe31(t *testing.T) {
	for _, c := range []struct {
		story        string
		seq, n, want int32
		down         bool
	}{
		{story: "after MAX comes 0, never MIN (franz-go #216)", seq: maxSeq, n: 1, want: 0},
		{story: "inc(MAX-1, 3) is 1", seq: maxSeq - 1, n: 3, want: 1},
		{story: "MAX itself is a sequence (kafkajs #1790)", seq: maxSeq - 1, n: 1, want: maxSeq},
		{story: "four records from 2147483646 end at 1 (redpanda #4854)",
			seq: 2147483646, n: 3, want: 1},
		{story: "and 2 is next", seq: 1, n: 1, want: 2},
		{story: "nothing added at MAX", seq: maxSeq, n: 0, want: maxSeq},
		{story: "as far as it goes", seq: maxSeq, n: maxSeq, want: maxSeq - 1},
		{story: "dec(0, 1) is MAX", seq: 0, n: 1, want: maxSeq, down: true},
		{story: "dec(1, 3) is MAX-1", seq: 1, n: 3, want: maxSeq - 1, down: true},
		{story: "nothing taken at 0", seq: 0, n: 0, want: 0, down: true},
	} {
		f := batch.IncrementSequence
		if c.down {
			f = batch.DecrementSequence
		}
		if got := f(c.seq, c.n); got != c.want {
			t.Errorf("%s: got %d, want %d", c.story, got, c.want)
		}
	}
}

func TestSequenceArithmeticIsModuloAndGoesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10000 {
		seq, n := rng.Int32(), rng.Int32()
		up := batch.IncrementSequence(seq, n)
		if want := int32((int64(seq) + int64(n)) % (1 << 31)); up != want {
			t.Fatalf("inc(%d, %d) is %d, want %d", seq, n, up, want)
		}
		if back := batch.DecrementSequence(up, n); back != seq {
			t.Fatalf("dec(inc(%d, %d), %d) is %d", seq, n, n, back)
		}
	}
}

func TestLastSequenceWrapsWithTheBatch(t *testing.T) {
	b := batch.Batch(build(t, batch.Producer{ID: 1, BaseSequence: 2147483646}, 4, "sent"))
	if got := b.LastSequence(); got != 1 {
		t.Errorf("four records from 2147483646 end at %d, want 1", got)
	}
	if got := batch.Batch(build(t, batch.NoProducer, 4, "sent")).LastSequence(); got != -1 {
		t.Errorf("a batch without sequences ends at %d, want -1", got)
	}
}
