package demo

import (
	"bytes"
	"fmt"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/producer"
)

// What the second limit is shown with.
const (
	smallSegmentBytes = 256
	smallBatches      = 8
)

// limits shows the two ends of deduplication: a new process, and an older segment.
func (d *dedup) limits() (*Section, error) {
	s := newSection("limits", "สองขอบที่การกันซ้ำไปไม่ถึง")
	if err := d.newProcess(s); err != nil {
		return nil, err
	}
	return s, d.olderSegments(s)
}

// newProcess sends the records that were lost and resent once more, under a new id.
func (d *dedup) newProcess(s *Section) error {
	pid := d.o.PID + 1
	records, err := d.batchOf(pid, 0, d.o.SeqLast-d.o.SeqFirst)
	if err != nil {
		return err
	}
	a, err := d.send(records)
	if err != nil {
		return err
	}
	if err := claim(a.judged.Verdict == producer.Append.String() && a.code == kerr.None &&
		a.base == a.before, "producer %d, never seen, was judged %s", pid, a.judged.Verdict); err != nil {
		return err
	}
	same, err := d.sameRecords(d.first, a.base)
	if err != nil {
		return err
	}
	if err := claim(same, "the batches at %d and %d hold other records", d.first, a.base); err != nil {
		return err
	}
	s.line("new-process", "1. process ที่เริ่มใหม่ได้ producer id ตัวใหม่")
	s.line("new-pid", fmt.Sprintf("   ส่ง payload ชุดเดิมด้วย pid %d seq %d → %s", a.judged.Producer,
		a.judged.FirstSeq, a.judged.Verdict), num("producer", a.judged.Producer),
		num("firstSeq", a.judged.FirstSeq), str("verdict", a.judged.Verdict))
	s.line("new-base", fmt.Sprintf("   base_offset %d · record ชุดเดิมถูกเขียนลง log เป็นของใหม่ทั้งหมด", a.base),
		num("baseOffset", a.base))
	s.line("scope", "   การกันซ้ำจึงครอบแค่ session เดียว ไม่ใช่ครอบ payload")
	return nil
}

// sameRecords reads the batches at two offsets back and compares their records, byte for
// byte.
func (d *dedup) sameRecords(one, other int64) (bool, error) {
	var data [2][]byte
	for i, offset := range []int64{one, other} {
		b, err := d.p.Read(offset, 1)
		if err != nil {
			return false, err
		}
		if len(b) < batch.HeaderSize {
			return false, fmt.Errorf("nothing to read at offset %d", offset)
		}
		data[i] = b[batch.HeaderSize:]
	}
	return bytes.Equal(data[0], data[1]), nil
}

// olderSegments restarts a log whose batches each have a segment of their own.
func (d *dedup) olderSegments(s *Section) error {
	small, err := newSmall(d.env)
	if err != nil {
		return err
	}
	for seq := int32(0); seq < smallBatches; seq++ {
		if _, err := small.append(seq, seq); err != nil {
			return err
		}
	}
	segments := len(small.p.Segments())
	before, nBefore, err := small.windowText()
	if err != nil {
		return err
	}
	if err := small.reopen("idem-256", smallSegmentBytes); err != nil {
		return err
	}
	after, nAfter, err := small.windowText()
	if err != nil {
		return err
	}
	if err := claim(segments == smallBatches && nAfter < nBefore,
		"%d batches made %d segments, the window went from %s to %s", smallBatches, segments,
		before, after); err != nil {
		return err
	}
	if err := small.forgottenClaim(); err != nil {
		return err
	}
	s.line("last-segment", "2. การกวาดตอนเปิดเห็นแค่สิ่งที่ **ท่อนสุดท้าย** ยังถืออยู่")
	s.line("small-segments", fmt.Sprintf("   เขียน %d batch ลง partition ที่ segment.bytes = %d · จำนวนท่อน %d",
		smallBatches, smallSegmentBytes, segments), num("batches", smallBatches),
		num("segmentBytes", smallSegmentBytes), num("segments", segments))
	s.line("before", "   หน้าต่างก่อน restart "+before, str("window", before))
	s.line("after", "   หน้าต่างหลัง restart "+after, str("window", after))
	s.line("narrowed", fmt.Sprintf("   แคบลงจาก %d เหลือ %d · producer ที่ batch ของมัน roll", nBefore, nAfter),
		num("before", nBefore), num("after", nAfter))
	s.line("rolled-away", "   ตกไปท่อนเก่าแล้ว จึงไม่ถูกกันซ้ำอีกหลัง restart แม้ก่อนหน้านั้นจะถูกกัน")
	return nil
}

func newSmall(e *env) (*dedup, error) {
	p, err := e.partition("idem-256", smallSegmentBytes)
	if err != nil {
		return nil, err
	}
	return &dedup{env: e, p: p, c: newClient(p, e.rec)}, nil
}

// forgottenClaim: a batch in an older segment, in the window before, is no duplicate now.
func (d *dedup) forgottenClaim() error {
	seq := int32(smallBatches - 2)
	records, err := d.batchOf(d.o.PID, seq, seq)
	if err != nil {
		return err
	}
	a, err := d.send(records)
	if err != nil {
		return err
	}
	return outOfOrderClaim(a)
}

func semanticsSection() (*Section, error) {
	s := newSection("semantics", "สามความหมายของการส่ง")
	s.line("at-most-once", "  at most once    ข้อความหายได้ แต่ไม่เคยถูกส่งซ้ำ")
	s.line("at-least-once", "  at least once   ข้อความไม่เคยหาย แต่ถูกส่งซ้ำได้")
	s.line("exactly-once", "  exactly once    ข้อความถูก **ประมวลผล** ครั้งเดียวเท่านั้น")
	s.line("difference", "สองข้อแรกพูดถึงการ *ส่ง* ข้อที่สามพูดถึงการ *ประมวลผล* · ความต่างนี้ไม่ใช่เรื่องถ้อยคำ")
	return s, nil
}

func transactionsSection() (*Section, error) {
	s := newSection("transactions", "transaction · วาดไว้ ไม่ได้สร้าง")
	s.line("not-exactly-once", "การกันซ้ำไม่ใช่ exactly-once · transaction ต้องมี coordinator")
	s.line("state-topic", "มี topic ภายในชื่อ __transaction_state และมี control record ใน partition ของผู้ใช้")
	s.line("replication", "ทั้งหมดนั้นตั้งอยู่บนการทำ replication ของบทที่ 8 ขึ้นไปอีกชั้น")
	s.line("three-lines", "เส้นแบ่งสามเส้นเมื่อ transaction มีจริง: LEO >= HW >= LSO")
	s.line("leo", "  LEO  offset ตัวถัดไปที่จะเขียน")
	s.line("hw", "  HW   เส้น committed · read_uncommitted อ่านได้ถึงตรงนี้")
	s.line("lso", "  LSO  offset ของ transaction ที่เปิดค้างตัวแรก · read_committed อ่านได้ถึงตรงนี้")
	s.line("built", "kaen-log สร้างสองเส้นแรก และเอ่ยชื่อเส้นที่สามเฉยๆ")
	s.line("result", "และ exactly-once ไม่เคยเป็นสมบัติของการส่ง · มันเป็นสมบัติของ **ผลลัพธ์**")
	s.line("destination", "ที่ปลายทางซึ่งกันซ้ำเป็น · การตัดบัตรหรือส่ง SMS ไม่ได้อยู่ในความคุ้มครองนี้")
	return s, nil
}
