package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strings"

	"kaenlog/scripts/site/page"
)

// downloadsDir is where dist/ has what a reader takes along: it is no part of the site that a
// browser may save. The first page leads there.
const downloadsDir = "downloads/"

// diskMaker makes the downloads, whose pages run from a disk. There a browser lets a page load
// styles and classic scripts by their names and nothing else: the engine's files come in a script.
type diskMaker struct {
	*builder
	bundles *bundler
	engine  []byte // the script with the program and the worker's script in it
}

// downloads puts the two downloads in, and beside each the list of what is in it. It needs the
// program, the scripts and the terms; the site's pages say what it has made.
func (b *builder) downloads() error {
	wasmExec, err := b.tools.wasmExec()
	if err != nil {
		return err
	}
	d := &diskMaker{builder: b,
		bundles: &bundler{site: b.site, wasmExec: wasmExec, inputs: map[string]bool{}}}
	if d.engine, err = d.engineScript(); err != nil {
		return err
	}
	for _, step := range []func() (download, error){d.zip, d.single} {
		made, err := step()
		if err != nil {
			return err
		}
		if err := b.out.add(downloadsDir+made.name, made.data); err != nil {
			return err
		}
		if err := b.out.add(downloadsDir+made.name+".txt", made.list()); err != nil {
			return err
		}
		b.made = append(b.made, made)
		b.assets.Downloads = append(b.assets.Downloads, page.Download{
			Path: downloadsDir + made.name, Name: made.name, MB: megabytes(int64(len(made.data)))})
	}
	return d.checkLicences()
}

// engineScript makes the engine's script for pages of a disk.
func (d *diskMaker) engineScript() ([]byte, error) {
	names := d.assets.EngineManifest
	program, err := d.packedProgram()
	if err != nil {
		return nil, err
	}
	return d.bundles.classicWith("js/engine-disk.js", map[string]any{"__KLOG_DISK__": map[string]any{
		"program": program,
		"size":    names.WasmRawSize,
		"worker":  string(d.out[names.WorkerJS]),
	}})
}

// packedProgram gives the program as a text that a script can hold; it is packed once.
func (b *builder) packedProgram() (string, error) {
	var err error
	if b.programText == "" {
		b.programText, err = pack(b.out[b.assets.EngineManifest.Wasm])
	}
	return b.programText, err
}

// pack gives data as a text that a script can hold and unpack: gzip, in base64.
func pack(data []byte) (string, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := z.Write(data); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// render makes the pages for a medium of a disk. They have no service worker and are never
// installed; each kind's style sheet is called as css says, the script of all of them as js does.
func (d *diskMaker) render(
	medium page.Medium, css func(kind string) string, js func(lang string) string, engine string,
) (output, error) {
	assets := page.Assets{Medium: medium, Build: d.assets.Build, Embed: d.assets.Embed,
		Kinds: map[string]page.KindAssets{},
		EngineManifest: page.Manifest{EngineJS: engine, WorkerJS: engine, Wasm: engine,
			WasmRawSize: d.assets.EngineManifest.WasmRawSize}}
	for _, kind := range page.Kinds() {
		own := page.KindAssets{CSS: css(kind), JS: map[string]string{}}
		for _, lang := range page.Languages() {
			own.JS[lang] = js(lang)
		}
		assets.Kinds[kind] = own
	}
	files, err := page.Render(os.DirFS(d.tools.root), assets)
	return output(files), err
}

// checkLicences refuses downloads with parts whose terms are not among those that they carry.
func (d *diskMaker) checkLicences() error {
	for input := range d.bundles.inputs {
		if strings.Contains(input, "node_modules/") && !d.inputs[input] {
			return fmt.Errorf("site/%s is in a download, and its terms are not in %s", input, licencesFile)
		}
	}
	return nil
}

// printDownloads prints what the downloads weigh.
func printDownloads(w io.Writer, all []download) {
	for _, one := range all {
		fmt.Fprintf(w, "%-36s %12s bytes\n", one.name, thousands(int64(len(one.data))))
		for _, part := range one.weights {
			fmt.Fprintf(w, "  %-34s %12s\n", part.name, thousands(part.raw))
		}
	}
}
