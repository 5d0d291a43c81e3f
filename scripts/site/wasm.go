package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// maxProgramGzip is the most that the page's program may weigh: what a learner on a phone
// waits for before the first run.
const maxProgramGzip = 1_000_000

// toolchain is the Go toolchain that compiles. Everything of Go's that dist/ ships comes from
// it: the standard library in the program, and wasm_exec.js, which must match it.
type toolchain struct {
	ctx     context.Context // ends what it runs
	root    string          // the module's folder, where go runs
	goroot  string
	version string // go1.26.8
}

func newToolchain(ctx context.Context, root string) (toolchain, error) {
	t := toolchain{ctx: ctx, root: root}
	out, err := t.run(nil, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return t, err
	}
	t.goroot, t.version, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	if t.goroot == "" || t.version == "" {
		return t, fmt.Errorf("go env GOROOT GOVERSION says %q: which toolchain compiles?", out)
	}
	return t, nil
}

// run runs the go command and gives its standard output.
func (t toolchain) run(env []string, args ...string) ([]byte, error) {
	cmd := program(t.ctx, t.root, "go", args...)
	cmd.Env = append(os.Environ(), env...)
	var out, bad bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &bad
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, bad.Bytes())
	}
	return out.Bytes(), nil
}

// browserEnv compiles for the browser, whatever the person's own environment says: these
// variables change the bytes that come out.
var browserEnv = []string{"GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0", "GOFLAGS=",
	"GOEXPERIMENT=", "GODEBUG=", "GOFIPS140=off"}

// compile builds the program pkg (an import path, ./… included) and gives its bytes. The same
// sources and toolchain give the same bytes in any folder: no paths, no version control stamp,
// no build id.
//
// Nothing is inlined (-l): in WebAssembly a copy of a function's body costs more than a call to
// it, in code and in the tables that the runtime keeps beside it. The program is a twelfth
// lighter to send, and the demos take as long as before. What packData and stripTraces do makes
// it lighter still.
func (t toolchain) compile(pkg string) ([]byte, error) {
	if !t.isKnown() {
		wasm, err := t.compilePlain(pkg, nil, "-gcflags=all=-l")
		if err != nil {
			return nil, err
		}
		return packData(wasm)
	}
	wasm, err := t.compilePlain(pkg, lightRuntime, "-gcflags=all=-l")
	if err != nil {
		return nil, err
	}
	return packData(wasm, stripTraces)
}

// lightRuntime leaves out what Go 1.26 brings for heaps of many gigabytes: its newer garbage
// collector, a hundredth of the program.
var lightRuntime = []string{"GOEXPERIMENT=nogreenteagc"}

// isKnown says whether stripTraces and lightRuntime were written for this toolchain.
func (t toolchain) isKnown() bool {
	return t.version == tracesOf || strings.HasPrefix(t.version, tracesOf+".")
}

// compilePlain builds the program pkg as the toolchain makes it, stripped, with more of an
// environment and more flags.
func (t toolchain) compilePlain(pkg string, env []string, flags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "kaenlog-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "program.wasm")
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid="},
		flags...)
	all := []string{"GOTMPDIR=" + dir} // go leaves a folder when it is ended
	all = append(append(all, browserEnv...), env...)
	if _, err := t.run(all, append(args, "-o", out, pkg)...); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// wasmExec gives the toolchain's own support script. It refuses one whose shape is unknown:
// the wrapper around it (see bundle.go) relies on the class that it leaves behind.
func (t toolchain) wasmExec() (string, error) {
	path := filepath.Join(t.goroot, "lib", "wasm", "wasm_exec.js")
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if !bytes.Contains(data, []byte("globalThis.Go = class")) {
		return "", fmt.Errorf("%s does not set globalThis.Go: this Go toolchain's wasm_exec.js "+
			"changed; see makeGo in scripts/site/bundle.go", path)
	}
	return string(data), nil
}

// size is what a file weighs, raw and as a server sends it.
type size struct {
	name      string
	raw, gzip int64
}

// sizeOf measures data, compressed with Go's compress/gzip at its best level: the figure
// depends on no tool outside the repository.
func sizeOf(name string, data []byte) (size, error) {
	var n counter
	z, err := gzip.NewWriterLevel(&n, gzip.BestCompression)
	if err != nil {
		return size{}, err
	}
	if _, err := z.Write(data); err != nil {
		return size{}, err
	}
	if err := z.Close(); err != nil {
		return size{}, err
	}
	return size{name: name, raw: int64(len(data)), gzip: int64(n)}, nil
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// printSizes prints the table of sizes: the page's program first, beside the hellos.
func printSizes(w io.Writer, program size, hellos, rest []size) {
	fmt.Fprintf(w, "%-36s %12s %12s\n", "bytes (gzip -9 as Go's)", "raw", "gzip")
	row := func(s size) {
		fmt.Fprintf(w, "%-36s %12s %12s\n", s.name, thousands(s.raw), thousands(s.gzip))
	}
	row(program)
	for _, hello := range hellos {
		row(hello)
		row(size{name: "  the program is larger by", raw: program.raw - hello.raw,
			gzip: program.gzip - hello.gzip})
	}
	for _, s := range rest {
		row(s)
	}
}

// errTooHeavy marks a program over its size.
var errTooHeavy = errors.New("too heavy")

// checkSize fails when the page's program is heavier than it may be.
func checkSize(program size) error {
	if program.gzip <= maxProgramGzip {
		return nil
	}
	return fmt.Errorf("%w: the page's program is %s bytes gzip, more than %s: "+
		"see what wasm/lesson links with `GOOS=js GOARCH=wasm go list -deps ./wasm/lesson`",
		errTooHeavy, thousands(program.gzip), thousands(maxProgramGzip))
}

// thousands writes n with commas: 1,234,567.
func thousands(n int64) string {
	if n < 0 {
		return "-" + thousands(-n)
	}
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
