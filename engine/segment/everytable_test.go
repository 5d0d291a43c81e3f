package segment_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"kaenlog/engine/batch"
	"kaenlog/engine/inspect"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// class is a kind of damage, and why it fares here as it does in Kafka, or not. A class needs
// that phrase when an input of it was not noticed or fared differently, and may not have one
// otherwise.
type class struct{ name, why string }

// table counts what became of the inputs, a row a class in the order in which they came.
type table struct {
	rows   []*tableRow
	inputs int
}

type tableRow struct {
	class
	count, differ int
	here, kafka   map[string]int
}

const notNoticed = "not noticed"

func (tb *table) add(c class, here, kafka string, same bool) {
	i := slices.IndexFunc(tb.rows, func(r *tableRow) bool { return r.class == c })
	if i < 0 {
		i = len(tb.rows)
		tb.rows = append(tb.rows, &tableRow{class: c,
			here: map[string]int{}, kafka: map[string]int{}})
	}
	r := tb.rows[i]
	r.count++
	r.here[here]++
	r.kafka[kafka]++
	if !same {
		r.differ++
	}
	tb.inputs++
}

// print logs the table and holds the phrases against the counts.
func (tb *table) print(t *testing.T) {
	t.Helper()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "input\tcount\there\tKafka 4.1.0\tsame\tdiffers\twhy")
	differ := 0
	for _, r := range tb.rows {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%d\t%d\t%s\n", r.name, r.count, counts(r.here),
			counts(r.kafka), r.count-r.differ, r.differ, cmp.Or(r.why, "-"))
		differ += r.differ
		if told := r.differ > 0 || r.here[notNoticed] > 0; told != (r.why != "") {
			t.Errorf("%s: %d differ, %d were not noticed, and the reason given is %q", r.name,
				r.differ, r.here[notNoticed], r.why)
		}
	}
	w.Flush()
	t.Logf("what became of %d inputs, %d of them otherwise than in Kafka 4.1.0\n%s", tb.inputs,
		differ, b.String())
}

// counts writes outcomes with their numbers, the most frequent first.
func counts(m map[string]int) string {
	all := slices.Collect(maps.Keys(m))
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b))
	})
	for i, outcome := range all {
		all[i] = fmt.Sprintf("%s %d", outcome, m[outcome])
	}
	return strings.Join(all, "; ")
}

// input is a file to recover.
type input struct {
	class
	what  string // this one, for an error
	file  []byte
	whole int64 // bytes that would be kept if nobody noticed anything
	wrong int64 // the first byte that was changed where it stood; -1 for none
}

// outcome names what v says of an input.
func (in input) outcome(v verdict) string {
	kind := ""
	if v.kind != nil {
		kind = ": " + kindNames[v.kind]
	}
	changed := in.wrong >= 0
	switch {
	case v.fails:
		return "fails to start"
	case changed && v.kept <= in.wrong:
		return "cut there" + kind
	case changed && v.kept < in.whole:
		return "cut behind it" + kind
	case v.kept < in.whole:
		return "cut" + kind
	case len(v.gaps) > 0:
		return "kept, gap told"
	case changed:
		return notNoticed
	case v.end < v.highest:
		return "kept, log end goes back"
	case v.unordered:
		return "kept, out of order"
	}
	return "kept"
}

var kindNames = map[*kerr.Error]string{
	batch.ErrTorn:          "torn",
	batch.ErrCorrupt:       "not a batch",
	batch.ErrCRC:           "CRC",
	batch.ErrOldMagic:      "old format",
	segment.ErrOffsetOrder: "offset order",
}

// firstFault is a visitor that listens up to the first fault.
type firstFault struct {
	inspect.Visitor // nil: what is not overridden here is not called without records
	batches         int
	gaps            []segment.Gap
	fault           *inspect.Fault
}

func walkToFault(t testing.TB, fsys vfs.FS, name string) *firstFault {
	t.Helper()
	s := &firstFault{}
	if err := inspect.Walk(&inspect.Target{FS: fsys, Name: name, Label: name}, false, s); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *firstFault) Begin(*inspect.File)    {}
func (s *firstFault) End(*inspect.Sum)       {}
func (s *firstFault) Note(string, string)    {}
func (s *firstFault) Fault(f *inspect.Fault) { s.fault = cmp.Or(s.fault, f) }
func (s *firstFault) Stop() bool             { return s.fault != nil }

func (s *firstFault) Batch(_ int64, _ batch.Batch, fault error) {
	if fault == nil {
		s.batches++
	}
}

func (s *firstFault) Gap(_ string, pos, first, last int64) {
	s.gaps = append(s.gaps, segment.Gap{Pos: pos, First: first, Last: last})
}
