package producer

import "kaenlog/engine/batch"

// Kind is what the partition does with a batch that carries a producer id.
type Kind uint8

// The three verdicts.
const (
	Append     Kind = iota // in sequence: write it
	Duplicate              // written before: answer success with the old offsets, write nothing
	OutOfOrder             // refuse with OUT_OF_ORDER_SEQUENCE_NUMBER (45), write nothing
)

// String gives the verdict's name as the lessons print it.
func (k Kind) String() string {
	switch k {
	case Append:
		return "APPEND"
	case Duplicate:
		return "DUPLICATE"
	default:
		return "OUT_OF_ORDER_SEQUENCE_NUMBER"
	}
}

// Verdict is the judgement of one batch.
type Verdict struct {
	Kind          Kind
	Expected, Got int32    // the sequence that would have been next, and the batch's first
	Original      Appended // for Duplicate: the batch that was written
}

// chunkSize windows are allocated together, so that a producer costs its window and one
// slot of the map, without a pointer each.
const chunkSize = 256

// Table holds the windows of all producers of one partition.
//
// Concurrency: none of its own; it belongs to the partition's lock.
type Table struct {
	index  map[int64]int32
	chunks []*[chunkSize]Window
	ids    []int64 // by slot
}

// NewTable gives an empty table.
func NewTable() *Table { return &Table{index: map[int64]int32{}} }

// Len gives how many producers are known.
func (t *Table) Len() int { return len(t.ids) }

// Window gives a copy of the producer's window; false when it was never seen.
func (t *Table) Window(id int64) (Window, bool) {
	w := t.lookup(id)
	if w == nil {
		return Window{}, false
	}
	return *w, true
}

// IDs gives the known producer ids in the order in which they were first seen.
func (t *Table) IDs() []int64 { return append([]int64(nil), t.ids...) }

// Judge says what to do with a batch from producer id, whose epoch is epoch and whose
// sequences run from first to last. It changes nothing and allocates nothing.
//
// The batch must have been validated: id, first and last are at least 0. Its payload is
// not compared: the same sequences are the same batch.
//
// Source: ProducerStateEntry.findDuplicateBatch and ProducerAppendInfo.checkSequence,
// 4.1.0.
//
// Differs from Kafka: a lower epoch is not fenced (Kafka: INVALID_PRODUCER_EPOCH, 47), and
// a producer never seen must begin at 0 (Kafka 4.1 takes any first sequence).
func (t *Table) Judge(id int64, epoch int16, first, last int32) Verdict {
	//lesson:begin judge
	v := Verdict{Kind: Append, Got: first}
	w := t.lookup(id)
	switch {
	case w == nil || epoch > w.epoch:
		v.Expected = 0
	default:
		v.Expected = w.Expected()
		if epoch == w.epoch {
			if original, ok := w.find(first, last); ok {
				v.Kind, v.Original = Duplicate, original
				return v
			}
		}
	}
	if first != v.Expected {
		v.Kind = OutOfOrder
	}
	return v
	//lesson:end judge
}

// Update remembers a batch that was appended, or that stands in a segment. A higher epoch
// begins a new window; a lower one leaves the window's epoch as it is. The batch that fell
// out for it, if one did, comes back.
func (t *Table) Update(id int64, epoch int16, a Appended) (out Appended, evicted bool) {
	w := t.lookup(id)
	switch {
	case w == nil:
		w = t.add(id)
		w.epoch = epoch
	case epoch > w.epoch:
		*w = Window{epoch: epoch}
	}
	return w.push(a)
}

//lesson:begin observe

// Observe remembers a stored batch from its header alone, as opening a
// log does. Control batches and batches without a producer id or a
// sequence leave no trace.
func (t *Table) Observe(b batch.Batch) {
	if b.IsControl() || !b.HasProducerID() || !b.HasSequence() {
		return
	}
	t.Update(b.ProducerID(), b.ProducerEpoch(), AppendedOf(b))
}

// AppendedOf gives what the window keeps of a stored batch.
func AppendedOf(b batch.Batch) Appended {
	return Appended{
		LastSeq:     b.LastSequence(),
		OffsetDelta: b.LastOffsetDelta(),
		LastOffset:  b.LastOffset(),
		TimestampMs: b.MaxTimestamp(),
	}
}

//lesson:end observe

func (t *Table) lookup(id int64) *Window {
	i, ok := t.index[id]
	if !ok {
		return nil
	}
	return &t.chunks[i/chunkSize][i%chunkSize]
}

func (t *Table) add(id int64) *Window {
	slot := len(t.ids)
	if slot%chunkSize == 0 {
		t.chunks = append(t.chunks, new([chunkSize]Window))
	}
	t.index[id] = int32(slot)
	t.ids = append(t.ids, id)
	return t.lookup(id)
}
