package api

import (
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
)

// The most that a page's flags make a demo do.
var longest = []struct {
	demo  string
	given []demo.Set
}{
	{"produce", []demo.Set{{Name: "batches", Text: "64"}, {Name: "truncateTail", Text: "true"}}},
	{"dedup", []demo.Set{{Name: "seq", Text: "9999..9999"}, {Name: "resend", Text: "true"}}},
	{"dedup", []demo.Set{{Name: "seq", Text: "0..9999"}, {Name: "resend", Text: "true"}}},
	{"recovery", nil},
}

// stepsOf counts what a demo does.
func stepsOf(t *testing.T, name string, given []demo.Set) int64 {
	t.Helper()
	a := New()
	a.Limit(1<<40, func() {})
	if _, err := a.Demo(name, given); err != nil {
		t.Fatal(err)
	}
	return a.meter.done.Load()
}

func TestTheLongestDemosAreFarFromThePagesLimit(t *testing.T) {
	const limit = 20_000 // MAIN_STEPS in site/embed/inline.js
	for _, c := range longest {
		steps := stepsOf(t, c.demo, c.given)
		t.Logf("%s %v: %d steps", c.demo, c.given, steps)
		if steps < 40 || steps > limit/100 {
			t.Errorf("%s %v: %d steps, limit is %d", c.demo, c.given, steps, limit)
		}
	}
}

func TestADemoEndsAtItsLimitAndTheNextCallWorks(t *testing.T) {
	for _, dir := range [][]demo.Set{nil, {{Name: "dir", Text: "d"}}} {
		for _, spec := range demo.Specs() {
			given := append(goldenSet(spec), dir...)
			need := stepsOf(t, spec.Name, given)
			for most := range need {
				a := New()
				a.Limit(most, func() {})
				r, err := a.Demo(spec.Name, given)
				e := ErrorOf(err)
				if e == nil || e.Code != CodeBudget || e.Field != "" || r.JSON != nil ||
					!strings.Contains(e.Message, "in a worker there is no such limit") {
					t.Fatalf("%s %v with %d of %d steps: %+v, %v", spec.Name, dir, most, need, e, r)
				}
				if _, err := a.Draw(spec.Name, given); ErrorOf(err).Code != CodeBudget {
					t.Fatalf("drawn: %v", err)
				}
				a.Limit(need, func() {})
				if r, err := a.Demo(spec.Name, given); err != nil ||
					string(r.Text) != golden.Text(spec.GoldenName) {
					t.Fatalf("%s %v after %d of %d steps: %v", spec.Name, dir, most, need, err)
				}
			}
		}
	}
}

func TestACommandLineAtItsLimitFailsAsOnAFullDisk(t *testing.T) {
	a := New()
	a.Limit(10, func() {})
	r := a.Run([]string{"produce-demo", "--dir", "d"})
	if r.Exit != 1 || !strings.Contains(r.Stderr, "more than it may do") || len(r.Text) > 0 {
		t.Fatalf("%d %s", r.Exit, r.Stderr)
	}
	a.Limit(10_000, func() {})
	for range 2 {
		if r := a.Run([]string{"produce-demo", "--dir", "d"}); r.Exit != 0 {
			t.Fatalf("%d %s", r.Exit, r.Stderr)
		}
	}
}

func TestARunThatNeverEndsPausesAndEndsAtItsLimit(t *testing.T) {
	for _, given := range [][]demo.Set{nil, {{Name: "dir", Text: "d"}}} {
		a := New()
		a.again = true
		pauses := int64(0)
		a.Limit(10*pauseEvery, func() { pauses++ })
		_, err := a.Demo("produce", given)
		if e := ErrorOf(err); e == nil || e.Code != CodeBudget {
			t.Fatalf("%v: %v", given, err)
		}
		if pauses != 10 {
			t.Errorf("%v: %d pauses", given, pauses)
		}
	}
}
