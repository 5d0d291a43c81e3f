// Package producer remembers what each idempotent producer wrote last, and judges every
// batch against it before anything is written.
//
// It does no I/O: partition calls it under its lock, and feeds it segment headers on
// opening. Per producer id it keeps a window of the last five batches; sequences are
// counted per producer and partition, inside 0..2147483647, and wrap to 0.
package producer

import (
	"strconv"

	"kaenlog/engine/batch"
)

// WindowSize is how many batches of a producer are remembered: batches, not records.
//
// Source: ProducerStateEntry.NUM_BATCHES_TO_RETAIN, 4.1.0; clients keep at most as many
// requests in flight (max.in.flight.requests.per.connection).
const WindowSize = 5

//lesson:begin remembered

// Appended is what the window keeps of one batch; the first sequence
// and the first offset are derived from it.
type Appended struct {
	LastSeq     int32
	OffsetDelta int32 // last - first, of offsets and of sequences
	LastOffset  int64
	TimestampMs int64 // the batch's max timestamp
}

//lesson:end remembered

// FirstSeq gives the batch's base sequence.
func (a Appended) FirstSeq() int32 { return batch.DecrementSequence(a.LastSeq, a.OffsetDelta) }

// FirstOffset gives the batch's base offset.
func (a Appended) FirstOffset() int64 { return a.LastOffset - int64(a.OffsetDelta) }

// Range gives the batch's sequences as "first..last".
func (a Appended) Range() string { return Range(a.FirstSeq(), a.LastSeq) }

// Range writes two sequences as "first..last".
func Range(first, last int32) string {
	return strconv.Itoa(int(first)) + ".." + strconv.Itoa(int(last))
}

// Window is the state of one producer on one partition: constant size, no pointers. The
// zero Window is a producer never seen.
type Window struct {
	batches [WindowSize]Appended // a ring; the oldest is at start
	start   uint8
	n       uint8
	epoch   int16
}

// Len gives how many batches the window holds, 0 to WindowSize.
func (w *Window) Len() int { return int(w.n) }

// Epoch gives the producer epoch that the window belongs to.
func (w *Window) Epoch() int16 { return w.epoch }

// At gives the i-th batch, 0 being the oldest; i must be below Len.
func (w *Window) At(i int) Appended {
	if i < 0 || i >= int(w.n) {
		panic("producer: window index out of range")
	}
	return w.batches[(int(w.start)+i)%WindowSize]
}

// Expected gives the sequence that follows the newest batch, 0 for an empty window.
func (w *Window) Expected() int32 {
	if w.n == 0 {
		return 0
	}
	return batch.IncrementSequence(w.At(int(w.n)-1).LastSeq, 1)
}

// Ranges gives the window as words, oldest first: "0..1", "2..3".
func (w *Window) Ranges() []string {
	rs := make([]string, 0, WindowSize)
	for i := 0; i < w.Len(); i++ {
		rs = append(rs, w.At(i).Range())
	}
	return rs
}

//lesson:begin window

// push adds a batch; evicted tells whether the oldest fell out for it.
func (w *Window) push(a Appended) (out Appended, evicted bool) {
	if w.n == WindowSize {
		out, evicted = w.batches[w.start], true
		w.start = (w.start + 1) % WindowSize
		w.n--
	}
	w.batches[(int(w.start)+int(w.n))%WindowSize] = a
	w.n++
	return out, evicted
}

// find looks for a batch with exactly these sequences: half an
// overlap, a subset or a merged retry is not found.
func (w *Window) find(first, last int32) (Appended, bool) {
	for i := 0; i < w.Len(); i++ {
		if a := w.At(i); a.FirstSeq() == first && a.LastSeq == last {
			return a, true
		}
	}
	return Appended{}, false
}

//lesson:end window
