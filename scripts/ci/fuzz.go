package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"kaenlog/scripts/internal/tree"
)

// minimize is how many runs go test spends on making an input smaller. Its own 60 seconds for
// each that brings something new leave nothing of a short run for finding more.
const minimize = "100x"

// fuzzTarget is one fuzz target, and what a run of it came to.
type fuzzTarget struct {
	dir, name string // folder from the root, with slashes; function
	doc       string // the comment above it

	took        time.Duration
	execs, news int64
}

// fuzz runs every fuzz target of the repository for a given time, one after the other. Targets
// are found in the source, so that none is forgotten. The run goes on behind one that fails: it
// has found something, and that says nothing of the others.
//
// Errors: errUsage; which targets failed, and when ctx ended before the last.
func fuzz(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("ci fuzz", flag.ContinueOnError)
	each := flags.Duration("time", 10*time.Second, "how long each target runs")
	only := flags.String("only", "", "names of the targets to run, with commas")
	workers := flags.Int("workers", 0, "processes at once; 0: as many as there are CPUs")
	list := flags.Bool("list", false, "list the targets and run none")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return errUsage
	case flags.NArg() > 0 || *each < time.Second || *workers < 0:
		fmt.Fprintln(flags.Output(), "ci fuzz: no further words, -time of 1s or more, -workers of 0 "+
			"or more")
		return errUsage
	}
	root, err := tree.Root()
	if err != nil {
		return err
	}
	targets, err := fuzzTargets(root)
	if err != nil {
		return err
	}
	if *only != "" {
		if targets, err = chooseTargets(targets, *only); err != nil {
			return err
		}
	}
	if *list {
		for _, t := range targets {
			fmt.Fprintf(stdout, "%-20s ./%s\n", t.name, t.dir)
		}
		return nil
	}
	return fuzzAll(&session{ctx: ctx, root: root, out: stdout}, targets, *each, *workers)
}

// chooseTargets picks the targets that are named, in the order of all.
func chooseTargets(all []fuzzTarget, names string) ([]fuzzTarget, error) {
	wanted := strings.Split(names, ",")
	for _, name := range wanted {
		if !slices.ContainsFunc(all, func(t fuzzTarget) bool { return t.name == name }) {
			return nil, fmt.Errorf("no fuzz target is called %q: see -list", name)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(t fuzzTarget) bool {
		return !slices.Contains(wanted, t.name)
	}), nil
}

// fuzzTargets looks for fuzz targets in the test files of the repository at root, sorted by
// folder and name.
func fuzzTargets(root string) ([]fuzzTarget, error) {
	files, err := tree.Files(root)
	if err != nil {
		return nil, err
	}
	var all []fuzzTarget
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") || !inModule(files, path.Dir(name)) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(name)),
			nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && isFuzz(f) {
				all = append(all, fuzzTarget{dir: path.Dir(name), name: f.Name.Name, doc: f.Doc.Text()})
			}
		}
	}
	slices.SortFunc(all, func(a, b fuzzTarget) int {
		return strings.Compare(a.dir+" "+a.name, b.dir+" "+b.name)
	})
	return all, nil
}

// inModule tells whether a folder belongs to the module at the root and to none of its own, and
// go takes its files: not those in testdata, or below a name with a dot or an underscore.
func inModule(files []string, dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		base := path.Base(dir)
		if base == "testdata" || base[0] == '.' || base[0] == '_' ||
			slices.Contains(files, dir+"/go.mod") {
			return false
		}
	}
	return true
}

// isFuzz tells whether a function is a fuzz target as go test knows them.
func isFuzz(f *ast.FuncDecl) bool {
	rest, ok := strings.CutPrefix(f.Name.Name, "Fuzz")
	if !ok || f.Recv != nil || len(f.Type.Params.List) != 1 {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(rest); rest != "" && unicode.IsLower(r) {
		return false
	}
	pointer, ok := f.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	of, ok := pointer.X.(*ast.SelectorExpr)
	return ok && of.Sel.Name == "F"
}

// fuzzAll runs the targets and prints a line for each.
func fuzzAll(s *session, targets []fuzzTarget, each time.Duration, workers int) error {
	if len(targets) == 0 {
		return errors.New("there is no fuzz target")
	}
	fmt.Fprintf(s.out, "%d targets, each for %s\n", len(targets), each)
	fmt.Fprintf(s.out, "%-20s %-20s %8s %10s %6s  result\n", "target", "package", "seconds",
		"executions", "new")
	var red []string
	for _, t := range targets {
		output, err := t.run(s, each, workers)
		if s.ctx.Err() != nil {
			return fmt.Errorf("stopped while %s was running", t.name)
		}
		result := "passed"
		if err != nil {
			result = "FAILED"
			red = append(red, t.name)
		}
		fmt.Fprintf(s.out, "%-20s %-20s %8.1f %10d %6d  %s\n", t.name, t.dir, t.took.Seconds(),
			t.execs, t.news, result)
		if err != nil {
			fmt.Fprintf(s.out, "%v\n%s", err, output)
		}
	}
	fmt.Fprintf(s.out, "%d passed, %d failed\n", len(targets)-len(red), len(red))
	if len(red) > 0 {
		return fmt.Errorf("failed: %s; the inputs are under testdata/fuzz in their packages",
			strings.Join(red, ", "))
	}
	return nil
}

// run runs one target. The output is what go test said, without its count of the progress.
func (t *fuzzTarget) run(s *session, each time.Duration, workers int) (output []byte, err error) {
	args := []string{"go", "test", "-run=^$", "-fuzz=^" + t.name + "$", "-fuzztime=" + each.String(),
		"-fuzzminimizetime=" + minimize, "-timeout=0"}
	if workers > 0 {
		args = append(args, "-parallel="+strconv.Itoa(workers))
	}
	cmd := s.cmd(program(append(args, "./"+t.dir)...))
	// go test takes an interrupt for the end of the time, and takes its own files away with it.
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err = cmd.Run()
	t.took = time.Since(start)
	progress := false
	for line := range bytes.Lines(out.Bytes()) {
		if !bytes.HasPrefix(line, []byte("fuzz: elapsed:")) {
			output = append(output, line...)
		} else if m := fuzzProgress.FindSubmatch(line); m != nil {
			progress = true
			t.execs, _ = strconv.ParseInt(string(m[1]), 10, 64)
			t.news, _ = strconv.ParseInt(string(m[2]), 10, 64)
		}
	}
	if err == nil && !progress {
		err = errors.New("the time was over before the first execution: give it more")
	}
	return output, err
}

var fuzzProgress = regexp.MustCompile(`execs: (\d+) .*new interesting: (\d+)`)
