package cli

import (
	"errors"

	"kaenlog/engine/batch"
	"kaenlog/engine/inspect"
)

// A report is an inspect.Visitor: these are the items of a walk.

// Stop implements inspect.Visitor: nobody wants what can't be written.
func (r *report) Stop() bool { return r.err != nil }

// Begin implements inspect.Visitor.
func (r *report) Begin(f *inspect.File) {
	r.told(&fileShape, f.Label, f.Base, f.Size)
	if !f.Named {
		r.field("baseFrom", "; base offset from ", "its first batch, else 0")
	}
	r.shut()
}

// Batch implements inspect.Visitor.
func (r *report) Batch(pos int64, h batch.Batch, fault error) {
	if !r.batches {
		return
	}
	crc := "ok"
	if errors.Is(fault, batch.ErrCRC) {
		crc = "differs"
	}
	r.told(&batchShape, "", pos, h.Size(), h.BaseOffset(), h.LastOffset(),
		int64(h.LeaderEpoch()), h.ProducerID(), int64(h.ProducerEpoch()),
		int64(h.BaseSequence()), int64(h.LastSequence()), int64(h.Count()),
		h.BaseTimestamp(), h.MaxTimestamp())
	r.field("codec", "  codec ", h.Codec().String())
	r.field("crc", "  crc ", crc)
	r.mark("transactional", h.IsTransactional())
	r.mark("control", h.IsControl())
	r.mark("logAppendTime", h.LogAppendTime())
	r.mark("deleteHorizon", h.HasDeleteHorizon())
	r.shut()
}

// Old implements inspect.Visitor.
func (r *report) Old(pos int64, h batch.Batch) {
	if r.batches {
		r.told(&oldShape, "", pos, h.Size(), h.BaseOffset(), int64(h.Magic()))
		r.shut()
	}
}

// Record implements inspect.Visitor.
func (r *report) Record(b batch.Batch, rec *batch.Record) {
	r.told(&recordShape, "", b.OffsetOf(rec), b.TimestampOf(rec), int64(rec.HeaderCount))
	r.bytes("key", rec.Key)
	r.bytes("value", rec.Value)
	if b.IsControl() {
		r.field("marker", "  marker ", markerOf(rec.Key))
	}
	r.shut()
}

// markerOf names a control record by its key: version and type, 16 bits each.
//
// Source: ControlRecordType, 4.1.0.
func markerOf(key []byte) string {
	if len(key) >= 4 && key[2] == 0 {
		switch key[3] {
		case 0:
			return "ABORT"
		case 1:
			return "COMMIT"
		}
	}
	return "of another type"
}

// Gap implements inspect.Visitor.
func (r *report) Gap(file string, pos, first, last int64) {
	r.told(&gapShape, file, pos, first, last)
	r.shut()
}

// Fault implements inspect.Visitor.
func (r *report) Fault(f *inspect.Fault) {
	if r.faults == 0 {
		r.firstFault = f.Reason
	}
	r.faults++
	if r.json {
		r.told(&faultShape, f.File, f.Pos, f.Unread)
	} else {
		r.told(&faultShape, "")
	}
	r.field("reason", faultShape.lead, f.Reason)
	r.shut()
}

// Note implements inspect.Visitor.
func (r *report) Note(file, text string) {
	r.told(&noteShape, file)
	r.field("text", ": ", text)
	r.shut()
}

// End implements inspect.Visitor.
func (r *report) End(s *inspect.Sum) {
	r.told(&endShape, s.File.Label, s.Batches, s.Records, s.NextOffset, s.Old, s.Faults)
	r.shut()
}
