package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"kaenlog/scripts/internal/tree"
)

// mutation is one wrong change and the tests that must notice it.
type mutation struct {
	name     string
	edits    []edit
	packages []string // the smallest set whose tests must fail, as go test takes them
	race     bool     // with the race detector
}

// edit replaces one place of a file. before must stand in it exactly once.
type edit struct{ file, before, after string }

// verdict says how a mutation ended.
type verdict string

const (
	noticedBy     verdict = "noticed"     // a test failed, as it must
	survived      verdict = "SURVIVED"    // all tests passed
	doesNotBuild  verdict = "NO BUILD"    // the change proves nothing: it does not compile
	timedOut      verdict = "TIMED OUT"   // neither does a test that hangs
	failedUnnamed verdict = "UNEXPLAINED" // tests ended badly, and no test said why
)

type result struct {
	mutation mutation
	verdict  verdict
	detail   string // the test that noticed, or what happened instead
}

// runner runs mutations of the repository at root.
type runner struct {
	root     string
	jobs     int
	timeout  time.Duration // for the tests of one mutation
	progress io.Writer     // a line as each one ends
}

// all runs the mutations and gives their results in the same order.
//
// Errors: an edit whose place is not found exactly once; tests that fail without any mutation.
func (r runner) all(ctx context.Context, mutations []mutation) ([]result, error) {
	if err := checkEdits(r.root, mutations); err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "kaenlog-mutate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	jobs := min(r.jobs, len(mutations))
	var copies []string
	for i := range jobs {
		dir := filepath.Join(temp, fmt.Sprintf("copy%d", i+1))
		if err := tree.Copy(r.root, dir); err != nil {
			return nil, err
		}
		copies = append(copies, dir)
	}
	if err := r.checkGreen(ctx, copies[0], mutations); err != nil {
		return nil, err
	}
	results := make([]result, len(mutations))
	failures := make([]error, jobs)
	next := make(chan int)
	var workers sync.WaitGroup
	var printing sync.Mutex
	for i, dir := range copies {
		workers.Go(func() {
			for n := range next {
				if failures[i] != nil {
					continue
				}
				results[n], failures[i] = r.one(ctx, dir, mutations[n])
				printing.Lock()
				fmt.Fprintf(r.progress, "%s: %s\n", mutations[n].name, results[n].verdict)
				printing.Unlock()
			}
		})
	}
	for n := range mutations {
		next <- n
	}
	close(next)
	workers.Wait()
	return results, errors.Join(failures...)
}

// checkEdits looks for every place before anything runs, so that all that moved are told.
func checkEdits(root string, mutations []mutation) error {
	var faults []error
	for _, m := range mutations {
		if len(m.edits) == 0 || len(m.packages) == 0 {
			faults = append(faults, fmt.Errorf("%s: no edit or no package", m.name))
		}
		for _, e := range m.edits {
			data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(e.file)))
			if err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", m.name, err))
				continue
			}
			if n := bytes.Count(data, []byte(e.before)); n != 1 {
				faults = append(faults, fmt.Errorf("%s: this stands %d times in %s, not once "+
					"(mend scripts/mutate/list.go):\n%s", m.name, n, e.file, e.before))
			}
			if e.before == e.after {
				faults = append(faults, fmt.Errorf("%s: the edit changes nothing", m.name))
			}
		}
	}
	return errors.Join(faults...)
}

// checkGreen runs the tests that judge the mutations once without any.
func (r runner) checkGreen(ctx context.Context, dir string, mutations []mutation) error {
	for _, race := range []bool{false, true} {
		m := mutation{name: "no mutation", race: race}
		for _, one := range mutations {
			if one.race == race {
				m.packages = append(m.packages, one.packages...)
			}
		}
		if len(m.packages) == 0 {
			continue
		}
		slices.Sort(m.packages)
		m.packages = slices.Compact(m.packages)
		res, err := r.test(ctx, dir, m)
		if err != nil {
			return err
		}
		if res.verdict != survived {
			return fmt.Errorf("without a mutation the tests do not pass: %s: %s", res.verdict,
				res.detail)
		}
	}
	return nil
}

// one runs a mutation in the copy dir and leaves the copy as it was.
func (r runner) one(ctx context.Context, dir string, m mutation) (result, error) {
	var restore []func() error
	for _, e := range m.edits {
		file := filepath.Join(dir, filepath.FromSlash(e.file))
		data, err := os.ReadFile(file)
		if err != nil {
			return result{mutation: m}, err
		}
		changed := bytes.Replace(data, []byte(e.before), []byte(e.after), 1)
		if err := os.WriteFile(file, changed, 0o644); err != nil {
			return result{mutation: m}, err
		}
		// Two edits of one file are undone in the reverse order.
		restore = append(restore, func() error { return os.WriteFile(file, data, 0o644) })
	}
	res, err := r.buildAndTest(ctx, dir, m)
	for _, undo := range slices.Backward(restore) {
		err = errors.Join(err, undo())
	}
	return res, err
}

func (r runner) buildAndTest(ctx context.Context, dir string, m mutation) (result, error) {
	var folders []string
	for _, e := range m.edits {
		folders = append(folders, "./"+filepath.ToSlash(filepath.Dir(e.file)))
	}
	slices.Sort(folders)
	build := exec.CommandContext(ctx, "go", append([]string{"build"}, slices.Compact(folders)...)...)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return result{mutation: m}, ctx.Err()
		}
		return result{m, doesNotBuild, lastLine(out)}, nil
	}
	return r.test(ctx, dir, m)
}

// event is one line of `go test -json`.
type event struct {
	Action, Package, Test, Output string
}

// test runs the tests of m's packages in dir and ends them at the first that fails.
func (r runner) test(ctx context.Context, dir string, m mutation) (result, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout+time.Minute)
	defer cancel()
	args := []string{"test", "-json", "-vet=off", "-count=1", "-failfast",
		"-timeout=" + r.timeout.String()}
	if m.race {
		args = append(args, "-race")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, m.packages...)...)
	cmd.Dir = dir
	// The go command leaves its test programs running when it is killed: end the whole group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	var bad bytes.Buffer
	cmd.Stderr = &bad
	out, err := cmd.StdoutPipe()
	if err != nil {
		return result{mutation: m}, err
	}
	if err := cmd.Start(); err != nil {
		return result{mutation: m}, err
	}
	res := judge(out, m)
	if res.verdict == noticedBy {
		cancel() // the other tests can add nothing
	}
	_, _ = io.Copy(io.Discard, out)
	err = cmd.Wait()
	switch {
	case res.verdict == noticedBy:
		return res, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return result{m, timedOut, r.timeout.String()}, nil
	case ctx.Err() != nil:
		return res, ctx.Err()
	case err != nil && res.verdict == survived:
		return result{m, failedUnnamed, lastLine(bad.Bytes())}, nil
	}
	return res, nil
}

// judge reads the events of a test run up to the first failure of a test.
func judge(events io.Reader, m mutation) result {
	res := result{m, survived, strings.Join(m.packages, " ")}
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 1<<24)
	lastOutput := ""
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // go test writes a few lines of its own between the events
		}
		switch {
		case e.Action == "build-fail":
			return result{m, doesNotBuild, lastOutput}
		case strings.HasPrefix(e.Output, "panic: test timed out after"):
			return result{m, timedOut, strings.TrimSpace(e.Output)}
		case e.Action == "fail" && e.Test != "":
			pkg := strings.TrimPrefix(e.Package, "kaenlog/")
			return result{m, noticedBy, pkg + " " + e.Test}
		case e.Action == "fail":
			res = result{m, failedUnnamed, lastOutput}
		}
		if text := strings.TrimSpace(e.Output); text != "" {
			lastOutput = text
		}
	}
	return res
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
