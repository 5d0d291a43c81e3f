package main

import (
	"os/exec"
	"strings"
	"testing"
)

// maxInlineGzip is what the engine of the element may weigh without its program: client, ladder and
// loader in one file, host and wasm_exec.js in another.
const maxInlineGzip = 10_100

func TestAHostIsOneFunctionWhoseTextRunsAlone(t *testing.T) {
	b := siteWith(t, map[string]string{
		"embed/host-inline.js": `
			import {makeGo} from "virtual:wasm-exec";
			import {twice} from "./shared.js";
			const made = () => new (makeGo({console}))().hello();
			export const makeHost = () => twice(made());
			export const serve = (scope) => scope(makeHost() + 1);`,
		"embed/shared.js": `
			class Twice { static factor = 2; }
			export const twice = (n) => n * Twice.factor;`,
		"embed/page.js": `
			import {hostOf} from "virtual:host";
			import {twice} from "./shared.js";
			console.log(twice(4), hostOf().makeHost());
			process.stdout.write("(" + hostOf + ")().serve((n) => console.log(n, typeof twice));");`,
	})
	node := nodeOrSkip(t)
	for _, bundled := range []func(string) ([]byte, error){b.classic,
		func(entry string) ([]byte, error) { return b.module(entry, nil) }} {
		script, err := bundled("embed/page.js")
		if err != nil {
			t.Fatal(err)
		}
		first, text, _ := strings.Cut(runScript(t, node, string(script)), "\n")
		if first != "8 14" {
			t.Fatalf("in the page: %s", first)
		}
		if alone := runScript(t, node, `"use strict";`+text); alone != "15 undefined\n" {
			t.Fatalf("alone: %s", alone)
		}
	}
	if !b.inputs["embed/shared.js"] || !b.inputs["embed/host-inline.js"] {
		t.Errorf("a part of the host is not among %v", b.inputs)
	}
}

func TestAHostThatCannotBeBundledSaysWhy(t *testing.T) {
	b := siteWith(t, map[string]string{
		"embed/host-inline.js": "import './missing.js';",
		"embed/page.js":        `import {hostOf} from "virtual:host"; console.log(hostOf);`,
	})
	_, err := b.classic("embed/page.js")
	if err == nil || !strings.Contains(err.Error(), "missing.js") {
		t.Fatalf("error %v", err)
	}
	for _, module := range []string{"let a=1;", "export{a};export{b};", "export{a};let b;", ""} {
		if text, err := asFunction("f", module); err == nil {
			t.Errorf("%q became %q", module, text)
		}
	}
}

// What the element needs to run anything but the program itself is in its script and in its views';
// what is gained here is free there.
func TestTheElementsEngineIsSmall(t *testing.T) {
	tools := newTools(t)
	wasmExec, err := tools.wasmExec()
	if err != nil {
		t.Fatal(err)
	}
	b := &bundler{site: tools.root + "/site", wasmExec: wasmExec, inputs: map[string]bool{}}
	var sum int64
	for _, entry := range []string{"embed/inline.js", "embed/host-inline.js"} {
		script, err := b.module(entry, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := sizeOf(entry, script)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s bytes, %s gzip", entry, thousands(s.raw), thousands(s.gzip))
		sum += s.gzip
	}
	if sum > maxInlineGzip {
		t.Errorf("%s bytes gzip, more than %s", thousands(sum), thousands(maxInlineGzip))
	}
	for _, input := range []string{"embed/worker-script.js", "embed/calls.js", "embed/klog.js"} {
		if b.inputs[input] {
			t.Errorf("%s is in it", input)
		}
	}
}

func nodeOrSkip(t *testing.T) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	return node
}

// runScript gives what a script prints.
func runScript(t *testing.T, node, script string) string {
	t.Helper()
	cmd := exec.Command(node, "--input-type=commonjs", "-")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, script)
	}
	return string(out)
}
