package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kaenlog/scripts/internal/tree"
)

// module writes files below a new folder and gives it.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func labels(all []fuzzTarget) []string {
	var names []string
	for _, t := range all {
		names = append(names, t.dir+" "+t.name)
	}
	return names
}

func TestFuzzTargetsAreFoundWhereverTheyStand(t *testing.T) {
	target := func(name string) string { return "func " + name + "(f *testing.F) { f.Fuzz(nil) }\n" }
	root := module(t, map[string]string{
		"go.mod":                   "module m\n",
		"b/x_test.go":              "package b\nimport \"testing\"\n" + target("FuzzY") + target("FuzzX"),
		"a/deep/er/one_test.go":    "package er\nimport \"testing\"\n" + target("Fuzz"),
		"a/x.go":                   "package a\nimport \"testing\"\n" + target("FuzzNoTest"),
		"a/other_test.go":          "package a\nimport t \"testing\"\nfunc FuzzZ(f *t.F) {}\n",
		"a/none_test.go":           "package a\nfunc FuzzHelper(n int) {}\nfunc (m M) FuzzM(f *t.F) {}\n",
		"a/small_test.go":          "package a\nimport \"testing\"\n" + target("Fuzzy"),
		"a/testdata/x_test.go":     "package a\nimport \"testing\"\n" + target("FuzzData"),
		"_a/x_test.go":             "package a\nimport \"testing\"\n" + target("FuzzHidden"),
		"own/go.mod":               "module own\n",
		"own/in/x_test.go":         "package in\nimport \"testing\"\n" + target("FuzzOwn"),
		"node_modules/x/x_test.go": "package x\nimport \"testing\"\n" + target("FuzzNpm"),
	})
	got, err := fuzzTargets(root)
	want := []string{"a FuzzZ", "a/deep/er Fuzz", "b FuzzX", "b FuzzY"}
	if err != nil || !slices.Equal(labels(got), want) {
		t.Fatalf("%q, %v; want %q", labels(got), err, want)
	}
	chosen, err := chooseTargets(got, "FuzzY,Fuzz")
	if err != nil || !slices.Equal(labels(chosen), []string{"a/deep/er Fuzz", "b FuzzY"}) {
		t.Errorf("%q, %v", labels(chosen), err)
	}
	_, err = chooseTargets(got, "FuzzY,FuzzQ")
	if err == nil || !strings.Contains(err.Error(), "FuzzQ") {
		t.Errorf("error %v, want one that names FuzzQ", err)
	}
}

// fakeGo puts a go command on the PATH that writes its words down and does what the script says,
// and gives the file with the words.
func fakeGo(t *testing.T, script string) (calls string) {
	t.Helper()
	const note = "#!/bin/sh\necho \"$@\" >> \"$(dirname \"$0\")/calls\"\n"
	bin := module(t, map[string]string{"go": note + script})
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return filepath.Join(bin, "calls")
}

// The output is go 1.26's.
const someFuzzing = `echo 'fuzz: elapsed: 0s, gathering baseline coverage: 0/9 completed'
echo 'fuzz: elapsed: 3s, execs: 1799 (513/sec), new interesting: 5 (total: 41)'
`

func TestEachTargetRunsOnceAndHasALine(t *testing.T) {
	calls := fakeGo(t, someFuzzing+`case "$*" in
*FuzzBad*) echo '--- FAIL: FuzzBad (0.05s)'
	echo '    Failing input written to testdata/fuzz/FuzzBad/1'
	exit 1;;
*FuzzNone*) exit 0;;
esac
echo 'fuzz: elapsed: 7s, execs: 3253 (0/sec), new interesting: 28 (total: 64)'
echo PASS
`)
	var out bytes.Buffer
	s := &session{ctx: t.Context(), root: t.TempDir(), out: &out}
	err := fuzzAll(s, []fuzzTarget{{dir: "a", name: "FuzzOne"}, {dir: "a", name: "FuzzBad"},
		{dir: "b/c", name: "FuzzTwo"}}, 7*time.Second, 1)
	if err == nil || !strings.Contains(err.Error(), "failed: FuzzBad;") {
		t.Errorf("error %v, want that FuzzBad failed", err)
	}
	for _, line := range []string{`^3 targets, each for 7s$`,
		`^FuzzOne +a +\d+\.\d +3253 +28  passed$`, `^FuzzBad +a +\d+\.\d +1799 +5  FAILED$`,
		`^exit status 1$`, `^    Failing input written to testdata/fuzz/FuzzBad/1$`,
		`^FuzzTwo +b/c +\d+\.\d +3253 +28  passed$`, `^2 passed, 1 failed$`} {
		if !regexp.MustCompile("(?m)" + line).MatchString(out.String()) {
			t.Errorf("no line %s in\n%s", line, out.String())
		}
	}
	if strings.Contains(out.String(), "elapsed") {
		t.Errorf("go test's progress is shown:\n%s", out.String())
	}
	want := ""
	for _, c := range []string{"FuzzOne ./a", "FuzzBad ./a", "FuzzTwo ./b/c"} {
		name, dir, _ := strings.Cut(c, " ")
		want += "test -run=^$ -fuzz=^" + name + "$ -fuzztime=7s -fuzzminimizetime=100x -timeout=0 " +
			"-parallel=1 " + dir + "\n"
	}
	if got, err := os.ReadFile(calls); err != nil || string(got) != want {
		t.Errorf("%v, go was called as\n%swant\n%s", err, got, want)
	}
}

func TestATargetThatDidNotRunHasFailed(t *testing.T) {
	fakeGo(t, "echo 'testing: warning: no fuzz tests to fuzz'\necho PASS\n")
	var out bytes.Buffer
	err := fuzzAll(&session{ctx: t.Context(), root: t.TempDir(), out: &out},
		[]fuzzTarget{{dir: "a", name: "FuzzOne"}}, time.Second, 0)
	if err == nil || !strings.Contains(out.String(), "FAILED") ||
		!strings.Contains(out.String(), "no fuzz tests") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if err := fuzzAll(&session{ctx: t.Context(), out: &out}, nil, time.Second, 0); err == nil {
		t.Error("no target at all, and no error")
	}
}

func TestAnInterruptEndsTheTargetAndTheRun(t *testing.T) {
	// The script ends by itself only where nobody interrupts it.
	fakeGo(t, "trap 'echo interrupted >> \"$(dirname \"$0\")/calls\"; exit 0' INT\n"+someFuzzing+
		"touch \"$PWD/started\"\nfor i in $(seq 600); do sleep 0.1; done\nexit 1\n")
	ctx, cancel := context.WithCancel(t.Context())
	root := t.TempDir()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(root, "started")); err == nil {
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	var out bytes.Buffer
	err := fuzzAll(&session{ctx: ctx, root: root, out: &out},
		[]fuzzTarget{{dir: "a", name: "FuzzOne"}, {dir: "a", name: "FuzzTwo"}}, time.Second, 0)
	if err == nil || !strings.Contains(err.Error(), "stopped while FuzzOne was running") {
		t.Errorf("error %v, want that it was stopped", err)
	}
	bin, _, _ := strings.Cut(os.Getenv("PATH"), string(os.PathListSeparator))
	got, _ := os.ReadFile(filepath.Join(bin, "calls"))
	if strings.Contains(string(got), "FuzzTwo") || !strings.HasSuffix(string(got), "interrupted\n") {
		t.Errorf("go was called as\n%s", got)
	}
}

func TestWrongWordsOfFuzzAreRefused(t *testing.T) {
	for _, line := range []string{"-time 0s", "-time 10", "-workers -1", "word", "-list word", "-x"} {
		if err := run(t.Context(), append([]string{"fuzz"}, strings.Fields(line)...),
			&bytes.Buffer{}); !errors.Is(err, errUsage) {
			t.Errorf("ci fuzz %s: %v", line, err)
		}
	}
	err := run(t.Context(), []string{"fuzz", "-h"}, &bytes.Buffer{})
	if !errors.Is(err, flag.ErrHelp) {
		t.Errorf("ci fuzz -h: %v", err)
	}
}

// The rules that this repository's own targets keep.
const (
	mostInputs     = 50
	mostInputBytes = 4 << 10
	mostBytes      = 64 << 10 // of a target's inputs together
)

var numbered = regexp.MustCompile(`(?m)^ *1\. `)

func TestFuzzTargetsStateTheirInvariantsAndHaveASmallCorpus(t *testing.T) {
	root, err := tree.Root()
	if err != nil {
		t.Fatal(err)
	}
	targets, err := fuzzTargets(root)
	if err != nil || len(targets) < 10 {
		t.Fatalf("%d targets, %v: this test looks in the wrong folder", len(targets), err)
	}
	for _, target := range targets {
		if !statesInvariants(target.doc) {
			t.Errorf("%s: write above it which invariants it holds, beginning \"Invariants\", numbered "+
				"where there is more than one", target.name)
		}
		dir := filepath.Join(root, filepath.FromSlash(target.dir), "testdata", "fuzz", target.name)
		inputs, err := os.ReadDir(dir)
		if err != nil || len(inputs) == 0 || len(inputs) > mostInputs {
			t.Errorf("%s: %d inputs, %v; want 1 to %d in %s: `make fuzz`, then keep those of "+
				"$(go env GOCACHE)/fuzz that reach what the others don't", target.name, len(inputs), err,
				mostInputs, dir)
		}
		all := int64(0)
		for _, input := range inputs {
			info, err := input.Info()
			if err != nil {
				t.Fatal(err)
			}
			if all += info.Size(); info.Size() > mostInputBytes {
				t.Errorf("%s/%s has %d bytes, more than %d: keep a smaller one that shows the same", dir,
					input.Name(), info.Size(), mostInputBytes)
			}
		}
		if all > mostBytes {
			t.Errorf("%s holds %d bytes, more than %d", dir, all, mostBytes)
		}
	}
}

func statesInvariants(doc string) bool {
	_, list, ok := strings.Cut(doc, "Invariants")
	return ok && (numbered.MatchString(list) || strings.HasPrefix(list, ": "))
}
