package segment_test

import (
	"encoding/binary"
	"hash/crc32"
	"math"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
)

// This file says by arithmetic over a file's bytes what must become of it: here, as the
// contract's stored validation and its recovery have it, and in Kafka 4.1.0. No code of the
// engine is asked; its packages give the names of the errors alone.

// verdict is what becomes of a segment file whose base offset is 0.
type verdict struct {
	kept  int64   // bytes
	end   int64   // log end offset
	bases []int64 // of the batches that are kept

	gaps []segment.Gap // holes before a batch
	kind *kerr.Error   // why the byte behind the kept ones is not in the log; nil for none
	at   int64         // the position that this error must name

	highest   int64 // Kafka: the highest log end on the way
	unordered bool  // Kafka: a batch stands at a lower offset than one before it
	fails     bool  // Kafka: the broker does not start
}

func int32At(b []byte, pos int) int64 { return int64(int32(binary.BigEndian.Uint32(b[pos:]))) }

// offsetsOf gives the first and the last offset of the batch that b begins with.
func offsetsOf(b []byte) (first, last int64) {
	first = int64(binary.BigEndian.Uint64(b))
	return first, first + int32At(b, 23)
}

// take counts the batch that the unread bytes begin with.
func (v *verdict) take(unread []byte) {
	first, last := offsetsOf(unread)
	switch {
	case first > v.end:
		v.gaps = append(v.gaps, segment.Gap{Pos: v.kept, First: v.end, Last: first - 1})
	case first < v.end:
		v.unordered = true
	}
	v.bases = append(v.bases, first)
	v.kept += 12 + int32At(unread, 8)
	v.end = last + 1
	v.highest = max(v.highest, v.end)
}

// here is what this engine must do.
func here(file []byte) verdict {
	var v verdict
	for v.kept < int64(len(file)) {
		unread := file[v.kept:]
		if v.kind, v.at = faultOf(unread, v.end); v.kind != nil {
			v.at += v.kept
			break
		}
		v.take(unread)
	}
	return v
}

// faultOf tells what is wrong with the batch that b begins with, and where; nil for nothing. A
// message of magic 0 or 1 whose own CRC is right is not looked for: no input here has one.
func faultOf(b []byte, expected int64) (*kerr.Error, int64) {
	if len(b) < 17 {
		return batch.ErrTorn, 0
	}
	length, magic := int32At(b, 8), int8(b[16])
	size := 12 + length
	switch {
	case length < 14:
		return batch.ErrCorrupt, 8
	case magic < 0 || magic > 2:
		return batch.ErrCorrupt, 16
	case magic == 2 && length < 49:
		return batch.ErrCorrupt, 8
	case size > int64(len(b)):
		return batch.ErrTorn, 8
	case magic < 2:
		return batch.ErrOldMagic, 16
	case castagnoli(b[21:size]) != binary.BigEndian.Uint32(b[17:]):
		return batch.ErrCRC, 17
	}
	delta, count := int32At(b, 23), int32At(b, 57)
	first, _ := offsetsOf(b)
	switch {
	case delta < 0:
		return batch.ErrCorrupt, 23
	case count < 0 || count > delta+1:
		return batch.ErrCorrupt, 57
	case first < expected || first > math.MaxInt32-delta:
		return segment.ErrOffsetOrder, 0
	}
	return nil, 0
}

func castagnoli(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// inKafka is what Kafka 4.1.0 does with the active segment after an unclean stop. A batch is
// not there when at most 17 bytes are left or its length leaves the file, and corrupt when its
// length is under 14, its size under 61 or its CRC wrong; either way the file is cut there. An
// offset that no index can hold ends in a split that is not permitted, and with it the start.
// Nothing compares a batch's offsets with those before it.
//
// Source: LogSegment.recover, FileLogInputStream.nextBatch, LogLoader.retryOnOffsetOverflow,
// 4.1.0.
func inKafka(file []byte) (v verdict) {
	defer func() { v.gaps = nil }() // nobody is told
	for int64(len(file))-v.kept > 17 {
		unread := file[v.kept:]
		size := 12 + int32At(unread, 8)
		if size < 12+14 || size > int64(len(unread)) || !validInKafka(unread[:size]) {
			break
		}
		if _, last := offsetsOf(unread); last < 0 || last > math.MaxInt32 {
			v.fails = true
			return v
		}
		v.take(unread)
	}
	return v
}

// validInKafka is ensureValid: a magic over 2 is taken for 2, one below for an old message,
// whose CRC stands elsewhere and is another one.
func validInKafka(b []byte) bool {
	if int8(b[16]) < 2 {
		return crc32.ChecksumIEEE(b[16:]) == binary.BigEndian.Uint32(b[12:])
	}
	return len(b) >= 61 && castagnoli(b[21:]) == binary.BigEndian.Uint32(b[17:])
}
