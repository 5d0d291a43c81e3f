package wire

import (
	"encoding/binary"

	"kaenlog/engine/batch"
)

// MaxElements is how many topics and partitions together one request or response may name. An
// answer is longer than what it answers: without a limit, a request that may be sent would have
// an answer that may not.
//
// Differs from Kafka: it has no such limit.
const MaxElements = 100_000

// reader takes fields from the start of b. After its first error it stands still and gives
// zeros, so that a decoder may read on and look at err once; loops look at every turn.
type reader struct {
	b        []byte
	pos      int
	elements int // of all arrays so far
	err      error
}

func (r *reader) left() int { return len(r.b) - r.pos }

func (r *reader) refuse(pos int, field, found, allowed string) {
	if r.err == nil {
		r.err = ErrInvalidData.At(int64(pos), field, found, allowed)
	}
}

// take gives the next n bytes, nil when they are not there. n is 0 or more.
func (r *reader) take(n int, field string) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > r.left() { // below 0: over what an int can say on 32 bits
		r.err = endsIn(int64(r.pos), field, bytesText(n), "at most "+itoa(r.left()))
		return nil
	}
	from := r.pos
	r.pos += n
	return r.b[from:r.pos:r.pos]
}

func (r *reader) int16(field string) int16 {
	b := r.take(2, field)
	if b == nil {
		return 0
	}
	return int16(binary.BigEndian.Uint16(b))
}

func (r *reader) int32(field string) int32 {
	b := r.take(4, field)
	if b == nil {
		return 0
	}
	return int32(binary.BigEndian.Uint32(b))
}

func (r *reader) int64(field string) int64 {
	b := r.take(8, field)
	if b == nil {
		return 0
	}
	return int64(binary.BigEndian.Uint64(b))
}

func (r *reader) uuid(field string) (id [16]byte) {
	copy(id[:], r.take(len(id), field))
	return id
}

func (r *reader) uvarint(field string) uint32 {
	if r.err != nil {
		return 0
	}
	v, n := batch.Uvarint(r.b[r.pos:])
	switch {
	case n == 0:
		r.err = endsIn(int64(r.pos), field, bytesText(r.left()), "a whole varint")
		return 0
	case n < 0:
		r.refuse(r.pos, field, "a varint of over "+itoa(-n)+" bytes", "at most "+itoa(-n))
		return 0
	}
	r.pos += n
	return v
}

// nullableString reads an int16 length and that many bytes; any negative length is null.
func (r *reader) nullableString(field string) *string {
	n := r.int16(field)
	if r.err != nil || n < 0 {
		return nil
	}
	return r.text(int(n), field)
}

// compactNullableBytes reads a compact length and that many bytes, parts of b; nil is null.
func (r *reader) compactNullableBytes(field string) []byte {
	n := r.uvarint(field)
	if r.err != nil || n == 0 {
		return nil
	}
	return r.take(int(n-1), field)
}

// compactNullableString is compactNullableBytes for text.
func (r *reader) compactNullableString(field string) *string {
	n := r.uvarint(field)
	if r.err != nil || n == 0 {
		return nil
	}
	return r.text(int(n-1), field)
}

func (r *reader) text(n int, field string) *string {
	b := r.take(n, field)
	if r.err != nil {
		return nil
	}
	s := string(b)
	return &s
}

// compactArray reads the count of an array whose elements have at least the given size each. A
// count that the bytes left cannot hold is refused here, before anything is allocated.
func (r *reader) compactArray(field string, elementSize int) int {
	at := r.pos
	n := r.uvarint(field)
	if r.err != nil {
		return 0
	}
	if n == 0 {
		r.refuse(at, field, "null", "an array")
		return 0
	}
	n--
	if most := r.left() / elementSize; uint64(n) > uint64(most) {
		r.err = endsIn(int64(at), field, itoa(n)+" elements", "at most "+itoa(most))
		return 0
	}
	r.elements += int(n)
	if r.elements > MaxElements {
		r.refuse(at, field, itoa(r.elements)+" elements so far", "at most "+itoa(MaxElements))
		return 0
	}
	return int(n)
}

// firstElements is how many elements are allocated before any has been read: an array grows
// with what is really there.
const firstElements = 16

// skipTags reads over a section of tagged fields.
func (r *reader) skipTags() {
	const field = "tagged_fields"
	for n := r.uvarint(field); n > 0 && r.err == nil; n-- {
		r.uvarint(field)
		r.take(int(r.uvarint(field)), field)
	}
}

// end gives the error that was met, or one of its own when bytes are left over.
func (r *reader) end() error {
	if r.err == nil && r.left() > 0 {
		r.refuse(r.pos, "body", bytesText(r.left())+" left over", "none")
	}
	return r.err
}

func appendNoTags(dst []byte) []byte { return append(dst, 0) }

func appendCompactLen(dst []byte, n int) []byte { return batch.AppendUvarint(dst, uint32(n)+1) }

func appendCompactNullableBytes(dst, b []byte) []byte {
	if b == nil {
		return append(dst, 0)
	}
	return append(appendCompactLen(dst, len(b)), b...)
}

func appendCompactNullableString(dst []byte, s *string) []byte {
	if s == nil {
		return append(dst, 0)
	}
	return append(appendCompactLen(dst, len(*s)), *s...)
}
