// Package batch reads, checks, builds and rewrites Kafka's record batch, magic 2, on plain
// bytes: no I/O, no clock, no allocation while reading.
//
// # The batch
//
//	 0                   8       12      16  17      21  23      27
//	+-------------------+-------+-------+---+-------+---+-------+
//	|    baseOffset     |length | epoch | 2 |  crc  |att| delta |
//	+-------------------+-------+-------+---+-------+---+-------+
//	 27                  35                  43                  51  53      57      61
//	+-------------------+-------------------+-------------------+---+-------+-------+----
//	|   baseTimestamp   |   maxTimestamp    |    producerId     |ep.|baseSeq| count | records
//	+-------------------+-------------------+-------------------+---+-------+-------+----
//
// All numbers are big-endian and signed, the CRC apart.
//
//	pos  size  type    name                  meaning
//	  0     8  int64   baseOffset            offset of the first record; a producer sends 0
//	  8     4  int32   length                bytes behind this field: the batch's size - 12
//	 12     4  int32   partitionLeaderEpoch  a producer sends -1
//	 16     1  int8    magic                 2
//	 17     4  uint32  crc                   CRC-32C of byte 21 to the end
//	 21     2  int16   attributes            see below
//	 23     4  int32   lastOffsetDelta       last offset = baseOffset + this
//	 27     8  int64   baseTimestamp         what the records' timestamp deltas are added to
//	 35     8  int64   maxTimestamp          largest timestamp, or the broker's own
//	 43     8  int64   producerId            -1: none
//	 51     2  int16   producerEpoch         -1: none
//	 53     4  int32   baseSequence          sequence of the first record; -1: none
//	 57     4  int32   recordsCount          records that are really there
//	 61     …          records               or, compressed, one blob of all of them
//
//	attributes  bits 0-2  codec: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd; 5 to 7 are no codec
//	            bit 3     timestamp type: 0 the producer's time, 1 the log's append time
//	            bit 4     transactional
//	            bit 5     control
//	            bit 6     delete horizon
//
// A broker owns the first 16 bytes and the producer the rest: baseOffset and
// partitionLeaderEpoch are written over the producer's bytes (Stamp), and the CRC stays right
// because it begins behind them. What it does not cover it cannot protect: baseOffset,
// length, partitionLeaderEpoch and magic. length is caught by size, the others by what is
// expected of them.
//
// # The record
//
//	length         varint   bytes behind this field
//	attributes     int8     unused; any value
//	timestampDelta varlong  timestamp - baseTimestamp
//	offsetDelta    varint   offset - baseOffset
//	keyLength      varint   negative: no key
//	key            bytes
//	valueLength    varint   negative: no value
//	value          bytes
//	headersCount   varint
//	  headerKeyLength   varint  at least 0
//	  headerKey         bytes
//	  headerValueLength varint  negative: no value
//	  headerValue       bytes
//
// The smallest record has 7 bytes, so the smallest batch of one record has 68. These varints
// are zigzag; the protocol's own (package wire) are unsigned. Both kinds are in varint.go.
//
// # Two validations
//
// What a producer sends is held to everything (ParseProduced, ValidateProduced). What lies in
// a segment file is held to what makes it readable (StoredSize, CheckStored): compaction
// leaves batches with holes, or with no record at all, and both are legal there.
//
// Source: clients/src/main/java/org/apache/kafka/common/record/DefaultRecordBatch.java and
// DefaultRecord.java, 4.1.0.
package batch
