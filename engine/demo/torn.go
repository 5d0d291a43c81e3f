package demo

import (
	"fmt"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
)

// tornSection tears the partition's file, opens it again and cuts the tail: p is closed by
// it, and another takes its place.
func tornSection(e *env, p *partition.Partition) (*Section, error) {
	file, before := p.ActiveFile()
	end := p.LogEnd()
	if err := e.close(p); err != nil {
		return nil, err
	}
	part, err := tear(e, file, end)
	if err != nil {
		return nil, err
	}
	torn, err := fileSize(e, file)
	if err != nil {
		return nil, err
	}
	s := newSection("torn-tail", "ท้าย file ที่ขาด · ตัดทิ้งถึง batch ที่ครบตัวสุดท้าย")
	s.line("before", fmt.Sprintf("ก่อนทำให้เสีย  %d byte", before), num("bytes", before))
	s.line("torn", fmt.Sprintf("ต่อท้ายครึ่ง batch  %d byte → %d byte", part, torn),
		num("tornBytes", part), num("bytes", torn))

	if p, err = e.partition("", 0); err != nil {
		return nil, err
	}
	reopened := p.LogEnd()
	still, err := fileSize(e, file)
	if err != nil {
		return nil, err
	}
	if err := claim(still == torn && reopened == end && p.TornBytes() == int64(part),
		"opening left %d of %d bytes, log end %d of %d", still, torn, reopened, end); err != nil {
		return nil, err
	}
	s.line("reopened", fmt.Sprintf("เปิดใหม่ · log end offset ที่อ่านได้ %d", reopened),
		num("logEnd", reopened))
	s.line("still-long", fmt.Sprintf("แต่ file ยังยาว %d byte · O_APPEND เขียนที่ท้าย file จริง", still),
		num("bytes", still))
	s.line("why-cut", "ไม่ใช่ที่ท้ายส่วนที่ครบ · ถ้าไม่ตัดทิ้ง batch ถัดไปจะไปนั่งหลังขยะ")
	return s, s.cut(e, p, file)
}

// cut truncates the tail, tells what was found, and produces one batch more.
func (s *Section) cut(e *env, p *partition.Partition, file string) error {
	r, err := p.TruncateTail()
	if err != nil {
		return err
	}
	after, err := fileSize(e, file)
	if err != nil {
		return err
	}
	end := p.LogEnd()
	if err := claim(after == r.Kept && r.Dropped > 0 && r.HasLast && r.LastOffset == end-1,
		"after the cut the file has %d bytes of %d kept, log end %d", after, r.Kept, end); err != nil {
		return err
	}
	last := "None"
	if r.HasLast {
		last = "Some(" + strconv.FormatInt(r.LastOffset, 10) + ")"
	}
	s.line("scanned", fmt.Sprintf("scan ไป %d batch", r.Batches), num("batches", r.Batches))
	s.line("last-valid", "offset ที่ครบตัวสุดท้าย "+last, num("offset", r.LastOffset))
	s.line("kept", fmt.Sprintf("เหลือไว้ %d byte · ตัดทิ้ง %d byte", r.Kept, r.Dropped),
		num("keptBytes", r.Kept), num("droppedBytes", r.Dropped))
	s.line("size-after", fmt.Sprintf("ความยาว file หลังตัด %d", after), num("bytes", after))

	records, err := batch.Append(nil, batch.NoProducer, payload(1, stateAcknowledged, e.o.NowMs))
	if err != nil {
		return err
	}
	a, err := newClient(p, e.rec).send(partition.AcksLeader, records)
	if err != nil {
		return err
	}
	if err := claim(a.code == kerr.None && a.base == end,
		"producing after the cut answered %v at offset %d, log end was %d", a.code, a.base, end); err != nil {
		return err
	}
	s.line("appendable", fmt.Sprintf("เขียนต่อได้ที่ offset %d · ไม่มีรูโหว่คั่นกลาง", a.base),
		num("offset", a.base))
	s.line("kafka-rule", "Kafka ใช้กฎเดียวกัน: ขนาดบวกตำแหน่งต้องไม่เกินความยาว file และ CRC ต้องตรง")
	return nil
}

// tear puts the first half of a batch behind the log's end, as a write that was cut off
// leaves it, and gives how many bytes that were.
func tear(e *env, file string, base int64) (int, error) {
	b, err := batch.Append(nil, batch.NoProducer, payload(3, stateUnacknowledged, e.o.NowMs))
	if err != nil {
		return 0, err
	}
	batch.Batch(b).Stamp(base, 0)
	part := b[:len(b)/2]
	f, err := e.fs.OpenAppend(file)
	if err != nil {
		return 0, err
	}
	_, err = f.Append(part)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return 0, fmt.Errorf("tearing %s: %w", file, err)
	}
	return len(part), nil
}

func fileSize(e *env, name string) (int64, error) {
	st, err := e.fs.Stat(name)
	return st.Size, err
}
