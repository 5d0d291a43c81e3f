package producer_test

import (
	"testing"

	"kaenlog/engine/producer"
)

// verdictRow is a row of the contract's table of verdicts, or a story that one of them
// tells. Every history begins at offset 100.
type verdictRow struct {
	name     string
	history  []sent
	batch    sent
	kind     producer.Kind
	expected int32
	original int64 // first offset of the original, for a duplicate
}

const ( // shorter names, for the tables
	appends   = producer.Append
	duplicate = producer.Duplicate
	refused   = producer.OutOfOrder
)

var (
	// fiveOfTwo holds 0..1, 2..3, 4..5, 6..7 and 8..9 at offsets 100 to 109.
	fiveOfTwo = []sent{{0, 0, 2}, {0, 2, 2}, {0, 4, 2}, {0, 6, 2}, {0, 8, 2}}
	sixOfTwo  = append(fiveOfTwo[:5:5], sent{0, 10, 2})
)

func verdictRows() []verdictRow {
	return []verdictRow{
		{"equal epoch, both ends equal to the newest batch", fiveOfTwo, sent{0, 8, 2},
			duplicate, 10, 108},
		{"equal epoch, both ends equal to the oldest of five", fiveOfTwo, sent{0, 0, 2},
			duplicate, 10, 100},
		{"equal epoch, both ends equal to one in the middle", fiveOfTwo, sent{0, 4, 2},
			duplicate, 10, 104},
		{"equal epoch, both ends equal to one that was evicted", sixOfTwo, sent{0, 0, 2},
			refused, 12, 0},
		{"equal epoch, the oldest that is left after an eviction", sixOfTwo, sent{0, 2, 2},
			duplicate, 12, 102},
		{"equal epoch, the expected first", fiveOfTwo, sent{0, 10, 3}, appends, 10, 0},
		{"equal epoch, a gap of one", fiveOfTwo, sent{0, 11, 1}, refused, 10, 0},
		{"equal epoch, one before the expected", fiveOfTwo, sent{0, 9, 2}, refused, 10, 0},
		{"equal epoch, the first half of a batch", fiveOfTwo, sent{0, 8, 1}, refused, 10, 0},
		{"equal epoch, the second half of a batch", fiveOfTwo, sent{0, 9, 1}, refused, 10, 0},
		{"equal epoch, two batches merged into one", fiveOfTwo, sent{0, 6, 4}, refused, 10, 0},
		{"equal epoch, a batch and something new behind it", fiveOfTwo, sent{0, 8, 3},
			refused, 10, 0},
		{"equal epoch, 0 again after other batches", sixOfTwo, sent{0, 0, 1}, refused, 12, 0},

		{"lower epoch, the expected first", []sent{{3, 0, 2}}, sent{2, 2, 1}, appends, 2, 0},
		{"lower epoch, both ends equal to a batch", []sent{{3, 0, 2}}, sent{2, 0, 2},
			refused, 2, 0},
		{"lower epoch, anything else", []sent{{3, 0, 2}}, sent{2, 7, 1}, refused, 2, 0},
		{"the old epoch's resend of what it just appended",
			[]sent{{3, 0, 2}, {2, 2, 1}}, sent{2, 2, 1}, refused, 3, 0},
		{"the new epoch's next after the old one appended",
			[]sent{{3, 0, 2}, {2, 2, 1}}, sent{3, 3, 1}, appends, 3, 0},

		{"higher epoch, first 0", fiveOfTwo, sent{1, 0, 2}, appends, 0, 0},
		{"higher epoch, first 0, both ends equal to the newest batch", []sent{{0, 0, 2}},
			sent{1, 0, 2}, appends, 0, 0},
		{"higher epoch, the old epoch's next", fiveOfTwo, sent{1, 10, 1}, refused, 0, 0},
		{"higher epoch, both ends equal to a batch", fiveOfTwo, sent{1, 8, 2}, refused, 0, 0},
		{"two epochs higher, first 0", fiveOfTwo, sent{2, 0, 1}, appends, 0, 0},
		{"the new window's own resend", append(fiveOfTwo[:5:5], sent{1, 0, 3}),
			sent{1, 0, 3}, duplicate, 3, 110},
		{"the new window does not know the old one's batches",
			append(fiveOfTwo[:5:5], sent{1, 0, 3}), sent{1, 8, 2}, refused, 3, 0},

		{"never seen, first 0", nil, sent{0, 0, 4}, appends, 0, 0},
		{"never seen, first 0, epoch 7", nil, sent{7, 0, 1}, appends, 0, 0},
		{"never seen, first 1", nil, sent{0, 1, 1}, refused, 0, 0},
		{"never seen, first 2147483647", nil, sent{0, 1<<31 - 1, 1}, refused, 0, 0},
	}
}

func TestVerdicts(t *testing.T) {
	for _, row := range verdictRows() {
		t.Run(row.name, func(t *testing.T) {
			judgeRow(t, after(1000, row.history...), row)
		})
	}
}

func judgeRow(t *testing.T, table *producer.Table, row verdictRow) {
	t.Helper()
	v := table.Judge(1000, row.batch.epoch, row.batch.first, row.batch.last())
	want := producer.Verdict{Kind: row.kind, Expected: row.expected, Got: row.batch.first}
	if row.kind == producer.Duplicate {
		want.Original = row.batch.at(row.original)
	}
	if v != want {
		t.Errorf("%d..%d of epoch %d is judged\n%+v, want\n%+v", row.batch.first,
			row.batch.last(), row.batch.epoch, v, want)
	}
}

// Sequences live in 0..2147483647 and the greatest is followed by 0. The rows after the
// first are faults that other brokers and clients had: twmb/franz-go #216,
// redpanda-data/redpanda #4854, tulios/kafkajs #1790.
func TestSequencesWrapTo0(t *testing.T) {
	const top = 1<<31 - 1
	wrapped := []sent{{0, top - 1, 4}} // 2147483646, 2147483647, 0, 1
	for _, row := range []verdictRow{
		{"four records from 2147483646 on fit behind 2147483645", []sent{{0, top - 2, 1}},
			sent{0, top - 1, 4}, appends, top - 1, 0},
		{"they are 2147483646..1 when they come again", wrapped, sent{0, top - 1, 4},
			duplicate, 2, 100},
		{"2 is next", wrapped, sent{0, 2, 1}, appends, 2, 0},
		{"1 is not", wrapped, sent{0, 1, 1}, refused, 2, 0},
		{"nor is 2147483647", wrapped, sent{0, top, 1}, refused, 2, 0},
		{"2147483647 is a sequence like any other", []sent{{0, top - 1, 1}}, sent{0, top, 1},
			appends, top, 0},
		{"0 follows it", []sent{{0, top, 1}}, sent{0, 0, 1}, appends, 0, 0},
		{"1 does not", []sent{{0, top, 1}}, sent{0, 1, 1}, refused, 0, 0},
		{"0 does not follow 2147483646", []sent{{0, top - 1, 1}}, sent{0, 0, 1}, refused, top, 0},
		{"the batch before the wrap comes again behind it",
			[]sent{{0, top - 1, 2}, {0, 0, 2}}, sent{0, top - 1, 2}, duplicate, 2, 100},
	} {
		t.Run(row.name, func(t *testing.T) {
			judgeRow(t, after(1000, row.history...), row)
		})
	}
}

func TestVerdictNamesAreThoseOfTheLessons(t *testing.T) {
	for kind, name := range map[producer.Kind]string{
		producer.Append:     "APPEND",
		producer.Duplicate:  "DUPLICATE",
		producer.OutOfOrder: "OUT_OF_ORDER_SEQUENCE_NUMBER",
	} {
		if got := kind.String(); got != name {
			t.Errorf("kind %d is called %q, want %q", kind, got, name)
		}
	}
}

func TestJudgingChangesNothing(t *testing.T) {
	for _, row := range verdictRows() {
		table := after(1000, row.history...)
		before, seen := table.Window(1000)
		judgeRow(t, table, row)
		judgeRow(t, table, row)
		if w, ok := table.Window(1000); w != before || ok != seen || table.Len() != len(table.IDs()) {
			t.Errorf("%s: the window is %v after judging, was %v", row.name, w, before)
		}
	}
}

func TestJudgingAllocatesNothing(t *testing.T) {
	for _, row := range verdictRows() {
		table := after(1000, row.history...)
		last := row.batch.last()
		n := testing.AllocsPerRun(100, func() {
			table.Judge(1000, row.batch.epoch, row.batch.first, last)
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", row.name, n)
		}
	}
}
