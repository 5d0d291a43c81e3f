package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// brokenRun runs a program that ends in a panic under Node and gives its output up to there, and
// what the runtime said after it.
func brokenRun(t *testing.T, tools toolchain, wasm []byte) (output, trace string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(tools.goroot, "lib", "wasm", "wasm_exec_node.js")
	cmd := exec.Command("node", script, file)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")} // little fits beside a program's arguments
	all, err := cmd.CombinedOutput()
	output, trace, found := strings.Cut(string(all), "panic: broken on purpose\n")
	if ended := new(exec.ExitError); !errors.As(err, &ended) || !found {
		t.Fatalf("%v\n%s", err, all)
	}
	return output, trace
}

func TestAProgramWithoutTracesRunsAsBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node: ", err)
	}
	tools := newTools(t)
	if !tools.isKnown() {
		t.Skip("the tables of ", tools.version, " stay as they are")
	}
	plain, err := tools.compilePlain("./scripts/site/testdata/traces", lightRuntime)
	if err != nil {
		t.Fatal(err)
	}
	stripped, err := packData(plain, stripTraces)
	if err != nil {
		t.Fatal(err)
	}
	want, trace := brokenRun(t, tools, plain)
	if !strings.Contains(trace, "main.main()") || !strings.Contains(trace, "main.go:") {
		t.Fatalf("the program tells no trace in any case: this test shows nothing\n%s", trace)
	}
	got, trace := brokenRun(t, tools, stripped)
	want, here, _ := strings.Cut(want, "here ")
	if !strings.HasPrefix(here, "main.go ") || got != want+"here ? 0\n" {
		t.Errorf("before:\n%shere %safter:\n%s", want, here, got)
	}
	if strings.Contains(trace, "main.main") || strings.Contains(trace, "main.go") {
		t.Errorf("its trace still tells:\n%s", trace)
	}
}

// block makes memory with function tables in it: two functions, one with a table of values of
// its own beside the lines and files of both.
func block() []byte {
	word := binary.LittleEndian.AppendUint64
	names, cu, files := "runtime.a\x00main.b\x00reflect.c\x00", "\x07\x00\x00\x00", "/src/b.go\x00"
	// What the collector asks for, then lines and files; the first value may differ by 0.
	values := "\x00" + "\x00\x05\x04\x01\x00" + "\x03\x05\x06\x01\x00" + "\x09\x02\x00"
	b := []byte(tablesMagic)
	at := uint64(tablesHeader)
	b = word(word(word(b, 2), 1), 0)
	for _, part := range []string{names, cu, files, values, ""} {
		b = word(b, at)
		at += uint64(len(part))
	}
	b = append(b, names+cu+files+values...)
	u32 := binary.LittleEndian.AppendUint32
	const functab = 2*8 + 4
	const second = functab + recordSize + 4
	for _, n := range []uint32{0, functab, 1, second, 2} {
		b = u32(b, n)
	}
	for i, name := range []uint32{0, uint32(len("runtime.a\x00"))} {
		b = u32(u32(u32(u32(b, uint32(i)), name), 16), 0)
		for _, n := range []uint32{1, 6, 11, 1, 1, 77} { // pcsp, file, line, tables, cu, line
			b = u32(b, n)
		}
		b = append(b, 0, 0, 0, 0)
		b = u32(b, 1)
	}
	return append(append([]byte("behind..."), b...), "before..."...)
}

func TestNamesFilesAndLinesAreTakenOut(t *testing.T) {
	before := block()
	after := slices.Clone(before)
	if err := stripTraces(after); err != nil {
		t.Fatal(err)
	}
	if len(after) != len(before) {
		t.Fatalf("%d bytes became %d", len(before), len(after))
	}
	for _, text := range []string{"main.b", "/src/b.go", "\x03\x05\x06\x01", "\x09\x02", "\x4d\x00"} {
		if !bytes.Contains(before, []byte(text)) || bytes.Contains(after, []byte(text)) {
			t.Errorf("%q: before %t, after %t", text, bytes.Contains(before, []byte(text)),
				bytes.Contains(after, []byte(text)))
		}
	}
	for _, text := range []string{"behind...", "runtime.a\x00", "reflect.c\x00",
		"\x00\x05\x04\x01\x00", "before..."} {
		if !bytes.Contains(after, []byte(text)) {
			t.Errorf("%q is gone", text)
		}
	}
}

func TestTablesThatAreNotTheLinkersAreRefused(t *testing.T) {
	start := len("behind...")
	put := func(at int, n uint64) func([]byte) []byte {
		return func(b []byte) []byte {
			binary.LittleEndian.PutUint64(b[start+at:], n)
			return b
		}
	}
	records := bytes.Index(block(), []byte("\x09\x02\x00")) + 3 - start
	for story, change := range map[string]func([]byte) []byte{
		"none":                 func([]byte) []byte { return []byte("nothing") },
		"empty":                func([]byte) []byte { return nil },
		"two":                  func(b []byte) []byte { return append(b, block()...) },
		"the header cut":       func(b []byte) []byte { return b[:start+40] },
		"another header":       put(8*4, 80),
		"parts out of order":   put(8*6, 3),
		"a part behind all":    put(8*8, 1<<40),
		"too many functions":   put(8*1, 1<<33),
		"no functions":         put(8*1, 0),
		"a record behind all":  put(records, 0xffff<<32),
		"a name behind all":    put(records+2*8+4+4, 0xffff),
		"a table behind all":   put(records+2*8+4+recordPCSP, 0xffff),
		"a table without end":  func(b []byte) []byte { b[start+records-1] = 1; return b },
		"more tables than fit": put(records+2*8+4+recordTables, 1<<31),
	} {
		b := change(block())
		if story == "a table without end" {
			put(records+2*8+4+recordPCSP, 11)(b)
		}
		if err := stripTraces(b); !errors.Is(err, errTables) {
			t.Errorf("%s: %v", story, err)
		}
	}
}
