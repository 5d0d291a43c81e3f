package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// glueRuntime is where a program on github.com/syumai/workers runs: the library's name for it, and
// what is changed in its runtime.mjs, text by text.
type glueRuntime struct {
	name    string
	changes [][2]string
}

var edgeRuntime = glueRuntime{name: "cloudflare"}

// pageRuntime is a worker of a page. The library's runtime for browsers fetches the program by a
// name of its own, unwatched, before anybody asks for it: here the worker has it. And it hands on
// less than the runtime for Cloudflare, so that one program could not run under both.
var pageRuntime = glueRuntime{"browser", [][2]string{
	{"const modPromise = WebAssembly.compileStreaming(fetch(\"./build/app.wasm\"));\n", ""},
	{"await modPromise", "globalThis.klogProgram"},
	{"createRuntimeContext({ binding })", "createRuntimeContext({ env, ctx, binding })"},
	{"    binding,\n", "    env,\n    ctx,\n    binding,\n"},
}}

// worker bundles entry as Cloudflare takes it: a module that imports the program beside it. What
// the library's glue is made of is given by name.
func (b *bundler) worker(
	entry string, glue map[string]string, define map[string]any,
) ([]byte, error) {
	o := b.options(entry)
	o.Format, o.Platform, o.Target = api.FormatESModule, api.PlatformNeutral, api.ES2022
	o.Plugins = []api.Plugin{gluePlugin(glue)}
	return b.buildWith(o, define)
}

// pageWorker bundles entry as a classic script for a worker of a page, with the glue as worker has
// it.
func (b *bundler) pageWorker(
	entry string, glue map[string]string, define map[string]any,
) ([]byte, error) {
	o := b.options(entry)
	o.Format, o.Platform = api.FormatIIFE, api.PlatformBrowser
	o.Plugins = []api.Plugin{gluePlugin(glue)}
	return b.buildWith(o, define)
}

// gluePlugin answers `import glue from "virtual:workers-glue"` with the library's worker.mjs, and
// what that imports with the files beside it.
func gluePlugin(glue map[string]string) api.Plugin {
	return api.Plugin{Name: "workers", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^virtual:workers-glue$"},
			func(api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: "worker.mjs", Namespace: "workers"}, nil
			})
		build.OnResolve(api.OnResolveOptions{Filter: ".", Namespace: "workers"},
			func(a api.OnResolveArgs) (api.OnResolveResult, error) {
				name := strings.TrimPrefix(a.Path, "./")
				switch {
				case name == "app.wasm":
					return api.OnResolveResult{Path: "./" + edgeWasm, External: true}, nil
				case strings.HasPrefix(name, "cloudflare:"):
					return api.OnResolveResult{Path: name, External: true}, nil
				}
				return api.OnResolveResult{Path: name, Namespace: "workers"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: "workers"},
			func(a api.OnLoadArgs) (api.OnLoadResult, error) {
				text, ok := glue[a.Path]
				if !ok {
					return api.OnLoadResult{}, fmt.Errorf("github.com/syumai/workers gave no %s",
						a.Path)
				}
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
			})
	}}
}

// glue gives the files of github.com/syumai/workers that stand between a runtime and the program,
// by name, as its own command writes them for that runtime, with the runtime's changes;
// wasm_exec.js is this toolchain's, changed as theirs is.
func (t toolchain) glue(runtime glueRuntime) (map[string]string, error) {
	dir, err := os.MkdirTemp("", "kaenlog-glue-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := t.run(nil, "tool", "workers-assets-gen", "-mode=go", "-runtime="+runtime.name,
		"-o="+filepath.Join(dir, "glue")); err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, name := range []string{"worker.mjs", "runtime.mjs", "wasm_exec.js"} {
		data, err := os.ReadFile(filepath.Join(dir, "glue", name))
		if err != nil {
			return nil, err
		}
		files[name] = string(data)
	}
	own, err := t.wasmExec()
	if err != nil {
		return nil, err
	}
	if files["wasm_exec.js"], err = patched("wasm_exec.js", own, gluePatch); err != nil {
		return nil, err
	}
	files["runtime.mjs"], err = patched("runtime.mjs", files["runtime.mjs"], runtime.changes)
	return files, err
}

// gluePatch is what the library changes in wasm_exec.js, text by text: a program finds as
// globalThis.context what it is run with.
var gluePatch = [][2]string{
	{"async run(instance) {", "async run(instance, context) {"},
	{"\t\t\tthis._values = [ //", `			const globalProxy = new Proxy(globalThis, {
				get(target, prop) {
					if (prop === 'context') {
						return context;
					}
					return Reflect.get(target, prop, target);
				}
			})
			this._values = [ //`},
	{"\t\t\t\tglobalThis,\n", "\t\t\t\tglobalProxy,\n"},
	{"[globalThis, 5]", "[globalProxy, 5]"},
}

// patched changes a file of the library, or one of the toolchain as the library does with that of
// the toolchain that it was made for: a program and its support script must match.
func patched(name, text string, changes [][2]string) (string, error) {
	for _, change := range changes {
		if n := strings.Count(text, change[0]); n != 1 {
			return "", fmt.Errorf("%s has %d times %q, not once: this toolchain, or another version "+
				"of github.com/syumai/workers, has other files; see scripts/site/glue.go", name, n,
				change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	return text, nil
}
