package batch

import "slices"

// AppendRewritten appends src again with the records that keep says true to, as a compaction
// does. Length, count and CRC are made anew. All else of the header stays: producer id, epoch
// and base sequence, base offset and last offset delta, so that the producer's window rebuilt
// from the copy is the same as from src; timestamps, leader epoch and attributes too. The kept
// records are copied byte for byte, offset deltas and all: their offsets do not move. None may
// be kept: a header alone still holds its place in the sequence.
//
// keep sees the records in order; what it is given is good until it returns.
//
// Errors: those of CheckStored, and of the walk: src must be whole and its CRC right, since a
// fresh CRC over damaged bytes would hide the damage. ErrCompressed for a compressed src. dst is
// then given back as it was.
//
// Source: MemoryRecords.filterTo and buildRetainedRecordsInto, DefaultRecordBatch
// .writeEmptyHeader, 4.1.0.
//
// Differs from Kafka, which copies a batch that loses nothing, and builds any other anew:
// baseTimestamp becomes the first kept record's timestamp (or the delete horizon; -1 when
// nothing is kept) and the deltas follow; maxTimestamp sinks to the largest that was kept,
// and only a batch left without records keeps its own. Here both stay. maxTimestamp can then
// be above every record's; in return a rebuilt window has the same timestamp as before.
func AppendRewritten(dst []byte, src Batch, keep func(*Record) bool) ([]byte, error) {
	if err := CheckStored(src); err != nil {
		return dst, err
	}
	start := len(dst)
	out := append(slices.Grow(dst, len(src)), src[:HeaderSize]...)
	kept := int32(0)
	it := src.Records()
	for it.Next() {
		if r := it.Record(); keep(r) {
			out = append(out, src[r.Pos:r.Pos+int64(r.Size)]...)
			kept++
		}
	}
	if err := it.Err(); err != nil {
		return dst, err
	}
	Batch(out[start:]).seal(kept)
	return out, nil
}
