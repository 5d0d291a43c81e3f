package demo

import (
	"errors"
	"testing"

	"kaenlog/engine/kerr"
	"kaenlog/engine/trace"
)

// A demo says nothing that did not happen: these are answers of a broker that does
// something else than the sentences say.
func TestDemoFailsWhenItsClaimsDoNotHold(t *testing.T) {
	dup := trace.Judged{Verdict: "DUPLICATE", BaseOffset: 7, LastOf: 9}
	ooo := trace.Judged{Verdict: "OUT_OF_ORDER_SEQUENCE_NUMBER", Expected: 10, Got: 13}
	duplicate := func(a answer) { duplicateClaim(a, 7) }
	acks := func(n int16) func(answer) {
		return func(a answer) { acksClaims(n, a) }
	}
	rows := []struct {
		name  string
		check func(answer)
		a     answer
		holds bool
	}{
		{"a true duplicate", duplicate, answer{judged: dup, base: 7, before: 10, after: 10}, true},
		{"a duplicate that moved the log end", duplicate,
			answer{judged: dup, base: 7, before: 10, after: 13}, false},
		{"a duplicate that wrote", duplicate, answer{judged: dup, base: 7, bytes: 1}, false},
		{"a duplicate at another offset", duplicate, answer{judged: dup, base: 10}, false},
		{"a duplicate that is an error", duplicate,
			answer{judged: dup, base: 7, code: kerr.DuplicateSequenceNumber}, false},
		{"a duplicate that was appended", duplicate,
			answer{judged: trace.Judged{Verdict: "APPEND"}, base: 7}, false},
		{"a true gap", outOfOrderClaim,
			answer{judged: ooo, base: -1, code: kerr.OutOfOrderSequenceNumber}, true},
		{"a gap that was written", outOfOrderClaim,
			answer{judged: ooo, base: -1, code: kerr.OutOfOrderSequenceNumber, after: 1}, false},
		{"a gap that was no error", outOfOrderClaim, answer{judged: ooo, base: -1}, false},
		{"acks 0 that wrote nothing", acks(0), answer{before: 9, after: 9}, false},
		{"acks 0 that wrote", acks(0), answer{before: 9, after: 10, bytes: 137}, true},
		{"acks -1 that claims success", acks(-1),
			answer{before: 9, after: 10, bytes: 137, base: 9}, false},
		{"acks -1 refused before the append", acks(-1),
			answer{before: 9, after: 9, base: -1, code: kerr.NotEnoughReplicas}, false},
		{"acks 2 that wrote", acks(2),
			answer{before: 9, after: 10, base: -1, code: kerr.InvalidRequiredAcks}, false},
		{"acks 2 refused", acks(2),
			answer{before: 9, after: 9, base: -1, code: kerr.InvalidRequiredAcks}, true},
	}
	for _, r := range rows {
		err := caught(func() { r.check(r.a) })
		if (err == nil) != r.holds || (err != nil && !errors.Is(err, ErrClaim)) {
			t.Errorf("%s: %v", r.name, err)
		}
	}
}

// caught gives the error with which a part of a demo ended it.
func caught(part func()) (err error) {
	defer func() {
		if a, ok := recover().(aborted); ok {
			err = a.err
		}
	}()
	part()
	return nil
}

func TestTableGrowsOnlyWhenAValueWouldTouch(t *testing.T) {
	tbl := table{columns: []column{{head: " a", width: 2}, {head: "  b", width: 4, left: 1},
		{head: "c"}}}
	tbl.row("row", []string{"1", "22", "x"})
	head, rows := tbl.layOut()
	if head != " a  bc" || rows[0] != " 1 22 x" {
		t.Errorf("%q %q", head, rows)
	}
	tbl.row("row", []string{"333", "4444", "y"})
	head, rows = tbl.layOut()
	if head != "   a  b  c" || rows[0] != "   1 22   x" || rows[1] != " 333 4444 y" {
		t.Errorf("%q %q", head, rows)
	}
}
