package demo

import (
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
	first int64 // base offset of the batch whose ack is lost
}

// dedupDemo is chapter 7: the idempotent producer.
func dedupDemo(e *env) []*Section {
	d := newDedup(e, "idem", 0)
	sections := []*Section{semanticsSection(), d.window()}
	if e.o.Resend {
		sections = append(sections, d.resend())
	}
	return append(sections, d.gap(), d.overflow(), d.restart(), d.limits(), transactionsSection())
}

func newDedup(e *env, sub string, segmentBytes int64) *dedup {
	d := &dedup{env: e}
	d.reopen(sub, segmentBytes)
	return d
}

// reopen opens the partition, closing it first where it is open, with a new connection.
func (d *dedup) reopen(sub string, segmentBytes int64) {
	if d.p != nil {
		d.close(d.p)
	}
	d.p = d.partition(sub, segmentBytes)
	d.c = d.client(d.p)
}

// send sends a producer's batch with these sequences and acks 1.
func (d *dedup) send(pid int64, first, last int32) answer {
	a := d.c.send(partition.AcksLeader, d.batch(
		batch.Producer{ID: pid, Epoch: 0, BaseSequence: first}, int(last-first)+1, stateAcknowledged))
	a.claim(a.judged.Verdict != "", "a batch with a producer id is judged")
	return a
}

// append sends a batch that must be written.
func (d *dedup) append(pid int64, first, last int32) answer {
	a := d.send(pid, first, last)
	a.claim(a.judged.Verdict == producer.Append.String() && a.code == kerr.None &&
		a.base == a.before && a.wrote(int64(last-first)+1), "a batch in sequence is written")
	return a
}

// lost sends the batch whose ack was lost.
func (d *dedup) lost() answer { return d.send(d.o.PID, d.o.SeqFirst, d.o.SeqLast) }

func (d *dedup) windowNow() producer.Window {
	w, ok := d.p.Window(d.o.PID)
	claim(ok, "the producer has a window")
	return w
}

func (d *dedup) windowText() string {
	w := d.windowNow()
	return list(w.Ranges())
}

// window sends what comes before the batch in question, then that batch.
func (d *dedup) window() *Section {
	t := &table{columns: []column{
		{head: "  seq ที่ส่ง", width: 11},
		{head: "   คำตัดสิน" + spaces(32), width: 43, left: 3},
		{head: "base_offset", width: 11},
		{head: "   หน้าต่างหลังจากนั้น", left: 3},
	}}
	for _, r := range before(d.o.SeqFirst, d.o.SeqLast) {
		a := d.append(d.o.PID, r[0], r[1])
		seq, w := producer.Range(a.judged.FirstSeq, a.judged.LastSeq), d.windowText()
		t.row("row", []string{seq, a.judged.Verdict, decimal(a.base), w},
			"seq", seq, "verdict", a.judged.Verdict, "baseOffset", a.base, "window", w)
		d.first = a.base
		if d.o.Resend && r[1] == d.o.SeqLast {
			d.rec.Emit(trace.AckLost{CorrelationID: a.correlationID})
		}
	}
	w := d.windowNow()
	s := newSection("window", "หน้าต่างกันซ้ำ · {batches} batch ต่อหนึ่ง producer ต่อหนึ่ง partition",
		producer.WindowSize)
	s.say("producer", "producer id {producer} · producer epoch {epoch}", d.o.PID, w.Epoch())
	s.table(t)
	s.say("log-end", "log end offset {logEnd}", d.p.LogEnd())
	return s
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
func (d *dedup) resend() *Section {
	a := d.lost()
	duplicateClaim(a, d.first)
	s := newSection("resend", "ack หาย · producer ส่ง seq {seq} ซ้ำ",
		seqRange(d.o.SeqFirst, d.o.SeqLast))
	s.say("verdict", "คำตัดสิน      {verdict} · offset เดิม {offsets}", a.judged.Verdict,
		offsets(a.judged.BaseOffset, a.judged.LastOf))
	s.say("base-offset", "base_offset   {baseOffset}", a.base)
	s.unmoved(a)
	s.say("success", "**ของซ้ำไม่ใช่ข้อผิดพลาด** broker ตอบว่าสำเร็จ พร้อม offset ชุดเดิม")
	s.say("no-write", "และไม่เขียนอะไรลง disk เลย · ทาง append ถูกข้ามทั้งเส้น")
	return s
}

// duplicateClaim: success, the old offsets, and nothing written.
func duplicateClaim(a answer, base int64) {
	a.claim(a.judged.Verdict == producer.Duplicate.String() && a.code == kerr.None &&
		a.base == base && a.judged.BaseOffset == base && a.wrote(0),
		"a duplicate is answered with its old offsets and writes nothing")
}

func outOfOrderClaim(a answer) {
	a.claim(a.judged.Verdict == producer.OutOfOrder.String() &&
		a.code == kerr.OutOfOrderSequenceNumber && a.base == -1 && a.wrote(0),
		"a batch out of order is refused and writes nothing")
}

// unmoved prints the log end after something that must not move it, which was claimed.
func (s *Section) unmoved(a answer) {
	s.say("log-end", "log end offset {logEnd} (ไม่ขยับ)", a.after)
}

// gap leaves out three sequences.
func (d *dedup) gap() *Section {
	const skipped = 3
	seq := d.o.SeqLast + 1 + skipped
	a := d.send(d.o.PID, seq, seq)
	outOfOrderClaim(a)
	a.claim(a.judged.Got-a.judged.Expected == skipped, "three sequences are missing")
	s := newSection("gap", "ช่องโหว่ · ข้ามไปสามลำดับ")
	s.Lines[0].with("skipped", a.judged.Got-a.judged.Expected)
	s.say("verdict", "คำตัดสิน      {verdict} · คาดว่า {expected} ได้ {got}", a.judged.Verdict,
		a.judged.Expected, a.judged.Got)
	s.unmoved(a)
	s.say("lost", "ช่องโหว่แปลว่ามีการเขียนที่ **หายไป** ไม่ใช่ที่ซ้ำ")
	s.say("loud", "การกันซ้ำจึงเปลี่ยนการสูญหายแบบเงียบๆ ให้เป็นข้อผิดพลาดที่ดังออกมา")
	s.say("worth", "ซึ่งอาจเป็นของที่มีค่ากว่าการกันซ้ำเสียอีก")
	return s
}

// overflow pushes the batch in question out of the window and sends it once more.
func (d *dedup) overflow() *Section {
	for i := int32(1); i <= producer.WindowSize; i++ {
		d.append(d.o.PID, d.o.SeqLast+i, d.o.SeqLast+i)
	}
	w := d.windowNow()
	a := d.lost()
	outOfOrderClaim(a)
	s := newSection("overflow", "หน้าต่างล้น · batch ที่ถูกดันออกไม่ถูกกันซ้ำอีก")
	s.say("window", "หน้าต่างตอนนี้ {window}", list(w.Ranges()))
	s.say("resend", "ส่ง seq {seq} ซ้ำอีกครั้ง → {verdict} · คาดว่า {expected} ได้ {got}",
		seqRange(d.o.SeqFirst, d.o.SeqLast), a.judged.Verdict, a.judged.Expected, a.judged.Got)
	s.say("limit", "เลข {batches} ตัวนี้เป็นตัวเดียวกับเพดานของ max.in.flight.requests.per.connection",
		w.Len())
	s.say("beyond", "ส่งค้างไว้เกินห้า แล้ว batch เก่าจะหลุดหน้าต่างก่อนที่ ack จะกลับมา")
	return s
}

// restart opens the partition again and resends the newest batch.
func (d *dedup) restart() *Section {
	d.reopen("idem", 0)
	var ids []string
	for _, id := range d.p.ProducerIDs() {
		ids = append(ids, decimal(id))
	}
	w := d.windowText()
	last := d.o.SeqLast + producer.WindowSize
	a := d.send(d.o.PID, last, last)
	duplicateClaim(a, int64(last))
	s := newSection("restart", "broker restart · สร้างสถานะขึ้นใหม่จากการกวาดท่อนสุดท้าย")
	s.say("producers", "producer id ที่กวาดเจอ {producers}", list(ids))
	s.say("window", "หน้าต่างที่กวาดได้ {window}", w)
	s.say("resend", "ส่ง seq {seq} ซ้ำหลัง restart → {verdict} · offset เดิม {offsets}",
		seqRange(last, last), a.judged.Verdict, offsets(a.judged.BaseOffset, a.judged.LastOf))
	return s
}
