package picture

import (
	"encoding/binary"
	"fmt"

	"kaenlog/engine/batch"
)

// group says who writes a byte.
type group int

// The groups, in the order of their legend.
const (
	framing group = iota
	stamped
	byProducer
	checksum
	timed
	counted
	payload
)

// groups are the classes of the groups, and what they are called.
var groups = [...]struct{ class, name string }{
	{"framing", "framing"}, {"broker", "broker"}, {"producer", "producer"}, {"crc", "CRC"},
	{"time", "time"}, {"counts", "counts"}, {"payload", "payload"},
}

// stampedBytes are those of a batch that the broker writes over: base offset and leader epoch.
const stampedBytes = 8 + 4

// field is one field of a frame or a batch.
type field struct {
	name       string
	from, size int
	value      any // int64 or string
}

// walk reads fields one behind the other. After its first error it stands still.
type walk struct {
	b      []byte
	at     int
	owner  []group // of each byte
	fields []field
	err    error
}

// take gives the next n bytes as a field's.
func (w *walk) take(n int, g group) []byte {
	if w.err == nil && (n < 0 || n > len(w.b)-w.at) {
		w.err = fmt.Errorf("%d bytes at byte %d, of %d", n, w.at, len(w.b))
	}
	if w.err != nil {
		return nil
	}
	for range n {
		w.owner = append(w.owner, g)
	}
	w.at += n
	return w.b[w.at-n : w.at]
}

// done ends the field that began at byte from.
func (w *walk) done(name string, from int, value any) {
	w.fields = append(w.fields, field{name, from, w.at - from, value})
}

// number reads a big-endian signed number of n bytes.
func (w *walk) number(name string, n int, g group) int64 {
	from := w.at
	var v int64
	for i, b := range w.take(n, g) {
		if v = v<<8 | int64(b); i == 0 {
			v = int64(int8(b))
		}
	}
	w.done(name, from, v)
	return v
}

// hex reads n bytes that are no number to anybody.
func (w *walk) hex(name string, n int, g group) {
	from := w.at
	w.done(name, from, fmt.Sprintf("%x", w.take(n, g)))
	w.fields[len(w.fields)-1].size = w.at - from
}

// compact reads the protocol's unsigned varint: a length or a count, plus one.
func (w *walk) compact(name string) int {
	from := w.at
	v, n := batch.Uvarint(w.b[w.at:])
	w.take(n, counted)
	w.done(name, from, int64(v)-1)
	return int(v) - 1
}

// zigzag reads a record's varint of any of its sizes.
func (w *walk) zigzag(g group) int64 {
	v, n := batch.Varlong(w.b[w.at:])
	w.take(n, g)
	return v
}

func (w *walk) varint(name string, g group) int64 {
	from := w.at
	v := w.zigzag(g)
	w.done(name, from, v)
	return v
}

// text reads a key or a value: a varint of its length, and its bytes.
func (w *walk) text(name string) {
	from := w.at
	n := w.zigzag(counted)
	w.done(name, from, string(w.take(int(n), payload)))
	w.fields[len(w.fields)-1].size = w.at - from
}

// frame reads a Produce frame of version 13 behind request header version 1, as section frame
// shows it.
func (w *walk) frame() {
	w.number("size", 4, framing)
	w.number("api_key", 2, framing)
	w.number("api_version", 2, framing)
	w.number("correlation_id", 4, framing)
	w.clientID()
	from := w.at
	w.take(1, framing)
	w.done("transactional_id", from, "null")
	w.number("acks", 2, byProducer)
	w.number("timeout_ms", 4, byProducer)
	w.compact("topics")
	w.hex("topic_id", 16, framing)
	w.compact("partitions")
	w.number("index", 4, framing)
	w.compact("records")
	for n := w.header(); n > 0 && w.err == nil; n-- {
		w.record()
	}
	from = w.at
	w.take(tagBytes, framing)
	w.done("tags", from, int64(tagBytes))
	if w.err == nil && w.at != len(w.b) {
		w.err = fmt.Errorf("%d bytes left over", len(w.b)-w.at)
	}
}

// tagBytes end the body: the empty tag sections of partition, topic and request.
const tagBytes = 3

func (w *walk) clientID() {
	from := w.at
	n := 0
	if b := w.take(2, framing); b != nil {
		n = int(binary.BigEndian.Uint16(b))
	}
	id := w.take(n, byProducer)
	w.done("client_id", from, string(id))
}

// header reads a batch's header and gives how many records it counts.
func (w *walk) header() int64 {
	w.number("baseOffset", 8, stamped)
	w.number("length", 4, framing)
	w.number("partitionLeaderEpoch", 4, stamped)
	w.number("magic", 1, framing)
	w.hex("crc", 4, checksum)
	w.number("attributes", 2, byProducer)
	w.number("lastOffsetDelta", 4, counted)
	w.number("baseTimestamp", 8, timed)
	w.number("maxTimestamp", 8, timed)
	w.number("producerId", 8, byProducer)
	w.number("producerEpoch", 2, byProducer)
	w.number("baseSequence", 4, byProducer)
	return w.number("recordsCount", 4, counted)
}

// record reads one record without headers.
func (w *walk) record() {
	w.varint("recordLength", counted)
	w.number("recordAttributes", 1, byProducer)
	w.varint("timestampDelta", timed)
	w.varint("offsetDelta", counted)
	w.text("key")
	w.text("value")
	if n := w.varint("headersCount", counted); w.err == nil && n != 0 {
		w.err = fmt.Errorf("a record with %d headers", n)
	}
}
