package ours

import (
	"kaenlog/engine/batch"
	"kaenlog/scripts/bench/measure"
)

// Visit visits every record of b, and checks the CRC before where that is wanted.
func Visit(b []byte, crc bool) (sum uint64, err error) {
	one := batch.Batch(b)
	if crc {
		if err := batch.CheckStored(one); err != nil {
			return 0, err
		}
	}
	it := one.Records()
	for it.Next() {
		r := it.Record()
		sum = measure.Touch(sum, r.Key, r.Value, one.TimestampOf(r), one.OffsetOf(r))
	}
	return sum, it.Err()
}
