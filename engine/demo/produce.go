package demo

import (
	"encoding/binary"
	"fmt"
	"strings"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/wire"
)

// produceDemo is chapter 3: from a frame to its answer.
func produceDemo(e *env) []*Section {
	p := e.partition("", 0)
	c := e.client(p)
	sections := []*Section{frameSection(e), headerSection(e), lengthSection(p),
		offsetsSection(e, c), acksSection(e, c)}
	if e.o.TruncateTail {
		sections = append(sections, tornSection(e, p))
	}
	return sections
}

// frameSection takes a frame apart that stands behind header v1: what its first bytes say.
func frameSection(e *env) *Section {
	body := request(firstCorrelationID, partition.AcksLeader,
		e.batch(batch.NoProducer, 1, stateSent)).AppendPayload(nil, 1)
	frame := wire.AppendFrame(nil, body)
	e.bytes.Frame = frame
	route, err := wire.PeekRoute(frame)
	must(err)
	claim(int(route.Size) == len(body), "the length is that of the payload")

	s := newSection("frame", "frame หนึ่งอัน · {routeBytes} byte แรกส่งงานต่อได้โดยไม่ต้องแตะ body",
		wire.RouteSize)
	s.say("size",
		"frame ทั้งอันยาว {frameBytes} byte "+
			"({lengthBytes} byte ของความยาว + {payloadBytes} byte ของ payload)",
		len(frame), wire.LenPrefix, len(body))
	const shown = 24
	for pos := 0; pos < shown; pos += 16 {
		s.hex(pos, frame[pos:min(pos+16, shown)])
	}
	at := 0
	for _, f := range []struct {
		id, name, note string
		size           int
		value          int64
	}{
		{"field-size", "size", "", wire.LenPrefix, int64(route.Size)},
		{"field-api-key", "api_key", "   (0 = produce)", 2, int64(route.APIKey)},
		{"field-api-version", "api_version", "", 2, int64(route.APIVersion)},
		{"field-correlation-id", "correlation_id", "", 4, int64(route.CorrelationID)},
	} {
		text := fmt.Sprintf("  %02d..%02d  %-15s %d", at, at+f.size, f.name, f.value)
		s.say(f.id, text+f.note).with("from", at, "to", at+f.size, "value", f.value)
		at += f.size
	}
	// What stands between the route and the id itself is the id's length.
	bits := 8 * (strings.Index(string(frame), clientID) - at)
	s.say("field-client-id", fmt.Sprintf("  %02d..    %-15s NULLABLE_STRING · ยาว i%d แล้วตามด้วย byte",
		at, "client_id", bits)).with("from", at)
	return s
}

// hex adds a line of up to 16 bytes.
func (s *Section) hex(pos int, b []byte) {
	cells, ascii := "", ""
	var hex []string
	for i := range 16 {
		if i == 8 {
			cells += " "
		}
		if i >= len(b) {
			cells += "   "
			continue
		}
		hex = append(hex, fmt.Sprintf("%02x", b[i]))
		cells += hex[i] + " "
		letter := "."
		if b[i] >= 0x20 && b[i] < 0x7f {
			letter = string(rune(b[i]))
		}
		ascii += letter
	}
	s.say("hex", fmt.Sprintf("%08x  %s|%s|", pos, cells, ascii)).with("pos", pos,
		"hex", strings.Join(hex, " "), "ascii", ascii)
}

// headerSection sets the same request behind both header versions.
func headerSection(e *env) *Section {
	req := request(firstCorrelationID, partition.AcksLeader,
		e.batch(batch.NoProducer, 1, stateSent))
	body := len(req.AppendBody(nil))
	v1, v2 := req.AppendPayload(nil, 1), req.AppendPayload(nil, 2)
	h1, h2 := len(v1)-body, len(v2)-body

	tag, n := batch.Uvarint(v2[h1:h2])
	claim(n == h2-h1 && tag == 0, "the header's tag section is empty")
	header, decoded, err := wire.DecodeProduce(v2)
	must(err)
	_, _, trap := wire.DecodeProduce(v1)
	claim(trap != nil, "a body of version 13 behind header v1 is refused")

	s := newSection("header-v2", "กับดักของ header v2")
	s.say("sizes", "header v1 ยาว {v1Bytes} byte · header v2 ยาว {v2Bytes} byte", h1, h2)
	s.say("difference", "ต่างกัน {bytes} byte คือ TAG_BUFFER ที่ว่างเปล่า (unsigned varint ค่า {tagValue})",
		h2-h1, int64(tag))
	s.say("payloads", "payload ทั้งอันจึงยาว {v1Bytes} กับ {v2Bytes} byte ตามลำดับ", len(v1), len(v2))
	s.say("rendered-page", "หน้า protocol ที่ render แล้วของ Kafka วาด v2 ไว้เท่ากับ v1 และไม่มี TAG_BUFFER")
	s.say("json-source", "แต่ RequestHeader.json ประกาศ flexibleVersions 2+ · เชื่อ .json ไม่ใช่หน้า HTML")
	s.say("varints", "และ varint ของ protocol เป็นแบบ unsigned ส่วนของ record เป็น zigzag · คนละตัว")
	s.say("decoded", "decode payload v2 กลับได้ · correlation_id {correlationId} · acks {acks}",
		header.CorrelationID, decoded.Acks)
	return s
}

// lengthSection sends two frames whose length is wrong, each on a connection of its own,
// and tells why the broker left it.
func lengthSection(p *partition.Partition) *Section {
	const tooLong, announced, actual = wire.MaxFrameBytes + 1, 8, 3
	s := newSection("length-check", "ตรวจความยาวก่อนจอง memory")
	s.say("too-long", "frame ที่อ้างว่ายาว {size} byte ถูกปฏิเสธ · {error}",
		tooLong, leftConnection(p, tooLong, 0))
	s.say("short", "frame ที่บอกว่ายาว {announced} byte แต่มีจริง {actual} · {error}",
		announced, actual, leftConnection(p, announced, actual))
	s.say("check-first", "ความยาวเป็นเลขที่อีกฝั่งเป็นคนบอก · ตรวจก่อน resize ไม่ใช่หลัง")
	return s
}

// leftConnection sends a length and some bytes behind it, and gives the kind of error with
// which the broker left the connection.
func leftConnection(p *partition.Partition, size int32, actual int) string {
	var conn wire.Pipe
	conn.ToBroker.Write(binary.BigEndian.AppendUint32(nil, uint32(size)))
	conn.ToBroker.Write(make([]byte, actual))
	kind := wire.KindName(p.Serve(&conn))
	claim(kind != "" && conn.ToClient.Len() == 0, "a frame of a wrong length has no answer")
	return kind
}

func offsetsSection(e *env, c *client) *Section {
	s := newSection("offsets", "broker เป็นคนแจก offset · หนึ่งคำตอบต่อหนึ่ง batch")
	s.say("acks", "acks ที่ใช้ในหัวข้อนี้ = {acks}", e.o.Acks)
	t := &table{columns: []column{
		{head: "  batch", width: 7},
		{head: "   record", width: 9},
		{head: "   base_offset ที่ได้", width: 19},
		{head: "   log end หลังเขียน", width: 20},
		{head: "   error", left: 3},
	}}
	for b := range e.o.Batches {
		n := b + 2
		records := e.batch(batch.NoProducer, n, stateAcknowledged)
		a := c.send(e.o.Acks, records)
		if b == 0 {
			e.keep(records, a, c.p)
		}
		code := "-"
		if a.heard {
			code = decimal(int64(a.code))
		}
		t.row("row", []string{decimal(int64(b)), decimal(int64(n)), decimal(a.base),
			decimal(a.after), code},
			"batch", b, "records", n, "baseOffset", a.base, "logEnd", a.after, "error", code)
	}
	s.table(t)
	s.say("log-end", "log end offset สุดท้าย {logEnd}", c.p.LogEnd())
	s.say("per-batch", "base_offset เป็นของ batch ไม่ใช่ของ record · record ที่เหลือหาเอาจาก offset_delta")
	return s
}

// keep keeps a batch as it was sent, and as the log gives it back.
func (e *env) keep(sent []byte, a answer, p *partition.Partition) {
	e.bytes.Sent = sent
	if a.after == a.before {
		return
	}
	stored, err := p.Read(a.before, len(sent))
	must(err)
	e.bytes.Stored = stored
}

func acksSection(e *env, c *client) *Section {
	s := newSection("acks", "acks เปลี่ยนเวลาที่ตอบ ไม่เคยเปลี่ยนสิ่งที่เขียน")
	t := &table{columns: []column{
		{head: "  acks", width: 6},
		{head: "   คำตอบ" + spaces(23), width: 32, left: 3},
		{head: "log end ก่อน → หลัง"},
	}}
	records := e.batch(batch.NoProducer, 1, stateAcknowledged)
	gateSays := ""
	for _, acks := range []int16{partition.AcksNone, partition.AcksLeader, partition.AcksAll, 2} {
		a := c.send(acks, records)
		acksClaims(acks, a)
		moved := decimal(a.before) + " → " + decimal(a.after)
		values := []any{"acks", acks, "logEndBefore", a.before, "logEndAfter", a.after}
		var id, said string
		switch {
		case !a.heard:
			id, said = "row-no-answer", "ไม่ส่ง frame ตอบกลับเลย"
		case a.code == kerr.None:
			id, said = "row-ok", "ok · base_offset "+decimal(a.base)
			values = append(values, "baseOffset", a.base)
		default:
			id, said = "row-error", answerName(a.code)
			values = append(values, "error", said)
		}
		if acks == partition.AcksAll {
			gateSays = said
		}
		t.row(id, []string{decimal(int64(acks)), said, moved}, values...)
	}
	s.table(t)
	s.say("acks-0", "acks=0 เขียนลง disk เหมือนกันทุกอย่าง แค่ไม่มีใครได้ยินคำตอบ")
	s.say("acks-2", "acks=2 ไม่ใช่ค่าที่รับได้ · log end ไม่ขยับ เพราะคำขอถูกปฏิเสธก่อนถึง disk")
	s.say("gate", "acks=-1 ยังตอบ {error} เพราะ gate ของบทที่ 1 ถึง 7 ตอบ", gateSays)
	s.say("gate-next", `"ยังไม่พร้อม" เสมอ · บทที่ 8 เป็นคนเอา replica จริงมาใส่`)
	return s
}

// answerName is Kafka's name of a code in small letters; that of 20 without the words that
// tell it from 19, which the lesson's table has no room for.
func answerName(c kerr.Code) string {
	name := []byte(strings.TrimSuffix(c.String(), "_AFTER_APPEND"))
	for i, b := range name {
		if b >= 'A' && b <= 'Z' {
			name[i] = b + 'a' - 'A'
		}
	}
	return string(name)
}

// acksClaims holds an answer to the sentences under the table.
func acksClaims(acks int16, a answer) {
	switch acks {
	case partition.AcksNone, partition.AcksLeader:
		a.claim(a.wrote(1), "acks 0 and 1 write a record")
	case partition.AcksAll:
		a.claim(a.wrote(1) && a.code == kerr.NotEnoughReplicasAfterAppend && a.base == -1,
			"acks -1 writes a record and says that there are not enough replicas")
	default:
		a.claim(a.wrote(0) && a.code == kerr.InvalidRequiredAcks && a.base == -1,
			"other acks are refused and write nothing")
	}
}
