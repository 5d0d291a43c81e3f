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

// blockNames are the functions of block, in their order.
var blockNames = []string{"runtime.a", "main.b", "runtime.d", "reflect.c"}

// Where the tables of values stand in block: what the collector asks for, lines and files, and
// what says which places are safe. The first value of a table may differ by 0.
const (
	askedFor = 1
	lines    = 6
	safe     = 11
)

const blockValues = "\x00" + "\x00\x05\x04\x01\x00" + "\x03\x05\x06\x01\x00" + "\x09\x02\x00"

// block makes memory with function tables in it: four functions with two tables by place and seven
// kinds of data each.
func block() []byte {
	word := binary.LittleEndian.AppendUint64
	names, cu, files := "\x00", "\x07\x00\x00\x00", "/src/b.go\x00"
	var nameAt []uint32
	for _, name := range blockNames {
		nameAt = append(nameAt, uint32(len(names)))
		names += name + "\x00"
	}
	b := []byte(tablesMagic)
	at := uint64(tablesHeader)
	b = word(word(word(b, uint64(len(blockNames))), 1), 0)
	for _, part := range []string{names, cu, files, blockValues, ""} {
		b = word(b, at)
		at += uint64(len(part))
	}
	b = append(b, names+cu+files+blockValues...)
	u32 := binary.LittleEndian.AppendUint32
	for i := range blockNames {
		b = u32(u32(b, uint32(i)), uint32(blockRecord(i)))
	}
	b = u32(b, uint32(len(blockNames)))
	for i, name := range nameAt {
		b = u32(u32(u32(u32(b, uint32(i)), name), 16), 0)
		// Its stack, its file, its lines, how many tables, its unit and its first line.
		for _, n := range []uint32{askedFor, lines, safe, 2, 1, 77} {
			b = u32(b, n)
		}
		b = append(b, 0, 0, 0, 7)
		b = u32(u32(b, safe), askedFor)
		for n := range uint32(7) {
			b = u32(b, 100+n)
		}
	}
	return append(append([]byte("behind..."), b...), "before..."...)
}

// blockRecord gives where the record of a function of block is, from its function table on.
func blockRecord(i int) int {
	return 8*len(blockNames) + 4 + i*(recordSize+4*(2+7))
}

// blockTable gives where block's function table is.
func blockTable(b []byte) int { return bytes.Index(b, []byte("\x09\x02\x00")) + 3 }

func TestARecordSaysNothingThatOnlyATraceAsksFor(t *testing.T) {
	b := block()
	table := blockTable(b)
	if err := stripTraces(b); err != nil {
		t.Fatal(err)
	}
	names := b[len("behind...")+tablesHeader:]
	for i, want := range []string{"runtime.", "", "runtime.", "reflect.c"} {
		record := b[table+blockRecord(i):]
		word := func(at int) uint32 { return binary.LittleEndian.Uint32(record[at:]) }
		name, _, _ := bytes.Cut(names[word(recordName):], []byte{0})
		if string(name) != want {
			t.Errorf("%s is called %q, want %q", blockNames[i], name, want)
		}
		got := []uint32{word(recordPCSP), word(recordPCFile), word(recordPCLine), word(recordCU),
			word(recordLine)}
		for n := range 2 + 7 {
			got = append(got, word(recordSize+4*n))
		}
		all := []uint32{askedFor, 0, 0, 0, 0, 0, askedFor,
			100, 101, 102, noData, 104, noData, noData}
		if !slices.Equal(got, all) {
			t.Errorf("%s: %d, want %d", blockNames[i], got, all)
		}
	}
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
	for _, text := range []string{"main.b", "runtime.a", "runtime.d", "/src/b.go",
		"\x03\x05\x06\x01", "\x09\x02", "\x4d\x00"} {
		if !bytes.Contains(before, []byte(text)) || bytes.Contains(after, []byte(text)) {
			t.Errorf("%q: before %t, after %t", text, bytes.Contains(before, []byte(text)),
				bytes.Contains(after, []byte(text)))
		}
	}
	for _, text := range []string{"behind...", "runtime.\x00", "reflect.c\x00",
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
	records := blockTable(block()) - start
	first := records + blockRecord(0)
	for story, change := range map[string]func([]byte) []byte{
		"none":               func([]byte) []byte { return []byte("nothing") },
		"empty":              func([]byte) []byte { return nil },
		"two":                func(b []byte) []byte { return append(b, block()...) },
		"the header cut":     func(b []byte) []byte { return b[:start+40] },
		"another header":     put(8*4, 80),
		"parts out of order": put(8*6, 3),
		"a part behind all":  put(8*8, 1<<40),
		"too many functions": put(8*1, 1<<33),
		"no functions":       put(8*1, 0),
		"no name of the runtime": func(b []byte) []byte {
			return bytes.ReplaceAll(b, []byte("runtime."), []byte("runtimes"))
		},
		"a record behind all":  put(records, 0xffff<<32),
		"a name behind all":    put(first+recordName, 0xffff),
		"a table behind all":   put(first+recordPCSP, 0xffff),
		"a table without end":  func(b []byte) []byte { b[start+records-1] = 1; return b },
		"more tables than fit": put(first+recordTables, 1<<31),
	} {
		b := change(block())
		if story == "a table without end" {
			put(first+recordPCSP, safe)(b)
		}
		if err := stripTraces(b); !errors.Is(err, errTables) {
			t.Errorf("%s: %v", story, err)
		}
	}
}
