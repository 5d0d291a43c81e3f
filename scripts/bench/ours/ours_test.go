package ours

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/trace"
	"kaenlog/scripts/bench/measure"
)

func made(t *testing.T, count, size int) []byte {
	t.Helper()
	b, err := Batch(Records(count, size))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sameBatches gives a look at a log's file that finds b in it so many times, stamped with
// offset after offset, and nothing else.
func sameBatches(b []byte, times int) func(dir string) error {
	return func(dir string) error {
		file, err := os.ReadFile(LogFile(dir))
		if err != nil {
			return err
		}
		want := append(batch.Batch(nil), b...)
		for i := range times {
			want.Stamp(int64(i)*int64(want.Count()), 0)
			if !bytes.HasPrefix(file, want) {
				return fmt.Errorf("batch %d of %d is not there", i+1, times)
			}
			file = file[len(want):]
		}
		if len(file) > 0 {
			return fmt.Errorf("%d bytes too many", len(file))
		}
		return nil
	}
}

// syncs counts who was served by syncs of the log.
type syncs struct {
	mu     sync.Mutex
	served int
}

func (s *syncs) Emit(e trace.Event) {
	if e, ok := e.(trace.Synced); ok && e.UpTo > 0 {
		s.mu.Lock()
		s.served += e.Shared
		s.mu.Unlock()
	}
}

func do(t *testing.T, s measure.Subject, n int) {
	t.Helper()
	w, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Do(n), w.End()); err != nil {
		t.Fatal(err)
	}
}

func TestProduceReallyWritesEachBatch(t *testing.T) {
	b := made(t, 3, 100)
	for _, producers := range []int{1, 16} {
		dir, seen := t.TempDir(), &syncs{}
		do(t, produce(dir, b, producers, seen, sameBatches(b, 48)), 48)
		if seen.served == 0 || producers == 1 && seen.served != 48 {
			t.Errorf("%d producers: syncs served %d of 48 batches", producers, seen.served)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
}

func TestAppendReallyWritesEachBatch(t *testing.T) {
	b := made(t, 100, 100)
	do(t, appendOnly(t.TempDir(), b, sameBatches(b, 20)), 20)
}

func TestVisitSeesEveryRecord(t *testing.T) {
	recs := Records(100, 100)
	b, err := Batch(recs)
	if err != nil {
		t.Fatal(err)
	}
	var want uint64
	for i, r := range recs {
		if len(r.Key)+len(r.Value) != 100 {
			t.Fatalf("record %d has %d and %d bytes", i, len(r.Key), len(r.Value))
		}
		want = measure.Touch(want, r.Key, r.Value, r.Timestamp, int64(i))
	}
	for _, crc := range []bool{false, true} {
		if got, err := Visit(b, crc); err != nil || got != want {
			t.Errorf("crc %v: %x, %v; want %x", crc, got, err, want)
		}
		if n := testing.AllocsPerRun(100, func() { _, _ = Visit(b, crc) }); n != 0 {
			t.Errorf("crc %v: %v allocations", crc, n)
		}
	}
	b[len(b)-2] ^= 1 // in the last value
	if _, err := Visit(b, true); !errors.Is(err, batch.ErrCRC) {
		t.Errorf("a flipped bit with the CRC on: %v", err)
	}
	if _, err := Visit(b, false); err != nil {
		t.Errorf("a flipped bit with the CRC off: %v", err)
	}
}

func TestRecoverChecksEveryBatch(t *testing.T) {
	dir, b := t.TempDir(), made(t, 16, 1000)
	if err := Fill(dir, b, 10*int64(len(b))); err != nil {
		t.Fatal(err)
	}
	if err := sameBatches(b, 10)(dir); err != nil {
		t.Fatal(err)
	}
	do(t, Recover(dir), 2)
	w, err := Recover(dir).Begin()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(LogFile(dir))
	if err != nil {
		t.Fatal(err)
	}
	file[len(file)/2] ^= 1
	if err := os.WriteFile(LogFile(dir), file, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := w.Do(1); err == nil {
		t.Error("a flipped bit in the middle was not seen")
	}
	if err := w.End(); err != nil {
		t.Error(err)
	}
}

func TestOpeningIsCountedAtTheFileSystem(t *testing.T) {
	b := made(t, 1, 100)
	all, err := Openings(t.TempDir(), b, 1000, []int{1, 4}, func(string) {})
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, older := range []int{1, 4} {
		o := all[i]
		if want := int64(3 * (older + 1)); o.Older != older || o.Names != want {
			t.Errorf("%d older segments, %d names; want %d and %d", o.Older, o.Names, older, want)
		}
		if least := int64(3 * len(b)); o.Bytes < least { // the last segment's three batches
			t.Errorf("%d bytes were read, the last segment has %d", o.Bytes, least)
		}
	}
}

func TestAProducerWeighsItsWindowAtLeast(t *testing.T) {
	if each := ProducerMemory(10_000); each < 5*24 || each > 1000 {
		t.Errorf("%.0f bytes a producer", each)
	}
}
