package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"kaenlog/scripts/site/page"
)

// listOf reads the first line of a service worker.
func listOf(t *testing.T, sw []byte) course {
	t.Helper()
	line, rest, ok := bytes.Cut(sw, []byte(";\n"))
	text, isList := bytes.CutPrefix(line, []byte("const __COURSE__ = "))
	if !ok || !isList || len(rest) == 0 {
		t.Fatalf("sw.js begins with %.60q", sw)
	}
	var list course
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func sampleOutput() output {
	return output{"index.html": []byte("<html " + page.NoCourseSize + ">"),
		"en/index.html": []byte("<html " + page.NoCourseSize + ">"),
		"404.html":      []byte("none"), "assets/klog.1.wasm": bytes.Repeat([]byte("w"), 3_210_000),
		manifestName: []byte("{}"), "_headers": []byte("/*"), ".nojekyll": nil, "CNAME": []byte("x"),
		"downloads/kaen-log.zip": []byte("zip"), killSwitch: []byte("off"),
		page.EmbedName: []byte("frame"), "embed/klog-demo.js": []byte("element")}
}

func TestTheServiceWorkerListsEveryFileThatPagesLeadTo(t *testing.T) {
	o := sampleOutput()
	if err := o.addServiceWorker([]byte("code()")); err != nil {
		t.Fatal(err)
	}
	list := listOf(t, o[serviceWorker])
	var names []string
	var sum int64
	for _, f := range list.Files {
		name := f[0].(string)
		names = append(names, name)
		want := sha256.Sum256(o[name])
		if f[1] != float64(len(o[name])) || f[2] != hex.EncodeToString(want[:]) {
			t.Errorf("%s is listed as %v", name, f)
		}
		sum += int64(len(o[name]))
	}
	want := []string{"404.html", "assets/klog.1.wasm", "en/index.html", "index.html"}
	if !slices.Equal(names, want) {
		t.Errorf("it lists %q, want %q", names, want)
	}
	if list.Bytes != sum || list.Bytes != o.courseBytes() {
		t.Errorf("it says %d bytes of %d", list.Bytes, sum)
	}
}

// TestTheServiceWorkerChangesWithEveryFile: browsers find a new build by nothing else.
func TestTheServiceWorkerChangesWithEveryFile(t *testing.T) {
	made := func(edit func(output), code string) (string, string) {
		o := sampleOutput()
		edit(o)
		if err := o.addServiceWorker([]byte(code)); err != nil {
			t.Fatal(err)
		}
		return string(o[serviceWorker]), listOf(t, o[serviceWorker]).Build
	}
	nothing := func(output) {}
	first, build := made(nothing, "code()")
	if again, _ := made(nothing, "code()"); again != first {
		t.Error("the same files give two service workers")
	}
	for _, name := range []string{"downloads/kaen-log.zip", page.EmbedName, "embed/klog-demo.js"} {
		edit := func(o output) { o[name] = []byte("other") }
		if other, b := made(edit, "code()"); other != first || b != build {
			t.Errorf("%s, which is not saved, changes it", name)
		}
	}
	for what, edit := range map[string]func(output){
		"a byte of the program": func(o output) { o["assets/klog.1.wasm"][17]++ },
		"a word of a page":      func(o output) { o["index.html"] = []byte("other") },
		"a file more":           func(o output) { o["new.html"] = nil },
		"a file less":           func(o output) { delete(o, "404.html") },
		"a name": func(o output) {
			o["assets/klog.2.wasm"] = o["assets/klog.1.wasm"]
			delete(o, "assets/klog.1.wasm")
		},
	} {
		if other, b := made(edit, "code()"); other == first || b == build {
			t.Errorf("%s changes nothing in it", what)
		}
	}
	if _, b := made(nothing, "code(1)"); b == build {
		t.Error("another worker of the same files would fill the cache that the first one answers from")
	}
}

func TestPagesSayHowLargeTheCourseIsWithThemselves(t *testing.T) {
	for _, wasm := range []int{3_210_000, 9_949_900, 9_949_990, 12_345_678} {
		o := sampleOutput()
		o["assets/klog.1.wasm"] = make([]byte, wasm)
		if err := o.sayCourseSize(); err != nil {
			t.Fatal(err)
		}
		want := page.SayCourseSize(fmt.Sprintf("%.1f", float64(o.courseBytes())/1e6))
		for _, name := range []string{"index.html", "en/index.html"} {
			if !strings.Contains(string(o[name]), want) {
				t.Errorf("%d bytes: %s says %s, want %s", o.courseBytes(), name, o[name], want)
			}
		}
	}
}

// checkOffline looks at what the whole build made for it.
func checkOffline(t *testing.T, site map[string][]byte) {
	list := listOf(t, site[serviceWorker])
	listed := map[string]bool{}
	for _, f := range list.Files {
		listed[f[0].(string)] = true
	}
	for name := range site {
		if listed[name] != isSaved(name) {
			t.Errorf("%s is saved: %v", name, listed[name])
		}
	}
	if !bytes.Contains(site[killSwitch], []byte("unregister")) {
		t.Errorf("%s is %q", killSwitch, site[killSwitch])
	}
	size := page.SayCourseSize(megabytes(list.Bytes))
	for name, data := range site {
		switch path.Ext(name) {
		case ".html":
			if !bytes.Contains(data, []byte("data-root=")) {
				continue // no page of the course: it is shown at any address
			}
			for _, want := range []string{size, `rel="manifest"`, `rel="apple-touch-icon"`,
				`data-price-mb="`} {
				if !bytes.Contains(data, []byte(want)) {
					t.Errorf("%s has no %s", name, want)
				}
			}
		case ".webmanifest":
			checkWebManifest(t, site, name)
		}
	}
	for _, name := range []string{"manifest.webmanifest", "en/manifest.webmanifest"} {
		if site[name] == nil {
			t.Errorf("no %s", name)
		}
	}
}

// checkWebManifest holds a manifest against what browsers ask of a site that is to be installed.
func checkWebManifest(t *testing.T, site map[string][]byte, name string) {
	var m struct {
		ID, Name, Lang, Scope, Display string
		Start                          string `json:"start_url"`
		Icons                          []struct{ Src, Sizes, Purpose string }
	}
	if err := json.Unmarshal(site[name], &m); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	below := func(ref string) string { return path.Join(path.Dir(name), ref) }
	if m.ID != "" {
		t.Errorf("%s has the id %q: it would be the same for all copies on an origin", name, m.ID)
	}
	if start := below(m.Start) + "/index.html"; site[path.Clean(start)] == nil {
		t.Errorf("%s begins at %s, which is not there", name, start)
	}
	if below(m.Scope) != "." || m.Display != "minimal-ui" || m.Name == "" {
		t.Errorf("%s: %+v", name, m)
	}
	if wantEN := strings.HasPrefix(name, "en/"); wantEN != (m.Lang == "en") {
		t.Errorf("%s is in %q", name, m.Lang)
	}
	sizes := map[string]bool{}
	for _, icon := range m.Icons {
		if site[below(icon.Src)] == nil {
			t.Errorf("%s names %s, which is not there", name, icon.Src)
		}
		sizes[icon.Sizes+icon.Purpose] = true
	}
	for _, want := range []string{"192x192", "512x512", "512x512maskable"} {
		if !sizes[want] {
			t.Errorf("%s has no icon %s", name, want)
		}
	}
}
