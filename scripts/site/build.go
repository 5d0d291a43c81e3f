package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kaenlog/scripts/site/page"
)

const (
	lessonProgram = "./wasm/lesson"
	helloProgram  = "./scripts/site/sizeref"
	goldenFiles   = "engine/demo/golden/*.txt"
	moduleTypes   = "klog.d.mts" // TypeScript finds it beside klog.mjs
	favicon       = "favicon.svg"
	licencesFile  = "licenses.txt"
)

// build makes the whole site from the sources at root and puts it in the folder out, in place
// of an earlier build's and of nothing else; it prints what the parts weigh.
//
// Errors: whatever is wrong in the sources, errInterrupted when ctx ends before the site is in
// its place (out stays as it was); errTooHeavy when the page's
// program or a page is over its size: the site is complete and can be looked at, but not released.
//
// site is the address that the site will have, with a final slash, or "".
//
// Steps of more add to it what is no part of it, and what its pages can lead to.
func build(
	ctx context.Context, root, out, site string, stdout io.Writer, more ...func(*builder) error,
) error {
	if err := checkReplaceable(out); err != nil {
		return err // before the work, not after
	}
	left, err := leftOvers(out)
	if err != nil {
		return err
	}
	for _, line := range left {
		fmt.Fprintln(stdout, line)
	}
	tools, err := newToolchain(ctx, root)
	if err != nil {
		return interrupted(ctx, err)
	}
	b := &builder{tools: tools, site: filepath.Join(root, "site"), out: output{},
		inputs: map[string]bool{}, assets: page.Assets{Site: site}}
	inMemory := func(step func() error) func() error {
		return func() error { return promptly(ctx, step) }
	}
	steps := []func() error{b.program, b.httpAPI, inMemory(b.scripts), inMemory(b.embed), b.copies,
		inMemory(b.packageFiles)}
	for _, step := range more {
		steps = append(steps, inMemory(func() error { return step(b) }))
	}
	steps = append(steps, inMemory(b.pages), inMemory(b.offline))
	for _, step := range steps {
		if err := interrupted(ctx, step()); err != nil {
			return err
		}
	}
	if err := b.out.checkNoPaths(root, tools.goroot); err != nil {
		return err
	}
	if err := b.out.addManifest(); err != nil {
		return err
	}
	if err := b.out.publish(ctx, out); err != nil {
		return err
	}
	printSizes(stdout, b.lesson, b.hellos, b.rest)
	page := heaviest(b.out, b.rest)
	fmt.Fprintf(stdout, "to read %s: %s bytes gzip\n", page.name, thousands(page.gzip))
	printEmbedded(stdout, b.embedded)
	printDownloads(stdout, b.made)
	fmt.Fprintf(stdout, "%d files in %s\n", len(b.out), out)
	return errors.Join(checkSize(b.lesson), checkPage(page), checkElement(b.embedded))
}

// builder is one build under way: each step adds to out and leaves names for the next.
type builder struct {
	tools  toolchain
	site   string
	out    output
	inputs map[string]bool // what went into the bundles

	lesson      size
	hellos      []size // to compare it with
	http        []size // the API's program, and its worker
	rest        []size
	assets      page.Assets
	made        []download
	npm         npmSource
	embedded    []size // the files of embed/
	lessonTerms []byte // of what is shipped without the API
	programText string // as packedProgram gives it
}

// program compiles the page's program, and a bare hello to compare it with: as the toolchain
// makes it, and in the way in which the program is made.
func (b *builder) program() error {
	lesson, err := b.tools.compile(lessonProgram)
	if err != nil {
		return err
	}
	plain, err := b.tools.compilePlain(helloProgram, nil)
	if err != nil {
		return err
	}
	hello, err := b.tools.compile(helloProgram)
	if err != nil {
		return err
	}
	if b.lesson, err = sizeOf("the page's program", lesson); err != nil {
		return err
	}
	for _, h := range []struct {
		name string
		data []byte
	}{{"a bare hackpadfs hello, go build", plain}, {"the same, made like the program", hello}} {
		s, err := sizeOf(h.name, h.data)
		if err != nil {
			return err
		}
		b.hellos = append(b.hellos, s)
	}
	name, err := b.out.addHashed("assets/klog", ".wasm", lesson)
	b.assets.EngineManifest.Wasm = name
	b.assets.EngineManifest.WasmRawSize = b.lesson.raw
	b.assets.EngineManifest.WasmGzipSize = b.lesson.gzip
	return err
}

// scripts bundles scripts and styles. Those of the pages are named by their contents; klog.mjs,
// which others import, keeps its name.
func (b *builder) scripts() error {
	wasmExec, err := b.tools.wasmExec()
	if err != nil {
		return err
	}
	bundles := &bundler{site: b.site, wasmExec: wasmExec, inputs: b.inputs}
	engine := &b.assets.EngineManifest
	for _, one := range []struct {
		entry, base string
		name        *string
	}{
		{"embed/worker.js", "assets/worker", &engine.WorkerJS},
		{"js/engine.js", "assets/engine", &engine.EngineJS},
	} {
		if *one.name, err = b.bundle(bundles.classic, one.entry, one.base, ".js"); err != nil {
			return err
		}
	}
	price := b.lesson.gzip // and the two that come with it
	for _, s := range b.rest {
		price += s.gzip
	}
	engine.PriceMB = megabytes(price)
	b.rest = append(b.rest, b.http...)
	b.assets.Offline = map[string]string{}
	for _, lang := range page.Languages() {
		forLang := func(entry string) ([]byte, error) { return bundles.classicOf(entry, lang) }
		b.assets.Offline[lang], err = b.bundle(forLang, "js/offline.js", "assets/offline-"+lang, ".js")
		if err != nil {
			return err
		}
	}
	b.assets.Kinds = map[string]page.KindAssets{}
	for _, kind := range page.Kinds() {
		var own page.KindAssets
		base := "page"
		if kind != "" {
			base += "-" + kind
		}
		own.JS = map[string]string{}
		for _, lang := range page.Languages() {
			forLang := func(entry string) ([]byte, error) { return bundles.classicOf(entry, lang) }
			own.JS[lang], err = b.bundle(forLang, "js/"+base+".js", "assets/"+base+"-"+lang, ".js")
			if err != nil {
				return err
			}
		}
		own.CSS, err = b.bundle(bundles.style, "css/"+base+".css", "assets/"+base, ".css")
		if err != nil {
			return err
		}
		b.assets.Kinds[kind] = own
	}
	b.assets.Build = b.version()
	module, err := bundles.module("embed/klog.js", map[string]any{
		"__KLOG_ASSETS__": map[string]any{
			"worker":     b.assets.EngineManifest.WorkerJS,
			"wasm":       b.assets.EngineManifest.Wasm,
			"wasmSize":   b.assets.EngineManifest.WasmRawSize,
			"wasmSha256": sumOf(b.out[b.assets.EngineManifest.Wasm]),
			"version":    b.assets.Build,
		},
	})
	if err != nil {
		return err
	}
	if err := b.weigh("klog.mjs", module); err != nil {
		return err
	}
	return b.out.add("klog.mjs", module)
}

// bundle makes one bundle of its entry, named by its contents, and gives its name.
func (b *builder) bundle(
	bundled func(entry string) ([]byte, error), entry, base, ext string,
) (string, error) {
	data, err := bundled(entry)
	if err != nil {
		return "", err
	}
	name, err := b.out.addHashed(base, ext, data)
	if err != nil {
		return "", err
	}
	return name, b.weigh(name, data)
}

// version tells this build from others by the contents of its program, scripts and styles.
func (b *builder) version() string {
	e := b.assets.EngineManifest
	api := b.assets.HTTP
	all := e.Wasm + " " + e.WorkerJS + " " + e.EngineJS + " " + api.Wasm + " " + api.WorkerJS
	for _, kind := range page.Kinds() {
		for _, lang := range page.Languages() {
			all += " " + b.assets.Kinds[kind].JS[lang]
		}
		all += " " + b.assets.Kinds[kind].CSS
	}
	return hashOf([]byte(all))
}

func (b *builder) weigh(name string, data []byte) error {
	s, err := sizeOf(name, data)
	b.rest = append(b.rest, s)
	return err
}

// pages renders the pages.
func (b *builder) pages() error {
	files, err := page.Render(os.DirFS(b.tools.root), b.assets)
	if err != nil {
		return err
	}
	for name, data := range files {
		if filepath.Ext(name) == ".html" {
			data = tight(data)
		}
		if err := b.out.add(name, data); err != nil {
			return err
		}
	}
	return nil
}

// check renders the pages and writes nothing: what a writer asks after each change.
func check(root string, stdout io.Writer) error {
	files, err := page.Render(os.DirFS(root), page.Assets{})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "pages and sources agree: %d files\n", len(files))
	return nil
}

// copies adds the golden files and the module's types as they are, and the terms of all that
// is shipped.
func (b *builder) copies() error {
	types, err := os.ReadFile(filepath.Join(b.site, "embed", moduleTypes))
	if err != nil {
		return err
	}
	if err := b.out.add(moduleTypes, types); err != nil {
		return err
	}
	golden, err := filepath.Glob(filepath.Join(b.tools.root, goldenFiles))
	if err != nil {
		return err
	}
	if len(golden) == 0 {
		return fmt.Errorf("no golden file at %s", goldenFiles)
	}
	for _, file := range golden {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := b.out.add("golden/"+filepath.Base(file), data); err != nil {
			return err
		}
	}
	all, err := b.tools.collectLicences(b.inputs, lessonProgram, edgeProgram)
	if err != nil {
		return err
	}
	lesson, err := b.tools.collectLicences(b.inputs, lessonProgram)
	if err != nil {
		return err
	}
	b.lessonTerms = licencesText(lesson)
	return b.out.add(licencesFile, licencesText(all))
}
