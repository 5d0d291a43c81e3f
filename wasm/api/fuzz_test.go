package api

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/vfs"
)

// Invariants, of any line:
//
//  1. Nothing panics.
//  2. A line that can't be taken apart has an error of code usage that is one line and names the
//     character where it begins to go wrong.
//  3. Quoting each word and splitting again gives the same words.
//  4. A line of nothing but letters, digits, hyphens and spaces is split at its spaces.
func FuzzSplitLine(f *testing.F) {
	f.Add(`klog produce-demo --dir "a b" '' \`)
	f.Add("$ klog 'x' \\\n")
	f.Add("  klog  dump data --records ")
	f.Add("a \"b\\\"c\\\\d\" 'e\"f' \\\r\n g")
	f.Add("dump > out.txt")
	f.Add("ก้อน 'x")
	f.Fuzz(func(t *testing.T, line string) {
		words, err := SplitLine(line)
		if err != nil {
			e := ErrorOf(err)
			at, _, found := strings.Cut(strings.TrimPrefix(e.Message, "at character "), ": ")
			n, bad := strconv.Atoi(at)
			if e.Code != CodeUsage || !found || bad != nil || n < 1 || n > len([]rune(line)) ||
				strings.Contains(e.Message, "\n") || words != nil {
				t.Fatalf("%q: %+v, words %q", line, e, words)
			}
			return
		}
		again := "klog"
		for _, w := range words {
			again += ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(w) + `"`
		}
		if got, err := SplitLine(again); err != nil || !slices.Equal(got, words) {
			t.Fatalf("%q splits into %q, quoted %q into %q (%v)", line, words, again, got, err)
		}
		if strings.Trim(line, "abcdefghijklmnopqrstuvwxyz0123456789- ") == "" {
			want := strings.Fields(line)
			if len(want) > 0 && want[0] == "klog" {
				want = want[1:]
			}
			if !slices.Equal(words, want) {
				t.Fatalf("%q splits into %q, want %q", line, words, want)
			}
		}
	})
}

// call is all that a page asks of one API, in order, and what it hears.
type call struct {
	line, next          string // command lines
	demo, option, value string
	data                []byte // to inspect
}

type heard struct {
	Lines       []Result
	Demo        Result
	DemoErr     Error
	Inspected   Inspection
	InspectErr  Error
	failed, bad bool
}

func (c call) make() heard {
	a := New()
	h := heard{Lines: []Result{a.RunLine(c.line), a.RunLine(c.next)}}
	given := []demo.Set{{Name: c.option, Text: c.value}}
	var err error
	if h.Demo, err = a.Demo(c.demo, given); err != nil {
		h.failed, h.DemoErr = true, *ErrorOf(err)
	}
	if h.Inspected, err = Inspect(c.data, given); err != nil {
		h.bad, h.InspectErr = true, *ErrorOf(err)
	}
	h.DemoErr.cause, h.InspectErr.cause = nil, nil // two of the same are not equal
	return h
}

// Invariants, of any calls, in any order, on one API:
//
//  1. Nothing panics, and two APIs that hear the same answer the same.
//  2. A command line does what its words do; where there are none the exit status is 2. The
//     status, standard output and standard error are klog's, as FuzzCommandLine holds them: here
//     that JSON is valid, and null unless a demo has run.
//  3. A call that fails has an error with a name, a code and a message of one line that bears
//     nothing that is not seen; there is no result beside it.
//  4. Inspect's text is what klog dump prints of a file with these bytes, its JSON is valid.
func FuzzAPI(f *testing.F) {
	for _, c := range apiSeeds(f) {
		f.Add(c.line, c.next, c.demo, c.option, c.value, c.data)
	}
	f.Fuzz(func(t *testing.T, line, next, name, option, value string, data []byte) {
		if len(line)+len(next)+len(value)+len(data) > 1<<13 {
			return // long enough for everything
		}
		c := call{line, next, name, option, value, bytes.Clone(data)}
		h := c.make()
		if again := c.make(); !reflect.DeepEqual(h, again) {
			t.Fatalf("two APIs differ:\n%+v\n%+v", h, again)
		}
		if !bytes.Equal(c.data, data) {
			t.Fatal("inspecting changed the bytes")
		}
		linesHold(t, c, h.Lines)
		failureHolds(t, "a demo", h.failed, h.DemoErr, len(h.Demo.JSON)+len(h.Demo.Text))
		if !h.failed && !json.Valid(h.Demo.JSON) {
			t.Fatalf("this is no JSON: %s", h.Demo.JSON)
		}
		failureHolds(t, "inspecting", h.bad, h.InspectErr, len(h.Inspected.JSON)+len(h.Inspected.Text))
		if !h.bad {
			inspectionHolds(t, c, h.Inspected)
		}
	})
}

func linesHold(t *testing.T, c call, got []Result) {
	a := New()
	for i, line := range []string{c.line, c.next} {
		r := got[i]
		want := Result{JSON: []byte("null"), Exit: cli.ExitWrong}
		words, err := SplitLine(line)
		if err == nil {
			want = a.Run(words)
		} else if !strings.Contains(r.Stderr, ErrorOf(err).Message) {
			t.Fatalf("%q: %q, want %v in it", line, r.Stderr, err)
		}
		if r.Exit != want.Exit || !bytes.Equal(r.JSON, want.JSON) || !bytes.Equal(r.Text, want.Text) ||
			err == nil && r.Stderr != want.Stderr || !json.Valid(r.JSON) {
			t.Fatalf("%q gives\n%+v, its words give\n%+v", line, r, want)
		}
		ran := string(r.JSON) != "null"
		if ran != bytes.HasPrefix(r.JSON, []byte(`{"demo":`)) || ran && r.Exit != cli.ExitDone {
			t.Fatalf("%q, exit status %d: %s", line, r.Exit, r.JSON)
		}
	}
}

func failureHolds(t *testing.T, what string, failed bool, e Error, size int) {
	if !failed {
		return
	}
	codes := []string{CodeInvalidOption, CodeUsage, CodeFailed}
	if e.Name != ErrorName || !slices.Contains(codes, e.Code) || e.Message == "" || size > 0 ||
		e.Field != "" && e.Field != BytesField && e.Code != CodeInvalidOption {
		t.Fatalf("%s fails with %+v, %d bytes beside it", what, e, size)
	}
	for _, r := range e.Message {
		if !strconv.IsPrint(r) {
			t.Fatalf("%s fails with a message that bears %U: %q", what, r, e.Message)
		}
	}
}

// inspectionHolds compares with klog dump of the only file of a file system.
func inspectionHolds(t *testing.T, c call, got Inspection) {
	if !json.Valid(bytes.Join(got.JSON, nil)) && len(got.JSON) > 0 {
		t.Fatalf("this is no JSON: %s", bytes.Join(got.JSON, nil))
	}
	args, typed := []string{"dump"}, "bytes"
	switch c.option {
	case "name":
		typed = c.value
	case "records":
		args = append(args, "--records="+c.value)
	}
	fsys, err := vfs.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	file, err := fsys.Create(fileName(typed))
	if err != nil {
		return // no file system has a file of this name
	}
	if _, err := file.Append(c.data); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	r := cli.Run(append(args, "--", typed), cli.Env{Place: func(string) (vfs.FS, string, error) {
		return fsys, fileName(typed), nil
	}})
	if text := bytes.Join(got.Text, nil); !bytes.Equal(text, r.Stdout) || got.Exit != r.Exit ||
		got.Stderr != r.Stderr {
		t.Fatalf("inspecting gives %d, %q\n%s\ndump gives %d, %q\n%s", got.Exit, got.Stderr, text,
			r.Exit, r.Stderr, r.Stdout)
	}
}

// kafkaBatch was made by Kafka 4.1.0: two records of producer 1000.
const kafkaBatch = "000000000000000100000045000000070228" + "3b37220000000000010000018bcfe568" +
	"000000018bcfe5680000000000000003e8000000000007000000021200000001067676760012000002010676767600"

func apiSeeds(t testing.TB) []call {
	kafka, err := hex.DecodeString(kafkaBatch)
	if err != nil || len(kafka) != 81 {
		t.Fatal(err)
	}
	return []call{
		{"klog version", "help", "produceDemo", "acks", "-1", nil},
		{"produce-demo --dir d --batches 1 --truncate-tail", "recover d", "dedup", "resend", "true",
			kafka},
		{"idem-demo --dir 'a b' --format json", "dump 'a b/idem' --records", "x", "", "", kafka},
		{"recovery-demo --dir d", "recovery-demo --dir d", "recoveryDemo", "dir", "d", kafka[:80]},
		{"produce-demo --dir d", "idem-demo --dir d", "recovery", "now-ms", "5", []byte("letter")},
		{"'", "a | b", "produceDemo", "batches", "65", kafka},
		{"", "$", "idem-demo", "seq", "9..7", kafka},
		{"verify /", "dump ..", "dedupDemo", "dir", "a\x00\x1b", kafka},
		{"dump x", "produce-demo --dir \u009b", "", "records", "true", append(kafka[:81:81], kafka...)},
		{"", "", "", "records", "maybe", kafka},
		{"", "", "", "records", "false", kafka},
		{"", "", "", "name", "data/00000000000000000001.log", kafka},
		{"", "", "", "name", "\x1b[2J", kafka},
		{"", "", "", "name", "..", kafka},
		{"", "", "", "name", "", kafka},
	}
}
