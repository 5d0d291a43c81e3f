package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"kaenlog/engine/vfs"
)

// between stands between the words of a fuzzed command line.
const between = "\x1f"

// The bits that say how a fuzzed command line is run.
const (
	streamed    = 1 << iota // its output goes to a writer as it comes
	cutOff                  // which fails at once
	oneAlready              // a tail was cut here before
	damagedOnly             // the segment is a directory's only file
)

// fuzzFiles makes a file system with a partition's directory d, whose segment holds these
// bytes, and the same bytes in a file of another name, there and outside.
func fuzzFiles(t *testing.T, name string, log []byte, shape uint8) vfs.FS {
	fsys, err := vfs.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	put := func(file string) {
		if err := fsys.MkdirAll(path.Dir(file)); err != nil {
			t.Fatal(err)
		}
		f, err := fsys.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.Append(log); err != nil {
			t.Fatal(err)
		}
	}
	put("d/" + segmentName)
	if shape&oneAlready != 0 {
		put("d/" + segmentName + ".cut")
	}
	if fs.ValidPath(name) && name != "." && !strings.HasPrefix(name+"/", "d/") &&
		!strings.Contains(name, "/") && shape&damagedOnly == 0 {
		put(name)
		put("d/" + name)
		put("d/" + name + ".log")
	}
	return fsys
}

// treeOf gives every file's bytes, by path; directories end in a slash.
func treeOf(t *testing.T, fsys vfs.FS) map[string]string {
	all := map[string]string{}
	var walk func(dir string)
	walk = func(dir string) {
		entries, err := fsys.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name)
			if e.Dir {
				all[name+"/"] = ""
				walk(name)
				continue
			}
			b, err := vfs.ReadFile(fsys, name)
			if err != nil {
				t.Fatalf("%s can't be read, so it was left open: %v", name, err)
			}
			all[name] = string(b)
		}
	}
	walk(".")
	return all
}

// sink is where streamed output goes.
type sink struct {
	bytes.Buffer
	fails bool
}

var errPipe = errors.New("the pipe is\x1b[2J broken")

func (s *sink) Write(b []byte) (int, error) {
	if s.fails {
		return 0, errPipe
	}
	return s.Buffer.Write(b)
}

// ran is one run of a command line, and what it left.
type ran struct {
	Result
	written string // to the writer
	tree    map[string]string
}

func runOnce(t *testing.T, args []string, name string, log []byte, shape uint8) ran {
	fsys := fuzzFiles(t, name, log, shape)
	env := Env{Place: InTree(fsys)}
	var out sink
	if shape&streamed != 0 {
		out.fails = shape&cutOff != 0
		env.Stdout = &out
	}
	r := Run(args, env)
	return ran{r, out.String(), treeOf(t, fsys)}
}

// Invariants, of any words, over files of any names and bytes:
//
//  1. Nothing panics, and no file is left open.
//  2. The exit status is 0, 1 or 2. 0: nothing is on standard error. 1: one line is. 2: what is
//     wrong and the usage line are, and nothing on standard output.
//  3. Both are valid UTF-8 in whole lines and bear nothing that is not seen: no control character
//     and no other that a terminal acts on, whatever a file is named and whatever is in it.
//  4. As JSON, standard output is one line that encoding/json reads.
//  5. Two runs give the same, and leave the same files.
//  6. Streamed output is the gathered output; where it can't be written the exit status is 1.
//  7. Wrong words change no file, dump, verify and recover --dry-run neither; recover keeps every
//     byte of the log, in it or in a file beside it; no command changes a file that it did not
//     make, but for the log that recover cuts.
func FuzzCommandLine(f *testing.F) {
	for _, s := range commandSeeds(f) {
		f.Add(strings.Join(s.args, between), s.name, s.log, s.shape)
	}
	f.Fuzz(func(t *testing.T, line, name string, log []byte, shape uint8) {
		if len(line)+len(name)+len(log) > 1<<13 {
			return // long enough for everything
		}
		args := strings.Split(line, between)
		before := treeOf(t, fuzzFiles(t, name, log, shape))
		r := runOnce(t, args, name, log, shape)
		again := runOnce(t, args, name, log, shape)
		if r.Exit != again.Exit || r.Stderr != again.Stderr || r.written != again.written ||
			!bytes.Equal(r.Stdout, again.Stdout) || !reflect.DeepEqual(r.tree, again.tree) {
			t.Fatalf("two runs differ:\n%+v\n%+v", r, again)
		}
		speaksWell(t, args, r)
		changesNothingElse(t, args, before, r)
		if shape&streamed != 0 {
			streamsTheSame(t, args, r, runOnce(t, args, name, log, shape&^streamed), shape&cutOff != 0)
		}
	})
}

// streamsTheSame compares a run whose output went to a writer with one whose output was gathered.
func streamsTheSame(t *testing.T, args []string, r, gathered ran, fails bool) {
	spec, ok := specOf(args[0])
	if fails && ok && isTool(spec) && !asksForHelp(args) && len(gathered.Stdout) > 0 {
		if r.Exit != ExitFailed || !strings.HasPrefix(r.Stderr, "klog: writing the output: ") {
			t.Fatalf("nothing could be written: exit status %d, %q", r.Exit, r.Stderr)
		}
		return
	}
	if got := r.written + string(r.Stdout); got != string(gathered.Stdout) ||
		gathered.Exit != r.Exit || gathered.Stderr != r.Stderr {
		t.Fatalf("streamed, %d, %q\n%s\ngathered, %d, %q\n%s", r.Exit, r.Stderr, got, gathered.Exit,
			gathered.Stderr, gathered.Stdout)
	}
}

// speaksWell holds exit status, standard output and standard error to what they are for.
func speaksWell(t *testing.T, args []string, r ran) {
	lines := strings.SplitAfter(r.Stderr, "\n")
	lines = lines[:len(lines)-1] // behind the last line ending there must be nothing
	stdout := r.written + string(r.Stdout)
	switch ok := strings.Join(lines, "") == r.Stderr; {
	case r.Exit == ExitDone && r.Stderr == "" && stdout != "":
	case r.Exit == ExitFailed && ok && len(lines) == 1 && strings.HasPrefix(lines[0], "klog: "):
	case r.Exit == ExitWrong && ok && len(lines) == 2 && strings.HasPrefix(lines[0], "klog: ") &&
		strings.HasPrefix(lines[1], "usage: klog ") && stdout == "":
	default:
		t.Fatalf("exit status %d, %d bytes of output, standard error %q", r.Exit, len(stdout), r.Stderr)
	}
	for what, text := range map[string]string{"standard output": stdout, "standard error": r.Stderr} {
		if text != "" && !strings.HasSuffix(text, "\n") || !utf8.ValidString(text) {
			t.Fatalf("%s is not whole lines of UTF-8: %q", what, text)
		}
		for _, c := range strings.ReplaceAll(text, "\n", "") {
			if !strconv.IsPrint(c) {
				t.Fatalf("%s bears %U: %q", what, c, text)
			}
		}
	}
	if asksForJSON(args) && stdout != "" {
		if !json.Valid([]byte(stdout)) || strings.Count(stdout, "\n") != 1 {
			t.Fatalf("this is no line of JSON: %q", stdout)
		}
	}
	if ran := r.Exit == ExitDone && isDemo(args) && !asksForHelp(args); ran != (r.Run != nil) {
		t.Fatalf("a run beside exit status %d: %v", r.Exit, r.Run != nil)
	}
}

// spoken takes the words apart as the command does, whose own tests hold that.
func spoken(args []string) words {
	spec, ok := specOf(args[0])
	if !ok {
		return words{}
	}
	w, _ := read(spec, args[1:])
	return w
}

func asksForJSON(args []string) bool { return spoken(args).json }
func asksForHelp(args []string) bool { return spoken(args).help }

func isDemo(args []string) bool {
	spec, ok := specOf(args[0])
	return ok && !isTool(spec)
}

// changesNothingElse compares the files before and behind a run.
func changesNothingElse(t *testing.T, args []string, before map[string]string, r ran) {
	reads := r.Exit == ExitWrong || args[0] == "dump" || args[0] == "verify" ||
		args[0] == "recover" && asksForDry(args)
	if reads && !reflect.DeepEqual(before, r.tree) {
		t.Fatalf("%q changed the files from %d to %d", args, len(before), len(r.tree))
	}
	for name, was := range before {
		is, there := r.tree[name]
		if there && is == was {
			continue
		}
		tail, kept := strings.CutPrefix(was, is)
		if !there || !kept || args[0] != "recover" {
			t.Fatalf("%q changed %q", args, name)
		}
		found := false
		for other, content := range r.tree {
			_, old := before[other]
			found = found || !old && strings.HasPrefix(other, name+".cut") && content == tail
		}
		if !found {
			t.Fatalf("%q cut %d bytes off %q and kept them nowhere", args, len(tail), name)
		}
	}
}

func asksForDry(args []string) bool {
	given := spoken(args).given
	return len(given) > 0 && given[len(given)-1].Text == "true"
}

// Invariants: the output is valid JSON that reads as the input, with U+FFFD for each byte that is
// no UTF-8, on one line and with nothing in it that is not seen.
func FuzzString(f *testing.F) {
	f.Add("หนึ่ง \u2028 \"\\ \x00\xff")
	f.Add("\u0085\u009b\u202e\x7f\xed\xa0\x80")
	f.Fuzz(func(t *testing.T, s string) {
		if err := checkString(s); err != nil {
			t.Error(err)
		}
	})
}
