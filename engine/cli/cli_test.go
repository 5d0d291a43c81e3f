package cli

import (
	"errors"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
)

// fake is an Env whose demos only write down what they were called with.
type fake struct {
	calls int
	spec  demo.Spec
	o     demo.Options
	err   error
}

func (f *fake) env(t *testing.T) Env {
	t.Helper()
	fsys, err := vfs.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	return Env{
		Place: InTree(fsys),
		Do: func(spec demo.Spec, _ vfs.FS, o demo.Options) (*demo.Run, error) {
			f.calls++
			f.spec, f.o = spec, o
			if f.err != nil {
				return nil, f.err
			}
			flags := []demo.Value{}
			if o.Dir != "" {
				flags = append(flags, demo.Value{Name: "dir", V: o.Dir})
			}
			return &demo.Run{Demo: spec.Name, Flags: flags, Sections: []demo.Section{
				{ID: "one", Title: "หนึ่ง", Lines: []demo.Line{{ID: "title", Text: "== หนึ่ง =="}}},
				{ID: "two", Title: "สอง", Lines: []demo.Line{{ID: "title", Text: "== สอง =="}}},
			}, Events: []trace.Entry{{Step: 1, Event: trace.Rolled{Base: 3}}}}, nil
		},
	}
}

func TestADemosTextIsPrintedWhole(t *testing.T) {
	var f fake
	r := Run([]string{"idem-demo"}, f.env(t))
	const want = "== หนึ่ง ==\n\n== สอง ==\n"
	if string(r.Stdout) != want || r.Exit != 0 || r.Stderr != "" {
		t.Fatalf("got %+v, want stdout %q", r, want)
	}
	if r.Run == nil || f.spec.Name != "dedup" {
		t.Fatalf("ran %q, run %v", f.spec.Name, r.Run)
	}
}

func TestJSONIsOneLineAndEndsWithALineEnding(t *testing.T) {
	var f fake
	r := Run([]string{"recovery-demo", "--format", "json"}, f.env(t))
	if want := string(AppendRun(nil, r.Run)) + "\n"; string(r.Stdout) != want || r.Exit != 0 {
		t.Fatalf("got %q, want %q", r.Stdout, want)
	}
}

func TestAFailedDemoPrintsOneLineOnStderrAndNothingElse(t *testing.T) {
	f := fake{err: errors.New("the tail\nwas not\tcut\u2028at all")}
	for _, format := range []string{"text", "json"} {
		r := Run([]string{"produce-demo", "--format", format}, f.env(t))
		want := "klog: produce-demo: the tail was not cut at all\n"
		if r.Exit != 1 || len(r.Stdout) != 0 || r.Stderr != want || r.Run != nil {
			t.Errorf("%s: got %+v, want stderr %q", format, r, want)
		}
	}
}

func TestADirectoryStaysWithinTheTreeAndIsShownAsTyped(t *testing.T) {
	for _, c := range []struct{ dir, name string }{
		{"data/orders-0", "data/orders-0"},
		{"/data//orders-0/", "data/orders-0"},
		{"./a/../b", "b"},
		{"../../etc", "etc"},
		{".", "."},
		{"/", "."},
		{"-x", "-x"},
		{"ข้อมูล", "ข้อมูล"},
	} {
		var f fake
		r := Run([]string{"produce-demo", "--dir=" + c.dir}, f.env(t))
		if r.Exit != 0 || f.o.Dir != c.name {
			t.Errorf("--dir %q went to %q, want %q (%s)", c.dir, f.o.Dir, c.name, r.Stderr)
			continue
		}
		if got := r.Run.Flags[0].V; got != c.dir {
			t.Errorf("--dir %q is shown as %q", c.dir, got)
		}
	}
}

func TestAFileSystemThatCantBeReachedIsAFailure(t *testing.T) {
	var f fake
	for _, place := range []func(string) (vfs.FS, string, error){
		func(string) (vfs.FS, string, error) { return nil, "", errors.New("gone") },
		func(string) (vfs.FS, string, error) { return nil, "../up", nil },
	} {
		env := f.env(t)
		env.Place = place
		r := Run([]string{"produce-demo", "--dir", "d"}, env)
		const want = "klog: produce-demo: --dir d: "
		if r.Exit != 1 || !strings.HasPrefix(r.Stderr, want) || f.calls != 0 {
			t.Errorf("got %+v after %d runs", r, f.calls)
		}
	}
}

func TestWrongWordsFoundByTheDemoAreStillWrongWords(t *testing.T) {
	f := fake{err: &demo.FlagError{Field: "seq", JSON: "seq", Found: "0..9", Allowed: "less"}}
	r := Run([]string{"idem-demo"}, f.env(t))
	const want = `klog: idem-demo: --seq is "0..9", allowed is less` + "\n"
	if r.Exit != 2 || !strings.HasPrefix(r.Stderr, want) {
		t.Fatalf("got %+v", r)
	}
}

func TestHelpGoesToStdout(t *testing.T) {
	var f fake
	for _, line := range []string{
		"help", "--help", "-h", "-help", "help help", "--help --help",
		"help produce-demo", "--help produce-demo", "produce-demo --help", "produce-demo -h",
		"produce-demo --acks 1 -help", "produce-demo --bogus --help", "produce-demo word --help",
		"help dedup-demo", "dedup-demo --help", "help version",
	} {
		r := Run(strings.Fields(line), f.env(t))
		if r.Exit != 0 || r.Stderr != "" || !strings.HasPrefix(string(r.Stdout), "klog") {
			t.Errorf("klog %s: got %+v", line, r)
		}
	}
	if f.calls != 0 {
		t.Errorf("help ran %d demos", f.calls)
	}
}

func TestHelpShowsEveryFlagWithItsBoundsAndDefault(t *testing.T) {
	all := string(Run([]string{"help"}, Env{}).Stdout)
	for _, spec := range demo.Specs() {
		for _, c := range spec.Commands {
			if !strings.Contains(all, c) {
				t.Errorf("klog help does not name %s", c)
			}
			text := string(Run([]string{"help", c}, Env{}).Stdout)
			for _, f := range spec.Flags {
				want := []string{"--" + f.Name + placeholder(f), f.Help}
				if f.Kind == demo.KindInt || f.Kind == demo.KindRange {
					want = append(want, f.Allowed()+", default "+f.Default)
				}
				for _, w := range want {
					if !strings.Contains(text, w) {
						t.Errorf("help of %s lacks %q", c, w)
					}
				}
			}
			if !strings.Contains(text, GoldenCommand(spec)) {
				t.Errorf("help of %s has no example", c)
			}
		}
	}
}

func TestTheExampleInHelpHasTheGoldenFlags(t *testing.T) {
	for _, spec := range demo.Specs() {
		var f fake
		words := strings.Fields(GoldenCommand(spec))
		if r := Run(words[1:], f.env(t)); r.Exit != 0 {
			t.Fatalf("%v: %+v", words, r)
		}
		var golden []demo.Set
		for _, fl := range spec.Flags {
			if fl.Golden != "" {
				golden = append(golden, demo.Set{Name: fl.Name, Text: fl.Golden})
			}
		}
		if want, err := spec.Parse(golden); err != nil || f.o != want {
			t.Errorf("%v gives %+v, want %+v (%v)", words, f.o, want, err)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, w := range []string{"version", "--version"} {
		if r := Run([]string{w}, Env{}); r.Exit != 0 || string(r.Stdout) != "klog "+Version+"\n" {
			t.Errorf("%s: %+v", w, r)
		}
	}
}
