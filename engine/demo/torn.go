package demo

import (
	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/vfs"
)

// TornLog gives the log of the recovery demo with its tail torn, as that demo finds it before it
// cuts it, and the batch that the demo appends then, as a producer sends it.
//
// Errors: the engine's own.
func TornLog() (log, next []byte, err error) {
	spec, _ := SpecOf("produce")
	o, err := spec.Parse(nil)
	if err != nil {
		return nil, nil, err
	}
	e := newEnv(o)
	e.root = "data"
	if e.fs, err = vfs.NewMemory(); err != nil {
		return nil, nil, err
	}
	err = unlessAborted(func() {
		p := e.partition("", 0)
		c := e.client(p)
		offsetsSection(e, c)
		acksSection(e, c)
		file, _ := p.ActiveFile()
		end := p.LogEnd()
		e.close(p)
		e.tear(file, end)
		b, err := vfs.ReadFile(e.fs, file)
		must(err)
		log, next = b, e.next()
	})
	return log, next, err
}

// tornSection tears the partition's file, opens it again and cuts the tail: p is closed by
// it, and another takes its place.
func tornSection(e *env, p *partition.Partition) *Section {
	file, before := p.ActiveFile()
	end := p.LogEnd()
	e.close(p)
	part := e.tear(file, end)
	torn := e.fileSize(file)
	s := newSection("torn-tail", "ท้าย file ที่ขาด · ตัดทิ้งถึง batch ที่ครบตัวสุดท้าย")
	s.say("before", "ก่อนทำให้เสีย  {bytes} byte", before)
	s.say("torn", "ต่อท้ายครึ่ง batch  {tornBytes} byte → {bytes} byte", part, torn)

	p = e.partition("", 0)
	still := e.fileSize(file)
	claim(still == torn && p.LogEnd() == end && p.TornBytes() == int64(part),
		"opening finds the log's end and leaves the file as it is")
	s.say("reopened", "เปิดใหม่ · log end offset ที่อ่านได้ {logEnd}", p.LogEnd())
	s.say("still-long", "แต่ file ยังยาว {bytes} byte · O_APPEND เขียนที่ท้าย file จริง", still)
	s.say("why-cut", "ไม่ใช่ที่ท้ายส่วนที่ครบ · ถ้าไม่ตัดทิ้ง batch ถัดไปจะไปนั่งหลังขยะ")
	s.cut(e, p, file)
	return s
}

// cut truncates the tail, tells what was found, and produces one batch more.
func (s *Section) cut(e *env, p *partition.Partition, file string) {
	r, err := p.TruncateTail()
	must(err)
	after, end := e.fileSize(file), p.LogEnd()
	claim(after == r.Kept && r.Dropped > 0 && (!r.HasLast || r.LastOffset == end-1),
		"the file is cut behind its last whole batch")
	s.say("scanned", "scan ไป {batches} batch", r.Batches)
	if r.HasLast {
		s.say("last-valid", "offset ที่ครบตัวสุดท้าย Some({offset})", r.LastOffset)
	} else {
		s.say("last-valid", "offset ที่ครบตัวสุดท้าย None")
	}
	s.say("kept", "เหลือไว้ {keptBytes} byte · ตัดทิ้ง {droppedBytes} byte", r.Kept, r.Dropped)
	s.say("size-after", "ความยาว file หลังตัด {bytes}", after)

	a := e.client(p).send(partition.AcksLeader, e.next())
	a.claim(a.code == kerr.None && a.base == end, "the next batch begins where the log ends")
	s.say("appendable", "เขียนต่อได้ที่ offset {offset} · ไม่มีรูโหว่คั่นกลาง", a.base)
	s.say("kafka-rule", "Kafka ใช้กฎเดียวกัน: ขนาดบวกตำแหน่งต้องไม่เกินความยาว file และ CRC ต้องตรง")
}

// next makes the batch that follows on the recovered log.
func (e *env) next() []byte { return e.batch(batch.NoProducer, 1, stateAcknowledged) }

// tear puts the first half of a batch behind the log's end, as a write that was cut off
// leaves it, and gives how many bytes that were.
func (e *env) tear(file string, base int64) int {
	b := e.batch(batch.NoProducer, 3, stateUnacknowledged)
	batch.Batch(b).Stamp(base, 0)
	part := b[:len(b)/2]
	f, err := e.fs.OpenAppend(file)
	must(err)
	_, err = f.Append(part)
	cerr := f.Close()
	must(err)
	must(cerr)
	return len(part)
}

func (e *env) fileSize(name string) int64 {
	st, err := e.fs.Stat(name)
	must(err)
	return st.Size
}
