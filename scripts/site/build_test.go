package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kaenlog/scripts/site/page"
)

// TestTheWholeSite builds the real site once and looks at what came out.
func TestTheWholeSite(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the page's program")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "dist")
	err = build(t.Context(), root, out, "", io.Discard, (*builder).downloads)
	if err != nil && !errors.Is(err, errTooHeavy) {
		t.Fatal(err) // its weight is judged where the site is built for itself
	}
	files, err := filesBelow(out)
	if err != nil {
		t.Fatal(err)
	}
	site := map[string][]byte{}
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		site[filepath.ToSlash(name)] = data
	}
	t.Run("has the element and its package", func(t *testing.T) { checkEmbed(t, site) })
	t.Run("has its downloads", func(t *testing.T) { checkDownloads(t, site) })
	t.Run("refers to nothing that is not there", func(t *testing.T) { checkLinks(t, site) })
	for name := range site {
		if strings.HasPrefix(name, downloadsDir) {
			delete(site, name) // no part of the site
		}
	}
	t.Run("has its pages and files", func(t *testing.T) { checkComplete(t, root, site) })
	t.Run("can be saved and installed", func(t *testing.T) { checkOffline(t, site) })
	t.Run("works under the strict policy", func(t *testing.T) { checkStrict(t, site) })
}

func checkComplete(t *testing.T, root string, site map[string][]byte) {
	for _, name := range []string{"index.html", "en/index.html", "klog.mjs", "klog.d.mts",
		"licenses.txt", manifestName} {
		if len(site[name]) == 0 {
			t.Errorf("no %s", name)
		}
	}
	if readme := site[embedDir+readmeFile]; bytes.Contains(readme, []byte("{{")) {
		t.Errorf("the package's readme has a place that nothing was put into:\n%s", readme)
	}
	golden, err := filepath.Glob(filepath.Join(root, goldenFiles))
	if err != nil || len(golden) != 3 {
		t.Fatalf("%d golden files, %v", len(golden), err)
	}
	for _, file := range golden {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := "golden/" + filepath.Base(file)
		if !bytes.Equal(site[name], want) {
			t.Errorf("%s is not the golden file", name)
		}
	}
	for name := range site {
		if dir := path.Dir(name); dir == "assets" && strings.Count(name, ".") != 2 {
			t.Errorf("%s carries no hash, and assets/ may be cached for ever", name)
		}
	}
}

// tag is one of a page, and not a text that shows how to write one.
var tag = regexp.MustCompile(`<[a-z][^>]*>`)

// reference is an attribute of a tag that names a file of the site.
var reference = regexp.MustCompile(`\s(?:href|src|data-worker|data-wasm)=(?:"([^"]*)"|([^\s>]+))`)

func checkLinks(t *testing.T, site map[string][]byte) {
	for name, data := range site {
		isOne := name == downloadsDir+singleName // which has its pages in it
		if path.Ext(name) != ".html" || isOne || name == page.MissingName {
			continue // the last of them is shown at any address
		}
		found := 0
		tags := bytes.Join(tag.FindAll(data, -1), nil)
		for _, m := range reference.FindAllSubmatch(tags, -1) {
			target := string(m[1]) + string(m[2])
			if strings.HasPrefix(target, "https://") || strings.HasPrefix(target, "#") ||
				target == "data:," { // no icon
				continue
			}
			found++
			target, _, _ = strings.Cut(target, "#")
			if strings.HasPrefix(target, "/") || strings.Contains(target, ":") {
				t.Errorf("%s: %q is not relative: the site may live below any path", name, target)
				continue
			}
			full := path.Join(path.Dir(name), target)
			if strings.HasSuffix(target, "/") || target == "" || full == "." || full == ".." {
				full = path.Join(full, "index.html")
			}
			if site[full] == nil {
				t.Errorf("%s: %q names %s, which is not there", name, target, full)
			}
		}
		if found < 4 && name != page.EmbedName { // which is no page of the course
			t.Errorf("%s: %d references found: a page has its style, script, worker and program",
				name, found)
		}
	}
}

// inline finds what the policy drops: scripts and styles inside the page.
var inline = regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|javascript:|<script(?:[^>]*)>`)

func checkStrict(t *testing.T, site map[string][]byte) {
	for name, data := range site {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range inline.FindAll(data, -1) {
			text := string(m)
			if strings.HasPrefix(text, "<script") &&
				(strings.Contains(text, " src=") || strings.Contains(text, "application/json")) {
				continue
			}
			t.Errorf("%s: %s: the policy of the site drops it", name, text)
		}
	}
}
