package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"klog": main})
}

// TestScripts runs the command lines in testdata/script. UPDATE_GOLDEN=1 writes what klog
// prints into the scripts' own files (help texts); the golden outputs are not among them.
func TestScripts(t *testing.T) {
	update := os.Getenv("UPDATE_GOLDEN") == "1"
	if update && os.Getenv("CI") != "" {
		t.Fatal("golden files are not updated where CI is set")
	}
	golden, err := filepath.Abs("../../engine/demo/golden")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOLDEN", golden)
			// A program with the race detector in it rests for a second before it ends.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   status,
			"snapshot": snapshot,
			"jsontext": jsontext,
			"unhex":    unhex,
		},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %s", name)
		},
	})
	if update {
		t.Error("the scripts were updated: look at the difference, then run without UPDATE_GOLDEN")
	}
}

// status N COMMAND… runs a command that must end with that exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// snapshot DIR FILE writes name, mode, size and CRC of everything below DIR into FILE.
func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: snapshot dir file")
	}
	var out bytes.Buffer
	root := ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var content []byte
		if d.Type().IsRegular() {
			if content, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		rel, err := filepath.Rel(root, name)
		crc := crc32.ChecksumIEEE(content)
		fmt.Fprintf(&out, "%s %s %d %08x\n", rel, info.Mode(), len(content), crc)
		return err
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o666))
}

// unhex FILE HEX appends the bytes to FILE, which it makes where it is missing.
func unhex(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: unhex file hex")
	}
	content, err := hex.DecodeString(args[1])
	ts.Check(err)
	name := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(name), 0o777))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	ts.Check(err)
	_, err = f.Write(content)
	ts.Check(err)
	ts.Check(f.Close())
}

// jsontext FILE writes the text of the run that the JSON on stdout tells into FILE.
func jsontext(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: jsontext file")
	}
	doc := ts.ReadFile("stdout")
	if !strings.HasSuffix(doc, "}\n") || strings.Count(doc, "\n") != 1 {
		ts.Fatalf("stdout is not one line of JSON")
	}
	var run struct {
		Sections []struct {
			Lines []struct{ Text string }
		}
	}
	ts.Check(json.Unmarshal([]byte(doc), &run))
	var out strings.Builder
	for i, s := range run.Sections {
		if i > 0 {
			out.WriteByte('\n')
		}
		for _, l := range s.Lines {
			out.WriteString(l.Text + "\n")
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(out.String()), 0o666))
}

// runInto runs klog with its standard output in a file that is closed afterwards.
func runInto(t *testing.T, stdout *os.File, args ...string) (exit int, stderr string) {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command("klog", args...)
	cmd.Stdout, cmd.Stderr = stdout, &errs
	err := cmd.Run()
	stdout.Close()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

func TestAReaderThatWentAwayIsExitStatusOne(t *testing.T) {
	for _, args := range [][]string{{"recovery-demo"}, {"help"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		exit, stderr := runInto(t, w, args...)
		if exit != 1 || !strings.HasPrefix(stderr, "klog: writing the output: ") ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("klog %v: exit %d, stderr %q", args, exit, stderr)
		}
	}
}

func TestAFullDiskUnderStdoutIsExitStatusOne(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here: ", err)
	}
	exit, stderr := runInto(t, full, "recovery-demo", "--format", "json")
	if exit != 1 || !strings.HasPrefix(stderr, "klog: writing the output: ") ||
		strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit %d, stderr %q", exit, stderr)
	}
}
