package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func names(steps []step) []string {
	var all []string
	for _, s := range steps {
		all = append(all, s.name)
	}
	return all
}

func TestChoosingStepsKeepsTheirOrder(t *testing.T) {
	all := []step{{name: "a"}, {name: "b"}, {name: "c"}}
	got, err := choose(all, "c,a")
	if err != nil || !slices.Equal(names(got), []string{"a", "c"}) {
		t.Fatalf("%q, %v", names(got), err)
	}
	if got, err := choose(all, ""); err != nil || len(got) != 3 {
		t.Fatalf("%q, %v; want all", names(got), err)
	}
	if _, err := choose(all, "a,x,y"); err == nil || !strings.Contains(err.Error(), "x, y") {
		t.Fatalf("error %v, want one that names x and y", err)
	}
}

func TestStepsHaveNamesOfTheirOwn(t *testing.T) {
	for _, list := range [][]step{checks, benchmarks} {
		all := names(list)
		slices.Sort(all)
		if unique := slices.Compact(slices.Clone(all)); len(unique) != len(all) {
			t.Errorf("a name is used twice: %q", all)
		}
	}
}

func TestTheFirstFailureStopsAndTheSummaryTellsAll(t *testing.T) {
	var out bytes.Buffer
	ran := ""
	try := func(name string, err error) step {
		return step{name, "step " + name, func(*session) error { ran += name; return err }}
	}
	red := errors.New("red")
	err := runSteps(&session{ctx: t.Context(), out: &out},
		[]step{try("a", nil), try("b", red), try("c", nil)})
	if !errors.Is(err, red) || ran != "ab" {
		t.Fatalf("%v after %q, want red after ab", err, ran)
	}
	text := out.String()
	for _, want := range []string{"== a: step a (1 of 3) ==", "-- a: passed after",
		"-- b: FAILED after", "passed", "FAILED", "not run", "\n1 passed, 1 failed\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "== c") {
		t.Errorf("c is announced, and it did not run:\n%s", text)
	}
}

func TestNodeVersionsAreCompared(t *testing.T) {
	for version, want := range map[string]bool{"v20.16.0": true, "v20.20.2": true, "v22.1.0": true,
		"v20.15.9": false, "v18.20.4": false, "": false, "nonsense": false} {
		if newEnough(version) != want {
			t.Errorf("newEnough(%q) is %v", version, !want)
		}
	}
}

func TestSmallEnvironmentKeepsWhatGoAndNodeNeed(t *testing.T) {
	got := smallEnv([]string{"PATH=/bin", "HOME=/h", "GOPROXY=x", "GOFLAGS=", "LONG=" +
		strings.Repeat("x", 20_000), "NODE_OPTIONS=--inspect"})
	want := []string{"PATH=/bin", "HOME=/h", "GOPROXY=x", "GOFLAGS="}
	if !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
}

func TestBrowserComesFromTheEnvironmentFirst(t *testing.T) {
	for _, b := range browsers {
		mine := filepath.Join(t.TempDir(), "my-browser")
		if err := os.WriteFile(mine, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv(b.env, mine)
		got, err := b.path()
		if err != nil || got != mine {
			t.Fatalf("%s: %q, %v; want %q", b.name, got, err, mine)
		}
	}
}

func TestABrowserIsFoundBesideLibrariesOfAnyMachine(t *testing.T) {
	root := t.TempDir()
	want := filepath.Join(root, "some-machine", "webkit", "Browser")
	if err := os.MkdirAll(filepath.Dir(want), 0o755); err != nil {
		t.Fatal(err)
	}
	b := browser{name: "Browser", env: "NO_SUCH_BROWSER",
		names: []string{filepath.Join(root, "*", "webkit", "Browser")}}
	if got, err := b.path(); err == nil {
		t.Fatalf("%q is found where there is none", got)
	}
	if err := os.WriteFile(want, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := b.path(); err != nil || got != want {
		t.Fatalf("%q, %v; want %q", got, err, want)
	}
}

func TestWhoeverHasNoBrowserReadsWhatToDo(t *testing.T) {
	for _, b := range browsers {
		n := b.need("some-package")
		if !strings.Contains(n.by, b.name) || !strings.Contains(n.by, b.env+" to the path") {
			t.Errorf("%s: %q", b.name, n.by)
		}
	}
	if by := webkit.need().by; !strings.Contains(by, "only Linux") || !strings.Contains(by, "-only") {
		t.Errorf("on other systems: %q", by)
	}
}

func TestAWrongBrowserIsNamedAndNothingIsInstalled(t *testing.T) {
	bin := t.TempDir()
	calls := filepath.Join(bin, "calls")
	for name, text := range map[string]string{"node": "echo v20.16.0", "npm": "",
		"apt-get": "echo x >> " + calls, "sudo": "echo x >> " + calls} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"),
			0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, b := range browsers {
		for path, want := range map[string]string{"/nope": "does not exist",
			"no-such-browser": "does not exist", bin: "does not run"} {
			t.Setenv(b.env, path)
			err := (&session{ctx: t.Context(), out: &bytes.Buffer{}}).installTools()
			if err == nil || !strings.Contains(err.Error(), b.env+" is ") ||
				!strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s=%s: %v, want that it %s", b.env, path, err, want)
			}
		}
		t.Setenv(b.env, "")
	}
	if _, err := os.Stat(calls); err == nil {
		t.Error("something was installed")
	}
}

func TestBrowserStepsSayWhatMustRunFirst(t *testing.T) {
	root := t.TempDir()
	t.Setenv("DIST", "")
	s := &session{ctx: t.Context(), root: root, out: &bytes.Buffer{}}
	for _, run := range []func() error{s.browserTests, s.browserBench} {
		err := run()
		if err == nil || !strings.Contains(err.Error(), "make build") ||
			!strings.Contains(err.Error(), "npm") {
			t.Errorf("%v, want an error that names `make build` and npm", err)
		}
	}
	if err := s.jsCheck(); err == nil || !strings.Contains(err.Error(), "npm") {
		t.Errorf("%v, want an error that names npm", err)
	}
}

func TestNpmInstallsOnlyWhenTheLockFileChanged(t *testing.T) {
	root := t.TempDir()
	bin := filepath.Join(root, "bin")
	npm := "#!/bin/sh\nmkdir -p node_modules\necho x >> ../calls\n"
	for name, text := range map[string]string{
		"bin/npm": npm, "bin/node": "#!/bin/sh\necho v20.16.0\n",
		"site/package-lock.json": "{}",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	s := &session{ctx: t.Context(), root: root, out: &bytes.Buffer{}}
	lock := filepath.Join(root, "site", "package-lock.json")
	for i, want := range []string{"x\n", "x\n", "x\nx\n"} {
		if i == 2 {
			if err := os.WriteFile(lock, []byte(`{"changed":1}`), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.installNpm(); err != nil {
			t.Fatal(err)
		}
		calls, err := os.ReadFile(filepath.Join(root, "calls"))
		if err != nil || string(calls) != want {
			t.Fatalf("run %d: npm was called %q, %v; want %q", i+1, calls, err, want)
		}
	}
}

func TestMissingPackagesAreInstalledInOneGo(t *testing.T) {
	bin := t.TempDir()
	calls := filepath.Join(bin, "calls")
	for name, text := range map[string]string{
		"apt-get": "echo \"$DEBIAN_FRONTEND $*\" >> " + calls,
		"sudo":    "shift; exec \"$@\"", // it is called as sudo -n
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"),
			0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	s := &session{ctx: t.Context(), out: &bytes.Buffer{}}
	never := func(*session) bool { return false }
	always := func(*session) bool { return true }
	missing := missingNeeds(s, []need{
		{what: "one", found: never, packages: []string{"one", "one-more"}},
		{what: "two", found: always, packages: []string{"two"}},
		{what: "three", found: never, packages: []string{"three"}},
	})
	if err := s.aptInstall(missing); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(calls)
	want := "noninteractive update -q\n" +
		"noninteractive install -y -q --no-install-recommends one one-more three\n"
	if err != nil || string(got) != want {
		t.Fatalf("%v, apt-get was called:\n%swant:\n%s", err, got, want)
	}
}
