package demo

import (
	"bytes"

	"kaenlog/engine/batch"
)

// What the second limit is shown with.
const (
	smallSegmentBytes = 256
	smallBatches      = 8
)

// limits shows the two ends of deduplication: a new process, and an older segment.
func (d *dedup) limits() *Section {
	s := newSection("limits", "สองขอบที่การกันซ้ำไปไม่ถึง")
	d.newProcess(s)
	d.olderSegments(s)
	return s
}

// newProcess sends the records that were lost and resent once more, under a new id.
func (d *dedup) newProcess(s *Section) {
	a := d.append(d.o.PID+1, 0, d.o.SeqLast-d.o.SeqFirst)
	claim(bytes.Equal(d.recordsAt(d.first), d.recordsAt(a.base)),
		"the same records are in the log twice")
	s.say("new-process", "1. process ที่เริ่มใหม่ได้ producer id ตัวใหม่")
	s.say("new-pid", "   ส่ง payload ชุดเดิมด้วย pid {producer} seq {firstSeq} → {verdict}",
		a.judged.Producer, a.judged.FirstSeq, a.judged.Verdict)
	s.say("new-base", "   base_offset {baseOffset} · record ชุดเดิมถูกเขียนลง log เป็นของใหม่ทั้งหมด", a.base)
	s.say("scope", "   การกันซ้ำจึงครอบแค่ session เดียว ไม่ใช่ครอบ payload")
}

// recordsAt reads the bytes of the records of the batch at an offset.
func (d *dedup) recordsAt(offset int64) []byte {
	b, err := d.p.Read(offset, 1)
	must(err)
	claim(len(b) > batch.HeaderSize, "there is a batch at the offset")
	return b[batch.HeaderSize:]
}

// olderSegments restarts a log whose batches each have a segment of their own.
func (d *dedup) olderSegments(s *Section) {
	small := newDedup(d.env, "idem-256", smallSegmentBytes)
	for seq := range int32(smallBatches) {
		small.append(d.o.PID, seq, seq)
	}
	segments, before := len(small.p.Segments()), small.windowNow()
	small.reopen("idem-256", smallSegmentBytes)
	after := small.windowNow()
	claim(segments == smallBatches && after.Len() < before.Len(),
		"each batch has a segment, and the window is narrower after a restart")

	s.say("last-segment", "2. การกวาดตอนเปิดเห็นแค่สิ่งที่ **ท่อนสุดท้าย** ยังถืออยู่")
	s.say("small-segments",
		"   เขียน {batches} batch ลง partition ที่ segment.bytes = {segmentBytes} · จำนวนท่อน {segments}",
		smallBatches, smallSegmentBytes, segments)
	s.say("before", "   หน้าต่างก่อน restart {window}", list(before.Ranges()))
	s.say("after", "   หน้าต่างหลัง restart {window}", list(after.Ranges()))
	s.say("narrowed", "   แคบลงจาก {before} เหลือ {after} · producer ที่ batch ของมัน roll",
		before.Len(), after.Len())
	// A batch that was in the window before is no duplicate now.
	outOfOrderClaim(small.send(d.o.PID, smallBatches-2, smallBatches-2))
	s.say("rolled-away", "   ตกไปท่อนเก่าแล้ว จึงไม่ถูกกันซ้ำอีกหลัง restart แม้ก่อนหน้านั้นจะถูกกัน")
}

func semanticsSection() *Section {
	s := newSection("semantics", "สามความหมายของการส่ง")
	s.say("at-most-once", "  at most once    ข้อความหายได้ แต่ไม่เคยถูกส่งซ้ำ")
	s.say("at-least-once", "  at least once   ข้อความไม่เคยหาย แต่ถูกส่งซ้ำได้")
	s.say("exactly-once", "  exactly once    ข้อความถูก **ประมวลผล** ครั้งเดียวเท่านั้น")
	s.say("difference", "สองข้อแรกพูดถึงการ *ส่ง* ข้อที่สามพูดถึงการ *ประมวลผล* · ความต่างนี้ไม่ใช่เรื่องถ้อยคำ")
	return s
}

func transactionsSection() *Section {
	s := newSection("transactions", "transaction · วาดไว้ ไม่ได้สร้าง")
	s.say("not-exactly-once", "การกันซ้ำไม่ใช่ exactly-once · transaction ต้องมี coordinator")
	s.say("state-topic", "มี topic ภายในชื่อ __transaction_state และมี control record ใน partition ของผู้ใช้")
	s.say("replication", "ทั้งหมดนั้นตั้งอยู่บนการทำ replication ของบทที่ 8 ขึ้นไปอีกชั้น")
	s.say("three-lines", "เส้นแบ่งสามเส้นเมื่อ transaction มีจริง: LEO >= HW >= LSO")
	s.say("leo", "  LEO  offset ตัวถัดไปที่จะเขียน")
	s.say("hw", "  HW   เส้น committed · read_uncommitted อ่านได้ถึงตรงนี้")
	s.say("lso", "  LSO  offset ของ transaction ที่เปิดค้างตัวแรก · read_committed อ่านได้ถึงตรงนี้")
	s.say("built", "kaen-log สร้างสองเส้นแรก และเอ่ยชื่อเส้นที่สามเฉยๆ")
	s.say("result", "และ exactly-once ไม่เคยเป็นสมบัติของการส่ง · มันเป็นสมบัติของ **ผลลัพธ์**")
	s.say("destination", "ที่ปลายทางซึ่งกันซ้ำเป็น · การตัดบัตรหรือส่ง SMS ไม่ได้อยู่ในความคุ้มครองนี้")
	return s
}
