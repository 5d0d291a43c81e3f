package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"kaenlog/engine/demo"
	"kaenlog/engine/vfs"
)

// failing runs a demo in typed, which lies at name in its file system, and which fails with
// the text; it gives what stands on standard error after the command.
func failing(t *testing.T, typed, name, text string) string {
	t.Helper()
	f := fake{err: errors.New(text)}
	env := f.env(t)
	inTree := env.Place
	env.Place = func(dir string) (vfs.FS, string, error) {
		fsys, _, err := inTree(dir)
		return fsys, name, err
	}
	r := Run([]string{"produce-demo", "--dir=" + typed}, env)
	told, ok := strings.CutPrefix(r.Stderr, "klog: produce-demo: ")
	told, line := strings.CutSuffix(told, "\n")
	if r.Exit != 1 || len(r.Stdout) != 0 || !ok || !line {
		t.Errorf("--dir %q: got %+v", typed, r)
	}
	return told
}

func TestAFailureNamesPathsAsThePersonKnowsThem(t *testing.T) {
	for _, c := range []struct{ typed, name, text, want string }{
		// From the working directory, names are as they were typed.
		{"data/x", "data/x", "data/x/a.log: changed", "data/x/a.log: changed"},
		{"data/x", "data/x", "mkdir data: denied", "--dir data/x: mkdir data: denied"},
		{"./data//x/", "data/x", "data/x/a.log: changed", "./data//x/a.log: changed"},
		{"x", "x", "index x is bad: x/a.log", "index x is bad: x/a.log"},
		// From the root, a file system's names have no slash.
		{"/tmp/x/kd", "tmp/x/kd", "foreign: tmp/x/kd/.kaen-log-demo says so",
			"foreign: /tmp/x/kd/.kaen-log-demo says so"},
		{"/tmp/x/kd/", "tmp/x/kd", "tmp/x/kd is a file", "/tmp/x/kd is a file"},
		{"/tmp/x/kd", "tmp/x/kd", "making directory tmp/x/kd: mkdir tmp/x: denied",
			"making directory /tmp/x/kd: mkdir /tmp/x: denied"},
		{"/tmp/x/kd", "tmp/x/kd", "mkdir tmp: denied", "--dir /tmp/x/kd: mkdir /tmp: denied"},
		{"/tmp/x/kd", "tmp/x/kd", `renaming "tmp/x/kd/a" to tmp/x/kd/b: no`,
			`renaming "/tmp/x/kd/a" to /tmp/x/kd/b: no`},
		{"/tmp/x", "tmp/x", "tmp/xy and tmp/x.log, atmp/x",
			"--dir /tmp/x: /tmp/xy and /tmp/x.log, atmp/x"},
		{"/tmp/x", "tmp/x", "tmp/x/tmp/x/f: no", "/tmp/x/tmp/x/f: no"},
		{"/tmp/ก ข", "tmp/ก ข", "tmp/ก ข/f: no", "/tmp/ก ข/f: no"},
		// A name that is a word of the sentence too.
		{"/demo", "demo", "what no demo wrote: demo/f is no demo's; a demo: demo",
			"what no demo wrote: /demo/f is no demo's; a /demo: /demo"},
		{"/f", "f", "what: f is a file", "what: /f is a file"},
		{"./no", "no", "lstat no: no such file", "lstat ./no: no such file"},
		{"./no", "no", "no segment in no", "no segment in ./no"},
		// A link was followed, or ".." left the tree: the names have nothing in common.
		{"link/../q", "home/me/real/q", "mkdir home/me/real/q: denied", "mkdir link/../q: denied"},
		{"link/../q", "home/me/real/q", "mkdir home/me: denied",
			"--dir link/../q: mkdir /home/me: denied"},
		{"../../etc", "etc", "etc/f: no", "../../etc/f: no"},
		// The root itself.
		{"/", ".", "bin is a link", "--dir /: bin is a link"},
		{".", ".", "bin is a link", "--dir .: bin is a link"},
		{"/x", "x", "", "--dir /x: "},
		{"/tmp/x", "tmp/x", "the disk is full", "--dir /tmp/x: the disk is full"},
	} {
		if got := failing(t, c.typed, c.name, c.text); got != c.want {
			t.Errorf("--dir %s, %q:\n got %q\nwant %q", c.typed, c.text, got, c.want)
		}
	}
}

func TestAFailureInAVeryLongPathIsALineThatCanBeRead(t *testing.T) {
	for story, name := range map[string]string{
		"one name": strings.Repeat("a", 5000), "many names": strings.Repeat("abc/", 1250) + "d",
		"Thai": strings.Repeat("ก", 5000), "spaces": strings.Repeat("a ", 2500) + "b",
	} {
		for _, typed := range []string{name, "/" + name} {
			got := failing(t, typed, name, fmt.Sprintf("looking at %s: lstat %s: too long", name, name))
			if n := utf8.RuneCountInString(got); n > 3*maxPath || !strings.HasSuffix(got, "…: too long") {
				t.Errorf("%s: %d characters: %.80s", story, n, got)
			}
		}
		// The path of something else is no shorter.
		got := failing(t, "d", "d", "lstat "+name+": too long")
		if n := utf8.RuneCountInString(got); n > maxLine || !strings.HasSuffix(got, ": too long") {
			t.Errorf("%s: %d characters: %.80s", story, n, got)
		}
		env := Env{Place: func(string) (vfs.FS, string, error) { return nil, "", fs.ErrInvalid }}
		r := Run([]string{"produce-demo", "--dir", name}, env)
		if n := utf8.RuneCountInString(r.Stderr); n > maxLine {
			t.Errorf("%s: %d characters: %.80s", story, n, r.Stderr)
		}
	}
}

func TestNothingThatIsNotSeenReachesTheTerminal(t *testing.T) {
	const hidden = "\u202e \u200b \u2066 \ufeff \u00ad \u061c \U000e0041 \ue000 \x1b[2J \u0085 \r"
	for _, r := range []Result{
		Run([]string{hidden}, Env{}),
		Run([]string{"help", hidden}, Env{}),
		Run([]string{"produce-demo", hidden}, Env{}),
		Run([]string{"produce-demo", "--" + hidden}, Env{}),
		Run([]string{"produce-demo", "--acks", hidden}, Env{}),
		Run([]string{"produce-demo", "--format", hidden}, Env{}),
		{Stderr: failing(t, hidden, hidden, hidden+"/f: no") + "\n"},
		{Stderr: failing(t, "d", "d", "d/"+hidden+": no") + "\n"},
		{Stderr: Wrong(Quote(hidden)).Stderr},
	} {
		for _, c := range strings.ReplaceAll(r.Stderr, "\n", "") {
			if !unicode.IsPrint(c) {
				t.Errorf("%q holds %U", r.Stderr, c)
			}
		}
		if !strings.Contains(r.Stderr, `\u202e`) || !strings.Contains(r.Stderr, `\U000e0041`) {
			t.Errorf("%q doesn't tell what was there", r.Stderr)
		}
	}
}

func TestAFailureInADirectoryKeepsItsCause(t *testing.T) {
	f := fake{err: fmt.Errorf("x: %w", fs.ErrPermission)}
	spec, _ := demo.SpecOf("produce-demo")
	_, err := f.env(t).Demo(spec, []demo.Set{{Name: "dir", Text: "/x"}})
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
}
