package batch

import (
	"encoding/binary"
	"math"
	"slices"

	"kaenlog/engine/kerr"
)

// NewRecord is a record to be put into a batch. A nil Key or Value is null.
type NewRecord struct {
	Timestamp int64 // ms since 1970
	Key       []byte
	Value     []byte
	Headers   []Header
}

// Producer is who a batch is from: what the broker tells a resend by.
type Producer struct {
	ID           int64
	Epoch        int16
	BaseSequence int32 // the sequence of the batch's first record
}

// NoProducer is a producer that does not number its batches.
var NoProducer = Producer{ID: NoProducerID, Epoch: NoProducerEpoch, BaseSequence: NoSequence}

// Append appends one batch as a producer sends it: base offset 0, leader epoch -1, attributes
// 0, offset deltas 0, 1, 2 …, base timestamp the first record's and max timestamp the largest.
// The three fields of p are written as given, legal or not: judging them is the broker's work.
//
// Errors: ErrInvalidRecord when recs is empty, ErrTooLarge when a record or the batch is
// larger than a length field can say. dst is then given back as it was.
//
// Source: MemoryRecordsBuilder, 4.1.0.
func Append(dst []byte, p Producer, recs []NewRecord) ([]byte, error) {
	if len(recs) == 0 || len(recs) > math.MaxInt32 {
		return dst, ErrInvalidRecord.WithMsg("a producer's batch has records").
			At(kerr.NoPos, "recordsCount", itoa(len(recs)), "1 to "+itoa(math.MaxInt32))
	}
	base, largest := recs[0].Timestamp, recs[0].Timestamp
	size := int64(HeaderSize)
	for i := range recs {
		largest = max(largest, recs[i].Timestamp)
		body := recs[i].bodySize(int32(i), base)
		if body > math.MaxInt32 {
			return dst, tooLarge("record", body)
		}
		size += int64(VarintSize(int32(body))) + body
	}
	if size-LengthPrefix > math.MaxInt32 {
		return dst, tooLarge("batch", size)
	}
	start := len(dst)
	dst = slices.Grow(dst, int(size))
	dst = append(dst, make([]byte, HeaderSize)...)
	for i := range recs {
		dst = recs[i].append(dst, int32(i), base)
	}
	b := Batch(dst[start:])
	b.Stamp(0, NoLeaderEpoch)
	b[posMagic] = Magic
	be := binary.BigEndian
	be.PutUint32(b[posLastOffsetDelta:], uint32(len(recs)-1))
	be.PutUint64(b[posBaseTimestamp:], uint64(base))
	be.PutUint64(b[posMaxTimestamp:], uint64(largest))
	be.PutUint64(b[posProducerID:], uint64(p.ID))
	be.PutUint16(b[posProducerEpoch:], uint16(p.Epoch))
	be.PutUint32(b[posBaseSequence:], uint32(p.BaseSequence))
	b.seal(int32(len(recs)))
	return dst, nil
}

// seal writes what follows from the rest of b: length, count and, last, the CRC.
func (b Batch) seal(count int32) {
	binary.BigEndian.PutUint32(b[posLength:], uint32(len(b)-LengthPrefix))
	binary.BigEndian.PutUint32(b[posCount:], uint32(count))
	binary.BigEndian.PutUint32(b[posCRC:], b.ComputeCRC())
}

// bodySize gives the size of the record behind its length field.
func (r *NewRecord) bodySize(offsetDelta int32, baseTimestamp int64) int64 {
	n := int64(1) // attributes
	n += int64(VarlongSize(r.Timestamp - baseTimestamp))
	n += int64(VarintSize(offsetDelta))
	n += nullableSize(r.Key) + nullableSize(r.Value)
	n += int64(VarintSize(int32(min(len(r.Headers), math.MaxInt32))))
	for i := range r.Headers {
		n += sizedSize(len(r.Headers[i].Key)) + nullableSize(r.Headers[i].Value)
	}
	return n
}

// append appends the record. Its timestamp delta may wrap; added to the base it wraps back.
func (r *NewRecord) append(dst []byte, offsetDelta int32, baseTimestamp int64) []byte {
	size := r.bodySize(offsetDelta, baseTimestamp)
	//lesson:begin record
	dst = AppendVarint(dst, int32(size))
	dst = append(dst, 0) // attributes
	dst = AppendVarlong(dst, r.Timestamp-baseTimestamp)
	dst = AppendVarint(dst, offsetDelta)
	dst = appendNullable(dst, r.Key)
	dst = appendNullable(dst, r.Value)
	dst = AppendVarint(dst, int32(len(r.Headers)))
	for i := range r.Headers {
		dst = AppendVarint(dst, int32(len(r.Headers[i].Key)))
		dst = append(dst, r.Headers[i].Key...)
		dst = appendNullable(dst, r.Headers[i].Value)
	}
	//lesson:end record
	return dst
}

func nullableSize(b []byte) int64 {
	if b == nil {
		return int64(VarintSize(-1))
	}
	return sizedSize(len(b))
}

// sizedSize gives the size of n bytes and their length. Where n does not fit in a length the
// sum is too large as well, so the caller finds out.
func sizedSize(n int) int64 {
	return int64(VarintSize(int32(min(n, math.MaxInt32)))) + int64(n)
}

func appendNullable(dst, b []byte) []byte {
	if b == nil {
		return AppendVarint(dst, -1)
	}
	return append(AppendVarint(dst, int32(len(b))), b...)
}

func tooLarge(what string, size int64) error {
	return ErrTooLarge.At(kerr.NoPos, what, bytesText(size), "what a length field can say")
}
