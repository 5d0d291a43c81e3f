package batch

import (
	"encoding/binary"
	"hash/crc32"
)

// Batch is the bytes of one batch. Its accessors read the header where it lies, so they need
// at least HeaderSize bytes, and believe what they find: StoredSize and ParseProduced are
// what makes a Batch out of bytes that nobody has looked at yet.
//
// Concurrency: any number of readers; Stamp is the only method that writes.
type Batch []byte

// BaseOffset gives the offset of the batch's first record.
func (b Batch) BaseOffset() int64 { return int64(binary.BigEndian.Uint64(b[posBaseOffset:])) }

// Length gives the length field: the bytes behind it.
func (b Batch) Length() int32 { return int32(binary.BigEndian.Uint32(b[posLength:])) }

// Size gives the size that the length field claims for the whole batch.
func (b Batch) Size() int64 { return LengthPrefix + int64(b.Length()) }

// LeaderEpoch gives the partition leader epoch.
func (b Batch) LeaderEpoch() int32 { return int32(binary.BigEndian.Uint32(b[posLeaderEpoch:])) }

// Magic gives the format version.
func (b Batch) Magic() int8 { return int8(b[posMagic]) }

// CRC gives the checksum that the header holds. ComputeCRC gives the one it should hold.
func (b Batch) CRC() uint32 { return binary.BigEndian.Uint32(b[posCRC:]) }

// Attributes gives all 16 bits, the unused ones too.
func (b Batch) Attributes() int16 { return int16(binary.BigEndian.Uint16(b[posAttributes:])) }

// Codec gives how the records are compressed.
func (b Batch) Codec() Codec { return Codec(b.Attributes() & codecMask) }

// LogAppendTime reports whether the timestamps are the broker's (maxTimestamp is then every
// record's timestamp), not the producer's.
func (b Batch) LogAppendTime() bool { return b.Attributes()&bitLogAppendTime != 0 }

// IsTransactional reports whether the batch belongs to a transaction.
func (b Batch) IsTransactional() bool { return b.Attributes()&bitTransactional != 0 }

// IsControl reports whether the batch holds a marker and no records of a producer.
func (b Batch) IsControl() bool { return b.Attributes()&bitControl != 0 }

// HasDeleteHorizon reports whether baseTimestamp is the time from which compaction may drop
// the batch's tombstones. Timestamp deltas are relative to baseTimestamp all the same.
func (b Batch) HasDeleteHorizon() bool { return b.Attributes()&bitDeleteHorizon != 0 }

// LastOffsetDelta gives the last offset relative to the first.
func (b Batch) LastOffsetDelta() int32 {
	return int32(binary.BigEndian.Uint32(b[posLastOffsetDelta:]))
}

// BaseTimestamp gives what the records' timestamp deltas are relative to.
func (b Batch) BaseTimestamp() int64 {
	return int64(binary.BigEndian.Uint64(b[posBaseTimestamp:]))
}

// MaxTimestamp gives the largest timestamp, as the header claims it.
func (b Batch) MaxTimestamp() int64 { return int64(binary.BigEndian.Uint64(b[posMaxTimestamp:])) }

// ProducerID gives the producer id; any value below 0 is none.
func (b Batch) ProducerID() int64 { return int64(binary.BigEndian.Uint64(b[posProducerID:])) }

// ProducerEpoch gives the producer's epoch.
func (b Batch) ProducerEpoch() int16 {
	return int16(binary.BigEndian.Uint16(b[posProducerEpoch:]))
}

// BaseSequence gives the sequence of the first record; any value below 0 is none.
func (b Batch) BaseSequence() int32 { return int32(binary.BigEndian.Uint32(b[posBaseSequence:])) }

// Count gives how many records the header claims.
func (b Batch) Count() int32 { return int32(binary.BigEndian.Uint32(b[posCount:])) }

// LastOffset gives the offset of the batch's last record. It is that of the batch as it was
// produced: compaction may have taken that very record.
func (b Batch) LastOffset() int64 { return b.BaseOffset() + int64(b.LastOffsetDelta()) }

// HasProducerID reports whether the batch comes from an idempotent producer.
//
// Source: RecordBatch.hasProducerId, 4.1.0: above -1, so -5 is none as well.
func (b Batch) HasProducerID() bool { return b.ProducerID() > NoProducerID }

// HasSequence reports whether the batch has sequences. A control batch has none.
func (b Batch) HasSequence() bool { return b.BaseSequence() >= 0 }

// LastSequence gives the sequence of the last record as it was produced, NoSequence for a
// batch without sequences.
//
// Source: DefaultRecordBatch.lastSequence, 4.1.0.
func (b Batch) LastSequence() int32 {
	if !b.HasSequence() {
		return NoSequence
	}
	return IncrementSequence(b.BaseSequence(), b.LastOffsetDelta())
}

// TimestampOf gives the timestamp of a record of this batch.
func (b Batch) TimestampOf(r *Record) int64 {
	h := Batch((*[HeaderSize]byte)(b)[:]) // its length is asked once, not for each field
	if h.LogAppendTime() {
		return h.MaxTimestamp()
	}
	return h.BaseTimestamp() + r.TimestampDelta
}

// OffsetOf gives the offset of a record of this batch.
func (b Batch) OffsetOf(r *Record) int64 {
	h := Batch((*[HeaderSize]byte)(b)[:])
	return h.BaseOffset() + int64(r.OffsetDelta)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

//lesson:begin stamp

// ComputeCRC gives the CRC-32C of the bytes that the CRC covers: from
// the attributes to the end of b.
func (b Batch) ComputeCRC() uint32 {
	return crc32.Checksum(b[posAttributes:], castagnoli)
}

// Stamp writes the two fields that are the broker's over what the
// producer sent. The CRC stays right: it begins behind them.
func (b Batch) Stamp(baseOffset int64, leaderEpoch int32) {
	binary.BigEndian.PutUint64(b[posBaseOffset:], uint64(baseOffset))
	binary.BigEndian.PutUint32(b[posLeaderEpoch:], uint32(leaderEpoch))
}

//lesson:end stamp
