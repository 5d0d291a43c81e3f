package batch_test

import (
	"bytes"
	"errors"
	"testing"

	"kaenlog/engine/batch"
)

func stored(t testing.TB, n int) batch.Batch {
	b := batch.Batch(build(t, batch.Producer{ID: 1000, Epoch: 3, BaseSequence: 7}, n, "sent"))
	b.Stamp(42, 5)
	return b
}

// What a producer's window is rebuilt from, and where the batch lies, must not move, whichever
// records go: every subset of four.
func TestARewrittenBatchKeepsItsPlaceWhateverIsKept(t *testing.T) {
	src := stored(t, 4)
	before := bytes.Clone(src)
	for subset := range 16 {
		keep := func(r *batch.Record) bool { return subset>>r.OffsetDelta&1 == 1 }
		out, err := batch.AppendRewritten([]byte("before"), src, keep)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(out, []byte("before")) {
			t.Fatal("what was there before is gone")
		}
		b := batch.Batch(out[len("before"):])
		if err := batch.CheckStored(b); err != nil {
			t.Fatalf("subset %04b: %v", subset, err)
		}
		if b.BaseOffset() != 42 || b.LastOffset() != 45 || b.LeaderEpoch() != 5 ||
			b.ProducerID() != 1000 || b.ProducerEpoch() != 3 || b.BaseSequence() != 7 ||
			b.LastSequence() != 10 || b.MaxTimestamp() != src.MaxTimestamp() ||
			b.BaseTimestamp() != src.BaseTimestamp() || b.Attributes() != src.Attributes() {
			t.Errorf("subset %04b: the header moved", subset)
		}
		it, all := b.Records(), src.Records()
		kept := int32(0)
		for all.Next() {
			if want := all.Record(); keep(want) {
				if !it.Next() {
					t.Fatalf("subset %04b: offset %d is gone: %v", subset, want.OffsetDelta, it.Err())
				}
				got := it.Record()
				if b.OffsetOf(got) != src.OffsetOf(want) || !bytes.Equal(got.Value, want.Value) ||
					b.TimestampOf(got) != src.TimestampOf(want) {
					t.Errorf("subset %04b: got %+v, want %+v", subset, got, want)
				}
				kept++
			}
		}
		if it.Next() || it.Err() != nil || b.Count() != kept {
			t.Errorf("subset %04b: %d counted, %d kept, %v", subset, b.Count(), kept, it.Err())
		}
		if subset == 15 && !bytes.Equal(b, src) {
			t.Error("all was kept, and the bytes are not the same")
		}
		if subset == 0 && len(b) != batch.HeaderSize {
			t.Errorf("nothing was kept, and the batch has %d bytes", len(b))
		}
	}
	if !bytes.Equal(src, before) {
		t.Error("the source was changed")
	}
}

func TestRewritingTwiceIsRewritingOnce(t *testing.T) {
	odd := func(r *batch.Record) bool { return r.OffsetDelta%2 == 1 }
	once, err := batch.AppendRewritten(nil, stored(t, 5), odd)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := batch.AppendRewritten(nil, once, odd)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(once, twice) {
		t.Errorf("once  %x\ntwice %x", once, twice)
	}
}

func TestRewritingDoesNotHideDamage(t *testing.T) {
	for story, c := range map[string]struct {
		do   func(b []byte) []byte
		want error
	}{
		"a flipped bit": {func(b []byte) []byte { b[90] ^= 1; return b }, batch.ErrCRC},
		"cut short":     {func(b []byte) []byte { return b[:len(b)-1] }, batch.ErrTorn},
		"a record that lies": {
			func(b []byte) []byte { b[61]++; return fixCRC(b) }, batch.ErrInvalidRecord},
		"gzip": {
			func(b []byte) []byte { b[22] = 1; return fixCRC(b) }, batch.ErrCompressed},
		"a message of magic 1": {func(b []byte) []byte { b[16] = 1; return b }, batch.ErrOldMagic},
	} {
		dst := []byte("before")
		got, err := batch.AppendRewritten(dst, c.do(stored(t, 2)),
			func(*batch.Record) bool { return true })
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", story, err, c.want)
		}
		if string(got) != "before" {
			t.Errorf("%s: dst is %q after an error", story, got)
		}
	}
}
