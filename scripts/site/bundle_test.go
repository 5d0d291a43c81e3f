package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// siteWith makes a folder like site/ with the files given.
func siteWith(t *testing.T, files map[string]string) *bundler {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &bundler{site: dir, inputs: map[string]bool{},
		wasmExec: `"use strict"; (() => { globalThis.Go = class { hello() { return 7; } }; })();`}
}

func TestBundlesAreTheSameFromTwoFolders(t *testing.T) {
	files := map[string]string{
		"js/page.js":     "import {a} from '../embed/a.js'; console.log(a);",
		"embed/a.js":     "export const a = 'ไทย';",
		"embed/klog.js":  "export const where = __KLOG_ASSETS__; export const u = import.meta.url;",
		"css/page.css":   "@import './other.css'; a { color: red }",
		"css/other.css":  "b { color: blue }",
		"embed/types.js": "",
	}
	var results [2]string
	for i := range results {
		b := siteWith(t, files)
		script, err := b.classic("js/page.js")
		if err != nil {
			t.Fatal(err)
		}
		module, err := b.module("embed/klog.js", map[string]any{
			"__KLOG_ASSETS__": map[string]any{"worker": "w.js", "wasmSize": 3}})
		if err != nil {
			t.Fatal(err)
		}
		style, err := b.style("css/page.css")
		if err != nil {
			t.Fatal(err)
		}
		results[i] = string(script) + string(module) + string(style)
		for _, name := range []string{"js/page.js", "embed/a.js", "css/other.css"} {
			if !b.inputs[name] {
				t.Errorf("%s went into a bundle and is not among %v", name, b.inputs)
			}
		}
		if err := (output{"x": []byte(results[i])}).checkNoPaths(b.site); err != nil {
			t.Error(err)
		}
	}
	if results[0] != results[1] {
		t.Fatalf("two folders, two bundles:\n%s\n%s", results[0], results[1])
	}
	for _, want := range []string{"ไทย", `worker:"w.js"`, "import.meta.url", "color:#00f"} {
		if !strings.Contains(results[0], want) {
			t.Errorf("no %q in %s", want, results[0])
		}
	}
}

func TestBundleErrorsNameFileAndLine(t *testing.T) {
	b := siteWith(t, map[string]string{"js/page.js": "\nimport './missing.js';"})
	_, err := b.classic("js/page.js")
	if err == nil || !strings.Contains(err.Error(), "js/page.js:2:") {
		t.Fatalf("error %v, want file and line", err)
	}
}

func TestWrappedWasmExecLeavesTheGlobalObjectAlone(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	b := siteWith(t, map[string]string{"embed/worker.js": `
		import {makeGo} from "virtual:wasm-exec";
		const own = {console};
		const Go = makeGo(own);
		console.log(new Go().hello(), own.Go === Go, typeof globalThis.Go);`})
	script, err := b.classic("embed/worker.js")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-")
	cmd.Stdin = strings.NewReader(string(script))
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "7 true undefined\n" {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestToolchainGivesItsOwnWasmExec(t *testing.T) {
	tools := newTools(t)
	text, err := tools.wasmExec()
	if err != nil || !strings.Contains(text, "_inst.exports.run") {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
}

func newTools(t *testing.T) toolchain {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	tools, err := newToolchain(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	return tools
}
