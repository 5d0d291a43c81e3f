package main

import (
	"encoding/json"
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaenlog/scripts/site/page"
)

// packageNames are all files of the package, without the hashes in their names. What is added here
// is downloaded by everybody who installs it.
var packageNames = []string{
	"LICENSE", "README.md", "custom-elements.json", "element.d.mts", "integrity.json",
	"klog-demo.all.js", "klog-demo.js", "klog-demo.mjs", "klog-packed.js", "klog-views.js",
	"klog-worker.js", "klog.d.mts", "klog.mjs", "klog.wasm", "licenses.txt", "package.json",
}

// checkEmbed looks at the element and its package in a whole site.
func checkEmbed(t *testing.T, site map[string][]byte) {
	var names []string
	for name := range site {
		if below, ok := strings.CutPrefix(name, embedDir); ok {
			names = append(names, withoutHash(below))
		}
	}
	slices.Sort(names)
	want := slices.Sorted(slices.Values(append([]string{"page.js"}, packageNames...)))
	if !slices.Equal(names, want) {
		t.Errorf("embed/ has %q, want %q", names, want)
	}
	var p npmPackage
	readJSON(t, site[embedDir+npmFile], &p)
	var listed []string
	for _, name := range p.Files {
		listed = append(listed, withoutHash(name))
		if site[embedDir+name] == nil {
			t.Errorf("the package lists %s, which is not there", name)
		}
	}
	listed = slices.Sorted(slices.Values(append(listed, npmFile))) // which npm adds
	if !slices.Equal(listed, packageNames) {
		t.Errorf("the package has %q, want %q", listed, packageNames)
	}
	for _, to := range append(exported(p.Exports), p.Main, p.Types, p.CustomElements) {
		name, isRelative := strings.CutPrefix(to, "./")
		if !isRelative || !slices.Contains(append(p.Files, npmFile), name) {
			t.Errorf("the package leads to %q, which is not in it", to)
		}
	}
	for _, asked := range []string{".", "./element", "./engine", "./wasm", "./custom-elements.json"} {
		if p.Exports[asked] == nil {
			t.Errorf("the package has no %s", asked)
		}
	}
	checkIntegrity(t, site)
	checkFrame(t, site)
}

func exported(exports map[string]any) []string {
	var to []string
	for _, one := range exports {
		switch v := one.(type) {
		case string:
			to = append(to, v)
		case map[string]any:
			to = append(to, v["types"].(string), v["default"].(string))
		}
	}
	return to
}

// checkIntegrity holds what the element and the list say of files against the files.
func checkIntegrity(t *testing.T, site map[string][]byte) {
	var list struct {
		Version string
		Files   map[string]string
	}
	readJSON(t, site[embedDir+integrityFile], &list)
	if len(list.Files) != 8 || list.Version == "" {
		t.Errorf("%d files of version %q in %s", len(list.Files), list.Version, integrityFile)
	}
	for name, said := range list.Files {
		if got := integrityOf(site[embedDir+name]); got != said {
			t.Errorf("%s is %s, and its integrity is %s", name, got, said)
		}
	}
	for _, name := range []string{elementScript, elementModule} {
		script := string(site[embedDir+name])
		for file, said := range list.Files {
			isLate := strings.HasPrefix(file, "klog-views.") || strings.HasPrefix(file, "klog-packed.")
			if isLate && (!strings.Contains(script, file) || !strings.Contains(script, said)) {
				t.Errorf("%s does not know %s as it is", name, file)
			}
			if path.Ext(file) == ".wasm" && !strings.Contains(script, sumOf(site[embedDir+file])) {
				t.Errorf("%s does not know %s as it is", name, file)
			}
		}
	}
	all := string(site[embedDir+elementAll])
	for _, other := range []string{"klog-views.", "klog-packed.", "klog-worker."} {
		if strings.Contains(all, other) {
			t.Errorf("%s names %s…, and may fetch nothing", elementAll, other)
		}
	}
}

// checkFrame looks at the page for frames.
func checkFrame(t *testing.T, site map[string][]byte) {
	html := string(site[page.EmbedName])
	for name := range site {
		if strings.HasPrefix(name, embedDir+"page.") && !strings.Contains(html, name) {
			t.Errorf("%s does not name %s", page.EmbedName, name)
		}
	}
	for _, never := range []string{`type="module"`, "type=module"} {
		if strings.Contains(html, never) {
			t.Errorf("%s has a module, which no sandboxed frame loads", page.EmbedName)
		}
	}
}

func readJSON(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

func TestTheElementMayNotBeTooHeavy(t *testing.T) {
	for gzip, tooHeavy := range map[int64]bool{maxElementGzip: false, maxElementGzip + 1: true} {
		for _, name := range []string{elementScript, elementModule, elementAll} {
			err := checkElement([]size{{name: "klog.wasm", gzip: 900_000}, {name: name, gzip: gzip}})
			want := tooHeavy && name != elementAll // which is what somebody chose
			if errors.Is(err, errTooHeavy) != want || want != (err != nil) {
				t.Errorf("%s of %d bytes: %v", name, gzip, err)
			}
		}
	}
}

// TestIntegrityIsWhatBrowsersCompute: the example of the specification of Subresource Integrity,
// 3.2, has this text and this hash.
func TestIntegrityIsWhatBrowsersCompute(t *testing.T) {
	const want = "sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO"
	if got := integrityOf([]byte("alert('Hello, world.');")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// hashed is a file's name that carries a hash.
var hashed = regexp.MustCompile(`^(.+)\.[0-9a-f]{10}(\.\w+)$`)

func withoutHash(name string) string { return hashed.ReplaceAllString(name, "$1$2") }
