package partition_test

import (
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
)

// Why answers differ from Kafka's, said once.
const (
	noFencing = "nobody is fenced here: a lower epoch is judged by its sequence alone, where " +
		"Kafka answers INVALID_PRODUCER_EPOCH, 47"
	beginsAt0 = "a producer never seen must begin at 0 here, so that a batch that overtook an " +
		"earlier one is not taken; Kafka 4.1 takes any first sequence"
)

func control(b []byte) []byte {
	b[atAttributes+1] |= 0x20
	return fixCRC(b)
}

func windowIs(id int64, want string) func(t *testing.T, b *broker) {
	return func(t *testing.T, b *broker) {
		if got := b.window(id); got != want {
			t.Errorf("the window is %q, want %q", got, want)
		}
	}
}

// idempotenceRows tell of producers that number their batches, within one life of a broker.
func idempotenceRows() []kafkaRow {
	five := []step{
		say(numbered(9, 0, 0, 1), "offset 0"), say(numbered(9, 0, 1, 1), "offset 1"),
		say(numbered(9, 0, 2, 1), "offset 2"), say(numbered(9, 0, 3, 1), "offset 3"),
		say(numbered(9, 0, 4, 1), "offset 4"), say(numbered(9, 0, 0, 1), "offset 0"),
	}
	return []kafkaRow{
		{name: "a batch sent twice", input: "0..1 twice", steps: []step{
			say(numbered(9, 0, 0, 2), "offset 0"),
			say(numbered(9, 0, 0, 2), "offset 0"),
		}, log: "0:0..1", after: windowIs(9, "epoch 0: 0..1")},
		{name: "another payload under the same sequences", input: "0..1, then 0..1 of others",
			steps: []step{
				say(numbered(9, 0, 0, 2), "offset 0"),
				say(build(batch.Producer{ID: 9}, 2, "something else"), "offset 0"),
			}, log: "0:0..1", after: func(t *testing.T, b *broker) {
				if size := b.stored()[0].Size(); size != 81 {
					t.Errorf("the batch stored has %d bytes, the first one had 81", size)
				}
			}},
		{name: "the oldest of five batches again", input: "five batches, the first again",
			steps: five, log: "0:0..0 1:1..1 2:2..2 3:3..3 4:4..4"},
		{name: "the oldest of six batches again", input: "six batches, the first again",
			steps: append(five[:len(five):len(five)],
				say(numbered(9, 0, 5, 1), "offset 5"), say(numbered(9, 0, 0, 1), "error 45"),
				say(numbered(9, 0, 1, 1), "offset 1")),
			log: "0:0..0 1:1..1 2:2..2 3:3..3 4:4..4 5:5..5"},
		{name: "a part of a batch", input: "0..1, 2..3, then 2..2 and 3..3", steps: []step{
			say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(9, 0, 2, 2), "offset 2"),
			say(numbered(9, 0, 2, 1), "error 45"), say(numbered(9, 0, 3, 1), "error 45"),
		}, log: "0:0..1 2:2..3"},
		{name: "two batches merged into one", input: "0..1, 2..3, then 0..3", steps: []step{
			say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(9, 0, 2, 2), "offset 2"),
			say(numbered(9, 0, 0, 4), "error 45"),
		}, log: "0:0..1 2:2..3"},
		{name: "a gap", input: "expecting 10, 12 comes", steps: []step{
			say(numbered(9, 0, 0, 10), "offset 0"), say(numbered(9, 0, 12, 1), "error 45"),
			say(numbered(9, 0, 10, 1), "offset 10"),
		}, log: "0:0..9 10:10..10"},
		{name: "a higher epoch", input: "epoch 0; epoch 2 from 10, then from 0", steps: []step{
			say(numbered(9, 0, 0, 10), "offset 0"), say(numbered(9, 2, 10, 1), "error 45"),
			say(numbered(9, 2, 0, 1), "offset 10"),
		}, log: "0:0..9 10:0..0", after: windowIs(9, "epoch 2: 0..0")},
		{name: "a lower epoch's resend", input: "epoch 2 knows 0..0; epoch 0 and 1 send 0..9, 0..0",
			steps: []step{
				say(numbered(9, 0, 0, 10), "offset 0"), say(numbered(9, 2, 0, 1), "offset 10"),
				differ(numbered(9, 0, 0, 10), "error 47", "error 45"),
				differ(numbered(9, 1, 0, 1), "error 47", "error 45"),
			}, log: "0:0..9 10:0..0", after: windowIs(9, "epoch 2: 0..0"), why: noFencing},
		{name: "a lower epoch's next", input: "epoch 2 knows 0..0; epoch 1 sends 1..1",
			steps: []step{
				say(numbered(9, 2, 0, 1), "offset 0"),
				differ(numbered(9, 1, 1, 1), "error 47", "offset 1"),
				differ(numbered(9, 2, 2, 1), "error 45", "offset 2"),
			}, log: "0:0..0 1:1..1 2:2..2", after: windowIs(9, "epoch 2: 0..0 1..1 2..2"),
			why: noFencing},
		{name: "a first sequence of 5", input: "a fresh producer sends 5, 0, 6", steps: []step{
			differ(numbered(9, 0, 5, 1), "offset 0", "error 45"),
			differ(numbered(9, 0, 0, 1), "error 45", "offset 0"),
			differ(numbered(9, 0, 6, 1), "offset 1", "error 45"),
		}, log: "0:0..0", why: beginsAt0},
		{name: "a producer id without a sequence", input: "producer 9, sequence -1",
			steps: []step{say(numbered(9, 0, -1, 1), "error 87")}, log: ""},
		{name: "a sequence without a producer id", input: "producer -1, epoch 3, sequence 5, twice",
			steps: []step{
				say(numbered(-1, 3, 5, 1), "offset 0"), say(numbered(-1, 3, 5, 1), "offset 1"),
			}, log: "0:5..5 1:5..5", after: windowIs(-1, "never seen")},
		{name: "producer id -5", input: "producer -5, sequence 0, twice", steps: []step{
			say(numbered(-5, 0, 0, 1), "offset 0"), say(numbered(-5, 0, 0, 1), "offset 1"),
		}, log: "0:0..0 1:0..0", after: windowIs(-5, "never seen")},
		{name: "a producer id of epoch -1", input: "producer 9, epoch -1: 0..0, 5..5, 1..1",
			steps: []step{
				say(numbered(9, -1, 0, 1), "offset 0"),
				differ(numbered(9, -1, 5, 1), "offset 1", "error 45"),
				differ(numbered(9, -1, 1, 1), "offset 2", "offset 1"),
			}, log: "0:0..0 1:1..1",
			why: "epoch -1 is an epoch like any other here; in Kafka it means that no entry " +
				"exists, so any sequence passes for ever"},
		{name: "a control batch from a client", input: "0..0 with the control bit",
			steps: []step{
				say(control(numbered(9, 0, 0, 1)), "error 87"),
				say(numbered(9, 0, 0, 1), "offset 0"),
			}, log: "0:0..0"},
		{name: "two producers", input: "9 and 10 each send 0..1, then again", steps: []step{
			say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(10, 0, 0, 2), "offset 2"),
			say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(10, 0, 0, 2), "offset 2"),
		}, log: "0:0..1 2:0..1"},
		{name: "a day later", input: "0..0, 24 hours pass, 0..0", cfg: daysPass(), steps: []step{
			say(numbered(9, 0, 0, 1), "offset 0"),
			differ(numbered(9, 0, 0, 1), "offset 1", "offset 0"),
		}, log: "0:0..0",
			why: "nothing expires here; Kafka forgets a producer after " +
				"producer.id.expiration.ms and appends the resend"},
		{name: "a duplicate when the segment is full", input: "0..1 fills it, then 0..1 again",
			cfg: func(c *partition.Config) { c.SegmentBytes = 81 },
			steps: []step{
				say(numbered(9, 0, 0, 2), "offset 0"), say(numbered(9, 0, 0, 2), "offset 0"),
			}, log: "0:0..1", after: func(t *testing.T, b *broker) {
				// Kafka rolls before it looks for duplicates and leaves an empty segment.
				if got := b.Segments(); len(got) != 1 {
					t.Errorf("the segments begin at %v: a duplicate is judged before a roll", got)
				}
			}},
		{name: "a time-based roll and a duplicate", input: "0..0, a week passes, 0..0",
			cfg: func(c *partition.Config) { daysPass()(c); c.SegmentMs = 1 },
			steps: []step{
				say(numbered(9, 0, 0, 1), "offset 0"), say(numbered(9, 0, 0, 1), "offset 0"),
			}, log: "0:0..0", after: func(t *testing.T, b *broker) {
				if got := b.Segments(); len(got) != 1 {
					t.Errorf("the segments begin at %v: a duplicate is judged before a roll", got)
				}
			}},
	}
}

// daysPass gives a clock that goes a day on between any two looks at it.
func daysPass() func(c *partition.Config) {
	return func(c *partition.Config) {
		ms := int64(now)
		c.NowMs = func() int64 {
			ms += 24 * 60 * 60 * 1000
			return ms
		}
	}
}

func TestPartitionsCountSequencesEachForItself(t *testing.T) {
	a, _ := openMemory(t, nil)
	b, _ := openMemory(t, nil)
	for range 2 {
		for _, p := range []*broker{a, b} {
			if got := words(p.send(1, numbered(9, 0, 0, 1))); got != "offset 0" {
				t.Errorf("0..0 of producer 9 is answered %s", got)
			}
		}
	}
}
