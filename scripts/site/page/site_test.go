package page

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"kaenlog/engine/demo/golden"
)

// siteDir is the real site, and repoDir the repository, seen from this package.
const (
	siteDir = "../../../site"
	repoDir = "../../.."
)

// testAssets are names as a build gives them.
var testAssets = Assets{
	Kinds: map[string]KindAssets{
		"": {"assets/page.0a1b2c3d.css", map[string]string{"th": "assets/page-th.4e5f6071.js",
			"en": "assets/page-en.4e5f6071.js"}},
		"plug": {"assets/page-plug.1a2b3c4d.css", map[string]string{
			"th": "assets/page-plug-th.5e6f7081.js", "en": "assets/page-plug-en.5e6f7081.js"}},
	},
	EngineManifest: Manifest{
		EngineJS: "assets/engine.5c6d7e8f.js", WorkerJS: "assets/worker.8293a4b5.js",
		Wasm:        "assets/klog.c6d7e8f9.wasm",
		WasmRawSize: 2990000, WasmGzipSize: 850000,
	},
	Build: "c6d7e8f9",
}

// sampleFile is the file of the test site's lesson code.
const sampleFile = "engine/sample/sample.go"

const sampleCode = `package sample

// Cut is commented on.

//lesson:begin sample

func cut(size int64) (int64, error) {
	if size < 61 { // a header's
		return 0, errors.New("<short>")
	}
	return size, nil
}

//lesson:end sample

var text = "//lesson:begin in-a-string"
`

// copySite gives a small site of the same templates and short texts as the real one, with pages
// of its own that hold one of everything; a test may change it.
func copySite(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	read := func(from, dir string, isWanted func(name string) bool) {
		root := os.DirFS(from)
		err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isWanted(name) {
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
	all := func(string) bool { return true }
	read(siteDir, "templates", all)
	read(siteDir, "css", all)
	read(siteDir, "js", func(name string) bool { return strings.HasPrefix(path.Base(name), "words-") })
	read(siteDir, "content", func(name string) bool {
		return path.Ext(name) == ".json" && strings.Count(name, "/") > 1 &&
			!strings.HasPrefix(name, sourceDir)
	})
	read("testdata/site", "content", all)
	return out
}

// bareSite is copySite with one page, which names no sources and no terms.
func bareSite(t *testing.T, th, en string) fstest.MapFS {
	t.Helper()
	site := copySite(t)
	for name := range site {
		if path.Ext(name) == ".md" || strings.HasPrefix(name, sourceDir) {
			delete(site, name)
		}
	}
	delete(site, glossaryFile)
	site[orderFile].Data = []byte(`["index"]`)
	site["content/th/index.md"] = &fstest.MapFile{Data: []byte(th)}
	site["content/en/index.md"] = &fstest.MapFile{Data: []byte(en)}
	return site
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

// noCode is a repository without lesson code.
func noCode() fstest.MapFS {
	return fstest.MapFS{
		"engine/doc.go":           {Data: []byte("package engine\n")},
		"wasm/doc.go":             {Data: []byte("package wasm\n")},
		"scripts/testdata/bad.go": {Data: []byte("//lesson:begin not-looked-at\n")},
	}
}

// sampleRepo is the repository of the test site's lesson code.
func sampleRepo() fstest.MapFS {
	repo := noCode()
	repo[sampleFile] = &fstest.MapFile{Data: []byte(sampleCode)}
	return repo
}

// sourceOf is what Render uses, with a repository of the test's own.
func sourceOf(repo fs.FS) source { return source{text: golden.Text, run: runDemo, repo: repo} }

// renderTestSite renders the test site.
func renderTestSite(t *testing.T) map[string][]byte {
	t.Helper()
	pages, err := render(copySite(t), testAssets, sourceOf(sampleRepo()))
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// renderSite renders the real site.
func renderSite(t *testing.T) map[string][]byte {
	t.Helper()
	pages, err := Render(os.DirFS(repoDir), testAssets)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}
