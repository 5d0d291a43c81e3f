package main

import (
	"strings"
	"testing"
)

func TestLicencesCoverWhatAProgramLinks(t *testing.T) {
	tools := newTools(t)
	all, err := tools.collectLicences(nil, helloProgram)
	if err != nil {
		t.Fatal(err)
	}
	text := string(licencesText(all))
	for _, want := range []string{
		"kaen-log: pages, scripts, program",
		"github.com/hack-pad/hackpadfs v0.2.4: program",
		"github.com/evanw/esbuild",
		"Go 1.",
		"Apache License",
		"The Go Authors",
		"Additional IP Rights Grant",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the licences", want)
		}
	}
	for _, never := range []string{tools.root, tools.goroot, "kmsg", "goldmark"} {
		if strings.Contains(text, never) {
			t.Errorf("%q in the licences", never)
		}
	}
}

func TestLicencesOfBundledPackagesAreFound(t *testing.T) {
	b := siteWith(t, map[string]string{
		"node_modules/one/package.json":       `{"name":"one","version":"1.2.3"}`,
		"node_modules/one/LICENSE-MIT":        "terms of one",
		"node_modules/@scope/b/package.json":  `{"name":"@scope/b","version":"2.0.0"}`,
		"node_modules/@scope/b/licence.md":    "terms of b",
		"node_modules/@scope/b/license.go":    "no terms",
		"node_modules/without/package.json":   `{"name":"without","version":"1.0.0"}`,
		"node_modules/without/dist/LICENSE":   "deeper, and of another work",
		"node_modules/not-bundled/index.html": "",
	})
	all, err := npmLicences(b.site, map[string]bool{
		"js/page.js": true, "node_modules/one/lib/a.js": true, "node_modules/one/b.js": true,
		"node_modules/@scope/b/index.js": true,
	})
	if err != nil || len(all) != 2 {
		t.Fatalf("%d licences, %v; want 2", len(all), err)
	}
	text := string(licencesText(all))
	for _, want := range []string{"one 1.2.3", "terms of one", "@scope/b 2.0.0", "terms of b"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	_, err = npmLicences(b.site, map[string]bool{"node_modules/without/index.js": true})
	if err == nil || !strings.Contains(err.Error(), "no licence") {
		t.Fatalf("error %v, want one that says there is no licence", err)
	}
}
