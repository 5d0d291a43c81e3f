package measure

import "math/bits"

// Touch is what every visitor does with a record: it looks at each of the four things and at
// bytes of key and value, so that none can skip finding them. The sum depends on the order of
// the records; two visitors that saw the same have the same sum. Key and value are not empty.
func Touch(sum uint64, key, value []byte, timestamp, offset int64) uint64 {
	seen := uint64(key[len(key)-1]) + uint64(value[0])<<8 + uint64(len(key))<<16 +
		uint64(len(value))<<32
	return bits.RotateLeft64(sum, 7) + uint64(timestamp) + uint64(offset)<<44 + seen
}
