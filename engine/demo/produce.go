package demo

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/wire"
)

// produceDemo is chapter 3: from a frame to its answer.
func produceDemo(e *env) ([]Section, error) {
	frame, err := frameSection(e)
	if err != nil {
		return nil, err
	}
	header, err := headerSection(e)
	if err != nil {
		return nil, err
	}
	p, err := e.partition("", 0)
	if err != nil {
		return nil, err
	}
	length, err := lengthSection(p)
	if err != nil {
		return nil, err
	}
	c := newClient(p, e.rec)
	offs, err := offsetsSection(e, c)
	if err != nil {
		return nil, err
	}
	acks, err := acksSection(e, c)
	if err != nil {
		return nil, err
	}
	sections := []Section{*frame, *header, *length, *offs, *acks}
	if e.o.TruncateTail {
		torn, err := tornSection(e, p)
		if err != nil {
			return nil, err
		}
		sections = append(sections, *torn)
	}
	return sections, nil
}

// sentRecords is the record data of the frame that the first two sections take apart.
func sentRecords(e *env) ([]byte, error) {
	return batch.Append(nil, batch.NoProducer, payload(1, stateSent, e.o.NowMs))
}

func frameSection(e *env) (*Section, error) {
	records, err := sentRecords(e)
	if err != nil {
		return nil, err
	}
	body := requestPayload(firstCorrelationID, 1, request(partition.AcksLeader, records))
	frame := wire.AppendFrame(nil, body)
	route, err := wire.PeekRoute(frame)
	if err != nil {
		return nil, err
	}
	if err := claim(int(route.Size) == len(body), "the length says %d, the payload has %d bytes",
		route.Size, len(body)); err != nil {
		return nil, err
	}
	s := newSection("frame", fmt.Sprintf("frame หนึ่งอัน · %d byte แรกส่งงานต่อได้โดยไม่ต้องแตะ body",
		wire.RouteSize), num("routeBytes", wire.RouteSize))
	s.line("size", fmt.Sprintf("frame ทั้งอันยาว %d byte (%d byte ของความยาว + %d byte ของ payload)",
		len(frame), wire.LenPrefix, len(body)), num("frameBytes", len(frame)),
		num("lengthBytes", wire.LenPrefix), num("payloadBytes", len(body)))
	for pos := 0; pos < 24; pos += 16 {
		hexLine(s, pos, frame[pos:min(pos+16, 24)])
	}
	const fields = "  %02d..%02d  %-15s %d"
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
		s.line(f.id, fmt.Sprintf(fields, at, at+f.size, f.name, f.value)+f.note,
			num("from", at), num("to", at+f.size), num("value", f.value))
		at += f.size
	}
	s.line("field-client-id", fmt.Sprintf("  %02d..    %-15s NULLABLE_STRING · ยาว i%d แล้วตามด้วย byte",
		at, "client_id", 8*clientIDLength(body)), num("from", at))
	return s, nil
}

// clientIDLength finds how many bytes the length in front of the client id takes: what
// stands between the route and the id itself.
func clientIDLength(body []byte) int {
	return bytes.Index(body, []byte(clientID)) - (wire.RouteSize - wire.LenPrefix)
}

// hexLine shows up to 16 bytes as hexdump -C does, with one space before the letters.
func hexLine(s *Section, pos int, b []byte) {
	var hex []string
	cells, ascii := "", ""
	for i := 0; i < 16; i++ {
		if i == 8 {
			cells += " "
		}
		if i >= len(b) {
			cells += "   "
			continue
		}
		hex = append(hex, fmt.Sprintf("%02x", b[i]))
		cells += fmt.Sprintf("%02x ", b[i])
		if b[i] >= 0x20 && b[i] < 0x7f {
			ascii += string(rune(b[i]))
		} else {
			ascii += "."
		}
	}
	s.line("hex", fmt.Sprintf("%08x  %s|%s|", pos, cells, ascii), num("pos", pos),
		str("hex", strings.Join(hex, " ")), str("ascii", ascii))
}

func headerSection(e *env) (*Section, error) {
	records, err := sentRecords(e)
	if err != nil {
		return nil, err
	}
	req := request(partition.AcksLeader, records)
	body := len(wire.AppendProduceRequest(nil, req))
	v1 := requestPayload(firstCorrelationID, 1, req)
	v2 := requestPayload(firstCorrelationID, 2, req)
	h1, h2 := len(v1)-body, len(v2)-body

	tag, n := batch.Uvarint(v2[h1:h2])
	if err := claim(n == h2-h1 && tag == 0, "the tag section is %x", v2[h1:h2]); err != nil {
		return nil, err
	}
	header, decoded, err := wire.DecodeProduce(v2)
	if err != nil {
		return nil, err
	}
	_, _, trap := wire.DecodeProduce(v1)
	if err := claim(trap != nil, "a body of version 13 behind header v1 was accepted"); err != nil {
		return nil, err
	}
	s := newSection("header-v2", "กับดักของ header v2")
	s.line("sizes", fmt.Sprintf("header v1 ยาว %d byte · header v2 ยาว %d byte", h1, h2),
		num("v1Bytes", h1), num("v2Bytes", h2))
	s.line("difference", fmt.Sprintf("ต่างกัน %d byte คือ TAG_BUFFER ที่ว่างเปล่า (unsigned varint ค่า %d)",
		h2-h1, tag), num("bytes", h2-h1), num("tagValue", int64(tag)))
	s.line("payloads", fmt.Sprintf("payload ทั้งอันจึงยาว %d กับ %d byte ตามลำดับ", len(v1), len(v2)),
		num("v1Bytes", len(v1)), num("v2Bytes", len(v2)))
	s.line("rendered-page", "หน้า protocol ที่ render แล้วของ Kafka วาด v2 ไว้เท่ากับ v1 และไม่มี TAG_BUFFER")
	s.line("json-source", "แต่ RequestHeader.json ประกาศ flexibleVersions 2+ · เชื่อ .json ไม่ใช่หน้า HTML")
	s.line("varints", "และ varint ของ protocol เป็นแบบ unsigned ส่วนของ record เป็น zigzag · คนละตัว")
	s.line("decoded", fmt.Sprintf("decode payload v2 กลับได้ · correlation_id %d · acks %d",
		header.CorrelationID, decoded.Acks), num("correlationId", header.CorrelationID),
		num("acks", decoded.Acks))
	return s, nil
}

// lengthSection sends two frames whose length is wrong, each on a connection of its own,
// and tells why the broker left it.
func lengthSection(p *partition.Partition) (*Section, error) {
	const tooLong, announced, actual = wire.MaxFrameBytes + 1, 8, 3
	long, err := leftConnection(p, tooLong, 0)
	if err != nil {
		return nil, err
	}
	short, err := leftConnection(p, announced, actual)
	if err != nil {
		return nil, err
	}
	s := newSection("length-check", "ตรวจความยาวก่อนจอง memory")
	s.line("too-long", fmt.Sprintf("frame ที่อ้างว่ายาว %d byte ถูกปฏิเสธ · %s", tooLong, long),
		num("size", tooLong), str("error", long))
	s.line("short", fmt.Sprintf("frame ที่บอกว่ายาว %d byte แต่มีจริง %d · %s", announced, actual, short),
		num("announced", announced), num("actual", actual), str("error", short))
	s.line("check-first", "ความยาวเป็นเลขที่อีกฝั่งเป็นคนบอก · ตรวจก่อน resize ไม่ใช่หลัง")
	return s, nil
}

// leftConnection sends a length and some bytes behind it, and gives the kind of error with
// which the broker left the connection.
func leftConnection(p *partition.Partition, size int32, actual int) (string, error) {
	var conn pipe
	conn.toBroker.Write(binary.BigEndian.AppendUint32(nil, uint32(size)))
	conn.toBroker.Write(make([]byte, actual))
	err := p.Serve(&conn)
	kind := wire.KindName(err)
	return kind, claim(kind != "" && conn.toClient.Len() == 0,
		"a frame of announced %d bytes with %d behind it ended in: %v", size, actual, err)
}

func offsetsSection(e *env, c *client) (*Section, error) {
	s := newSection("offsets", "broker เป็นคนแจก offset · หนึ่งคำตอบต่อหนึ่ง batch")
	s.line("acks", fmt.Sprintf("acks ที่ใช้ในหัวข้อนี้ = %d", e.o.Acks), num("acks", e.o.Acks))
	t := table{columns: []column{
		{head: "  batch", width: 7},
		{head: "   record", width: 9},
		{head: "   base_offset ที่ได้", width: 19},
		{head: "   log end หลังเขียน", width: 20},
		{head: "   error", left: 3},
	}}
	var values [][]Value
	for b := 0; b < e.o.Batches; b++ {
		records, err := batch.Append(nil, batch.NoProducer, payload(b+2, stateAcknowledged, e.o.NowMs))
		if err != nil {
			return nil, err
		}
		a, err := c.sendHeard(e.o.Acks, records)
		if err != nil {
			return nil, err
		}
		code := "-"
		if a.heard {
			code = strconv.Itoa(int(a.code))
		}
		t.row(strconv.Itoa(b), strconv.Itoa(b+2), strconv.FormatInt(a.base, 10),
			strconv.FormatInt(a.after, 10), code)
		values = append(values, []Value{num("batch", b), num("records", b+2),
			num("baseOffset", a.base), num("logEnd", a.after), str("error", code)})
	}
	s.table(t, func(i int) (string, []Value) { return "row", values[i] })
	end := c.p.LogEnd()
	s.line("log-end", fmt.Sprintf("log end offset สุดท้าย %d", end), num("logEnd", end))
	s.line("per-batch", "base_offset เป็นของ batch ไม่ใช่ของ record · record ที่เหลือหาเอาจาก offset_delta")
	return s, nil
}

// table adds the head and the rows of a table; rowOf gives each row's id and values.
func (s *Section) table(t table, rowOf func(i int) (string, []Value)) {
	head, rows := t.lines()
	s.line("table-head", head)
	for i, text := range rows {
		id, values := rowOf(i)
		s.line(id, text, values...)
	}
}

// sendHeard sends a batch and checks that exactly acks 0 is left without an answer.
func (c *client) sendHeard(acks int16, records []byte) (answer, error) {
	a, err := c.send(acks, records)
	if err != nil {
		return a, err
	}
	return a, claim(a.heard == (acks != partition.AcksNone),
		"with acks %d an answer came: %t", acks, a.heard)
}

func acksSection(e *env, c *client) (*Section, error) {
	s := newSection("acks", "acks เปลี่ยนเวลาที่ตอบ ไม่เคยเปลี่ยนสิ่งที่เขียน")
	t := table{columns: []column{
		{head: "  acks", width: 6},
		{head: "   คำตอบ" + spaces(23), width: 32, left: 3},
		{head: "log end ก่อน → หลัง"},
	}}
	records, err := batch.Append(nil, batch.NoProducer, payload(1, stateAcknowledged, e.o.NowMs))
	if err != nil {
		return nil, err
	}
	var ids []string
	var values [][]Value
	gateSays := ""
	for _, acks := range []int16{partition.AcksNone, partition.AcksLeader, partition.AcksAll, 2} {
		a, err := c.sendHeard(acks, records)
		if err != nil {
			return nil, err
		}
		if err := acksClaims(acks, a); err != nil {
			return nil, err
		}
		id, said, vs := a.words()
		if acks == partition.AcksAll {
			gateSays = said
		}
		t.row(strconv.Itoa(int(acks)), said, fmt.Sprintf("%d → %d", a.before, a.after))
		ids = append(ids, id)
		values = append(values, append([]Value{num("acks", acks)}, append(vs,
			num("logEndBefore", a.before), num("logEndAfter", a.after))...))
	}
	s.table(t, func(i int) (string, []Value) { return ids[i], values[i] })
	s.line("acks-0", "acks=0 เขียนลง disk เหมือนกันทุกอย่าง แค่ไม่มีใครได้ยินคำตอบ")
	s.line("acks-2", "acks=2 ไม่ใช่ค่าที่รับได้ · log end ไม่ขยับ เพราะคำขอถูกปฏิเสธก่อนถึง disk")
	s.line("gate", "acks=-1 ยังตอบ "+gateSays+" เพราะ gate ของบทที่ 1 ถึง 7 ตอบ", str("error", gateSays))
	s.line("gate-next", `"ยังไม่พร้อม" เสมอ · บทที่ 8 เป็นคนเอา replica จริงมาใส่`)
	return s, nil
}

// words says what came back, as the table shows it.
func (a answer) words() (id, said string, values []Value) {
	switch {
	case !a.heard:
		return "row-no-answer", "ไม่ส่ง frame ตอบกลับเลย", nil
	case a.code == kerr.None:
		return "row-ok", fmt.Sprintf("ok · base_offset %d", a.base), []Value{num("baseOffset", a.base)}
	default:
		said = answerName(a.code)
		return "row-error", said, []Value{str("error", said)}
	}
}

// answerName is Kafka's name of a code in small letters; that of 20 without the words that
// tell it from 19, which the lesson's table has no room for.
func answerName(c kerr.Code) string {
	return strings.TrimSuffix(strings.ToLower(c.String()), "_after_append")
}

// acksClaims holds an answer to the sentences under the table.
func acksClaims(acks int16, a answer) error {
	moved, wrote := a.after-a.before, a.sizeAfter-a.sizeBefore
	switch acks {
	case partition.AcksNone, partition.AcksLeader:
		return claim(moved == 1 && wrote > 0, "acks %d moved the log end by %d and wrote %d bytes",
			acks, moved, wrote)
	case partition.AcksAll:
		return claim(moved == 1 && a.code == kerr.NotEnoughReplicasAfterAppend && a.base == -1,
			"acks -1 moved the log end by %d and answered %v, base offset %d", moved, a.code, a.base)
	}
	return claim(moved == 0 && wrote == 0 && a.code == kerr.InvalidRequiredAcks && a.base == -1,
		"acks %d moved the log end by %d, wrote %d bytes and answered %v", acks, moved, wrote, a.code)
}
