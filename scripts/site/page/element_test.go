package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kaenlog/engine/demo"
)

// testElement is an element with two attributes, one of which has no default.
const testElement = `{
  "attributes": [
    { "name": "demo", "type": "\"a\" | \"b\"", "default": "a",
      "th": "เลือก **demo** ของ [batch](term:batch)", "en": "Which & why, see [here](#dedup)." },
    { "name": "lang", "type": "string", "th": "ภาษา", "en": "The language." }
  ],
  "parts": [{ "name": "run", "th": "ปุ่ม", "en": "The button." }],
  "states": []
}
`

// withElement puts text before the first demo of the test site's first page.
func withElement(text string) func(*testing.T, fstest.MapFS) {
	return func(t *testing.T, site fstest.MapFS) {
		site[elementFile] = &fstest.MapFile{Data: []byte(testElement)}
		both("index", ":::golden 03-produce", text+"\n\n:::golden 03-produce")(t, site)
	}
}

// withFiles are the assets of a build that has the element's files.
func withFiles() Assets {
	a := testAssets
	a.Site = "https://lessons.example/"
	a.Embed = Embed{Version: "1.2.3", Dir: "embed/", Files: []EmbedFile{
		{"klog-demo.js", "sha384-abc+/", 11_600}, {"klog-views.0a1b2c3d4e.js", "", 20_000},
		{"klog.aaaa000011.wasm", "", 890_000}, {"klog-worker.bbbb222233.js", "", 7_000},
		{"klog-packed.cccc444455.js", "", 1_190_000}, {"klog-demo.all.js", "", 1_230_000},
		{"klog-demo.mjs", "", 11_700}, {"klog.mjs", "", 9_000},
	}}
	return a
}

func renderWith(t *testing.T, text string, assets Assets) (th, en string) {
	t.Helper()
	site := copySite(t)
	withElement(text)(t, site)
	pages, err := render(site, assets, sourceOf(sampleRepo()))
	if err != nil {
		t.Fatal(err)
	}
	return string(pages["index.html"]), string(pages["en/index.html"])
}

func TestElementTablesHaveWhatIsWrittenInTheirLanguage(t *testing.T) {
	th, en := renderWith(t, ":::element attributes\n\n:::element parts", testAssets)
	wants(t, en, `<th scope="col">attribute</th><th scope="col">type</th>`+
		`<th scope="col">default</th><th scope="col">what it is</th>`,
		`<td data-label="attribute"><code lang="en" translate="no">demo</code></td>`,
		`<code lang="en" translate="no">&quot;a&quot; | &quot;b&quot;</code>`,
		`Which &amp; why, see <a href="#dedup">here</a>.</td>`,
		`<td data-label="default">–</td><td data-label="what it is">The language.</td>`,
		`<th scope="col">part</th><th scope="col">what it is</th></tr>`)
	wants(t, th, `<strong>demo</strong>`, `glossary.html#term-batch`, `ภาษา</td>`)
}

func TestFilesAreToldByTheNamesThatTheBuildGaveThem(t *testing.T) {
	text := ":::element files\n\nIt is {{embed:size klog-demo.js}}, then " +
		"{{embed:size klog.wasm klog-worker.js}}, or `{{embed:size klog-demo.all.js}}`; " +
		"{{embed:version}}.\n\n" +
		"```text\n<script src=\"{{embed:site}}{{embed:name klog-packed.js}}\" " +
		"integrity=\"{{embed:integrity klog-demo.js}}\">{{< theirs >}}\n```"
	th, en := renderWith(t, text, withFiles())
	wants(t, th, `<a href="embed/klog.aaaa000011.wasm" download>`)
	wants(t, en, `>klog-demo.js</code></a></td><td data-label="size, gzip">12 kB</td>`,
		`<a href="../embed/klog.aaaa000011.wasm" download>`,
		"It is 12 kB, then 897 kB, or", ">1.2 MB</code>; 1.2.3.",
		`src=&quot;https://lessons.example/klog-packed.cccc444455.js&quot;`,
		`integrity=&quot;sha384-abc+/&quot;&gt;{{&lt; theirs &gt;}}`)
	onDisk := withFiles()
	onDisk.Medium = Zip
	if th, _ := renderWith(t, text, onDisk); strings.Contains(th, `href="embed/`) {
		t.Error("a page of a disk leads to files that are not there")
	}
}

func TestWhatElementsDoNotHaveIsRefused(t *testing.T) {
	change := func(old, new string) func(*testing.T, fstest.MapFS) {
		return func(t *testing.T, site fstest.MapFS) {
			withElement(":::element attributes")(t, site)
			edit(t, site, elementFile, old, new)
		}
	}
	checkFaults(t, []faultCase{
		{"a table of nothing", withElement(":::element colours"), thIndex, ":::element",
			`want :::element WHAT, found "colours"; there are attributes, parts, states, files, others`},
		{"a table of none", withElement(":::element states"), thIndex, ":::element",
			`found "states"`},
		{"a table without an element", both("index", ":::golden 03", ":::element parts\n\n:::golden 03"),
			elementFile, "", "file does not exist"},
		{"one in a language only", change(`, "en": "The language."`, ""), elementFile, `"name": "lang"`,
			"what it does in each language"},
		{"one without a name", change(`"name": "lang",`, ""), elementFile, `"type": "string"`,
			"want a name"},
		{"a link to nowhere", change("#dedup", "#nowhere"), elementFile, `"name": "demo"`,
			"link to #nowhere"},
		{"a spelling that the glossary is against", change("ภาษา", "แบตช์"), elementFile,
			`"name": "lang"`, `the glossary says "batch"`},
		{"a table in one language", in(enIndex, ":::golden 03-produce",
			":::element files\n\n:::golden 03-produce"), enIndex, ":::element",
			"element files stands here"},
		{"a value of no kind", withElement("{{embed:weight klog.mjs}}"), thIndex, "{{embed",
			"want {{embed:version}}"},
		{"a value of a file in code", withElement("```text\n{{embed:size klog.exe}}\n```"), thIndex,
			"```text", `no file is called "klog.exe"; there are klog-demo.js`},
	})
}

func TestAFileThatTheBuildDidNotMakeIsRefused(t *testing.T) {
	site := copySite(t)
	withElement("{{embed:size klog.mjs}}")(t, site)
	assets := withFiles()
	assets.Embed.Files = assets.Embed.Files[:7]
	_, err := render(site, assets, sourceOf(sampleRepo()))
	if err == nil || !strings.Contains(err.Error(), "the build made no file klog.mjs") {
		t.Errorf("rendered: %v", err)
	}
}

// The page for authors names each flag of each demo, as an attribute.
func TestTheElementHasTheDemosFlagsAsAttributes(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(siteDir, elementFile))
	if err != nil {
		t.Fatal(err)
	}
	var element struct {
		Attributes []struct{ Name, Default, En string }
	}
	if err := json.Unmarshal(src, &element); err != nil {
		t.Fatal(err)
	}
	for _, spec := range demo.Specs() {
		for _, f := range spec.Flags {
			if f.Kind == demo.KindPath {
				continue // there is no disk
			}
			i := slices.IndexFunc(element.Attributes, func(a struct{ Name, Default, En string }) bool {
				return a.Name == f.Name
			})
			if i < 0 {
				t.Errorf("no attribute for --%s of %s", f.Name, spec.Name)
			} else if got := element.Attributes[i].Default; got != f.Golden {
				t.Errorf("%s is %q by default, in the golden output %q", f.Name, got, f.Golden)
			}
		}
	}
}

// What the page for authors tells of policies is what the tests of the element serve it under.
func TestTheAuthorsPolicyIsTheSameInBothLanguages(t *testing.T) {
	policy := regexp.MustCompile("(?s)```text\n(Content-Security-Policy: .*?)\n```")
	var seen []string
	for _, l := range langs {
		src, err := os.ReadFile(filepath.Join(siteDir, "content", l.code, "authors.md"))
		if err != nil {
			t.Fatal(err)
		}
		m := policy.FindSubmatch(src)
		if m == nil {
			t.Fatalf("%s: no policy", l.code)
		}
		seen = append(seen, string(m[1]))
	}
	if seen[0] != seen[1] {
		t.Errorf("%s\nis not\n%s", seen[0], seen[1])
	}
}
