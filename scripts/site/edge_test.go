package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/scripts/internal/tree"
)

func edgeTools(t *testing.T) toolchain {
	t.Helper()
	root, err := tree.Root()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := newToolchain(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// The library's own wasm_exec.js is the witness for what is changed in the toolchain's.
func TestWasmExecIsChangedAsTheLibraryDoes(t *testing.T) {
	tools := edgeTools(t)
	own, err := tools.wasmExec()
	if err != nil {
		t.Fatal(err)
	}
	got, err := patched("wasm_exec.js", own, gluePatch)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := tools.run(nil, "list", "-m", "-f={{.Dir}}", "github.com/syumai/workers")
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)),
		"cmd/workers-assets-gen/assets/wasm_exec_go.js"))
	if err != nil {
		t.Fatal(err)
	}
	if tools.isKnown() && strings.TrimSpace(got) != strings.TrimSpace(string(theirs)) {
		t.Error("the library changes wasm_exec.js in another way: see gluePatch")
	}
	for _, other := range []string{got, strings.Replace(own, "[globalThis, 5]", "[self, 5]", 1), ""} {
		if _, err := patched("wasm_exec.js", other, gluePatch); err == nil {
			t.Error("a script of another shape is patched")
		}
	}
}

func TestTheScriptOfTheEdgeKnowsTheDemosAndTheProgram(t *testing.T) {
	tools := edgeTools(t)
	glue, err := tools.glue(edgeRuntime)
	if err != nil {
		t.Fatal(err)
	}
	bundles := &bundler{site: filepath.Join(tools.root, "site"), inputs: map[string]bool{}}
	script, err := bundles.worker("edge/entry.js", glue, map[string]any{
		"__KLOG_EDGE__": edgeTable("b1")})
	if err != nil {
		t.Fatal(err)
	}
	imported := regexp.MustCompile(`from"([^"]+)"`).FindAllStringSubmatch(string(script), -1)
	var names []string
	for _, each := range imported {
		names = append(names, each[1])
	}
	if got := strings.Join(names, " "); got != "cloudflare:sockets ./klog.wasm" {
		t.Errorf("the worker imports %q", got)
	}
	table, err := json.Marshal(edgeTable("b1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range demo.Specs() {
		for _, f := range spec.Flags {
			if has := strings.Contains(string(table), `"name":"`+f.Name+`"`); has != (f.Name != "dir") {
				t.Errorf("flag %s is known: %v", f.Name, has)
			}
		}
	}
}

func TestTheEdgesSettingsNameWhatIsBuilt(t *testing.T) {
	tools := edgeTools(t)
	text, err := os.ReadFile(filepath.Join(tools.root, edgeSource, edgeSettings))
	if err != nil {
		t.Fatal(err)
	}
	comments := regexp.MustCompile(`(?m)^\s*//.*$`)
	var settings struct {
		Main   string
		Assets struct{ Directory, Binding string }
	}
	if err := json.Unmarshal(comments.ReplaceAll(text, nil), &settings); err != nil {
		t.Fatal(err)
	}
	if settings.Main != "worker/worker.js" || settings.Assets.Directory != "site" ||
		settings.Assets.Binding != "ASSETS" {
		t.Errorf("%+v", settings)
	}
}

func TestTheScriptOfAPageFetchesNoProgramOfItsOwn(t *testing.T) {
	tools := edgeTools(t)
	glue, err := tools.glue(pageRuntime)
	if err != nil {
		t.Fatal(err)
	}
	bundles := &bundler{site: filepath.Join(tools.root, "site"), inputs: map[string]bool{}}
	script, err := bundles.pageWorker("edge/in-page.js", glue, map[string]any{
		"__KLOG_EDGE__": edgeTable("b1")})
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"app.wasm", "cloudflare:", "import("} {
		if strings.Contains(string(script), other) {
			t.Errorf("the script of a page's worker has %q in it", other)
		}
	}
	if !strings.Contains(string(script), "globalThis.klogProgram") {
		t.Error("the glue does not take the program that the worker loads")
	}
}
