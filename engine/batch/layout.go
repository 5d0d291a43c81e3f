package batch

import "strconv"

const (
	// HeaderSize is the size of a batch's header, and of a batch without records.
	HeaderSize = 61
	// LengthPrefix is how many bytes stand before those that the length field counts.
	LengthPrefix = 12
	// MinLength is the smallest legal length field: a header and no record.
	MinLength = HeaderSize - LengthPrefix
	// Magic is the format version that this package reads and writes.
	Magic = 2
	// MinRecordSize is the size of the smallest record: no key, no value, no headers.
	MinRecordSize = 7

	// NoProducerID says that a batch has no producer id: any id below 0 does.
	NoProducerID = -1
	// NoProducerEpoch is the epoch of a batch without a producer id.
	NoProducerEpoch = -1
	// NoSequence is the base sequence of a batch without one.
	NoSequence = -1
	// NoLeaderEpoch is what a producer sends as partition leader epoch.
	NoLeaderEpoch = -1
)

// Where the header's fields begin; the table is in the package comment.
const (
	posBaseOffset      = 0
	posLength          = 8
	posLeaderEpoch     = 12
	posMagic           = 16
	posCRC             = 17
	posAttributes      = 21 // the CRC's first byte
	posLastOffsetDelta = 23
	posBaseTimestamp   = 27
	posMaxTimestamp    = 35
	posProducerID      = 43
	posProducerEpoch   = 51
	posBaseSequence    = 53
	posCount           = 57

	// sizeToMagic is how many bytes it takes to know length and magic, the two fields that
	// say what the other bytes are.
	sizeToMagic = posMagic + 1
	// minOldLength is the smallest length field of a message of magic 0, the smallest
	// that any magic allows: crc 4, magic 1, attributes 1, key length 4, value length 4.
	minOldLength = 14
)

// Positions that other packages name in their errors, or sum from.
const (
	PosBaseOffset   = posBaseOffset
	PosLength       = posLength
	PosAttributes   = posAttributes
	PosBaseSequence = posBaseSequence
)

// The bits of the attributes.
const (
	codecMask        = 0x07
	bitLogAppendTime = 1 << 3
	bitTransactional = 1 << 4
	bitControl       = 1 << 5
	bitDeleteHorizon = 1 << 6
)

// Codec is how a batch's records are compressed: the low three bits of its attributes.
//
// Source: clients/src/main/java/org/apache/kafka/common/record/CompressionType.java, 4.1.0.
type Codec int8

// The codecs that Kafka has. 5 to 7 fit in the bits and mean nothing.
const (
	CodecNone Codec = iota
	CodecGzip
	CodecSnappy
	CodecLz4
	CodecZstd
)

// Known reports whether Kafka has a codec of this number.
func (c Codec) Known() bool { return c >= CodecNone && c <= CodecZstd }

// String gives Kafka's name of the codec, or "codec <n>" for a number without one.
func (c Codec) String() string {
	switch c {
	case CodecNone:
		return "none"
	case CodecGzip:
		return "gzip"
	case CodecSnappy:
		return "snappy"
	case CodecLz4:
		return "lz4"
	case CodecZstd:
		return "zstd"
	}
	return "codec " + strconv.Itoa(int(c))
}
