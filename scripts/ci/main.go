// Command ci installs what the checks need and runs them: `make test`.
//
//	go run ./scripts/ci [-only NAME,NAME…] [-list]
//	go run ./scripts/ci bench
//	go run ./scripts/ci fuzz [-time 10s] [-only TARGET,TARGET…] [-workers N] [-list]
//
// It stops at the first check that fails and ends with a summary. steps.go lists the checks in
// their order; tools.go says what is installed, and how.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"kaenlog/scripts/internal/tree"
)

// step is one check: a name for -only, what it is in words, and how it runs.
type step struct {
	name, what string
	run        func(*session) error
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "ci:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("wrong words")

func run(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "fuzz" {
		return fuzz(ctx, args[1:], stdout)
	}
	all := checks
	if len(args) > 0 && args[0] == "bench" {
		all, args = benchmarks, args[1:]
	}
	flags := flag.NewFlagSet("ci", flag.ContinueOnError)
	only := flags.String("only", "", "names of the checks to run, with commas")
	list := flags.Bool("list", false, "list the checks and run none")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errUsage
	}
	if *list {
		for _, s := range all {
			fmt.Fprintf(stdout, "%-12s %s\n", s.name, s.what)
		}
		return nil
	}
	chosen, err := choose(all, *only)
	if err != nil {
		return err
	}
	root, err := tree.Root()
	if err != nil {
		return err
	}
	return runSteps(&session{ctx: ctx, root: root, out: stdout}, chosen)
}

// choose picks the steps that are named, in the order of all; every one when none is named.
func choose(all []step, names string) ([]step, error) {
	if names == "" {
		return all, nil
	}
	wanted := strings.Split(names, ",")
	var chosen []step
	for _, s := range all {
		if slices.Contains(wanted, s.name) {
			chosen = append(chosen, s)
			wanted = slices.DeleteFunc(wanted, func(w string) bool { return w == s.name })
		}
	}
	if len(wanted) > 0 {
		return nil, fmt.Errorf("no check is called %s: see -list", strings.Join(wanted, ", "))
	}
	return chosen, nil
}

// runSteps runs the steps up to the first that fails and prints how each ended.
func runSteps(s *session, steps []step) error {
	type ended struct {
		state string
		took  time.Duration
	}
	all := make([]ended, len(steps))
	var failed error
	begin := time.Now()
	for i, one := range steps {
		if failed != nil {
			all[i].state = "not run"
			continue
		}
		fmt.Fprintf(s.out, "\n== %s: %s (%d of %d) ==\n", one.name, one.what, i+1, len(steps))
		start := time.Now()
		err := one.run(s)
		all[i] = ended{"passed", time.Since(start)}
		if err != nil {
			all[i].state = "FAILED"
			failed = fmt.Errorf("%s: %w", one.name, err)
			fmt.Fprintf(s.out, "%v\n", failed)
		}
		fmt.Fprintf(s.out, "-- %s: %s after %.1f s, %.0f s in all --\n", one.name, all[i].state,
			all[i].took.Seconds(), time.Since(begin).Seconds())
	}
	fmt.Fprintf(s.out, "\n== summary ==\n")
	passed, red := 0, 0
	for i, one := range steps {
		fmt.Fprintf(s.out, "%-8s %7.1f s  %-12s %s\n", all[i].state, all[i].took.Seconds(),
			one.name, one.what)
		switch all[i].state {
		case "passed":
			passed++
		case "FAILED":
			red++
		}
	}
	fmt.Fprintf(s.out, "%.0f s in all\n", time.Since(begin).Seconds())
	fmt.Fprintf(s.out, "%d passed, %d failed\n", passed, red)
	return failed
}
