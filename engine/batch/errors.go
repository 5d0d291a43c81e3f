package batch

import (
	"strconv"

	"kaenlog/engine/kerr"
)

// What can be wrong with stored bytes. Torn is not corrupt: a torn batch is the beginning of
// a good one and nothing more, which is what a write that was cut off leaves.
var (
	ErrTorn    = kerr.New(kerr.CorruptMessage, "the bytes end inside a batch")
	ErrCorrupt = kerr.New(kerr.CorruptMessage, "not a record batch")
	ErrCRC     = kerr.New(kerr.CorruptMessage, "the CRC differs")
	// ErrOldMagic is a message of magic 0 or 1, from before Kafka 0.11. It may be whole
	// and good: it is named here and not decoded.
	ErrOldMagic = kerr.New(kerr.InvalidRecord, "a message of an old format")
)

// What a produced batch is refused for, beside ErrCorrupt, ErrCRC and ErrOldMagic. The order
// of the checks is in produced.go.
var (
	ErrNoBatch         = kerr.New(kerr.InvalidRecord, "no record batch")
	ErrCutShort        = kerr.New(kerr.InvalidRecord, "a record batch cut short")
	ErrManyBatches     = kerr.New(kerr.InvalidRecord, "more than one record batch")
	ErrBaseOffset      = kerr.New(kerr.InvalidRecord, "a producer hands out no offsets")
	ErrTooLarge        = kerr.New(kerr.MessageTooLarge, "the batch is too large")
	ErrCompressed      = kerr.New(kerr.UnsupportedCompressionType, "the batch is compressed")
	ErrInvalidRecord   = kerr.New(kerr.InvalidRecord, "the batch contradicts itself")
	ErrSegmentTooSmall = kerr.New(kerr.RecordListTooLarge, "the batch fits in no segment")
)

func itoa[T ~int8 | ~int16 | ~int32 | ~int64 | ~int](v T) string {
	return strconv.FormatInt(int64(v), 10)
}

func bytesText[T ~int32 | ~int64 | ~int](v T) string {
	if v == 1 {
		return "1 byte"
	}
	return itoa(v) + " bytes"
}

// Hex32 gives a CRC as errors tell it: 0x and eight digits.
func Hex32(v uint32) string {
	const digits = "0123456789abcdef"
	b := []byte("0x00000000")
	for i := len(b) - 1; i >= 2; i-- {
		b[i] = digits[v&0xf]
		v >>= 4
	}
	return string(b)
}
