package page

import (
	"html"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
)

var (
	demoStart  = regexp.MustCompile(`<section class="demo" data-demo="([a-z]+)"[^>]*>`)
	sectionTag = regexp.MustCompile(`<section class="golden-section" ` +
		`data-section="([a-z0-9-]+)" data-bytes="([0-9]+)"`)
	textSpan = regexp.MustCompile(`(?s)<span class="text"[^>]*>(.*?)</span>\s*` +
		`(?:<p class="gloss"|</div>)`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
	glossTag = regexp.MustCompile(`<p class="gloss"[^>]*>(.+?)</p>`)
)

// shownDemos cuts a page into its demos and each demo into its sections' texts, as a browser
// would read them.
func shownDemos(page string) map[string][]string {
	out := map[string][]string{}
	starts := demoStart.FindAllStringSubmatchIndex(page, -1)
	for i, at := range starts {
		end := len(page)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		name := page[at[2]:at[3]]
		sections := sectionTag.FindAllStringIndex(page[at[0]:end], -1)
		for j, s := range sections {
			stop := end - at[0]
			if j+1 < len(sections) {
				stop = sections[j+1][0]
			}
			var lines []string
			for _, m := range textSpan.FindAllStringSubmatch(page[at[0]+s[0]:at[0]+stop], -1) {
				lines = append(lines, html.UnescapeString(anyTag.ReplaceAllString(m[1], "")))
			}
			out[name] = append(out[name], strings.Join(lines, "\n"))
		}
	}
	return out
}

func TestPagesHoldTheGoldenBytes(t *testing.T) {
	pages := renderSite(t)
	for _, name := range []string{"demos.html", "en/demos.html"} {
		shown := shownDemos(string(pages[name]))
		for _, spec := range demo.Specs() {
			got := strings.Join(shown[spec.Name], "\n\n") + "\n"
			if want := golden.Text(spec.GoldenName); got != want {
				t.Errorf("%s: the text of %s is not the golden text:\n%s", name, spec.Name, got)
			}
		}
	}
}

func TestSectionsSayTheirSize(t *testing.T) {
	page := string(renderSite(t)["demos.html"])
	var sizes []string
	for _, m := range sectionTag.FindAllStringSubmatch(page, 6) {
		sizes = append(sizes, m[2])
	}
	// The sizes that the design was drawn with, counted apart from this program.
	if got, want := strings.Join(sizes, " "), "629 805 434 634 1027 1124"; got != want {
		t.Errorf("sections of 03-produce have %s bytes, want %s", got, want)
	}
}

func TestEnglishPagesGlossEveryLine(t *testing.T) {
	pages := renderSite(t)
	if strings.Contains(string(pages["demos.html"]), `class="gloss`) {
		t.Error("the Thai page has glosses")
	}
	page := string(pages["en/demos.html"])
	lines := strings.Count(page, ` data-line="`)
	glosses := glossTag.FindAllStringSubmatch(page, -1)
	if lines == 0 || len(glosses) != lines {
		t.Errorf("%d lines, %d glosses", lines, len(glosses))
	}
	for _, g := range glosses {
		if strings.ContainsAny(g[1], "{}") || strings.ContainsFunc(g[1], isThai) {
			t.Errorf("gloss is not filled English: %q", g[1])
		}
	}
	for _, want := range []string{
		"The whole frame is 190 bytes long (4 bytes of length + 186 bytes of payload).",
		"A frame that claims to be 104,857,601 bytes long is refused: InvalidData.",
		"Batch 2, records: 4. base_offset 5, log end then 9, error 0.",
		"Sequences 7..9: APPEND, base_offset 7; window [0..1 2..3 4..5 6..6 7..9].",
		"The same payload sent with pid 1001, seq 0: APPEND.",
	} {
		if !strings.Contains(html.UnescapeString(page), want) {
			t.Errorf("no gloss says %q", want)
		}
	}
}

func isThai(r rune) bool { return r >= 0x0E00 && r <= 0x0E7F }

func TestPagesObeyAStrictPolicy(t *testing.T) {
	forbidden := map[string]*regexp.Regexp{
		"a style element":      regexp.MustCompile(`(?i)<style`),
		"a style attribute":    regexp.MustCompile(`(?i)\sstyle=`),
		"an event attribute":   regexp.MustCompile(`(?i)\son[a-z]+=`),
		"a javascript: URL":    regexp.MustCompile(`(?i)javascript:`),
		"an address outside":   regexp.MustCompile(`(?i)(?:href|src|action)="(?:[a-z]+:|/)`),
		"a script in the page": regexp.MustCompile(`<script(?: type="(?:module|text/javascript)")?>`),
	}
	for name, page := range renderSite(t) {
		if path.Ext(name) != ".html" {
			continue
		}
		for what, re := range forbidden {
			if m := re.Find(page); m != nil {
				t.Errorf("%s has %s: %s", name, what, m)
			}
		}
	}
}

func TestIDsAreUniqueAndEveryReferenceLeadsToOne(t *testing.T) {
	id := regexp.MustCompile(`\sid="([^"]+)"`)
	ref := regexp.MustCompile(`\s(?:href="#|for="|aria-labelledby="|aria-describedby="|` +
		`aria-controls="|fill="url\(#)([^")]+)`)
	for name, page := range renderSite(t) {
		seen := map[string]bool{}
		for _, m := range id.FindAllSubmatch(page, -1) {
			if seen[string(m[1])] {
				t.Errorf("%s: id %q stands twice", name, m[1])
			}
			seen[string(m[1])] = true
		}
		for _, m := range ref.FindAllSubmatch(page, -1) {
			for _, to := range strings.Fields(string(m[1])) {
				if !seen[to] {
					t.Errorf("%s: %s refers to no id", name, m[0])
				}
			}
		}
	}
}

func TestBothLanguagesHaveTheSamePlaces(t *testing.T) {
	pages := renderSite(t)
	id := regexp.MustCompile(`\sid="([^"]+)"`)
	ids := func(name string) string {
		found := id.FindAllString(string(pages[name]), -1)
		slices.Sort(found) // sentences name their sources in an order of their own
		return strings.Join(found, "")
	}
	for name := range pages {
		if path.Ext(name) != ".html" || strings.Contains(name, "/") || name == MissingName {
			continue
		}
		if th, en := ids(name), ids("en/"+name); th != en {
			t.Errorf("%s: ids differ:\n%v\n%v", name, th, en)
		}
	}
}

func TestAssetsAreRelativeToThePage(t *testing.T) {
	pages := renderSite(t)
	for name, root := range map[string]string{"index.html": "", "en/index.html": "../",
		"03-produce.html": "", "en/03-produce.html": "../"} {
		kind := testAssets.Kinds[map[bool]string{true: "plug"}[strings.Contains(name, "03")]]
		for _, want := range []string{
			`href="` + root + kind.CSS + `"`,
			`src="` + root + kind.JS[map[bool]string{true: "en", false: "th"}[root != ""]] + `"`,
			`data-engine="` + root + testAssets.EngineManifest.EngineJS + `"`,
			`data-worker="` + root + testAssets.EngineManifest.WorkerJS + `"`,
			`data-wasm="` + root + testAssets.EngineManifest.Wasm + `"`,
			`data-wasm-size="2990000"`, `data-build="c6d7e8f9"`,
			`href="` + root + `favicon.svg"`,
		} {
			if !strings.Contains(string(pages[name]), want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
	if !strings.Contains(string(pages["index.html"]), `href="en/index.html"`) ||
		!strings.Contains(string(pages["en/index.html"]), `href="../index.html"`) {
		t.Error("the pages do not link to each other")
	}
}

func TestRenderingTwiceGivesTheSameBytes(t *testing.T) {
	a, b := renderSite(t), renderSite(t)
	for name := range a {
		if string(a[name]) != string(b[name]) {
			t.Errorf("%s differs between two renderings", name)
		}
	}
}

func TestASectionAloneRunsWithTheGoldenFlags(t *testing.T) {
	site := copySite(t)
	for _, l := range []string{"th", "en"} {
		edit(t, site, "content/"+l+"/index.md", ":::golden 03-produce\n", ":::golden 03-produce#acks\n")
	}
	pages, err := render(site, testAssets, sourceOf(sampleRepo()))
	if err != nil {
		t.Fatal(err)
	}
	page := string(pages["index.html"])
	shown := shownDemos(page)["produce"]
	if len(shown) != 1 || !strings.HasPrefix(shown[0], "== acks ") {
		t.Errorf("shown sections: %q", shown)
	}
	for _, want := range []string{
		`<input type="hidden" name="acks" value="1"`, `<input type="hidden" name="batches" value="3"`,
		`<input type="hidden" name="truncateTail" value="true"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s: the run would not have the golden flags", want)
		}
	}
}

// A page whose script does not come must not look as if it could run anything.
func TestNothingCanBeRunBeforeTheScriptHasCome(t *testing.T) {
	button := regexp.MustCompile(`<button type="[a-z]+" class="(run|reset|stop)"([^>]*)>`)
	status := regexp.MustCompile(`<p class="status" role="status" data-state="unloaded" ` +
		`data-ready="([^"]+)">([^<]+)</p>`)
	pages := renderSite(t)
	for name, says := range map[string][2]string{
		"demos.html":    {"พร้อมรัน", "script ของหน้านี้ยังไม่โหลด จึงยังกดรันไม่ได้"},
		"en/demos.html": {"Ready.", "This page's script has not loaded, so nothing can be run yet."},
	} {
		page := string(pages[name])
		for _, m := range button.FindAllStringSubmatch(page, -1) {
			if m[2] != " disabled" && m[2] != " hidden" {
				t.Errorf("%s: the button %s can be pressed without the script", name, m[1])
			}
		}
		lines := status.FindAllStringSubmatch(page, -1)
		if len(lines) != len(demo.Specs()) {
			t.Errorf("%s: %d status lines that wait for the script", name, len(lines))
		}
		for _, m := range lines {
			if got := [2]string{html.UnescapeString(m[1]), html.UnescapeString(m[2])}; got != says {
				t.Errorf("%s: the status line says %q", name, got)
			}
		}
		if strings.Count(page, "<noscript>") != 1 {
			t.Errorf("%s does not say once to readers without scripts what they miss", name)
		}
	}
}

func TestASectionAloneSaysWhichPartOfTheFileItIs(t *testing.T) {
	whole := string(renderSite(t)["demos.html"])
	if strings.Contains(whole, " data-part=") {
		t.Error("a whole file is said to be a part")
	}
	site := copySite(t)
	for _, l := range []string{"th", "en"} {
		edit(t, site, "content/"+l+"/index.md", ":::golden 03-produce\n", ":::golden 03-produce#acks\n")
	}
	pages, err := render(site, testAssets, sourceOf(sampleRepo()))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(pages["index.html"]), ` data-part="acks"`) {
		t.Error("the part is not named: a page without it would pass for the whole file")
	}
}
