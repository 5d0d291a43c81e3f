package demo

import (
	"fmt"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/producer"
	"kaenlog/engine/trace"
)

// dedup is the state of chapter 7's demo: one producer on one partition.
type dedup struct {
	*env
	p     *partition.Partition
	c     *client
	lost  []byte // the batch whose ack is lost
	first int64  // its base offset
}

// dedupDemo is chapter 7: the idempotent producer.
func dedupDemo(e *env) ([]Section, error) {
	d, err := newDedup(e, "idem")
	if err != nil {
		return nil, err
	}
	steps := []func() (*Section, error){semanticsSection, d.window}
	if e.o.Resend {
		steps = append(steps, d.resend)
	}
	steps = append(steps, d.gap, d.overflow, d.restart, d.limits, transactionsSection)
	var sections []Section
	for _, step := range steps {
		s, err := step()
		if err != nil {
			return nil, err
		}
		sections = append(sections, *s)
	}
	return sections, nil
}

func newDedup(e *env, sub string) (*dedup, error) {
	p, err := e.partition(sub, 0)
	if err != nil {
		return nil, err
	}
	return &dedup{env: e, p: p, c: newClient(p, e.rec)}, nil
}

// batchOf makes a batch of the producer with these sequences.
func (d *dedup) batchOf(pid int64, first, last int32) ([]byte, error) {
	return batch.Append(nil, batch.Producer{ID: pid, Epoch: 0, BaseSequence: first},
		payload(int(last-first)+1, stateAcknowledged, d.o.NowMs))
}

// send sends a batch of the producer with acks 1.
func (d *dedup) send(records []byte) (answer, error) {
	a, err := d.c.sendHeard(partition.AcksLeader, records)
	if err == nil {
		err = claim(a.hasVerdict, "request %d was not judged", a.correlationID)
	}
	return a, err
}

// append sends a batch that must be written.
func (d *dedup) append(first, last int32) (answer, error) {
	records, err := d.batchOf(d.o.PID, first, last)
	if err != nil {
		return answer{}, err
	}
	a, err := d.send(records)
	if err != nil {
		return a, err
	}
	return a, claim(a.code == kerr.None && a.judged.Verdict == producer.Append.String() &&
		a.after-a.before == int64(last-first)+1,
		"%s was judged %s", seqRange(first, last), a.judged.Verdict)
}

func (d *dedup) windowText() (string, int, error) {
	w, ok := d.p.Window(d.o.PID)
	return list(w.Ranges()), w.Len(), claim(ok, "producer %d has no window", d.o.PID)
}

// window sends what comes before the batch in question, then that batch.
func (d *dedup) window() (*Section, error) {
	s := newSection("window", fmt.Sprintf("หน้าต่างกันซ้ำ · %d batch ต่อหนึ่ง producer ต่อหนึ่ง partition",
		producer.WindowSize), num("batches", producer.WindowSize))
	t := table{columns: []column{
		{head: "  seq ที่ส่ง", width: 11},
		{head: "   คำตัดสิน" + spaces(32), width: 43, left: 3},
		{head: "base_offset", width: 11},
		{head: "   หน้าต่างหลังจากนั้น", left: 3},
	}}
	var values [][]Value
	for _, r := range before(d.o.SeqFirst, d.o.SeqLast) {
		a, err := d.append(r[0], r[1])
		if err != nil {
			return nil, err
		}
		w, _, err := d.windowText()
		if err != nil {
			return nil, err
		}
		seq := producer.Range(a.judged.FirstSeq, a.judged.LastSeq)
		t.row(seq, a.judged.Verdict, strconv.FormatInt(a.base, 10), w)
		values = append(values, []Value{str("seq", seq), str("verdict", a.judged.Verdict),
			num("baseOffset", a.base), str("window", w)})
		d.first = a.base
		if d.o.Resend && r[1] == d.o.SeqLast {
			d.rec.Emit(trace.AckLost{CorrelationID: a.correlationID})
		}
	}
	var err error
	if d.lost, err = d.batchOf(d.o.PID, d.o.SeqFirst, d.o.SeqLast); err != nil {
		return nil, err
	}
	w, _ := d.p.Window(d.o.PID)
	s.line("producer", fmt.Sprintf("producer id %d · producer epoch %d", d.o.PID, w.Epoch()),
		num("producer", d.o.PID), num("epoch", w.Epoch()))
	s.table(t, func(i int) (string, []Value) { return "row", values[i] })
	s.line("log-end", fmt.Sprintf("log end offset %d", d.p.LogEnd()), num("logEnd", d.p.LogEnd()))
	return s, nil
}

// before cuts the sequences below first into at most four batches as equal as possible,
// the larger ones first, and puts first..last behind them.
func before(first, last int32) [][2]int32 {
	var ranges [][2]int32
	n := min(4, first)
	next := int32(0)
	for i := range n {
		size := first / n
		if i < first%n {
			size++
		}
		ranges = append(ranges, [2]int32{next, next + size - 1})
		next += size
	}
	return append(ranges, [2]int32{first, last})
}

// resend sends the batch whose ack was lost once more.
func (d *dedup) resend() (*Section, error) {
	a, err := d.send(d.lost)
	if err != nil {
		return nil, err
	}
	if err := d.duplicateClaim(a, d.first); err != nil {
		return nil, err
	}
	seq := seqRange(d.o.SeqFirst, d.o.SeqLast)
	s := newSection("resend", "ack หาย · producer ส่ง seq "+seq+" ซ้ำ", str("seq", seq))
	olds := offsets(a.judged.BaseOffset, a.judged.LastOf)
	s.line("verdict", "คำตัดสิน      "+a.judged.Verdict+" · offset เดิม "+olds,
		str("verdict", a.judged.Verdict), str("offsets", olds))
	s.line("base-offset", fmt.Sprintf("base_offset   %d", a.base), num("baseOffset", a.base))
	s.unmoved(a)
	s.line("success", "**ของซ้ำไม่ใช่ข้อผิดพลาด** broker ตอบว่าสำเร็จ พร้อม offset ชุดเดิม")
	s.line("no-write", "และไม่เขียนอะไรลง disk เลย · ทาง append ถูกข้ามทั้งเส้น")
	return s, nil
}

// duplicateClaim: success, the old offsets, and nothing written.
func (d *dedup) duplicateClaim(a answer, base int64) error {
	return claim(a.judged.Verdict == producer.Duplicate.String() && a.code == kerr.None &&
		a.base == base && a.judged.BaseOffset == base &&
		a.before == a.after && a.sizeBefore == a.sizeAfter,
		"a resend was judged %s, answered %v at %d, log end %d to %d, %d to %d bytes",
		a.judged.Verdict, a.code, a.base, a.before, a.after, a.sizeBefore, a.sizeAfter)
}

// unmoved prints the log end after something that must not move it; the caller has claimed
// that it did not.
func (s *Section) unmoved(a answer) {
	s.line("log-end", fmt.Sprintf("log end offset %d (ไม่ขยับ)", a.after), num("logEnd", a.after))
}

func outOfOrderClaim(a answer) error {
	return claim(a.judged.Verdict == producer.OutOfOrder.String() &&
		a.code == kerr.OutOfOrderSequenceNumber && a.base == -1 &&
		a.before == a.after && a.sizeBefore == a.sizeAfter,
		"seq %d was judged %s, answered %v, log end %d to %d", a.judged.Got,
		a.judged.Verdict, a.code, a.before, a.after)
}

// gap leaves out three sequences.
func (d *dedup) gap() (*Section, error) {
	const skipped = 3
	seq := d.o.SeqLast + 1 + skipped
	records, err := d.batchOf(d.o.PID, seq, seq)
	if err != nil {
		return nil, err
	}
	a, err := d.send(records)
	if err != nil {
		return nil, err
	}
	if err := outOfOrderClaim(a); err != nil {
		return nil, err
	}
	if err := claim(a.judged.Got-a.judged.Expected == skipped, "expected %d, sent %d",
		a.judged.Expected, a.judged.Got); err != nil {
		return nil, err
	}
	s := newSection("gap", "ช่องโหว่ · ข้ามไปสามลำดับ", num("skipped", a.judged.Got-a.judged.Expected))
	s.line("verdict", fmt.Sprintf("คำตัดสิน      %s · คาดว่า %d ได้ %d", a.judged.Verdict,
		a.judged.Expected, a.judged.Got), str("verdict", a.judged.Verdict),
		num("expected", a.judged.Expected), num("got", a.judged.Got))
	s.unmoved(a)
	s.line("lost", "ช่องโหว่แปลว่ามีการเขียนที่ **หายไป** ไม่ใช่ที่ซ้ำ")
	s.line("loud", "การกันซ้ำจึงเปลี่ยนการสูญหายแบบเงียบๆ ให้เป็นข้อผิดพลาดที่ดังออกมา")
	s.line("worth", "ซึ่งอาจเป็นของที่มีค่ากว่าการกันซ้ำเสียอีก")
	return s, nil
}

// overflow pushes the batch in question out of the window and sends it once more.
func (d *dedup) overflow() (*Section, error) {
	for i := int32(1); i <= producer.WindowSize; i++ {
		if _, err := d.append(d.o.SeqLast+i, d.o.SeqLast+i); err != nil {
			return nil, err
		}
	}
	w, n, err := d.windowText()
	if err != nil {
		return nil, err
	}
	a, err := d.send(d.lost)
	if err != nil {
		return nil, err
	}
	if err := outOfOrderClaim(a); err != nil {
		return nil, err
	}
	seq := seqRange(d.o.SeqFirst, d.o.SeqLast)
	s := newSection("overflow", "หน้าต่างล้น · batch ที่ถูกดันออกไม่ถูกกันซ้ำอีก")
	s.line("window", "หน้าต่างตอนนี้ "+w, str("window", w))
	s.line("resend", fmt.Sprintf("ส่ง seq %s ซ้ำอีกครั้ง → %s · คาดว่า %d ได้ %d", seq,
		a.judged.Verdict, a.judged.Expected, a.judged.Got), str("seq", seq),
		str("verdict", a.judged.Verdict), num("expected", a.judged.Expected), num("got", a.judged.Got))
	s.line("limit", fmt.Sprintf("เลข %d ตัวนี้เป็นตัวเดียวกับเพดานของ max.in.flight.requests.per.connection", n),
		num("batches", n))
	s.line("beyond", "ส่งค้างไว้เกินห้า แล้ว batch เก่าจะหลุดหน้าต่างก่อนที่ ack จะกลับมา")
	return s, nil
}

// restart opens the partition again and resends the newest batch.
func (d *dedup) restart() (*Section, error) {
	if err := d.reopen("idem", 0); err != nil {
		return nil, err
	}
	ids := d.p.ProducerIDs()
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.FormatInt(id, 10)
	}
	w, _, err := d.windowText()
	if err != nil {
		return nil, err
	}
	last := d.o.SeqLast + producer.WindowSize
	records, err := d.batchOf(d.o.PID, last, last)
	if err != nil {
		return nil, err
	}
	a, err := d.send(records)
	if err != nil {
		return nil, err
	}
	if err := d.duplicateClaim(a, int64(last)); err != nil {
		return nil, err
	}
	seq, olds := seqRange(last, last), offsets(a.judged.BaseOffset, a.judged.LastOf)
	s := newSection("restart", "broker restart · สร้างสถานะขึ้นใหม่จากการกวาดท่อนสุดท้าย")
	s.line("producers", "producer id ที่กวาดเจอ "+list(words), str("producers", list(words)))
	s.line("window", "หน้าต่างที่กวาดได้ "+w, str("window", w))
	s.line("resend", "ส่ง seq "+seq+" ซ้ำหลัง restart → "+a.judged.Verdict+" · offset เดิม "+olds,
		str("seq", seq), str("verdict", a.judged.Verdict), str("offsets", olds))
	return s, nil
}

// reopen closes the partition and opens it again, with a new connection to it.
func (d *dedup) reopen(sub string, segmentBytes int64) error {
	if err := d.close(d.p); err != nil {
		return err
	}
	p, err := d.partition(sub, segmentBytes)
	if err != nil {
		return err
	}
	d.p, d.c = p, newClient(p, d.rec)
	return nil
}
