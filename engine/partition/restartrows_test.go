package partition_test

import (
	"math"
	"path"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/vfs/vfstest"
)

// upTo gives what a segment holds of a producer whose last sequence is the one given.
func upTo(last int32) func() [][]byte {
	return func() [][]byte { return [][]byte{numbered(9, 0, last-2, 3)} }
}

// wrapRows tell of producers near the greatest sequence. twmb/franz-go #216,
// redpanda-data/redpanda #4854 and tulios/kafkajs #1790 had faults there.
func wrapRows() []kafkaRow {
	const top = math.MaxInt32
	return []kafkaRow{
		{name: "a batch over the wrap", input: "four records at 2147483646, again, then 2",
			stored: upTo(top - 2), steps: []step{
				say(numbered(9, 0, top-1, 4), "offset 3"),
				say(numbered(9, 0, top-1, 4), "offset 3"),
				say(numbered(9, 0, 1, 1), "error 45"),
				say(numbered(9, 0, 2, 1), "offset 7"),
			}, log: "0:2147483643..2147483645 3:2147483646..1 7:2..2",
			after: windowIs(9, "epoch 0: 2147483643..2147483645 2147483646..1 2..2")},
		{name: "0 follows the greatest sequence", input: "2147483647 is known; -2147483648, 1, 0",
			stored: upTo(top), steps: []step{
				say(numbered(9, 0, math.MinInt32, 1), "error 87"),
				say(numbered(9, 0, 1, 1), "error 45"),
				say(numbered(9, 0, 0, 1), "offset 3"),
			}, log: "0:2147483645..2147483647 3:0..0"},
		{name: "the greatest sequence is not left out", input: "2147483646, 2147483647, 0",
			stored: upTo(top - 2), steps: []step{
				say(numbered(9, 0, top-1, 1), "offset 3"),
				say(numbered(9, 0, 0, 1), "error 45"),
				say(numbered(9, 0, top, 1), "offset 4"),
				say(numbered(9, 0, 0, 1), "offset 5"),
			}, log: "0:2147483643..2147483645 3:2147483646..2147483646 " +
				"4:2147483647..2147483647 5:0..0"},
	}
}

const noSnapshot = "the window is read back from the headers of the last segment, so up to " +
	"five batches are known; Kafka's snapshot keeps the newest alone"

// restartRows tell of what is known after the broker began again.
func restartRows() []kafkaRow {
	restart := step{}
	return []kafkaRow{
		{name: "a restart", input: "two batches, a restart, both again, and the next",
			steps: []step{
				say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(9, 0, 2, 2), "offset 2"),
				restart,
				say(numbered(9, 0, 2, 2), "offset 2"),
				differ(numbered(9, 0, 0, 2), "error 45", "offset 0"),
				say(numbered(9, 0, 4, 1), "offset 4"),
			}, log: "0:0..1 2:2..3 4:4..4", why: noSnapshot},
		// KAFKA-5435: no snapshot was taken for an upgrade, and the state was lost.
		{name: "no snapshot is no upgrade", input: "a segment and no other file, its last again",
			stored: func() [][]byte { return [][]byte{numbered(9, 0, 0, 2), numbered(9, 0, 2, 2)} },
			steps: []step{
				say(numbered(9, 0, 2, 2), "offset 2"), say(numbered(9, 0, 4, 1), "offset 4"),
			}, log: "0:0..1 2:2..3 4:4..4"},
		{name: "an abort marker of the same epoch", input: "0..1, a marker, 2..2",
			stored: func() [][]byte { return [][]byte{numbered(9, 0, 0, 2), marker(9, 0)} },
			steps:  []step{say(numbered(9, 0, 2, 1), "offset 3")},
			log:    "0:0..1 2+1 3:2..2", after: windowIs(9, "epoch 0: 0..1 2..2")},
		// KAFKA-5494: the answer once pointed at the marker.
		{name: "a resend behind a marker", input: "0..1, a marker, 0..1 again",
			stored: func() [][]byte { return [][]byte{numbered(9, 0, 0, 2), marker(9, 0)} },
			steps:  []step{say(numbered(9, 0, 0, 2), "offset 0")},
			log:    "0:0..1 2+1"},
		{name: "a marker of a higher epoch", input: "0..1, a marker of epoch 1, 2..2 of epoch 0",
			stored: func() [][]byte { return [][]byte{numbered(9, 0, 0, 2), marker(9, 1)} },
			steps: []step{
				differ(numbered(9, 0, 2, 1), "error 47", "offset 3"),
				say(numbered(9, 1, 1, 1), "error 45"),
				differ(numbered(9, 1, 0, 1), "offset 3", "offset 4"),
			}, log: "0:0..1 2+1 3:2..2 4:0..0",
			why: "there are no transactions here: a control batch is read over, and nobody is " +
				"fenced by it"},
		// KAFKA-9144: an entry made by a marker alone must load as "no batches".
		{name: "a marker and nothing else", input: "a marker of epoch 1, 0..0 of epoch 1",
			stored: func() [][]byte { return [][]byte{marker(9, 1)} },
			steps:  []step{say(numbered(9, 1, 0, 1), "offset 1")},
			log:    "0+1 1:0..0"},
		{name: "a duplicate after max.message.bytes was lowered", input: "0..1, 80 bytes allowed",
			steps: []step{
				say(numbered(9, 0, 0, 2), "offset 0"),
				{cfg: func(c *partition.Config) { c.MaxMessageBytes = 80 }},
				say(numbered(9, 0, 0, 2), "error 10"),
			}, log: "0:0..1"},
		{name: "a higher epoch in the segment", input: "epoch 0, epoch 1, a restart, both again",
			steps: []step{
				say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(9, 1, 0, 1), "offset 2"),
				restart,
				say(numbered(9, 1, 0, 1), "offset 2"),
				differ(numbered(9, 0, 0, 2), "error 47", "error 45"),
				say(numbered(9, 1, 1, 1), "offset 3"),
			}, log: "0:0..1 2:0..0 3:1..1", after: windowIs(9, "epoch 1: 0..0 1..1"),
			why: noFencing},
		{name: "a segment written by others", input: "a segment that begins at sequence 700",
			stored: func() [][]byte { return [][]byte{numbered(9, 3, 700, 5)} },
			steps: []step{
				say(numbered(9, 3, 700, 5), "offset 0"), say(numbered(9, 3, 705, 1), "offset 5"),
			}, log: "0:700..704 5:705..705"},
	}
}

// faultRows are small inputs for faults that other projects had.
func faultRows() []kafkaRow {
	flipped := plain(1)
	flipped[atAttributes+1] |= 0x08 // and the CRC as it was
	return []kafkaRow{
		{name: "a retry that was split", input: "0..4, its ack lost, 0..1 and 2..4", // sarama #1070
			steps: []step{
				say(numbered(9, 0, 0, 5), "offset 0"),
				say(numbered(9, 0, 0, 2), "error 45"), say(numbered(9, 0, 2, 3), "error 45"),
				say(numbered(9, 0, 0, 5), "offset 0"),
			}, log: "0:0..4"},
		{name: "a later batch first", input: "17..21, 0..16, 17..21", // KAFKA-14359, KAFKA-15591
			steps: []step{
				differ(numbered(9, 0, 17, 5), "offset 0", "error 45"),
				differ(numbered(9, 0, 0, 17), "error 45", "offset 0"),
				differ(numbered(9, 0, 17, 5), "offset 0", "offset 17"),
			}, log: "0:0..16 17:17..21", why: beginsAt0},
		{name: "an epoch raised elsewhere", input: "0..4; epoch 1 from 5, from 0", // KAFKA-12152
			steps: []step{
				say(numbered(9, 0, 0, 5), "offset 0"), say(numbered(9, 1, 5, 1), "error 45"),
				say(numbered(9, 1, 0, 1), "offset 5"),
			}, log: "0:0..4 5:0..0"},
		{name: "7 from a producer that is not known", input: "fresh, 7..7", // redpanda #22670
			steps: []step{differ(numbered(9, 0, 7, 1), "offset 0", "error 45")},
			log:   "", why: beginsAt0},
		{name: "a batch given up that never arrived", input: "0..1, 4..5", // librdkafka #4953
			steps: []step{
				say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(9, 0, 4, 2), "error 45"),
			}, log: "0:0..1"},
		{name: "a batch given up that had arrived", input: "0..1, 2..3 unheard, 4..5",
			steps: []step{
				say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(9, 0, 2, 2), "offset 2"),
				say(numbered(9, 0, 4, 2), "offset 4"),
			}, log: "0:0..1 2:2..3 4:4..5"},
		// dpkp/kafka-python #1580: 20 means appended, so a retry needs numbers.
		{name: "a retry after 20 without numbers", input: "a batch with acks -1, twice",
			steps: []step{
				{batch: plain(1), acks: -1, kafka: "error 20", ours: "error 20"},
				{batch: plain(1), acks: -1, kafka: "error 20", ours: "error 20"},
			}, log: "0+1 1+1"},
		{name: "a retry after 20 with numbers", input: "0..0 with acks -1, twice, then with 1",
			steps: []step{
				{batch: numbered(9, 0, 0, 1), acks: -1, kafka: "error 20", ours: "error 20"},
				{batch: numbered(9, 0, 0, 1), acks: -1, kafka: "error 20", ours: "error 20"},
				say(numbered(9, 0, 0, 1), "offset 0"),
			}, log: "0:0..0"},
		{name: "acks -1 with too few replicas in sync", input: "one replica, acks -1, then 1",
			steps: []step{
				{batch: plain(1), acks: -1, kafka: "error 19", ours: "error 20"},
				differ(plain(1), "offset 0", "offset 1"),
			}, log: "0+1 1+1",
			why: "acks never change what is written here, so the batch is in the log before " +
				"anybody asks for replicas; Kafka asks min.insync.replicas first"},
		// redpanda #27671: what the CRC covered and what was stored differed in this bit.
		{name: "the log-append-time bit behind the CRC's back", input: "bit 3 set, CRC as it was",
			steps: []step{say(flipped, "error 2")}, log: ""},
	}
}

func TestLogCutInTheMiddleKeepsTheWindowOfWhatRemains(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, nil)
		for i := range int32(5) {
			b.mustSend(numbered(9, 0, i, 1))
		}
		name, size := b.ActiveFile()
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := fsys.OpenAppend(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Truncate(size / 5 * 3); err != nil {
			t.Fatal(err)
		}
		f.Close()
		b = open(t, fsys, dir, nil)
		windowIs(9, "epoch 0: 0..0 1..1 2..2")(t, b)
		if got := words(b.send(1, numbered(9, 0, 4, 1))); got != "error 45" {
			t.Errorf("4, which was cut off with 3, is answered %s", got)
		}
		if got := words(b.send(1, numbered(9, 0, 3, 1))); got != "offset 3" {
			t.Errorf("3 is answered %s", got)
		}
	})
}

// durable-streams PR #358: recovery found the last good byte and left the tail, so that
// what was appended later stood where no reader arrives.
func TestNothingIsAppendedBehindGarbage(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, nil)
		b.mustSend(numbered(9, 0, 0, 2))
		name, _ := b.ActiveFile()
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := fsys.OpenAppend(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Append(make([]byte, 40)); err != nil {
			t.Fatal(err)
		}
		f.Close()
		b = open(t, fsys, dir, nil)
		before := b.state()
		if got := words(b.send(1, numbered(9, 0, 2, 1))); got != "error 56" {
			t.Errorf("with a torn tail the next batch is answered %s", got)
		}
		if got := words(b.send(1, numbered(9, 0, 0, 2))); got != "offset 0" {
			t.Errorf("with a torn tail a resend is answered %s", got)
		}
		b.sameState(before)
		if b.TornBytes() != 40 || b.layout() != "0:0..1" {
			t.Errorf("%d torn bytes, to read is %s", b.TornBytes(), b.layout())
		}
		if r, err := b.TruncateTail(); err != nil || r.Dropped != 40 {
			t.Fatalf("cutting dropped %d bytes, %v", r.Dropped, err)
		}
		if got := words(b.send(1, numbered(9, 0, 2, 1))); got != "offset 2" {
			t.Errorf("after the cut the next batch is answered %s", got)
		}
		if got := b.again(nil).layout(); got != "0:0..1 2:2..2" {
			t.Errorf("in the log is %s", got)
		}
	})
}

func TestDamagedOlderSegmentIsNamedWhenItsWindowIsNeeded(t *testing.T) {
	fsys := vfstest.Memory()
	damaged := numbered(9, 0, 2, 2)
	damaged[len(damaged)-1] ^= 1
	lay(t, fsys, "d", 0, numbered(9, 0, 0, 2), damaged)
	lay(t, fsys, "d", 4) // the last segment is empty
	_, err := partition.Open(fsys, "d", partition.Config{NowMs: func() int64 { return now }})
	if err == nil {
		t.Fatal("the partition opens, with a window that leaves a batch out")
	}
	wantPlace(t, err, path.Join("d", "00000000000000000000.log"), 81, batch.ErrCRC)
}
