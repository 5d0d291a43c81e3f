package main

import (
	"path/filepath"

	"kaenlog/scripts/site/page"
)

// httpAPI makes what a page needs to ask the demos' API without a server: the program of the edge,
// and the script of a worker that runs it. Nothing else on the site needs either.
func (b *builder) httpAPI() error {
	wasm, err := b.tools.compile(edgeProgram)
	if err != nil {
		return err
	}
	glue, err := b.tools.glue(pageRuntime)
	if err != nil {
		return err
	}
	bundles := &bundler{site: filepath.Join(b.tools.root, "site"), inputs: b.inputs}
	script, err := bundles.pageWorker("edge/in-page.js", glue, map[string]any{
		"__KLOG_EDGE__": edgeTable(hashOf(wasm)),
	})
	if err != nil {
		return err
	}
	api := page.HTTP{WasmRawSize: int64(len(wasm)), WasmSHA256: sumOf(wasm)}
	var sum int64
	for _, one := range []struct {
		base, ext string
		data      []byte
		name      *string
	}{
		{"assets/http", ".wasm", wasm, &api.Wasm},
		{"assets/http-worker", ".js", script, &api.WorkerJS},
	} {
		if *one.name, err = b.out.addHashed(one.base, one.ext, one.data); err != nil {
			return err
		}
		s, err := sizeOf(*one.name, one.data)
		if err != nil {
			return err
		}
		sum += s.gzip
		b.http = append(b.http, s)
	}
	api.PriceMB = megabytes(sum)
	b.assets.HTTP = api
	return nil
}
