package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
	"kaenlog/engine/vfs"
)

// goldenSet gives the options that a demo's golden output was made with.
func goldenSet(spec demo.Spec) []demo.Set {
	var given []demo.Set
	for _, f := range spec.Flags {
		if f.Golden != "" {
			given = append(given, demo.Set{Name: f.JSON, Text: f.Golden})
		}
	}
	return given
}

// textOf puts the text of a run together from its JSON, as a page does.
func textOf(t *testing.T, doc []byte) string {
	t.Helper()
	var run struct {
		Sections []struct {
			Lines []struct{ Text string }
		}
	}
	if err := json.Unmarshal(doc, &run); err != nil {
		t.Fatalf("%v in %.200s", err, doc)
	}
	text := ""
	for i, s := range run.Sections {
		if i > 0 {
			text += "\n"
		}
		for _, l := range s.Lines {
			text += l.Text + "\n"
		}
	}
	return text
}

func TestEachDemoByEachOfItsNamesGivesItsGoldenOutput(t *testing.T) {
	a := New()
	for _, spec := range demo.Specs() {
		want := golden.Text(spec.GoldenName)
		for _, name := range append([]string{spec.Name, spec.Function}, spec.Commands...) {
			r, err := a.Demo(name, goldenSet(spec))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if string(r.Text) != want || textOf(t, r.JSON) != want {
				t.Errorf("%s: the text is not the golden output", name)
			}
			if r.Exit != 0 || r.Stderr != "" || !bytes.Contains(r.JSON, []byte(`"golden":true`)) {
				t.Errorf("%s: exit %d, stderr %q, %.100s", name, r.Exit, r.Stderr, r.JSON)
			}
		}
	}
}

func TestOptionsOfEveryTypeArriveAsText(t *testing.T) {
	for _, c := range []struct {
		demo  string
		given []demo.Set
		want  string // the flags in the JSON
	}{
		{"produceDemo", []demo.Set{{Name: "acks", Text: "-1"}, {Name: "batches", Text: "1"},
			{Name: "truncateTail", Text: "true"}, {Name: "nowMs", Text: "4611686018427387904"},
			{Name: "dir", Text: "/d/e"}},
			`{"acks":-1,"batches":1,"truncateTail":true,"nowMs":"4611686018427387904","dir":"/d/e"}`},
		{"dedupDemo", []demo.Set{{Name: "pid", Text: "9223372036854775806"},
			{Name: "seq", Text: "3..3"}, {Name: "resend", Text: "false"}},
			`{"pid":"9223372036854775806","seq":"3..3","resend":false,"nowMs":1700000000000}`},
		{"recoveryDemo", []demo.Set{{Name: "now-ms", Text: "5"},
			{Name: "nowMs", Text: "9007199254740991"}},
			`{"nowMs":9007199254740991}`},
		{"recoveryDemo", nil, `{"nowMs":1700000000000}`},
	} {
		r, err := New().Demo(c.demo, c.given)
		if err != nil {
			t.Errorf("%s %v: %v", c.demo, c.given, err)
			continue
		}
		var run struct{ Flags json.RawMessage }
		if err := json.Unmarshal(r.JSON, &run); err != nil || string(run.Flags) != c.want {
			t.Errorf("%s: flags %s, want %s (%v)", c.demo, run.Flags, c.want, err)
		}
	}
}

func TestBadOptionsSayWhichAndTheNextCallWorks(t *testing.T) {
	a := New()
	for _, c := range []struct{ demo, name, text, code, field, message string }{
		{"produceDemo", "acks", "32768", CodeInvalidOption, "acks",
			`acks is "32768", allowed is a whole number from -32768 to 32767`},
		{"produceDemo", "acks", "1.5", CodeInvalidOption, "acks", `acks is "1.5", allowed is a whole`},
		{"produceDemo", "acks", "NaN", CodeInvalidOption, "acks", `acks is "NaN", allowed is a whole`},
		{"produceDemo", "now-ms", "-1", CodeInvalidOption, "nowMs", `nowMs is "-1", allowed is`},
		{"produceDemo", "truncateTail", "yes", CodeInvalidOption, "truncateTail",
			`truncateTail is "yes", allowed is true or false`},
		{"produceDemo", "batchs", "1", CodeInvalidOption, "batchs",
			`unknown option "batchs", did you mean batches?`},
		{"recoveryDemo", "acks", "1", CodeInvalidOption, "acks",
			`unknown option "acks", known are nowMs, dir`},
		{"recoveryDemo", "format", "json", CodeInvalidOption, "format", `unknown option "format"`},
		{"dedupDemo", "seq", "9..7", CodeInvalidOption, "seq", `seq is "9..7", allowed is A..B with`},
		{"dedupDemo", "dir", "", CodeInvalidOption, "dir", `dir is "", allowed is the path`},
		{"dedupDemo", "dir", "a\x00", CodeInvalidOption, "dir", `dir is "a\x00", allowed is`},
		{"dedup_demo", "seq", "7..9", CodeUsage, "",
			`there is no demo "dedup_demo", only produceDemo, dedupDemo, recoveryDemo`},
		{"", "", "", CodeUsage, "", `there is no demo ""`},
	} {
		r, err := a.Demo(c.demo, []demo.Set{{Name: c.name, Text: c.text}})
		e := ErrorOf(err)
		if e == nil || e.Name != "KlogError" || e.Code != c.code || e.Field != c.field ||
			!strings.HasPrefix(e.Message, c.message) || e.Error() != e.Message {
			t.Errorf("%s %s=%q: got %+v\nwant %s", c.demo, c.name, c.text, e, c.message)
		}
		if r.JSON != nil || r.Text != nil {
			t.Errorf("%s %s=%q: a result beside an error", c.demo, c.name, c.text)
		}
		if _, err := a.Demo("recovery", nil); err != nil {
			t.Fatalf("the call after the error: %v", err)
		}
	}
}

func TestCommandLinesAnswerAsTheNativeKlogDoes(t *testing.T) {
	a := New()
	for _, c := range []struct {
		line   string
		exit   int
		stdout string // how it begins
		stderr string // how it begins
		ran    bool
	}{
		{"klog produce-demo --batches 1", 0, "== frame", "", true},
		{"idem-demo --resend --format json", 0, `{"demo":"dedup","flags":`, "", true},
		{"klog help", 0, "klog: ", "", false},
		{"klog", 2, "", "klog: no command\nusage: ", false},
		{"", 2, "", "klog: no command\nusage: ", false},
		{"version", 0, "klog " + Version() + "\n", "", false},
		{"klog produce-demo --acks '", 2, "",
			"klog: at character 26: the quote ' is not closed\nusage: ", false},
		{"klog produce-demo --acks ' 1'", 2, "", `klog: produce-demo: --acks is " 1"`, false},
		{"klog dmup x", 2, "", `klog: unknown command "dmup", did you mean dump?`, false},
		{"klog dump", 2, "", `klog: dump: PATH is missing`, false},
		{"klog verify x", 1, "", `klog: verify: stat x: file does not exist`, false},
	} {
		r := a.RunLine(c.line)
		if r.Exit != c.exit || !strings.HasPrefix(string(r.Text), c.stdout) ||
			!strings.HasPrefix(r.Stderr, c.stderr) || (c.stderr == "") != (r.Stderr == "") ||
			(c.stdout == "") != (len(r.Text) == 0) {
			t.Errorf("%s: exit %d, stdout %.60q, stderr %q", c.line, r.Exit, r.Text, r.Stderr)
		}
		if c.ran != (string(r.JSON) != "null") || !json.Valid(r.JSON) {
			t.Errorf("%s: JSON %.60s", c.line, r.JSON)
		}
	}
}

func TestAJSONCommandLinePrintsTheJSONOfItsRun(t *testing.T) {
	r := New().Run([]string{"recovery-demo", "--format=json"})
	if string(r.Text) != string(r.JSON)+"\n" {
		t.Errorf("printed %.80q, JSON %.80q", r.Text, r.JSON)
	}
}

func TestADirectoryIsKeptBetweenCallsAndReplacedByTheSameDemo(t *testing.T) {
	a := New()
	want, err := a.Demo("dedup", nil)
	if err != nil {
		t.Fatal(err)
	}
	if a.fsys != nil {
		t.Error("a run without a directory touched the file system that is kept")
	}
	for range 3 {
		r := a.Run([]string{"idem-demo", "--dir", "data/d"})
		if r.Exit != 0 || !bytes.Equal(r.Text, want.Text) {
			t.Fatalf("exit %d, %s", r.Exit, r.Stderr)
		}
		entries, err := a.fsys.ReadDir("data/d")
		if err != nil || len(entries) < 3 {
			t.Fatalf("data/d holds %v (%v)", entries, err)
		}
	}
}

func TestADirectoryThatHoldsAnythingElseIsRefusedAndLeftAsItIs(t *testing.T) {
	a := New()
	if r := a.Run([]string{"produce-demo", "--dir", "other"}); r.Exit != 0 {
		t.Fatal(r.Stderr)
	}
	if err := a.fsys.MkdirAll("mine"); err != nil {
		t.Fatal(err)
	}
	f, err := a.fsys.Create("mine/00000000000000000000.log")
	if err != nil {
		t.Fatal(err)
	}
	const bytesOfMine = "somebody's records"
	if _, err := f.Append([]byte(bytesOfMine)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := a.Demo("produceDemo", []demo.Set{{Name: "dir", Text: "mine"}})
		e := ErrorOf(err)
		if e == nil || e.Code != CodeFailed || !strings.Contains(e.Message, "mine") {
			t.Errorf("got %+v", e)
		}
		kept, err := vfs.ReadFile(a.fsys, "mine/00000000000000000000.log")
		if err != nil || string(kept) != bytesOfMine {
			t.Errorf("the file holds %q (%v)", kept, err)
		}
		if list, err := a.fsys.ReadDir("mine"); err != nil || len(list) != 1 {
			t.Errorf("the directory holds %v (%v)", list, err)
		}
	}
	if r := a.Run([]string{"produce-demo", "--dir", "other"}); r.Exit != 0 {
		t.Errorf("after the refusals: %s", r.Stderr)
	}
}

func TestAPanicLeavesTheNextCallAWorkingAPI(t *testing.T) {
	a := New()
	a.do = func(_ demo.Spec, fsys vfs.FS, _ demo.Options) (*demo.Run, error) {
		if _, err := fsys.Create("left-open"); err != nil {
			return nil, err
		}
		panic("index out of range")
	}
	func() {
		defer func() {
			e := PanicError(recover())
			if e.Code != CodePanic || !strings.Contains(e.Message, "index out of range") {
				t.Errorf("got %+v", e)
			}
		}()
		a.Run([]string{"produce-demo", "--dir", "."})
	}()
	a.do = nil
	if r := a.Run([]string{"produce-demo", "--dir", "d"}); r.Exit != 0 {
		t.Errorf("the next call: %s", r.Stderr)
	}
}

func TestAFailedRunIsAnErrorWithItsCause(t *testing.T) {
	a, cause := New(), errors.New("the\nwindow did not shrink")
	a.do = func(demo.Spec, vfs.FS, demo.Options) (*demo.Run, error) { return nil, cause }
	_, err := a.Demo("dedup", nil)
	e := ErrorOf(err)
	if e.Code != CodeFailed || e.Field != "" || e.Message != "the window did not shrink" ||
		!errors.Is(err, cause) {
		t.Errorf("got %+v", e)
	}
}

func TestErrorsOfOtherPackagesBecomeErrorsOfThisOne(t *testing.T) {
	if e := ErrorOf(nil); e != nil {
		t.Errorf("nil became %+v", e)
	}
	e := ErrorOf(fmt.Errorf("wrapped: %w", &demo.FlagError{Field: "x", Found: "1"}))
	if e.Code != CodeInvalidOption || e.Field != "x" || e.Message != `unknown option "x"` {
		t.Errorf("got %+v", e)
	}
	if e := ErrorOf(os.ErrNotExist); e.Code != CodeFailed || e.Message != os.ErrNotExist.Error() {
		t.Errorf("got %+v", e)
	}
	for _, v := range []any{errors.New("a\nb"), "a\nb", 7, nil} {
		if e := PanicError(v); e.Code != CodePanic || strings.ContainsAny(e.Message, "\n") {
			t.Errorf("%v became %+v", v, e)
		}
	}
}

func TestCallsFromManyGoroutinesRunOneAfterAnother(t *testing.T) {
	a := New()
	want := a.Run([]string{"recovery-demo"})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			r := a.Run([]string{"recovery-demo", "--dir", "same"})
			if r.Exit != 0 || !bytes.Equal(r.Text, want.Text) {
				t.Errorf("exit %d, %s", r.Exit, r.Stderr)
			}
		})
	}
	wg.Wait()
}

func TestVersionIsTheCommandLines(t *testing.T) {
	if Version() != cli.Version || Version() == "" {
		t.Errorf("version %q", Version())
	}
}
