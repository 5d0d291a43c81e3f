package page

import (
	"strings"
	"testing"
	"testing/fstest"

	"kaenlog/engine/demo"
)

const (
	thIndex = "content/th/index.md"
	enIndex = "content/en/index.md"
	produce = "content/en/gloss/produce.json"
)

// lineOf gives where needle stands in a file of the site, as faults write it.
func lineOf(t *testing.T, site fstest.MapFS, name, needle string) int {
	t.Helper()
	i := strings.Index(string(site[name].Data), needle)
	if i < 0 {
		t.Fatalf("%s has no %q", name, needle)
	}
	return lineAt(site[name].Data, i)
}

func TestSourcesThatDoNotHoldTogetherAreRefused(t *testing.T) {
	both := func(old, new string) func(*testing.T, fstest.MapFS) {
		return func(t *testing.T, s fstest.MapFS) {
			edit(t, s, thIndex, old, new)
			edit(t, s, enIndex, old, new)
		}
	}
	in := func(name, old, new string) func(*testing.T, fstest.MapFS) {
		return func(t *testing.T, s fstest.MapFS) { edit(t, s, name, old, new) }
	}
	for _, tc := range []struct {
		story  string
		change func(*testing.T, fstest.MapFS)
		file   string // where the fault is, "" for a file that is gone
		needle string // what stands on the line that the fault names; "" for line 1
		says   string
	}{
		{"a directive nobody knows", both(":::golden recovery", ":::goldne recovery"),
			thIndex, ":::goldne", `unknown directive ":::goldne"`},
		{"a directive that closes nothing", both(":::golden recovery", ":::golden recovery\n:::"),
			thIndex, ":::\n", `unknown directive ":::"`},
		{"a directive in a list", both(":::golden recovery", "- item\n\n  :::golden recovery"),
			thIndex, "  :::golden", "no list or quote"},
		{"golden output without a name", both(":::golden recovery", ":::golden"),
			thIndex, ":::golden\n", "want :::golden FILE"},
		{"a golden file that is not there", both(":::golden recovery", ":::golden 04-fetch"),
			thIndex, ":::golden 04-fetch", `no golden file is called "04-fetch"`},
		{"a section that is not there", both(":::golden recovery", ":::golden recovery#acks"),
			thIndex, ":::golden recovery#acks", `recovery has no section "acks"`},
		{"output shown twice", both(":::golden recovery", ":::golden 03-produce#acks"),
			thIndex, ":::golden 03-produce#acks", `section "acks" of 03-produce is on this page already`},
		{"golden output under no heading", both("# ", ":::golden 03-produce#acks\n\n# "),
			thIndex, ":::golden 03-produce#acks", "needs a heading before it"},
		{"a page in one language only", func(t *testing.T, s fstest.MapFS) { delete(s, enIndex) },
			enIndex, "", "no such page, but site/content/th/index.md is there"},
		{"a heading without an id", in(enIndex, " {#dedup}", ""),
			enIndex, "## The ack is lost", "heading has no id"},
		{"two headings with one id", in(enIndex, "{#dedup}", "{#produce}"),
			enIndex, "## The ack is lost", "stands twice"},
		{"other headings in the translation", in(enIndex, "{#dedup}", "{#idempotence}"),
			enIndex, "", "heading ids are"},
		{"other output in the translation", in(enIndex, ":::golden recovery", ""),
			enIndex, "", "golden output is"},
		{"HTML in Markdown", in(thIndex, ":::golden recovery", "<b>x</b>\n\n:::golden recovery"),
			thIndex, "<b>", "HTML in Markdown"},
		{"a link to no heading", in(thIndex, ":::golden recovery", "[x](#nowhere)\n\n:::golden recovery"),
			thIndex, "[x]", "link to #nowhere"},
		{"no front matter", in(thIndex, "---\n", ""), thIndex, "", "want front matter"},
		{"front matter of another kind", in(thIndex, "title:", "author: x\ntitle:"),
			thIndex, "author", "front matter has title"},
		{"no description", in(thIndex, "description:", "title:"), thIndex, "", "needs both"},
		{"a line without a gloss", in(produce, `"frame.size"`, `"frame.length"`),
			"", "", `no gloss "frame.size"`},
		{"a gloss for no line", in(produce, `"frame.size"`, "\"frame.length\": \"x\",\n  \"frame.size\""),
			produce, `"frame.length"`, `no golden line is called "frame.length"`},
		{"a gloss with a value that is not there", in(produce, "{frameBytes}", "{frameSize}"),
			produce, `"frame.size"`, `{frameSize} is no value of the line`},
		{"a gloss with a stray brace", in(produce, "{frameBytes}", "{frameBytes} {"),
			produce, `"frame.size"`, "is no value of the line"},
		{"a gloss that stands twice", in(produce, `"frame.size"`, `"frame.title"`),
			produce, `"frame.title": "The whole`, "stands here a second time"},
		{"a gloss in two files", in("content/en/gloss/idem.json", `{`, "{\n  \"frame.size\": \"x\","),
			produce, `"frame.size"`, "is glossed in"},
		{"an empty gloss", in(produce, `"The trap in header v2"`, `""`),
			produce, `"header-v2.title"`, "is no text"},
		{"glosses that are no JSON", in(produce, `"The trap in header v2",`, `"The trap in header v2"`),
			produce, `"header-v2.sizes"`, "invalid character"},
		{"a word in one language only", in("content/th/words.json", `"stop"`, `"halt"`),
			"content/th/words.json", "", `"stop" is missing`},
	} {
		t.Run(tc.story, func(t *testing.T) {
			site := copySite(t)
			tc.change(t, site)
			_, err := render(site, testAssets, engineSource(t))
			if err == nil {
				t.Fatal("rendered without complaint")
			}
			if !strings.Contains(err.Error(), tc.says) {
				t.Errorf("the fault does not say %q:\n%v", tc.says, err)
			}
			if tc.file == "" {
				return
			}
			line := 1
			if tc.needle != "" {
				line = lineOf(t, site, tc.file, tc.needle)
			}
			if at := faultf("site/"+tc.file, line, ""); !strings.Contains(err.Error(), at.Error()) {
				t.Errorf("the fault does not name %s\n%v", at, err)
			}
		})
	}
}

func TestAMissingGlossNamesTheGoldenLine(t *testing.T) {
	site := copySite(t)
	edit(t, site, produce, `"header-v2.payloads"`, `"header-v2.other"`)
	_, err := render(site, testAssets, engineSource(t))
	// Line 14 of the file, counted by hand: "payload ทั้งอันจึงยาว 186 กับ 187 byte ตามลำดับ".
	want := `engine/demo/golden/03-produce.txt:14: no gloss "header-v2.payloads"`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestARunThatIsNotTheGoldenTextIsRefused(t *testing.T) {
	whole := engineSource(t)
	for _, tc := range []struct {
		story  string
		change func(*demo.Run)
		says   string
	}{
		{"one byte differs", func(r *demo.Run) { r.Sections[1].Lines[2].Text += "x" },
			`engine/demo/golden/03-produce.txt:13: the run prints`},
		{"the last section is missing", func(r *demo.Run) { r.Sections = r.Sections[:5] },
			`03-produce.txt:45: the run ends before this line`},
		{"a section more", func(r *demo.Run) { r.Sections = append(r.Sections, r.Sections[0]) },
			`03-produce.txt:57: the run goes on`},
	} {
		t.Run(tc.story, func(t *testing.T) {
			src := whole
			src.run = func(spec demo.Spec) (*demo.Run, error) {
				r, err := whole.run(spec)
				if err == nil && spec.Name == "produce" {
					tc.change(r)
				}
				return r, err
			}
			_, err := render(copySite(t), testAssets, src)
			if err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v, want %s", err, tc.says)
			}
		})
	}
}
