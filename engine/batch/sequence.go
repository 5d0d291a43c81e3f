package batch

import "math"

// IncrementSequence gives the sequence n after seq. Sequences live in 0 to 2147483647 and
// 2147483647 is followed by 0, so this counts modulo 2^31 and never gets to a negative one.
// Both must be 0 or more.
//
// Source: DefaultRecordBatch.incrementSequence, 4.1.0.
func IncrementSequence(seq, n int32) int32 {
	if seq > math.MaxInt32-n {
		return n - (math.MaxInt32 - seq) - 1
	}
	return seq + n
}

// DecrementSequence gives the sequence n before seq, 2147483647 before 0.
// Both must be 0 or more.
//
// Source: DefaultRecordBatch.decrementSequence, 4.1.0.
func DecrementSequence(seq, n int32) int32 {
	if seq < n {
		return math.MaxInt32 - (n - seq) + 1
	}
	return seq - n
}
