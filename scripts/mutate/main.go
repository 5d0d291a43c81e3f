// Command mutate checks that the tests notice what must not happen.
//
//	go run ./scripts/mutate [-only WORD] [-jobs 2]
//
// Each mutation (list.go) is a small, wrong change of the engine. It is made in a copy of the
// repository, where the package must still compile and its tests must then fail. A mutation
// that survives is a claim that no test holds; the command then exits 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"kaenlog/scripts/internal/tree"
)

func main() {
	only := flag.String("only", "", "only mutations whose name contains this")
	jobs := flag.Int("jobs", 2, "how many at a time, each in a copy of its own")
	flag.Parse()
	if flag.NArg() > 0 || *jobs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := run(ctx, os.Stdout, *only, *jobs)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	if err != nil || !ok {
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, stdout io.Writer, only string, jobs int) (bool, error) {
	root, err := tree.Root()
	if err != nil {
		return false, err
	}
	var chosen []mutation
	for _, m := range mutations {
		if strings.Contains(m.name, only) {
			chosen = append(chosen, m)
		}
	}
	if len(chosen) == 0 {
		return false, fmt.Errorf("no mutation has %q in its name", only)
	}
	r := runner{root: root, jobs: jobs, timeout: 2 * time.Minute, progress: stdout}
	results, err := r.all(ctx, chosen)
	if err != nil {
		return false, err
	}
	return printTable(stdout, results), nil
}

// printTable prints a line a mutation and says whether the tests noticed all of them.
func printTable(w io.Writer, results []result) bool {
	width := 0
	for _, r := range results {
		width = max(width, len(r.mutation.name))
	}
	noticed := 0
	for _, r := range results {
		if r.verdict == noticedBy {
			noticed++
		}
		fmt.Fprintf(w, "%-*s  %-10s  %s\n", width, r.mutation.name, r.verdict, r.detail)
	}
	fmt.Fprintf(w, "%d of %d mutations were noticed\n", noticed, len(results))
	return noticed == len(results)
}
