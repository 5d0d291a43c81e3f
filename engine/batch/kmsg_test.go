package batch_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/engine/batch"
)

// Witness: franz-go's kmsg, which knows RecordBatch, Record and Header from Kafka's own
// definitions and has nothing of this package.

func kmsgBatch(p batch.Producer, recs []batch.NewRecord) []byte {
	var records []byte
	largest := recs[0].Timestamp
	for i, r := range recs {
		k := kmsg.Record{
			TimestampDelta64: r.Timestamp - recs[0].Timestamp,
			OffsetDelta:      int32(i),
			Key:              r.Key,
			Value:            r.Value,
		}
		for _, h := range r.Headers {
			k.Headers = append(k.Headers, kmsg.Header{Key: h.Key, Value: h.Value})
		}
		k.Length = int32(len(k.AppendTo(nil)) - 1) // a length of 0 takes one byte
		records = k.AppendTo(records)
		largest = max(largest, r.Timestamp)
	}
	b := kmsg.RecordBatch{
		Length:               int32(49 + len(records)),
		PartitionLeaderEpoch: -1,
		Magic:                2,
		LastOffsetDelta:      int32(len(recs) - 1),
		FirstTimestamp:       recs[0].Timestamp,
		MaxTimestamp:         largest,
		ProducerID:           p.ID,
		ProducerEpoch:        p.Epoch,
		FirstSequence:        p.BaseSequence,
		NumRecords:           int32(len(recs)),
		Records:              records,
	}
	out := b.AppendTo(nil)
	sum := crc32.Checksum(out[21:], crc32.MakeTable(crc32.Castagnoli))
	binary.BigEndian.PutUint32(out[17:], sum)
	return out
}

func witnessed() map[string][]batch.NewRecord {
	return map[string][]batch.NewRecord{
		"the demo's four records": demoRecords(4, "acknowledged"),
		"nulls":                   {{Timestamp: now}, {Timestamp: now}},
		"empty, not null":         {{Timestamp: now, Key: []byte{}, Value: []byte{}}},
		"headers": {{Timestamp: now, Value: []byte("v"), Headers: []batch.Header{
			{Key: "a", Value: []byte("1")}, {Key: "null"}, {Key: "", Value: []byte{}},
		}}},
		"time runs backwards": {
			{Timestamp: now}, {Timestamp: now - 1000}, {Timestamp: now + 1},
		},
		"the largest time in the middle": {
			{Timestamp: now}, {Timestamp: now + 9}, {Timestamp: now + 1},
		},
		"time of 64 bits": {{Timestamp: now}, {Timestamp: 1}, {Timestamp: 1 << 61}},
		"lengths of two and three bytes": {
			{Timestamp: now, Key: bytes.Repeat([]byte("k"), 63), Value: bytes.Repeat([]byte("v"), 64)},
			{Timestamp: now, Value: bytes.Repeat([]byte("v"), 8192)},
		},
		"300 records": func() (recs []batch.NewRecord) {
			for i := range 300 {
				recs = append(recs, batch.NewRecord{Timestamp: now + int64(i), Value: []byte("v")})
			}
			return recs
		}(),
	}
}

func TestOurBatchesAreKmsgsByteForByte(t *testing.T) {
	p := batch.Producer{ID: 1000, Epoch: 2, BaseSequence: 2147483646}
	for name, recs := range witnessed() {
		ours, err := batch.Append(nil, p, recs)
		if err != nil {
			t.Fatal(err)
		}
		if theirs := kmsgBatch(p, recs); !bytes.Equal(ours, theirs) {
			t.Errorf("%s:\nours %x\nkmsg %x", name, ours, theirs)
		}
	}
}

func TestKmsgsBatchesAreReadToTheSameFields(t *testing.T) {
	p := batch.Producer{ID: 1000, Epoch: 2, BaseSequence: 7}
	for name, recs := range witnessed() {
		theirs := kmsgBatch(p, recs)
		if err := produce(theirs); err != nil {
			t.Errorf("%s: refused: %v", name, err)
			continue
		}
		got := readAll(t, theirs)
		for i := range recs {
			if !sameRecord(got[i], recs[i]) {
				t.Errorf("%s: record %d is %+v, want %+v", name, i, got[i], recs[i])
			}
		}
	}
}

func TestKmsgReadsOurBatchesToTheSameFields(t *testing.T) {
	for name, recs := range witnessed() {
		ours, err := batch.Append(nil, batch.Producer{ID: 5, Epoch: 1, BaseSequence: 9}, recs)
		if err != nil {
			t.Fatal(err)
		}
		b := batch.Batch(ours)
		b.Stamp(77, 3)
		var k kmsg.RecordBatch
		if err := k.ReadFrom(ours); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if k.FirstOffset != b.BaseOffset() || k.Length != b.Length() ||
			k.PartitionLeaderEpoch != b.LeaderEpoch() || k.Magic != b.Magic() ||
			uint32(k.CRC) != b.CRC() || k.Attributes != b.Attributes() ||
			k.LastOffsetDelta != b.LastOffsetDelta() || k.FirstTimestamp != b.BaseTimestamp() ||
			k.MaxTimestamp != b.MaxTimestamp() || k.ProducerID != b.ProducerID() ||
			k.ProducerEpoch != b.ProducerEpoch() || k.FirstSequence != b.BaseSequence() ||
			k.NumRecords != b.Count() {
			t.Errorf("%s: kmsg reads %+v", name, k)
		}
		it := b.Records()
		for it.Next() {
			r := it.Record()
			var kr kmsg.Record
			if err := kr.ReadFrom(ours[r.Pos : r.Pos+int64(r.Size)]); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if kr.TimestampDelta64 != r.TimestampDelta || kr.OffsetDelta != r.OffsetDelta ||
				!sameBytes(kr.Key, r.Key) || !sameBytes(kr.Value, r.Value) ||
				len(kr.Headers) != int(r.HeaderCount) {
				t.Errorf("%s: kmsg reads %+v, ours is %+v", name, kr, r)
			}
			if again := kr.AppendTo(nil); !bytes.Equal(again, ours[r.Pos:r.Pos+int64(r.Size)]) {
				t.Errorf("%s: kmsg writes the record again as %x", name, again)
			}
		}
		if again := k.AppendTo(nil); !bytes.Equal(again, ours) {
			t.Errorf("%s: kmsg writes the batch again as %x", name, again)
		}
	}
}
