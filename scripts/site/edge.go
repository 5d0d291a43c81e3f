package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

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
	glue, err := tools.glue(edgeRuntime)
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
	terms, err := t.collectLicences(bundles.inputs, pkg)
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
