package batch

import (
	"math"
	"math/bits"
)

// Kafka has three integer encodings of variable size, all of 7 bits a byte, low bits first,
// with the top bit set on every byte but the last:
//
//	unsigned varint  32 bits, at most 5 bytes   the protocol: compact lengths, tagged fields
//	varint           32 bits, zigzag            a record's lengths and deltas
//	varlong          64 bits, zigzag, 10 bytes  a record's timestamp delta
//
// Zigzag maps 0, -1, 1, -2 … to 0, 1, 2, 3 …, so that small negative numbers are short too.
//
// The readers here give how many bytes they took: 0 when the bytes end before the number
// does, below 0 when the number does not end where it must. Two habits of Kafka's readers
// are kept: a form longer than needed is accepted (80 00 is 0), and bits of the last possible
// byte that do not fit are dropped in silence. Go's encoding/binary does neither.
//
// Source: clients/src/main/java/org/apache/kafka/common/utils/ByteUtils.java, 4.1.0.

const (
	maxUvarintSize = 5
	maxVarlongSize = 10
)

// AppendUvarint appends v as an unsigned varint.
func AppendUvarint(dst []byte, v uint32) []byte { return appendUvarlong(dst, uint64(v)) }

//lesson:begin varint

// AppendVarint appends v as a zigzag varint.
func AppendVarint(dst []byte, v int32) []byte {
	return appendUvarlong(dst, uint64(uint32(v<<1)^uint32(v>>31)))
}

// AppendVarlong appends v as a zigzag varlong.
func AppendVarlong(dst []byte, v int64) []byte {
	return appendUvarlong(dst, uint64(v<<1)^uint64(v>>63))
}

func appendUvarlong(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

//lesson:end varint

// UvarintSize gives how many bytes AppendUvarint appends for v.
func UvarintSize(v uint32) int { return uvarlongSize(uint64(v)) }

// VarintSize gives how many bytes AppendVarint appends for v.
func VarintSize(v int32) int { return uvarlongSize(uint64(uint32(v<<1) ^ uint32(v>>31))) }

// VarlongSize gives how many bytes AppendVarlong appends for v.
func VarlongSize(v int64) int { return uvarlongSize(uint64(v<<1) ^ uint64(v>>63)) }

func uvarlongSize(v uint64) int { return (bits.Len64(v|1) + 6) / 7 }

// Uvarint reads an unsigned varint from the start of b.
// n is the bytes read; 0: b ends inside the number; below 0: its fifth byte is not its last.
func Uvarint(b []byte) (v uint32, n int) {
	for i := 0; i < maxUvarintSize; i++ {
		if i >= len(b) {
			return 0, 0
		}
		c := b[i]
		v |= uint32(c&0x7f) << (7 * i)
		if c < 0x80 {
			return v, i + 1
		}
	}
	return 0, -maxUvarintSize
}

// Varint reads a zigzag varint from the start of b; n as in Uvarint.
func Varint(b []byte) (v int32, n int) {
	u, n := Uvarint(b)
	return int32(u>>1) ^ -int32(u&1), n
}

// short reads an unsigned varint of one byte or two out of the low end of w. It gives what is
// left of w, and how many bytes it took: so many that nothing fits where the number is longer.
func short(w uint64) (v, rest uint64, n int) {
	if w&0x80 == 0 {
		return w & 0x7f, w >> 8, 1
	}
	if w&0x8000 == 0 {
		return w&0x7f | w>>1&0x3f80, w >> 16, 2
	}
	return 0, 0, nowhere
}

// nowhere is a position behind every batch, far enough from the largest int to be added to.
const nowhere = math.MaxInt32

// Varlong reads a zigzag varlong from the start of b.
// n is the bytes read; 0: b ends inside the number; below 0: its tenth byte is not its last.
func Varlong(b []byte) (v int64, n int) {
	var u uint64
	for i := 0; i < maxVarlongSize; i++ {
		if i >= len(b) {
			return 0, 0
		}
		c := b[i]
		u |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			return int64(u>>1) ^ -int64(u&1), i + 1
		}
	}
	return 0, -maxVarlongSize
}
