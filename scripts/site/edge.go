package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"kaenlog/engine/demo"
	"kaenlog/wasm/httpapi"
)

const (
	edgeProgram  = "./wasm/edge"
	bareProgram  = "./scripts/site/edgeref"
	edgeSource   = "site/edge"
	edgeWasm     = "klog.wasm"
	edgeSettings = "wrangler.jsonc"
	edgeLicences = "LICENSES" // without an ending, so that it is not sent with the worker

	// maxEdgeGzip is the most that the edge's program may weigh.
	maxEdgeGzip = 1_750_000
)

// edge makes what a deployment at the edge is, in two folders below out, and the settings beside
// them: site/, as build makes it, and worker/, the program and the script around it. What
// Cloudflare's own tools keep beside the settings stays. With bare there is bare/ too, a hello that
// is the library's alone.
//
// Errors: those of build; this toolchain's wasm_exec.js is of another shape; errTooHeavy.
func edge(ctx context.Context, root, out, at string, bare bool, stdout io.Writer) error {
	for _, name := range []string{"worker", "bare"} {
		if err := checkReplaceable(filepath.Join(out, name)); err != nil {
			return err
		}
	}
	heavy := build(ctx, root, filepath.Join(out, "site"), at, stdout, (*builder).headers)
	if heavy != nil && !errors.Is(heavy, errTooHeavy) {
		return heavy
	}
	settings, err := os.ReadFile(filepath.Join(root, edgeSource, edgeSettings))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, edgeSettings), settings, 0o644); err != nil {
		return err
	}
	tools, err := newToolchain(ctx, root)
	if err != nil {
		return interrupted(ctx, err)
	}
	glue, err := tools.glue()
	if err != nil {
		return interrupted(ctx, err)
	}
	program, err := tools.worker(edgeProgram, "edge/entry.js", glue, filepath.Join(out, "worker"))
	if err != nil {
		return interrupted(ctx, err)
	}
	printSizes(stdout, program, nil, nil)
	if bare {
		_, err := tools.worker(bareProgram, "edge/bare.js", glue, filepath.Join(out, "bare"))
		if err != nil {
			return interrupted(ctx, err)
		}
	}
	fmt.Fprintf(stdout, "the worker and the site are in %s\n", out)
	if program.gzip > maxEdgeGzip {
		heavy = errors.Join(heavy, fmt.Errorf("%w: the edge's program is %s bytes gzip, more than %s",
			errTooHeavy, thousands(program.gzip), thousands(maxEdgeGzip)))
	}
	return heavy
}

// worker makes a worker of a program and of the script around it, in the folder out, and weighs
// the program.
func (t toolchain) worker(pkg, entry string, glue map[string]string, out string) (size, error) {
	wasm, err := t.compile(pkg)
	if err != nil {
		return size{}, err
	}
	program, err := sizeOf("the edge's program", wasm)
	if err != nil {
		return size{}, err
	}
	bundles := &bundler{site: filepath.Join(t.root, "site"), inputs: map[string]bool{}}
	script, err := bundles.worker(entry, glue, map[string]any{
		"__KLOG_EDGE__": edgeTable(hashOf(wasm)),
	})
	if err != nil {
		return size{}, err
	}
	terms, err := t.collectLicences(pkg, bundles.inputs)
	if err != nil {
		return size{}, err
	}
	files := output{edgeWasm: wasm, "worker.js": script, edgeLicences: licencesText(terms)}
	if err := files.checkNoPaths(t.root, t.goroot); err != nil {
		return size{}, err
	}
	if err := files.addManifest(); err != nil {
		return size{}, err
	}
	return program, files.publish(t.ctx, out)
}

// edgeTable is what the script knows of the program: Edge in site/edge/ambient.d.ts.
func edgeTable(build string) map[string]any {
	var demos []map[string]any
	for _, spec := range demo.Specs() {
		spec, _ = httpapi.SpecOf(spec.Name)
		var flags []map[string]any
		for _, f := range spec.Flags {
			flags = append(flags, map[string]any{"name": f.Name, "kind": httpapi.KindName(f.Kind),
				"default": f.Default, "min": strconv.FormatInt(f.Min, 10),
				"max": strconv.FormatInt(f.Max, 10)})
		}
		demos = append(demos, map[string]any{"name": spec.Name, "flags": flags})
	}
	return map[string]any{"build": build, "maxQuery": httpapi.MaxQueryBytes,
		"maxBody": httpapi.MaxSegmentBytes, "runMaxAge": httpapi.RunMaxAge,
		"listMaxAge": httpapi.ListMaxAge, "demos": demos}
}

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

// glue gives the files of github.com/syumai/workers that stand between Cloudflare and the program,
// by name, as its own command writes them; wasm_exec.js is this toolchain's, changed as theirs is.
func (t toolchain) glue() (map[string]string, error) {
	dir, err := os.MkdirTemp("", "kaenlog-glue-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := t.run(nil, "tool", "workers-assets-gen", "-mode=go", "-runtime=cloudflare",
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
	files["wasm_exec.js"], err = patched(own)
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

// patched changes the toolchain's wasm_exec.js as the library does with that of the toolchain that
// it was made for: a program and its support script must match.
func patched(wasmExec string) (string, error) {
	for _, change := range gluePatch {
		if strings.Count(wasmExec, change[0]) != 1 {
			return "", fmt.Errorf("wasm_exec.js of this toolchain has %d times %q, not once: "+
				"see gluePatch in scripts/site/edge.go", strings.Count(wasmExec, change[0]), change[0])
		}
		wasmExec = strings.Replace(wasmExec, change[0], change[1], 1)
	}
	return wasmExec, nil
}
