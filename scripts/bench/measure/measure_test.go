package measure_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kaenlog/scripts/bench/measure"
)

// scribe is a subject that writes down what is asked of it.
func scribe(name string, did *[]string, err error) measure.Subject {
	return measure.Subject{Name: name, Begin: func() (measure.Work, error) {
		*did = append(*did, "begin "+name)
		return measure.Work{
			Do: func(n int) error {
				*did = append(*did, fmt.Sprint(name, n))
				return err
			},
			End: func() error {
				*did = append(*did, "end "+name)
				return nil
			},
		}, nil
	}}
}

func TestSubjectsTakeTurnsInEveryOrder(t *testing.T) {
	var did []string
	const rounds, turns = 4, 20
	_, err := measure.Compare(t.Context(), measure.Plan{Rounds: rounds, Turns: turns, Ops: 7},
		[]measure.Subject{scribe("a", &did, nil), scribe("b", &did, nil)})
	if err != nil {
		t.Fatal(err)
	}
	orders := map[string]int{}
	for round := range rounds {
		all := did[round*(2*turns+4):][:2*turns+4]
		if !slices.Equal(all[:2], []string{"begin a", "begin b"}) ||
			!slices.Equal(all[2*turns+2:], []string{"end a", "end b"}) {
			t.Fatalf("a round is %q", all)
		}
		for turn := range turns {
			orders[all[2+2*turn]+all[3+2*turn]]++
		}
	}
	if n := orders["a7b7"]; len(orders) != 2 || n < 10 || n > rounds*turns-10 {
		t.Errorf("turns were %v, want both orders and no other", orders)
	}
}

func TestAFailureIsNamedAndEverybodyIsEnded(t *testing.T) {
	var did []string
	red := errors.New("red")
	_, err := measure.Compare(t.Context(), measure.Plan{Rounds: 2, Turns: 2, Ops: 1},
		[]measure.Subject{scribe("a", &did, nil), scribe("b", &did, red)})
	if !errors.Is(err, red) || !strings.HasPrefix(err.Error(), "b: ") {
		t.Errorf("%v, want one that names b", err)
	}
	if want := []string{"end a", "end b"}; !slices.Equal(did[len(did)-2:], want) {
		t.Errorf("%q, want both ended", did)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := measure.Compare(ctx, measure.Plan{Rounds: 1, Turns: 1, Ops: 1},
		[]measure.Subject{scribe("a", &did, nil)}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the context ended", err)
	}
}

// busy takes so long for an operation, whatever the machine does.
func busy(each time.Duration) measure.Subject {
	return measure.Subject{Begin: func() (measure.Work, error) {
		return measure.Work{Do: func(n int) error { time.Sleep(time.Duration(n) * each); return nil }},
			nil
	}}
}

func TestTheOneThatTakesLongerIsTheSlower(t *testing.T) {
	times, err := measure.Compare(t.Context(), measure.Plan{Rounds: 3, Turns: 3, Ops: 2},
		[]measure.Subject{busy(5 * time.Millisecond), busy(time.Microsecond)})
	if err != nil {
		t.Fatal(err)
	}
	if op := times.Op(0); op < 5*time.Millisecond {
		t.Errorf("an operation of at least 5 ms took %v", op)
	}
	if times.Fastest(0, 1) != 1 {
		t.Error("the slower one is the fastest")
	}
	slow, fast := times.Speed(0, 1), times.Speed(1, 0)
	if slow.Median >= 1 || fast.Median <= 1 || slow.Least > slow.Median || slow.Median > slow.Most {
		t.Errorf("%+v and %+v", slow, fast)
	}
}

func TestATableSaysWhatIsReached(t *testing.T) {
	one := func(v float64) measure.Spread { return measure.Spread{Median: v, Least: v, Most: v} }
	for _, c := range []struct {
		story string
		row   measure.Row
		want  string
	}{
		{"at the limit", measure.Row{Ratio: one(0.8), Reach: 0.8}, "reached"},
		{"above it", measure.Row{Ratio: one(12.5), Reach: 12}, "reached"},
		{"below it", measure.Row{Ratio: one(0.79), Reach: 0.8}, "**missed**"},
		{"at most, at the limit", measure.Row{Ratio: one(256), Reach: 256, AtMost: true}, "reached"},
		{"at most, below", measure.Row{Ratio: one(1), Reach: 1.2, AtMost: true}, "reached"},
		{"at most, above", measure.Row{Ratio: one(257), Reach: 256, AtMost: true}, "**missed**"},
		{"nothing to reach", measure.Row{Ratio: one(0.1)}, "figure only"},
	} {
		if got := c.row.Verdict(); got != c.want {
			t.Errorf("%s: %s, want %s", c.story, got, c.want)
		}
	}
	var b strings.Builder
	if err := measure.WriteTable(&b, []measure.Row{{What: "w", Here: "1µs", Beside: "x",
		There: "2µs", Ratio: measure.Spread{Median: 2, Least: 1.5, Most: 12}, Reach: 3}}); err != nil {
		t.Fatal(err)
	}
	want := "| w | 1µs | x | 2µs | **2.00** (1.50 to 12.0) | at least 3 | **missed** |\n"
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("%s, want at its end %s", b.String(), want)
	}
}

func TestTouchTellsWhatWasSeen(t *testing.T) {
	key, value := []byte("key"), []byte("value")
	sum := measure.Touch(1, key, value, 5, 6)
	for story, other := range map[string]uint64{
		"another key":       measure.Touch(1, []byte("kez"), value, 5, 6),
		"a shorter key":     measure.Touch(1, []byte("ky"), value, 5, 6),
		"another value":     measure.Touch(1, key, []byte("walue"), 5, 6),
		"a longer value":    measure.Touch(1, key, []byte("values"), 5, 6),
		"another timestamp": measure.Touch(1, key, value, 4, 6),
		"another offset":    measure.Touch(1, key, value, 5, 7),
		"another before":    measure.Touch(2, key, value, 5, 6),
	} {
		if other == sum {
			t.Errorf("%s has the same sum", story)
		}
	}
}
