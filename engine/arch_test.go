//go:build !js

package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// below lists, for each package of the engine, the engine's packages that it may import: the
// arrows of the design, one way. A package that is not here has no place yet.
var below = map[string][]string{
	"kerr":        {},
	"trace":       {},
	"batch":       {"kerr", "trace"},
	"wire":        {"kerr", "trace", "batch"},
	"vfs":         {"kerr"},
	"vfs/vfstest": {"vfs"},
	"crashfs":     {},
	"producer":    {"kerr", "trace", "batch"},
	"segment":     {"kerr", "trace", "batch", "vfs"},
	"partition":   {"kerr", "trace", "batch", "wire", "vfs", "producer", "segment"},
	"inspect":     {"kerr", "trace", "batch", "vfs", "producer", "segment", "partition"},
	"demo":        {"kerr", "trace", "batch", "wire", "vfs", "producer", "segment", "partition"},
	"demo/golden": {},
	"power":       {"kerr", "trace", "batch", "wire", "vfs", "crashfs", "segment", "partition"},
	"resend": {"kerr", "trace", "batch", "wire", "vfs", "producer", "segment", "partition",
		"demo"},
	"cut":     {"kerr", "batch", "wire", "vfs", "crashfs", "segment", "partition", "demo"},
	"picture": {"kerr", "trace", "batch", "wire", "demo"},
	"cli":     {"kerr", "trace", "batch", "vfs", "segment", "partition", "inspect", "demo"},
}

// mayImport says who may import what is not for everybody. A key is an import path; with "/"
// at the end, all below it. A value is a folder of the repository, with "/" all below it.
var mayImport = map[string]struct {
	who []string
	fix string
}{
	"os": {[]string{"scripts/", "wasm/lesson", "wasm/edge"},
		"the engine takes its file system and its words as parameters; use vfs.FS"},
	"os/": {[]string{"scripts/", "wasm/lesson", "wasm/edge"},
		"the engine takes its file system and its words as parameters; use vfs.FS"},
	"net": {[]string{"scripts/", "wasm/httpapi", "wasm/edge"},
		"the engine is given bytes and gives bytes back"},
	"net/": {[]string{"scripts/", "wasm/httpapi", "wasm/edge"},
		"the engine is given bytes and gives bytes back"},
	"syscall": {[]string{"scripts/", "engine/vfs"}, // for the name of one error
		"the engine runs on any file system; use vfs.FS"},
	"syscall/js": {[]string{"wasm/bridge", "wasm/lesson", "wasm/edge"},
		"let wasm/bridge talk to JavaScript"},
	"math/rand": {[]string{"scripts/"},
		"a run is the same every time: no random source"},
	"math/rand/": {[]string{"scripts/"},
		"a run is the same every time: no random source"},
	"crypto/rand": {[]string{"scripts/"},
		"a run is the same every time: no random source"},
	"log":                            {[]string{"scripts/"}, "return the error, or trace the event"},
	"github.com/hack-pad/hackpadfs":  {hackpadEdges, hackpadFix},
	"github.com/hack-pad/hackpadfs/": {hackpadEdges, hackpadFix},
	"kaenlog/engine/demo/golden": {[]string{"scripts/site/", "scripts/site"},
		"a program that prints golden text must not hold it: read it in a test or in the " +
			"site generator"},
	"kaenlog/wasm/":    {[]string{"wasm/", "scripts/"}, "the engine knows nothing of wasm/"},
	"kaenlog/scripts/": {[]string{"scripts/"}, "nothing that is shipped leans on scripts/"},
}

var hackpadEdges = []string{"engine/vfs", "engine/crashfs", "scripts/klog",
	"scripts/site/sizeref", "scripts/bench/", "wasm/lesson", "wasm/edge"}

const hackpadFix = "its pitfalls are known in engine/vfs alone: use vfs.FS"

// tooBig are packages that a wasm program may not link, and what to do instead.
var tooBig = map[string]map[string]string{
	"./wasm/lesson": {
		"net/http":      "keep HTTP in wasm/httpapi",
		"encoding/json": "write JSON by hand as engine/cli does",
		"crypto":        "compare bytes; the page has crypto.subtle for a digest",
		"crypto/sha256": "compare bytes; the page has crypto.subtle for a digest",
		"log/slog":      "return the error",
	},
	"./wasm/edge": {
		"encoding/json": "write JSON by hand as engine/cli does",
		"log/slog":      "return the error",
	},
}

// The shape of a file. The figures of the style guide are "about": these are where a file has
// plainly outgrown them.
const (
	maxFileLines     = 420
	maxFunctionLines = 80
	maxColumns       = 100 // a tab is one; marks above and below a Thai letter are none
)

// goFile is one parsed Go file of the repository.
type goFile struct {
	name   string // from the repository's folder, with slashes
	dir    string
	isTest bool
	text   []byte
	tree   *ast.File
	set    *token.FileSet
}

// position of a node, as file:line.
func (f goFile) position(n ast.Node) string {
	return fmt.Sprintf("%s:%d", f.name, f.set.Position(n.Pos()).Line)
}

// imports gives each import path and where it stands.
func (f goFile) imports() map[string]string {
	all := map[string]string{}
	for _, spec := range f.tree.Imports {
		all[strings.Trim(spec.Path.Value, `"`)] = f.position(spec)
	}
	return all
}

// skipped folders hold nothing that people wrote.
var skipped = []string{".git", ".build", "dist", "data", "node_modules", "testdata",
	"test-results", "playwright-report"}

// sources reads every file of the repository that ends in one of the endings.
func sources(t *testing.T, endings ...string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains(skipped, d.Name()) {
			return fs.SkipDir
		}
		if d.IsDir() || !slices.Contains(endings, path.Ext(file)) {
			return nil
		}
		data, err := os.ReadFile(file)
		files[strings.TrimPrefix(filepath.ToSlash(file), "../")] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func goFiles(t *testing.T) []goFile {
	t.Helper()
	var all []goFile
	for name, text := range sources(t, ".go") {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, goFile{name: name, dir: path.Dir(name), text: text, tree: tree,
			isTest: strings.HasSuffix(name, "_test.go"), set: set})
	}
	slices.SortFunc(all, func(a, b goFile) int { return strings.Compare(a.name, b.name) })
	if len(all) < 10 {
		t.Fatalf("only %d Go files: this test looks in the wrong folder", len(all))
	}
	return all
}

func TestEnginePackagesImportOnlyWhatIsBelowThem(t *testing.T) {
	for _, f := range goFiles(t) {
		pkg, ok := strings.CutPrefix(f.dir, "engine/")
		if !ok || f.isTest {
			continue
		}
		allowed, known := below[pkg]
		if !known {
			t.Errorf("%s: package engine/%s has no place in the design: draw it there, "+
				"then add it to the table below in engine/arch_test.go", f.name, pkg)
			continue
		}
		for imported, where := range f.imports() {
			other, ok := strings.CutPrefix(imported, "kaenlog/engine/")
			if ok && !slices.Contains(allowed, other) {
				t.Errorf("%s: engine/%s may not import engine/%s, only %v: pass what it needs "+
					"as a parameter, or move the code to the package that has it",
					where, pkg, other, allowed)
			}
		}
	}
}

func TestOnlyThoseWhoMayImportThePlatform(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.isTest {
			continue
		}
		for imported, where := range f.imports() {
			for pattern, rule := range mayImport {
				if matches(pattern, imported) && !matchesAny(rule.who, f.dir) {
					t.Errorf("%s: %s may not import %q: %s", where, f.dir, imported, rule.fix)
				}
			}
		}
	}
}

// matches says whether name is pattern or, where pattern ends in a slash, below it.
func matches(pattern, name string) bool {
	if strings.HasSuffix(pattern, "/") {
		return strings.HasPrefix(name, pattern)
	}
	return name == pattern
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

func TestEngineAsksNoClock(t *testing.T) {
	clocks := []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick",
		"NewTimer", "NewTicker"}
	for _, f := range goFiles(t) {
		if f.isTest || !strings.HasPrefix(f.dir, "engine") {
			continue
		}
		if _, ok := f.imports()["time"]; !ok {
			continue
		}
		ast.Inspect(f.tree, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			from, ok := call.X.(*ast.Ident)
			if ok && from.Name == "time" && slices.Contains(clocks, call.Sel.Name) {
				t.Errorf("%s: the engine calls time.%s: take the clock as a parameter "+
					"(nowMs), so that a run is the same every time", f.position(call),
					call.Sel.Name)
			}
			return true
		})
	}
}

// linked is what go list says of one package of a program.
type linked struct {
	ImportPath string
	Imports    []string
}

func TestWasmProgramsLinkNothingThatIsTooBig(t *testing.T) {
	for program, forbidden := range tooBig {
		if _, err := os.Stat(filepath.Join("..", program)); err != nil {
			continue // not built yet
		}
		cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports", program)
		cmd.Dir = ".."
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
		var bad bytes.Buffer
		cmd.Stderr = &bad
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list -deps %s: %v\n%s", program, err, bad.Bytes())
		}
		importers := map[string][]string{}
		for dec := json.NewDecoder(bytes.NewReader(out)); ; {
			var p linked
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			for _, imported := range p.Imports {
				importers[imported] = append(importers[imported], p.ImportPath)
			}
		}
		for pkg, fix := range forbidden {
			if by := importers[pkg]; len(by) > 0 {
				t.Errorf("%s links %s, imported by %v: too big for a page; %s", program, pkg,
					by, fix)
			}
		}
	}
}

func TestFilesAndLinesKeepTheirShape(t *testing.T) {
	for name, text := range sources(t, ".go", ".js", ".mjs", ".css") {
		lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		if len(lines) > maxFileLines {
			t.Errorf("%s has %d lines, more than %d: split it by what its parts are about",
				name, len(lines), maxFileLines)
		}
		if path.Ext(name) != ".go" {
			continue
		}
		for i, line := range lines {
			if n := columns(line); n > maxColumns {
				t.Errorf("%s:%d has %d columns, more than %d: break the line", name, i+1, n,
					maxColumns)
			}
		}
	}
}

// columns counts the characters of a line that take room.
func columns(line []byte) int {
	n := 0
	for _, r := range string(line) {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

func TestFunctionsKeepTheirShape(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, decl := range f.tree.Decls {
			function, ok := decl.(*ast.FuncDecl)
			if !ok || f.isTest || function.Body == nil {
				continue
			}
			n := f.set.Position(function.End()).Line - f.set.Position(function.Pos()).Line + 1
			if n > maxFunctionLines {
				t.Errorf("%s: %s has %d lines, more than %d: name its steps and make them "+
					"functions", f.position(function), function.Name.Name, n, maxFunctionLines)
			}
		}
	}
}
