package page

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
)

// siteDir is the real site, seen from this package.
const siteDir = "../../../site"

// testAssets are names as a build gives them.
var testAssets = Assets{
	CSS: "assets/page.0a1b2c3d.css", PageJS: "assets/page.4e5f6071.js",
	EngineManifest: Manifest{
		WorkerJS: "assets/worker.8293a4b5.js", Wasm: "assets/klog.c6d7e8f9.wasm",
		WasmRawSize: 2990000, WasmGzipSize: 850000,
	},
	Build: "c6d7e8f9",
}

// copySite gives a copy of the real site's sources that a test may change.
func copySite(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	for _, dir := range []string{"content", "templates", "css"} {
		root := os.DirFS(siteDir)
		err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(root, name)
			out[name] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// edit replaces old by new, once, in a file of the copy.
func edit(t *testing.T, site fstest.MapFS, name, old, new string) {
	t.Helper()
	f := site[name]
	if f == nil || !strings.Contains(string(f.Data), old) {
		t.Fatalf("%s has no %q to change", name, old)
	}
	f.Data = []byte(strings.Replace(string(f.Data), old, new, 1))
}

// engineSource is what Render uses, in a form that a test may change.
func engineSource(t *testing.T) source {
	t.Helper()
	return source{text: golden.Text, run: func(spec demo.Spec) (*demo.Run, error) {
		o, err := spec.Parse(goldenFlags(spec))
		if err != nil {
			return nil, err
		}
		return demo.Do(spec, nil, o)
	}}
}

// renderSite renders the real site.
func renderSite(t *testing.T) map[string][]byte {
	t.Helper()
	pages, err := Render(os.DirFS(siteDir), testAssets)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}
