package batch_test

import (
	"bytes"
	"testing"

	"kaenlog/engine/batch"
)

// Witness: batches made by Kafka 4.1.0 itself, KAFKA.md §8.
const (
	gb1 = "00000000000000000000003bffffffff02a5fb70ba0000000000000000018bcfe568000000018bcfe568" +
		"00ffffffffffffffffffffffffffff0000000112000000010676767600"
	gb2 = "000000000000000000000045ffffffff02283b37220000000000010000018bcfe568000000018bcfe568" +
		"0000000000000003e8000000000007000000021200000001067676760012000002010676767600"
	gb2Appended = "0000000000000001000000450000000702283b37220000000000010000018bcfe568000000018b" +
		"cfe5680000000000000003e8000000000007000000021200000001067676760012000002010676767600"
	gb3 = "000000000000000000000038ffffffff02c428857f0000000000000000018bcfe568000000018bcfe568" +
		"00ffffffffffffffffffffffffffff000000010c000000010100"
)

func TestKafkasBatchesAreBuiltByteForByte(t *testing.T) {
	vvv := batch.NewRecord{Timestamp: now, Value: []byte("vvv")}
	for _, c := range []struct {
		name, hex string
		size      int
		p         batch.Producer
		recs      []batch.NewRecord
	}{
		{"GB1: one record", gb1, 71, batch.NoProducer, []batch.NewRecord{vvv}},
		{"GB2: two records of producer 1000", gb2, 81,
			batch.Producer{ID: 1000, BaseSequence: 7}, []batch.NewRecord{vvv, vvv}},
		{"GB3: the smallest", gb3, 68, batch.NoProducer, []batch.NewRecord{{Timestamp: now}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := unhex(t, c.hex)
			got, err := batch.Append([]byte("before"), c.p, c.recs)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, append([]byte("before"), want...)) {
				t.Errorf("got  %x\nwant %x behind what was there", got, want)
			}
			if len(want) != c.size {
				t.Errorf("size is %d, want %d", len(want), c.size)
			}
			if err := produce(want); err != nil {
				t.Errorf("Kafka's batch is refused: %v", err)
			}
			if err := batch.CheckStored(want); err != nil {
				t.Errorf("Kafka's batch does not pass from a file: %v", err)
			}
		})
	}
}

func TestKafkasBatchIsReadFieldByField(t *testing.T) {
	b := batch.Batch(unhex(t, gb2Appended))
	for _, c := range []struct {
		field     string
		got, want int64
	}{
		{"baseOffset", b.BaseOffset(), 1},
		{"length", int64(b.Length()), 69},
		{"size", b.Size(), 81},
		{"partitionLeaderEpoch", int64(b.LeaderEpoch()), 7},
		{"magic", int64(b.Magic()), 2},
		{"crc", int64(b.CRC()), 0x283b3722},
		{"computed crc", int64(b.ComputeCRC()), 0x283b3722},
		{"attributes", int64(b.Attributes()), 0},
		{"lastOffsetDelta", int64(b.LastOffsetDelta()), 1},
		{"baseTimestamp", b.BaseTimestamp(), now},
		{"maxTimestamp", b.MaxTimestamp(), now},
		{"producerId", b.ProducerID(), 1000},
		{"producerEpoch", int64(b.ProducerEpoch()), 0},
		{"baseSequence", int64(b.BaseSequence()), 7},
		{"lastSequence", int64(b.LastSequence()), 8},
		{"recordsCount", int64(b.Count()), 2},
		{"lastOffset", b.LastOffset(), 2},
	} {
		if c.got != c.want {
			t.Errorf("%s is %d, want %d", c.field, c.got, c.want)
		}
	}
	if !b.HasProducerID() || !b.HasSequence() {
		t.Error("a batch of producer 1000 has an id and sequences")
	}
	n := int64(0)
	it := b.Records()
	for it.Next() {
		r := it.Record()
		if r.Key != nil || string(r.Value) != "vvv" || r.HeaderCount != 0 || r.Size != 10 ||
			r.Pos != 61+10*n || b.OffsetOf(r) != 1+n || b.TimestampOf(r) != now {
			t.Errorf("record %d is %+v", n, r)
		}
		n++
	}
	if it.Err() != nil || n != 2 {
		t.Errorf("%d records, error %v", n, it.Err())
	}
}

func TestStampingIsKafkasAppendAndLeavesTheCRCRight(t *testing.T) {
	b := batch.Batch(unhex(t, gb2))
	b.Stamp(1, 7)
	if want := unhex(t, gb2Appended); !bytes.Equal(b, want) {
		t.Errorf("got  %x\nwant %x", []byte(b), want)
	}
	if b.CRC() != b.ComputeCRC() {
		t.Error("the CRC covers what the broker stamps")
	}
}

func TestAttributesAreReadBitByBit(t *testing.T) {
	for _, c := range []struct {
		attributes int16
		codec      string
		log, txn   bool
		control    bool
		horizon    bool
	}{
		{attributes: 0x00, codec: "none"},
		{attributes: 0x01, codec: "gzip"},
		{attributes: 0x02, codec: "snappy"},
		{attributes: 0x03, codec: "lz4"},
		{attributes: 0x04, codec: "zstd"},
		{attributes: 0x05, codec: "codec 5"},
		{attributes: 0x07, codec: "codec 7"},
		{attributes: 0x08, codec: "none", log: true},
		{attributes: 0x10, codec: "none", txn: true},
		{attributes: 0x30, codec: "none", txn: true, control: true},
		{attributes: 0x40, codec: "none", horizon: true},
		{attributes: -0x80, codec: "none"}, // the bits that mean nothing
	} {
		b := batch.Batch(one(t, 1))
		put16(b, atAttributes, c.attributes)
		if b.Codec().String() != c.codec || b.LogAppendTime() != c.log ||
			b.IsTransactional() != c.txn || b.IsControl() != c.control ||
			b.HasDeleteHorizon() != c.horizon || b.Attributes() != c.attributes {
			t.Errorf("%#x reads as %v %v %v %v %v", c.attributes, b.Codec(), b.LogAppendTime(),
				b.IsTransactional(), b.IsControl(), b.HasDeleteHorizon())
		}
	}
}

func TestAnyNegativeProducerIDIsNone(t *testing.T) {
	for id, want := range map[int64]bool{-5: false, -1: false, 0: true, 1 << 62: true} {
		b := batch.Batch(build(t, batch.Producer{ID: id, Epoch: 3, BaseSequence: 9}, 1, "sent"))
		if b.HasProducerID() != want {
			t.Errorf("producer id %d: HasProducerID is %v", id, !want)
		}
		if err := produce(b); err != nil {
			t.Errorf("producer id %d is refused: %v", id, err)
		}
	}
}
