package partition

import (
	"errors"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/producer"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
)

// The three values of acks that a request may carry. They say when the broker answers, not
// how many copies there are.
const (
	AcksNone   int16 = 0  // no answer at all
	AcksLeader int16 = 1  // when the leader has it durable
	AcksAll    int16 = -1 // when the replica gate says yes, too
)

// Result is what became of one batch.
type Result struct {
	Base, Last int64 // offsets; -1 when nothing was written
	Verdict    producer.Verdict
	Judged     bool // the batch carried a producer id and came as far as the judgement
	Err        error
}

func refused(err error) Result { return Result{Base: -1, Last: -1, Err: err} }

// Produce takes the record data of one request for this partition and returns when it can
// be answered: written, durable, and for AcksAll asked of the gate.
//
// On success Base and Last are the offsets of the batch, or of its original where it was a
// duplicate. With ErrNotEnough it was appended all the same.
//
// Errors: in the order of SPEC's table of refusals, nothing written; ErrStopped and what
// the disk said, then the batch may or may not be in the log.
// Durability: everything answered without error survives a crash.
func (p *Partition) Produce(records []byte, acks int16) Result {
	//lesson:begin produce-answer
	b, err := p.validate(records, acks)
	if err != nil {
		return p.refuse(err)
	}
	r := p.append(b)
	if r.Err != nil {
		return r
	}
	if err := p.sync.wait(r.Last + 1); err != nil {
		r.Base, r.Last, r.Err = -1, -1, err
		return r
	}
	p.publish(p.sync.upTo())
	if acks == AcksAll && !p.cfg.Gate.Replicated(r.Last) {
		r.Err = ErrNotEnough
	}
	return r
	//lesson:end produce-answer
}

// validate checks what can be checked outside the lock.
func (p *Partition) validate(records []byte, acks int16) (batch.Batch, error) {
	b, err := batch.ParseProduced(records)
	if err != nil {
		return nil, err
	}
	if acks != AcksNone && acks != AcksLeader && acks != AcksAll {
		return nil, ErrRequiredAcks.At(kerr.NoPos, "acks", strconv.Itoa(int(acks)), "-1, 0 or 1")
	}
	return b, batch.ValidateProduced(b, p.cfg.MaxMessageBytes, p.cfg.SegmentBytes)
}

// append is the part under the partition's lock.
func (p *Partition) append(sent batch.Batch) Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped != nil {
		return p.refuse(p.stopped)
	}
	var v producer.Verdict
	judged := sent.HasProducerID()
	if judged {
		v = p.judge(sent)
		switch v.Kind {
		case producer.Duplicate:
			return Result{Base: v.Original.FirstOffset(), Last: v.Original.LastOffset,
				Verdict: v, Judged: true}
		case producer.OutOfOrder:
			r := p.refuse(ErrOutOfOrder.At(batch.PosBaseSequence, "baseSequence",
				strconv.Itoa(int(v.Got)), strconv.Itoa(int(v.Expected))))
			r.Verdict, r.Judged = v, true
			return r
		}
	}
	//lesson:begin under-lock
	// p.mu is held: one batch at a time comes through here. Whether the log
	// takes anything is asked before an offset is handed out.
	if err := p.log.Writable(); err != nil {
		return p.refuse(err)
	}
	b := p.assign(sent)
	if err := p.log.Append(b, p.cfg.NowMs()); err != nil {
		return p.appendFailed(err)
	}
	if judged {
		p.remember(b)
	}
	return Result{Base: b.BaseOffset(), Last: b.LastOffset(),
		Verdict: v, Judged: judged}
	//lesson:end under-lock
}

// appendFailed tells a refusal, which leaves the log as it was, from a failed write.
func (p *Partition) appendFailed(err error) Result {
	if errors.Is(err, segment.ErrWrite) {
		p.sync.fail(err) // first: what is taken back now is waited for
		p.stopLocked(err)
	}
	return p.refuse(err)
}

func (p *Partition) judge(b batch.Batch) producer.Verdict {
	id, epoch := b.ProducerID(), b.ProducerEpoch()
	v := p.table.Judge(id, epoch, b.BaseSequence(), b.LastSequence())
	if p.cfg.Trace != nil {
		e := trace.Judged{Producer: id, Epoch: epoch, FirstSeq: b.BaseSequence(),
			LastSeq: b.LastSequence(), Verdict: v.Kind.String(), Expected: v.Expected,
			Got: v.Got, BaseOffset: -1, LastOf: -1, Window: []string{}}
		if w, ok := p.table.Window(id); ok {
			e.Window = w.Ranges()
		}
		if v.Kind == producer.Duplicate {
			e.BaseOffset, e.LastOf = v.Original.FirstOffset(), v.Original.LastOffset
		}
		p.emit(e)
	}
	return v
}

// assign stamps offsets and leader epoch on a copy: the request's bytes stay as they are,
// and the CRC stays right, since it begins after them. The copy is good until the next one.
func (p *Partition) assign(sent batch.Batch) batch.Batch {
	p.stamped = append(p.stamped[:0], sent...)
	b := p.stamped
	b.Stamp(p.log.End(), p.cfg.LeaderEpoch)
	if p.cfg.Trace != nil {
		p.emit(trace.Assigned{Base: b.BaseOffset(), Last: b.LastOffset()})
	}
	return b
}

// remember updates the producer's window after its batch was written.
func (p *Partition) remember(b batch.Batch) {
	out, evicted := p.table.Update(b.ProducerID(), b.ProducerEpoch(), producer.AppendedOf(b))
	if evicted && p.cfg.Trace != nil {
		p.emit(trace.Evicted{Producer: b.ProducerID(), Batch: out.Range()})
	}
}

func (p *Partition) refuse(err error) Result {
	if p.cfg.Trace != nil {
		code := kerr.CodeOf(err)
		p.emit(trace.Refused{Code: int16(code), Name: code.String(), Reason: err.Error()})
	}
	return refused(err)
}
