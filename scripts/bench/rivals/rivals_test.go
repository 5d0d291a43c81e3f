package rivals

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/hashicorp/raft"
	raftwal "github.com/hashicorp/raft-wal"
	"github.com/tidwall/wal"

	"kaenlog/scripts/bench/measure"
	"kaenlog/scripts/bench/ours"
)

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

func hundred(t *testing.T) []byte {
	t.Helper()
	b, err := ours.Batch(ours.Records(100, 100))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTheOtherLogsReallyHoldEachEntry(t *testing.T) {
	b := hundred(t)
	const entries = 32
	last := func(first, last uint64, err error) error {
		if err == nil && (first != 1 || last != entries) {
			err = fmt.Errorf("entries %d to %d, want 1 to %d", first, last, entries)
		}
		return err
	}
	same := func(i uint64, got []byte, err error) error {
		if err == nil && !bytes.Equal(got, b) {
			err = fmt.Errorf("entry %d has %d other bytes", i, len(got))
		}
		return err
	}
	for _, producers := range []int{1, 16} {
		do(t, tidwall(t.TempDir(), b, producers, func(log *wal.Log) error {
			first, err := log.FirstIndex()
			end, lastErr := log.LastIndex()
			err = last(first, end, errors.Join(err, lastErr))
			for i := uint64(1); i <= entries && err == nil; i++ {
				got, readErr := log.Read(i)
				err = same(i, got, readErr)
			}
			return err
		}), entries)
		do(t, raftWAL(t.TempDir(), b, producers, func(log *raftwal.WAL) error {
			first, err := log.FirstIndex()
			end, lastErr := log.LastIndex()
			err = last(first, end, errors.Join(err, lastErr))
			for i := uint64(1); i <= entries && err == nil; i++ {
				var got raft.Log
				readErr := log.GetLog(i, &got)
				err = same(i, got.Data, readErr)
			}
			return err
		}), entries)
	}
}

func TestEveryVisitorSeesEveryRecord(t *testing.T) {
	b := hundred(t)
	want, err := ours.Visit(b, true)
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte(nil), b...)
	flipped[len(flipped)-2] ^= 1 // in the last value
	sarama := func(b []byte) Visitor {
		visit, shut, err := Sarama(b)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := shut(); err != nil {
				t.Error(err)
			}
		})
		return visit
	}
	with := func(make func([]byte, bool) Visitor, crc bool) func([]byte) Visitor {
		return func(b []byte) Visitor { return make(b, crc) }
	}
	for name, c := range map[string]struct {
		make func([]byte) Visitor
		crc  bool
	}{
		"kmsg":               {with(Kmsg, true), true},
		"kmsg without a CRC": {with(Kmsg, false), false},
		"kgo":                {with(Kgo, true), true},
		"kgo without a CRC":  {with(Kgo, false), false},
		"kafka-go":           {KafkaGo, true},
		"sarama":             {sarama, true},
	} {
		visit := c.make(b)
		for range 2 { // the second time with what the first left
			if got, err := visit(); err != nil || got != want {
				t.Errorf("%s: %x, %v; want %x", name, got, err, want)
			}
		}
		if got, err := c.make(flipped)(); (err != nil) != c.crc {
			t.Errorf("%s, a flipped bit: %x, %v; its CRC is to be looked at: %v", name, got, err,
				c.crc)
		}
	}
}
