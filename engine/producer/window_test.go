package producer_test

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"kaenlog/engine/producer"
)

func ranges(t *testing.T, table *producer.Table, id int64) []string {
	t.Helper()
	w, ok := table.Window(id)
	if !ok {
		t.Fatalf("producer %d has no window", id)
	}
	return w.Ranges()
}

func TestWindowHoldsFiveBatchesNotFiveRecords(t *testing.T) {
	table := after(1, sent{0, 0, 100}, sent{0, 100, 1}, sent{0, 101, 7}, sent{0, 108, 50},
		sent{0, 158, 2})
	want := []string{"0..99", "100..100", "101..107", "108..157", "158..159"}
	if got := ranges(t, table, 1); !slices.Equal(got, want) {
		t.Errorf("the window is %v, want %v", got, want)
	}
}

func TestSixthBatchEvictsTheFirst(t *testing.T) {
	table := producer.NewTable()
	for i := range int32(12) {
		s := sent{0, i * 3, 3}
		out, evicted := table.Update(1, 0, s.at(int64(i)*3))
		if evicted != (i >= 5) {
			t.Fatalf("batch %d: evicted is %v", i+1, evicted)
		}
		if old := (sent{0, (i - 5) * 3, 3}); evicted && out != old.at(int64(i-5)*3) {
			t.Errorf("batch %d evicted %s, want %d..%d", i+1, out.Range(), old.first, old.last())
		}
	}
	want := []string{"21..23", "24..26", "27..29", "30..32", "33..35"}
	if got := ranges(t, table, 1); !slices.Equal(got, want) {
		t.Errorf("the window is %v, want %v", got, want)
	}
}

func TestFirstSequenceAndFirstOffsetAreDerived(t *testing.T) {
	for _, row := range []struct {
		name   string
		batch  sent
		ranges string
	}{
		{"one record", sent{0, 7, 1}, "7..7"},
		{"three records", sent{0, 7, 3}, "7..9"},
		{"over the wrap", sent{0, math.MaxInt32 - 1, 4}, "2147483646..1"},
		{"up to the greatest", sent{0, math.MaxInt32 - 1, 2}, "2147483646..2147483647"},
	} {
		a := row.batch.at(40)
		if a.Range() != row.ranges || a.FirstSeq() != row.batch.first || a.FirstOffset() != 40 {
			t.Errorf("%s: %s from %d at offset %d, want %s from %d at offset 40", row.name,
				a.Range(), a.FirstSeq(), a.FirstOffset(), row.ranges, row.batch.first)
		}
	}
}

func TestHigherEpochBeginsANewWindow(t *testing.T) {
	table := after(1, fiveOfTwo...)
	if _, evicted := table.Update(1, 4, sent{4, 0, 1}.at(110)); evicted {
		t.Error("the old window's batches were evicted one by one")
	}
	w, _ := table.Window(1)
	if w.Len() != 1 || w.Epoch() != 4 || w.At(0).Range() != "0..0" || w.Expected() != 1 {
		t.Errorf("the window is %v of epoch %d, expecting %d", w.Ranges(), w.Epoch(), w.Expected())
	}
}

func TestLowerEpochLeavesTheEpochAsItIs(t *testing.T) {
	table := after(1, sent{3, 0, 2}, sent{2, 2, 1})
	w, _ := table.Window(1)
	if w.Epoch() != 3 || !slices.Equal(w.Ranges(), []string{"0..1", "2..2"}) {
		t.Errorf("the window is %v of epoch %d, want both batches and epoch 3", w.Ranges(),
			w.Epoch())
	}
}

func TestWindowIsACopy(t *testing.T) {
	table := after(1, sent{0, 0, 1})
	w, _ := table.Window(1)
	table.Update(1, 0, sent{0, 1, 1}.at(101))
	if w.Len() != 1 || w.Expected() != 1 {
		t.Errorf("the copy became %v", w.Ranges())
	}
}

func TestProducerNeverSeenHasNoWindow(t *testing.T) {
	table := after(1, sent{0, 0, 1})
	if w, ok := table.Window(2); ok || w.Len() != 0 || w.Expected() != 0 {
		t.Errorf("producer 2 has %v, %v", w.Ranges(), ok)
	}
}

func TestOnlyBatchesOfTheWindowCanBeAskedFor(t *testing.T) {
	table := after(1, sent{0, 0, 1}, sent{0, 1, 1})
	w, _ := table.Window(1)
	for _, i := range []int{-1, 2, 5} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("batch %d of two is there", i)
				}
			}()
			w.At(i)
		}()
	}
}

func TestProducersDoNotShareAWindow(t *testing.T) {
	table := producer.NewTable()
	const n = 1000 // several chunks of windows
	for round := range int32(7) {
		for id := int64(n - 1); id >= 0; id-- {
			first := round * int32(id+1)
			table.Update(id, int16(id%3), sent{0, first, int32(id + 1)}.at(id*1000))
		}
	}
	ids := table.IDs()
	if table.Len() != n || len(ids) != n {
		t.Fatalf("%d producers, %d ids", table.Len(), len(ids))
	}
	for i, id := range ids {
		if id != int64(n-1-i) {
			t.Fatalf("id %d is %d: want the order of the first batches", i+1, id)
		}
		w, _ := table.Window(id)
		if w.Epoch() != int16(id%3) || w.Len() != 5 || w.At(4).FirstSeq() != 6*int32(id+1) ||
			w.At(4).FirstOffset() != id*1000 {
			t.Fatalf("producer %d: %v of epoch %d", id, w.Ranges(), w.Epoch())
		}
	}
}

// The largest id is one below the largest int64: a producer counts on to the next.
func TestLargestProducerIDIsOrdinary(t *testing.T) {
	table := after(math.MaxInt64, sent{0, 0, 2})
	v := table.Judge(math.MaxInt64, 0, 0, 1)
	if v.Kind != producer.Duplicate || v.Original.FirstOffset() != 100 {
		t.Errorf("its resend is %v", v.Kind)
	}
}

func TestProducerCostsAtMost256Bytes(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("a million windows")
	}
	const n = 1_000_000
	before := heap()
	table := producer.NewTable()
	for id := range int64(n) {
		table.Update(id*7919, 0, sent{0, 0, 1}.at(id))
	}
	each := float64(heap()-before) / n
	t.Logf("%.0f bytes a producer", each)
	if each > 256 {
		t.Errorf("%.0f bytes a producer, want at most 256", each)
	}
	runtime.KeepAlive(table)
}

// heap gives the bytes in use after a collection.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
