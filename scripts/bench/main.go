// Command bench holds this log against others and against what no log can do without, in one
// run and in one directory, as ratios: `make bench`, or here
//
//	go run . [-dir DIR] [-out FILE] [-rounds N] [-only NAME,NAME…]
//
// It is a module of its own, so that the other logs never enter the repository's go.mod. It
// writes RESULTS.md. A ratio that is missed is no failure: the table says so.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"kaenlog/scripts/bench/measure"
	"kaenlog/scripts/internal/tree"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("wrong words")

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("dir", "", "write below this directory, which decides what disk is "+
		"measured (default: .build of the repository); what is written goes again")
	out := flags.String("out", "", "write the results here, - for stdout (default: RESULTS.md "+
		"of this module; with -only: stdout)")
	rounds := flags.Int("rounds", 9, "rounds of each comparison: more are slower and steadier")
	only := flags.String("only", "", "names of the parts to run, with commas: "+
		strings.Join(names(), ", "))
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errUsage
	}
	chosen, err := choose(*only)
	if err != nil || flags.NArg() > 0 || *rounds < 1 {
		fmt.Fprintln(stderr, "bench: see -help:", errors.Join(err, fmt.Errorf(
			"%d words behind the flags, %d rounds", flags.NArg(), *rounds)))
		return errUsage
	}
	module, err := tree.Root()
	if err != nil {
		return err
	}
	if *dir == "" {
		*dir = filepath.Join(module, "..", "..", ".build")
	}
	if *out == "" && *only == "" {
		*out = filepath.Join(module, "RESULTS.md")
	}
	at, err := place(*dir)
	if err != nil {
		return err
	}
	b := &bench{ctx: ctx, dir: at, rounds: *rounds, stderr: stderr}
	machine := measure.Here(at)
	rows, err := b.all(chosen)
	if err := errors.Join(err, os.RemoveAll(at)); err != nil {
		return err
	}
	if *out == "" || *out == "-" {
		return write(stdout, machine, rows)
	}
	return writeFile(*out, machine, rows)
}

// place makes a directory of this run's own below dir.
func place(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(abs, 0o755); err != nil {
		return "", err
	}
	return os.MkdirTemp(abs, "bench-")
}

func names() []string {
	var all []string
	for _, p := range parts {
		all = append(all, p.name)
	}
	return all
}

// choose picks the parts that are named, in their order; every one when none is named.
func choose(only string) ([]part, error) {
	if only == "" {
		return parts, nil
	}
	var chosen []part
	wanted := strings.Split(only, ",")
	for _, p := range parts {
		if slices.Contains(wanted, p.name) {
			chosen = append(chosen, p)
			wanted = slices.DeleteFunc(wanted, func(w string) bool { return w == p.name })
		}
	}
	if len(wanted) > 0 {
		return nil, fmt.Errorf("no part is called %s", strings.Join(wanted, ", "))
	}
	return chosen, nil
}

// bench is one run.
type bench struct {
	ctx    context.Context
	dir    string
	rounds int
	stderr io.Writer
}

func (b *bench) all(chosen []part) ([]measure.Row, error) {
	var rows []measure.Row
	begin := time.Now()
	for i, p := range chosen {
		start := time.Now()
		fmt.Fprintf(b.stderr, "%d of %d: %s\n", i+1, len(chosen), p.what)
		more, err := p.run(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		rows = append(rows, more...)
		fmt.Fprintf(b.stderr, "        %.0f s, %.0f s in all\n", time.Since(start).Seconds(),
			time.Since(begin).Seconds())
	}
	return rows, nil
}

func (b *bench) tell(what string) { fmt.Fprintln(b.stderr, "       ", what) }

// compare runs turns and operations in this run's rounds.
func (b *bench) compare(turns, ops int, subjects ...measure.Subject) (measure.Times, error) {
	return measure.Compare(b.ctx, measure.Plan{Rounds: b.rounds, Turns: turns, Ops: ops},
		subjects)
}

// below makes a directory of a part's own.
func (b *bench) below(name string) (string, error) {
	at := filepath.Join(b.dir, name)
	return at, os.Mkdir(at, 0o755)
}
