package batch_test

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
)

// What Kafka 4.1 does with a batch, what this engine does, and why where they differ:
// KAFKA.md §1.3, "Batch and record validation" of §6, and §7. A code of 0 is accepted.
type kafkaRow struct {
	name        string
	input       func(t testing.TB) []byte
	kafka, ours kerr.Code
	why         string // must be given where the two differ
}

func TestBatchAndRecordValidationBesideKafka(t *testing.T) {
	for _, c := range kafkaRows() {
		t.Run(c.name, func(t *testing.T) {
			if (c.kafka != c.ours) != (c.why != "") {
				t.Errorf("Kafka %d, ours %d, why %q", c.kafka, c.ours, c.why)
			}
			err := produce(c.input(t))
			if got := kerr.CodeOf(err); got != c.ours {
				t.Errorf("code is %d, want %d: %v", got, c.ours, err)
			}
			if err != nil {
				told(t, err)
			}
		})
	}
}

func with(n int, change func(b []byte)) func(testing.TB) []byte {
	return func(t testing.TB) []byte {
		b := one(t, n)
		change(b)
		return fixCRC(b)
	}
}

func kafkaRows() []kafkaRow {
	rows := []kafkaRow{
		{name: "61 bytes, count 0", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			b := one(t, 1)[:batch.HeaderSize]
			put32(b, atCount, 0)
			put32(b, atLastOffsetDelta, 0)
			return fixLength(b)
		}},
		{name: "count -1", kafka: 87, ours: 87,
			input: with(1, func(b []byte) { put32(b, atCount, -1) })},
		{name: "count -1, last offset delta -2", kafka: 87, ours: 87,
			input: with(1, func(b []byte) { put32(b, atCount, -1); put32(b, atLastOffsetDelta, -2) })},
		{name: "count MIN, last offset delta MAX", kafka: 87, ours: 87, input: with(1,
			func(b []byte) {
				put32(b, atCount, math.MinInt32)
				put32(b, atLastOffsetDelta, math.MaxInt32)
			})},
		{name: "count 2, one record", kafka: 87, ours: 87,
			input: with(1, func(b []byte) { put32(b, atCount, 2); put32(b, atLastOffsetDelta, 1) })},
		{name: "count 1, two records", kafka: 87, ours: 87,
			input: with(2, func(b []byte) { put32(b, atCount, 1); put32(b, atLastOffsetDelta, 0) })},
		{name: "last offset delta 5, count 2", kafka: 87, ours: 87,
			input: with(2, func(b []byte) { put32(b, atLastOffsetDelta, 5) })},
		{name: "magic 1", kafka: 87, ours: 87, input: with(1, func(b []byte) { b[atMagic] = 1 })},
		{name: "magic 3", kafka: 2, ours: 2, input: with(1, func(b []byte) { b[atMagic] = 3 })},
		{name: "two batches", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			return append(one(t, 1), one(t, 1)...)
		}},
		{name: "base offset 1", kafka: 87, ours: 87,
			input: with(1, func(b []byte) { put64(b, atBaseOffset, 1) })},
		{name: "headers count 2^30", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			return raw(t, 1, "14 00 00 00 01 01 8080808008")
		}},
		{name: "headers count -1", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			return raw(t, 1, "0c 00 00 00 01 01 01")
		}},
		{name: "a header key of length -1", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			return raw(t, 1, "10 00 00 00 01 01 02 01 01")
		}},
		{name: "record length -1", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			return raw(t, 1, "01 00 00 00 01 01 00")
		}},
		{name: "record length over its fields", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			return raw(t, 1, "0e 00 00 00 01 01 00 00")
		}},
		{name: "record length under its fields", kafka: 87, ours: 87, input: func(t testing.TB) []byte {
			return raw(t, 1, "0c 00 00 00 01 02 61 00")
		}},
		{name: "a varint in the longer form 8000", input: func(t testing.TB) []byte {
			return raw(t, 1, "0e 00 8000 00 01 01 00")
		}},
		{name: "key and value of length -7 are null", input: func(t testing.TB) []byte {
			return raw(t, 1, "0c 00 00 00 0d 0d 00")
		}},
		{name: "any record attributes", input: func(t testing.TB) []byte {
			return raw(t, 1, "0c ff 00 00 01 01 00")
		}},
		{name: "producer id 0, sequence -1", kafka: 87, ours: 87, input: with(1, func(b []byte) {
			put64(b, atProducerID, 0)
			put32(b, atBaseSequence, -1)
		})},
		{name: "sequence MIN after MAX (franz-go #216)", kafka: 87, ours: 87,
			input: with(1, func(b []byte) { put32(b, atBaseSequence, math.MinInt32) })},
		{name: "a control batch of a client", kafka: 87, ours: 87,
			input: with(1, func(b []byte) { put16(b, atAttributes, 0x20) })},
		{name: "producer id 9, epoch -1", input: with(1, func(b []byte) {
			put64(b, atProducerID, 9)
			put16(b, atProducerEpoch, -1)
		})},
		{name: "a log-append-time bit without a new CRC (redpanda #27671)", kafka: 2, ours: 2,
			input: func(t testing.TB) []byte {
				b := one(t, 1)
				put16(b, atAttributes, 0x08)
				return b
			}},
		{name: "length 13", kafka: 2, ours: 2,
			input: with(1, func(b []byte) { put32(b, atLength, 13) })},
		{name: "length -1", kafka: 2, ours: 2,
			input: with(1, func(b []byte) { put32(b, atLength, -1) })},
		{name: "length 39", kafka: 2, ours: 2,
			input: with(1, func(b []byte) { put32(b, atLength, 39) })},
	}
	return append(rows, rowsThatDiffer()...)
}

func rowsThatDiffer() []kafkaRow {
	return []kafkaRow{
		{name: "length 14 to 38", kafka: -1, ours: 2,
			why:   "Kafka's header read runs off its buffer; a length that cannot be right is 2",
			input: with(1, func(b []byte) { put32(b, atLength, 20) })},
		{name: "magic 0, length 3", kafka: 2, ours: 87,
			why:   "the row of magic 0 and 1 stands before that of the length",
			input: with(1, func(b []byte) { b[atMagic] = 0; put32(b, atLength, 3) })},
		{name: "11 bytes behind the batch", kafka: 0, ours: 87,
			why:   "Kafka trims what is too small for a header; here a partition has one batch",
			input: func(t testing.TB) []byte { return append(one(t, 1), make([]byte, 11)...) }},
		{name: "12 zero bytes behind the batch", kafka: 2, ours: 87,
			why:   "more than one batch, whatever the second is worth",
			input: func(t testing.TB) []byte { return append(one(t, 1), make([]byte, 12)...) }},
		{name: "offset deltas 0, 0", kafka: 0, ours: 87,
			why:   "two records under one offset; Kafka looks only at the count",
			input: with(2, func(b []byte) { b[71+3] = 0 })},
		{name: "offset delta 9 in a batch of one", kafka: 0, ours: 87,
			why:   "a record behind the last offset; Kafka looks only at the count",
			input: with(1, func(b []byte) { b[61+3] = 18 })},
		{name: "codec 5", kafka: -1, ours: 87,
			why:   "Kafka's lookup throws; a producer's nonsense is an invalid record",
			input: with(1, func(b []byte) { put16(b, atAttributes, 5) })},
		{name: "gzip bits over bytes that are no gzip", kafka: -1, ours: 76,
			why:   "the engine does not decompress, so it cannot know",
			input: with(1, func(b []byte) { put16(b, atAttributes, 1) })},
		{name: "a record length of over five bytes", kafka: -1, ours: 87,
			why: "Kafka's reader throws; a malformed record is an invalid record",
			input: func(t testing.TB) []byte {
				return raw(t, 1, "808080808080 00 00 00 01 01 00")
			}},
		{name: "timestamp 3600001 ms ahead of every clock", kafka: 32, ours: 0,
			why: "the broker's clock decides about rolling and about nothing else",
			input: with(1, func(b []byte) {
				put64(b, atBaseTimestamp, math.MaxInt64)
				put64(b, atMaxTimestamp, math.MaxInt64)
			})},
		{name: "log-append-time bit, timestamp -1", kafka: 32, ours: 0,
			why: "no topic here has log append time, and timestamps are not judged",
			input: with(1, func(b []byte) {
				put16(b, atAttributes, 0x08)
				put64(b, atBaseTimestamp, -1)
				put64(b, atMaxTimestamp, -1)
			})},
	}
}

// Kafka corrects a header's max timestamp, wipes attributes it does not know when it does so,
// clears a log-append-time bit, and redoes the CRC. Here the bytes are kept as they came.
func TestWhatKafkaWouldRewriteIsAcceptedAndKept(t *testing.T) {
	for name, change := range map[string]func(b []byte){
		"max timestamp too high":   func(b []byte) { put64(b, atMaxTimestamp, now+3600000) },
		"max timestamp too low":    func(b []byte) { put64(b, atMaxTimestamp, 0) },
		"attributes 0x4080 (V31)":  func(b []byte) { put16(b, atAttributes, 0x4080) },
		"log-append-time bit":      func(b []byte) { put16(b, atAttributes, 0x08) },
		"transactional bit":        func(b []byte) { put16(b, atAttributes, 0x10) },
		"delete-horizon bit":       func(b []byte) { put16(b, atAttributes, 0x40) },
		"timestamp -2":             func(b []byte) { put64(b, atBaseTimestamp, -2) },
		"leader epoch of its own":  func(b []byte) { put32(b, atLeaderEpoch, 77) },
		"producer epoch below -1":  func(b []byte) { put16(b, atProducerEpoch, -9) },
		"sequence MAX, one record": func(b []byte) { put32(b, atBaseSequence, math.MaxInt32) },
	} {
		t.Run(name, func(t *testing.T) {
			b := with(1, change)(t)
			before := bytes.Clone(b)
			if err := produce(b); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b, before) {
				t.Error("validation changed the bytes")
			}
		})
	}
}

// Any one bit of bytes 21.. flipped is 2; of the leader epoch, which the broker overwrites
// anyway, nothing.
func TestEachBitThatIsFlippedOnTheWay(t *testing.T) {
	good := one(t, 2)
	for i := range good {
		for bit := range 8 {
			b := bytes.Clone(good)
			b[i] ^= 1 << bit
			got := kerr.CodeOf(produce(b))
			switch {
			case i >= atCRC:
				if got != 2 {
					t.Errorf("byte %d, bit %d: code %d, want 2", i, bit, got)
				}
			case i >= atLeaderEpoch && i < atMagic:
				if got != 0 {
					t.Errorf("byte %d, bit %d: code %d, want 0", i, bit, got)
				}
			case got == 0:
				t.Errorf("byte %d, bit %d: accepted", i, bit)
			}
		}
	}
}

func TestExactlyMaxMessageBytesPassesAndOneMoreIsTooLargeEvenWithABadCRC(t *testing.T) {
	const limit = 1048588
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{
		{Timestamp: now, Value: make([]byte, limit-61-11)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(b) != limit {
		t.Fatalf("the batch has %d bytes, the test needs %d", len(b), limit)
	}
	if err := produce(b); err != nil {
		t.Errorf("exactly the limit: %v", err)
	}
	b[atCRC] ^= 1
	if got := kerr.CodeOf(produceWith(b, limit-1, 1<<30)); got != 10 {
		t.Errorf("one more and a bad CRC: code %d, want 10", got)
	}
	if got := kerr.CodeOf(produceWith(b, limit, 1<<30)); got != 2 {
		t.Errorf("a bad CRC alone: code %d, want 2", got)
	}
}

// Counts and lengths are the sender's word: none may ask for memory.
func TestClaimedCountsAllocateNothing(t *testing.T) {
	claims := map[string][]byte{
		"2^31-1 records": with(1, func(b []byte) {
			put32(b, atCount, math.MaxInt32)
			put32(b, atLastOffsetDelta, math.MaxInt32-1)
		})(t),
		"2^30 headers":    raw(t, 1, "14 00 00 00 01 01 8080808008"),
		"a 1 GB key":      raw(t, 1, "14 00 00 00 8080808008 01 00"),
		"a 1 GB value":    raw(t, 1, "14 00 00 00 01 8080808008 00"),
		"a 1 GB record":   raw(t, 1, "8080808008 00 00 00 01 01 00"),
		"a 1 GB header":   raw(t, 1, "16 00 00 00 01 01 02 8080808008"),
		"a 2 GB batch":    with(1, func(b []byte) { put32(b, atLength, math.MaxInt32) })(t),
		"a length of MIN": with(1, func(b []byte) { put32(b, atLength, math.MinInt32) })(t),
	}
	for name, b := range claims {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := produce(b)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Fatal("accepted")
			}
			told(t, err)
			if used := after.TotalAlloc - before.TotalAlloc; used > 16<<10 {
				t.Errorf("%d bytes were allocated to refuse %d", used, len(b))
			}
		})
	}
}

func TestAHeaderCountIsRefusedBeforeAHeaderIsRead(t *testing.T) {
	for name, b := range map[string][]byte{
		"2^30":                        raw(t, 1, "14 00 00 00 01 01 8080808008"),
		"3 where 5 bytes are left":    raw(t, 1, "16 00 00 00 01 01 06 00 00 00 00 00"),
		"-1":                          raw(t, 1, "0c 00 00 00 01 01 01"),
		"1 where no byte is left":     raw(t, 1, "0c 00 00 00 01 01 02"),
		"MIN, as its longest form is": raw(t, 1, "14 00 00 00 01 01 ffffffff0f"),
	} {
		t.Run(name, func(t *testing.T) {
			wantError(t, produce(b), batch.ErrInvalidRecord, 87, 61+6, "headersCount")
		})
	}
}

// A Record need not come from a walk, so Headers looks at the count for itself.
func TestHeadersOfAMadeUpRecordAreGuarded(t *testing.T) {
	for name, r := range map[string]batch.Record{
		"2^30 headers of 3 bytes": {HeaderCount: 1 << 30, RawHeaders: []byte{0, 0, 0}},
		"-1 headers":              {HeaderCount: -1},
		"one of two there":        {HeaderCount: 2, RawHeaders: []byte{0, 0}},
		"two where one is counted": {HeaderCount: 1,
			RawHeaders: []byte{0, 0, 0, 0}},
		"bytes where none is counted": {HeaderCount: 0, RawHeaders: []byte{0, 0}},
		"a key without end":           {HeaderCount: 1, RawHeaders: []byte{20, 'a'}},
	} {
		if hs, err := r.Headers(); !errors.Is(err, batch.ErrInvalidRecord) || hs != nil {
			t.Errorf("%s: %v, %v", name, hs, err)
		}
	}
}
