// Package measure compares things that do the same work, in one run and in one place, as
// ratios: what a machine does in a second is nobody's business, and differs within the minute.
//
// The subjects of a comparison take turns. A round is made of turns, in each turn every
// subject does the same number of operations, and their order changes from turn to turn. A turn
// is short, so what disturbs the machine disturbs all of them or is an outlier among the turns:
// each turn gives a ratio, and a round's is the median of its turns. The median of the rounds
// is the figure; the least and the largest round stand beside it.
package measure

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"
)

// Subject is one of the things compared.
type Subject struct {
	Name  string
	Begin func() (Work, error) // not timed; called once a round
}

// Work is a subject that is ready for a round.
type Work struct {
	Do  func(n int) error // timed: n operations
	End func() error      // not timed; nil for nothing to end
}

// Plan says how often. Operations of a subject in a round are Turns times Ops.
type Plan struct{ Rounds, Turns, Ops int }

// Times are how long each subject took in each turn: [round][turn][subject].
type Times struct {
	plan Plan
	all  [][][]time.Duration
}

// Compare runs the rounds.
//
// Errors: that of the first subject that could not do its work, with its name; the context's.
func Compare(ctx context.Context, p Plan, subjects []Subject) (Times, error) {
	t := Times{plan: p}
	for round := range p.Rounds {
		turns, err := oneRound(ctx, p, subjects, round)
		if err != nil {
			return Times{}, err
		}
		t.all = append(t.all, turns)
	}
	return t, nil
}

func oneRound(ctx context.Context, p Plan, subjects []Subject, round int) (
	turns [][]time.Duration, err error) {
	works := make([]Work, len(subjects))
	defer func() {
		for i, w := range works {
			if w.End != nil {
				err = errors.Join(err, named(subjects[i], w.End()))
			}
		}
	}()
	for i, s := range subjects {
		if works[i], err = s.Begin(); err != nil {
			return nil, named(s, err)
		}
	}
	for turn := range p.Turns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		runtime.GC() // nobody pays for what another left behind
		took := make([]time.Duration, len(subjects))
		for _, i := range order(len(subjects), round, turn) {
			start := time.Now()
			err := works[i].Do(p.Ops)
			took[i] = time.Since(start)
			if err != nil {
				return nil, named(subjects[i], err)
			}
		}
		turns = append(turns, took)
	}
	return turns, nil
}

// order gives in which order n subjects run in a turn: another each time, and the same in every
// run. Who runs behind whom changes as well, since what one leaves behind in caches and in the
// file system's journal is there for the next.
func order(n, round, turn int) []int {
	return rand.New(rand.NewPCG(uint64(round), uint64(turn))).Perm(n)
}

func named(s Subject, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.Name, err)
}

// Spread is a figure of several rounds.
type Spread struct{ Median, Least, Most float64 }

func spread(values []float64) Spread {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return Spread{}
	}
	return Spread{(sorted[(n-1)/2] + sorted[n/2]) / 2, sorted[0], sorted[n-1]}
}

// each gives a figure of every round: the median of what one makes of its turns.
func (t Times) each(one func(took []time.Duration) float64) Spread {
	var rounds []float64
	for _, turns := range t.all {
		var values []float64
		for _, took := range turns {
			values = append(values, one(took))
		}
		rounds = append(rounds, spread(values).Median)
	}
	return spread(rounds)
}

// Speed gives the rate of one subject as a multiple of another's.
func (t Times) Speed(of, against int) Spread {
	return t.each(func(took []time.Duration) float64 {
		return float64(took[against]) / float64(took[of])
	})
}

// Op gives how long one operation of a subject took.
func (t Times) Op(of int) time.Duration {
	return time.Duration(t.each(func(took []time.Duration) float64 {
		return float64(took[of]) / float64(t.plan.Ops)
	}).Median)
}

// Fastest gives which of some subjects took least.
func (t Times) Fastest(among ...int) int {
	return slices.MinFunc(among, func(a, b int) int { return int(t.Op(a) - t.Op(b)) })
}
