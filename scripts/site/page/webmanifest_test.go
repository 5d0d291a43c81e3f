package page

import (
	"os"
	"strings"
	"testing"
)

// TestTheManifestHasTheColoursOfThePages: a program's window begins in the colour of its pages.
func TestTheManifestHasTheColoursOfThePages(t *testing.T) {
	template, err := os.ReadFile(siteDir + "/templates/page.html")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(template), `(prefers-color-scheme: light)" content="`+paper+`"`) {
		t.Errorf("light pages are not of the colour %s", paper)
	}
	tokens, err := os.ReadFile(siteDir + "/css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(tokens), "--paper: "+paper+";") {
		t.Errorf("the paper of css/tokens.css is not %s", paper)
	}
}

// TestOnlyASiteThatCanBeSavedSaysSo: pages of a disk have no manifest and no button.
func TestOnlyASiteThatCanBeSavedSaysSo(t *testing.T) {
	saved := testAssets
	saved.Offline = map[string]string{"th": "assets/offline-th.1.js", "en": "assets/offline-en.1.js"}
	for _, assets := range []Assets{testAssets, saved} {
		files, err := render(copySite(t), assets, sourceOf(sampleRepo()))
		if err != nil {
			t.Fatal(err)
		}
		want := assets.Offline != nil
		for _, l := range langs {
			if got := files[l.dir+webManifest] != nil; got != want {
				t.Errorf("%s has a manifest: %v", l.code, got)
			}
			html := string(files[l.dir+"index.html"])
			root := strings.TrimPrefix(rootOf(l), "./")
			for _, part := range []string{NoCourseSize, `rel="manifest" href="` + webManifest + `"`,
				`data-offline="` + root + `assets/offline-` + l.code + `.1.js"`,
				`href="` + root + `apple-touch-icon.png"`} {
				if strings.Contains(html, part) != want {
					t.Errorf("%s: %s stands there: %v", l.code, part, !want)
				}
			}
		}
	}
}
