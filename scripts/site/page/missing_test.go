package page

import (
	"os"
	"strings"
	"testing"
)

func TestMissingPageLeadsBack(t *testing.T) {
	repo := os.DirFS("../../..")
	for site, want := range map[string][]string{
		"": {`href="assets/a.css"`, `href="../assets/a.css"`, `href="index.html"`,
			`href="../index.html"`, `<section lang="en">`, `href="index.html"`, `href="../index.html"`},
		"https://example.org/log/": {`href="https://example.org/log/assets/a.css"`,
			`href="https://example.org/log/index.html"`, `<section lang="en">`,
			`href="https://example.org/log/en/index.html"`},
	} {
		files, err := Render(repo, Assets{Site: site,
			Kinds: map[string]KindAssets{"": {CSS: "assets/a.css"}}})
		if err != nil {
			t.Fatal(err)
		}
		wants(t, string(files[MissingName]), append([]string{`<html lang="th">`,
			`<meta name="robots" content="noindex">`}, want...)...)
	}
	files, err := Render(repo, Assets{Medium: Zip})
	if err != nil {
		t.Fatal(err)
	}
	if files[MissingName] != nil {
		t.Error("a folder on a disk has a page for missing addresses, which no host answers with")
	}
}

func TestCardsNameThePage(t *testing.T) {
	files, err := Render(os.DirFS("../../.."), Assets{Site: "https://example.org/log/"})
	if err != nil {
		t.Fatal(err)
	}
	for name, address := range map[string]string{
		"index.html": "", "en/index.html": "en/", "en/primer.html": "en/primer.html",
	} {
		text := string(files[name])
		title, _, _ := strings.Cut(text[strings.Index(text, "<title>")+len("<title>"):], "</title>")
		wants(t, text, `<meta property="og:title" content="`+title+`">`,
			`<meta property="og:url" content="https://example.org/log/`+address+`">`,
			`<meta property="og:image" content="https://example.org/log/icon-512.png">`,
			`<link rel="canonical" href="https://example.org/log/`+address+`">`)
	}
	files, err = Render(os.DirFS("../../.."), Assets{})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(files["index.html"]), "og:url") {
		t.Error("a page whose address is not known names one")
	}
}
