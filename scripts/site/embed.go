package main

import (
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"maps"

	"kaenlog/scripts/site/page"
)

// embedDir is where dist/ has the element <klog-demo> and all that it fetches: what the npm package
// holds, and what an author may copy as a folder. It is no part of the course that a browser saves.
const embedDir = "embed/"

const (
	elementScript = "klog-demo.js"     // a classic script
	elementModule = "klog-demo.mjs"    // the same as a module
	elementAll    = "klog-demo.all.js" // a classic script with all that it would fetch in it
	engineModule  = "klog.mjs"
)

// maxElementGzip is what the element's script may weigh: what every page with the tag fetches,
// whether anything is run on it or not.
const maxElementGzip = 12_000

// embedFiles is what the element's scripts know of the files beside them: the define
// __KLOG_FILES__. A text that is "" stands for a file that is not to be fetched, or not to be
// checked.
type embedFiles struct {
	Worker          string `json:"worker"`
	Wasm            string `json:"wasm"`
	WasmSize        int64  `json:"wasmSize"`
	WasmSHA256      string `json:"wasmSha256"`
	Views           string `json:"views"`
	ViewsIntegrity  string `json:"viewsIntegrity"`
	Packed          string `json:"packed"`
	PackedIntegrity string `json:"packedIntegrity"`
	Version         string `json:"version"`
}

// embedder makes the files of embed/.
type embedder struct {
	*builder
	bundles *bundler
	files   embedFiles

	// Defines of what is bundled twice: into a script of its own, and into the one that has all.
	views, program map[string]any
}

// embed puts in the element's scripts, and what they fetch. It needs the program and the worker's
// script, and comes before the terms of what is bundled are gathered.
func (b *builder) embed() error {
	wasmExec, err := b.tools.wasmExec()
	if err != nil {
		return err
	}
	b.npm, err = readPackage(b.site)
	if err != nil {
		return err
	}
	e := &embedder{builder: b,
		bundles: &bundler{site: b.site, wasmExec: wasmExec, inputs: b.inputs}}
	e.files.Version = b.npm.Version
	steps := []func() error{e.engineFiles, e.lateScripts, e.elements, e.headless, e.yours}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	b.assets.Embed = page.Embed{Version: b.npm.Version, Dir: embedDir}
	for _, s := range b.embedded {
		b.assets.Embed.Files = append(b.assets.Embed.Files, page.EmbedFile{Name: s.name,
			Integrity: integrityOf(b.out[embedDir+s.name]), Gzip: s.gzip})
	}
	return nil
}

// engineFiles puts the program and the worker's script beside the element.
func (e *embedder) engineFiles() error {
	program, worker := e.out[e.assets.EngineManifest.Wasm], e.out[e.assets.EngineManifest.WorkerJS]
	var err error
	if e.files.Wasm, err = e.addHashed("klog", ".wasm", program); err != nil {
		return err
	}
	e.files.WasmSize, e.files.WasmSHA256 = int64(len(program)), sumOf(program)
	e.files.Worker, err = e.addHashed("klog-worker", ".js", worker)
	return err
}

// lateScripts puts in the scripts that the element fetches when it needs them: what shows runs, and
// the program for pages that can fetch nothing but scripts.
func (e *embedder) lateScripts() error {
	var err error
	if e.views, err = e.bundles.viewDefines(e.tools.root); err != nil {
		return err
	}
	views, err := e.bundles.classicWith("embed/views.js", e.views)
	if err != nil {
		return err
	}
	if e.files.Views, err = e.addHashed("klog-views", ".js", views); err != nil {
		return err
	}
	e.files.ViewsIntegrity = integrityOf(views)
	text, err := e.packedProgram()
	if err != nil {
		return err
	}
	e.program = map[string]any{
		"__KLOG_PACKED__": map[string]any{"program": text, "size": e.files.WasmSize}}
	packed, err := e.bundles.classicWith("embed/packed.js", e.program)
	if err != nil {
		return err
	}
	e.files.PackedIntegrity = integrityOf(packed)
	e.files.Packed, err = e.addHashed("klog-packed", ".js", packed)
	return err
}

// elements puts in the element's own scripts, and that of the page for frames.
func (e *embedder) elements() error {
	own := map[string]any{"__KLOG_FILES__": e.files}
	script, err := e.bundles.classicWith("embed/demo-classic.js", own)
	if err != nil {
		return err
	}
	module, err := e.bundles.module("embed/demo-module.mjs", own)
	if err != nil {
		return err
	}
	all, err := e.all()
	if err != nil {
		return err
	}
	for _, one := range []struct {
		name string
		data []byte
	}{{elementScript, script}, {elementModule, module}, {elementAll, all}} {
		if err := e.add(one.name, one.data); err != nil {
			return err
		}
	}
	framed, err := e.bundles.classicWith("embed/embed-page.js", own)
	if err != nil {
		return err
	}
	name, err := e.addHashed("page", ".js", framed)
	e.assets.EmbedPage = embedDir + name
	return err
}

// all makes the one script that fetches nothing.
func (e *embedder) all() ([]byte, error) {
	defines := maps.Clone(e.views)
	maps.Copy(defines, e.program)
	defines["__KLOG_FILES__"] = embedFiles{WasmSize: e.files.WasmSize, Version: e.files.Version}
	return e.bundles.classicWith("embed/demo-all.js", defines)
}

// yours makes the scripts with which pages show the code for pages of others.
func (e *embedder) yours() error {
	e.assets.Yours = map[string]string{}
	for _, lang := range page.Languages() {
		script, err := e.bundles.classicWith("js/yours.js", map[string]any{"__PAGE_LANG__": lang,
			"__KLOG_YOURS__": map[string]any{
				"version":   e.npm.Version,
				"script":    embedDir + elementScript,
				"integrity": integrityOf(e.out[embedDir+elementScript]),
				"frame":     page.EmbedName,
			}})
		if err != nil {
			return err
		}
		name, err := e.out.addHashed("assets/yours-"+lang, ".js", script)
		if err != nil {
			return err
		}
		e.assets.Yours[lang] = name
		if err := e.weigh(name, script); err != nil {
			return err
		}
	}
	return nil
}

// headless puts in the engine without an element.
func (e *embedder) headless() error {
	module, err := e.bundles.module("embed/klog.js", map[string]any{
		"__KLOG_ASSETS__": map[string]any{
			"worker":     e.files.Worker,
			"wasm":       e.files.Wasm,
			"wasmSize":   e.files.WasmSize,
			"wasmSha256": e.files.WasmSHA256,
			"version":    e.assets.Build,
		},
	})
	if err != nil {
		return err
	}
	return e.add(engineModule, module)
}

// add puts a file into embed/, and remembers what it weighs.
func (e *embedder) add(name string, data []byte) error {
	s, err := sizeOf(name, data)
	if err != nil {
		return err
	}
	e.embedded = append(e.embedded, s)
	return e.out.add(embedDir+name, data)
}

// addHashed does so under a name that carries the contents' hash, and gives that name.
func (e *embedder) addHashed(base, ext string, data []byte) (string, error) {
	name := base + "." + hashOf(data) + ext
	return name, e.add(name, data)
}

// integrityOf is how a page says which bytes a script must have (Subresource Integrity).
func integrityOf(data []byte) string {
	sum := sha512.Sum384(data)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// printEmbedded prints what the element and its files weigh.
func printEmbedded(w io.Writer, all []size) {
	for _, s := range all {
		fmt.Fprintf(w, "%-36s %12s %12s gzip\n", embedDir+s.name, thousands(s.raw), thousands(s.gzip))
	}
}

// checkElement fails when the element's script is heavier than it may be.
func checkElement(all []size) error {
	for _, s := range all {
		isElement := s.name == elementScript || s.name == elementModule
		if isElement && s.gzip > maxElementGzip {
			return fmt.Errorf("%w: %s is %s bytes gzip, more than %s: what is needed only for a run "+
				"belongs into embed/views.js", errTooHeavy, s.name, thousands(s.gzip),
				thousands(maxElementGzip))
		}
	}
	return nil
}
