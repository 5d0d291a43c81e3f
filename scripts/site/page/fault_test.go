package page

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"kaenlog/engine/demo"
)

const (
	thIndex  = "content/th/index.md"
	enIndex  = "content/en/index.md"
	thLesson = "content/th/lesson.md"
	enLesson = "content/en/lesson.md"
	produce  = "content/en/gloss/produce.json"
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

// faultCase is a story of something wrong, and what is said of it.
type faultCase struct {
	story  string
	change func(*testing.T, fstest.MapFS)
	file   string // where the fault is
	needle string // what stands on the line that the fault names; "" for line 1
	says   string
}

// in changes one file.
func in(name, old, new string) func(*testing.T, fstest.MapFS) {
	return func(t *testing.T, s fstest.MapFS) { edit(t, s, name, old, new) }
}

// both changes a page in both languages.
func both(page, old, new string) func(*testing.T, fstest.MapFS) {
	return func(t *testing.T, s fstest.MapFS) {
		for _, l := range langs {
			edit(t, s, "content/"+l.code+"/"+page+".md", old, new)
		}
	}
}

// checkFaults renders the test site with each change and looks for the fault.
func checkFaults(t *testing.T, cases []faultCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.story, func(t *testing.T) {
			site := copySite(t)
			tc.change(t, site)
			_, err := render(site, testAssets, sourceOf(sampleRepo()))
			if err == nil {
				t.Fatal("rendered without complaint")
			}
			line := 1
			if tc.needle != "" {
				line = lineOf(t, site, tc.file, tc.needle)
			}
			want := faultf("site/"+tc.file, line, "").Error()
			for _, said := range strings.Split(err.Error(), "\n") {
				if strings.HasPrefix(said, want) && strings.Contains(said, tc.says) {
					return
				}
			}
			t.Errorf("no fault %s… %s; there are\n%v", want, tc.says, err)
		})
	}
}

func TestGoldenOutputThatDoesNotHoldIsRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"golden output without a name", both("index", ":::golden recovery", ":::golden"),
			thIndex, ":::golden\n", "want :::golden FILE"},
		{"a golden file that is not there", both("index", ":::golden recovery", ":::golden 04-fetch"),
			thIndex, ":::golden 04-fetch", `no golden file is called "04-fetch"`},
		{"a section that is not there", both("index", ":::golden recovery", ":::golden recovery#acks"),
			thIndex, ":::golden recovery#acks", `recovery has no section "acks"`},
		{"output shown twice", both("index", ":::golden recovery", ":::golden 03-produce#acks"),
			thIndex, ":::golden 03-produce#acks", `section "acks" of 03-produce is on this page already`},
		{"golden output before any heading", both("index", "# ", ":::golden 03-produce#acks\n\n# "),
			thIndex, ":::golden 03-produce#acks", "needs a heading of the second level"},
		{"golden output under the page's own heading",
			both("index", "\n## ", "\n:::golden 03-produce#acks\n\n## "),
			thIndex, ":::golden 03-produce#acks", "needs a heading of the second level"},
		{"a chapter of no golden file", both("lesson", "golden: recovery", "golden: 04-fetch"),
			thLesson, "golden:", `no golden file is called "04-fetch"`},
		{"a chapter that leaves a section out", both("lesson", ":::golden recovery#restart\n", ""),
			thLesson, "golden:", `section "restart" of recovery is not on this page`},
		{"a chapter that repeats a section",
			both("lesson", ":::golden recovery#restart", ":::golden recovery#torn-tail"),
			thLesson, ":::golden recovery#torn-tail\n\n:::plug", "is on this page already"},
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
		{"glosses in a list", func(_ *testing.T, s fstest.MapFS) { s[produce].Data = []byte(`["x"]`) },
			produce, "", "want an object of strings"},
		{"glosses after glosses", in(produce, `{`, `[] {`), produce, "", "something stands after"},
		{"a word in one language only", in("content/th/words.json", `"stop"`, `"halt"`),
			"content/th/words.json", "", `"stop" is missing`},
		{"a word that a page needs", func(t *testing.T, s fstest.MapFS) {
			for _, l := range langs {
				edit(t, s, "content/"+l.code+"/words.json", `"table"`, `"tables"`)
			}
		}, "content/th/words.json", "", `"table" is missing`},
		{"a word with a value that is not there", in("content/th/words.json", "{columns}", "{column}"),
			"content/th/words.json", `"table"`, "{column} is no value here"},
	})
}

func TestAMissingGlossNamesTheGoldenLine(t *testing.T) {
	site := copySite(t)
	edit(t, site, produce, `"header-v2.payloads"`, `"header-v2.other"`)
	_, err := render(site, testAssets, sourceOf(sampleRepo()))
	// Line 14 of the file, counted by hand: "payload ทั้งอันจึงยาว 186 กับ 187 byte ตามลำดับ".
	want := `engine/demo/golden/03-produce.txt:14: no gloss "header-v2.payloads"`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestARunThatIsNotTheGoldenTextIsRefused(t *testing.T) {
	whole := sourceOf(sampleRepo())
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
			src.run = func(spec demo.Spec, given []demo.Set) (*demo.Run, error) {
				r, err := whole.run(spec, given)
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

func TestAGoldenFileThatCannotBeHeldAgainstARunIsRefused(t *testing.T) {
	whole := sourceOf(sampleRepo())
	for _, tc := range []struct {
		story string
		src   source
		says  string
	}{
		{"no golden file", source{text: func(string) string { return "" }, run: whole.run,
			repo: whole.repo}, "03-produce.txt:1: no such golden file"},
		{"a demo that fails", source{text: whole.text, repo: whole.repo,
			run: func(demo.Spec, []demo.Set) (*demo.Run, error) { return nil, errors.New("no room") },
		}, `07-idem.txt:1: the demo "dedup" failed: no room`},
	} {
		t.Run(tc.story, func(t *testing.T) {
			_, err := render(copySite(t), testAssets, tc.src)
			if err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v, want %s", err, tc.says)
			}
		})
	}
}

func TestAFileThatIsMissingOrBrokenIsOneFault(t *testing.T) {
	for _, tc := range []struct {
		story, says string
		change      func(fstest.MapFS)
	}{
		{"no glosses of a golden file", "site/content/en/gloss/produce.json:1: no such file",
			func(s fstest.MapFS) { delete(s, produce) }},
		{"a list of pages that is no JSON", "site/content/pages.json:1: ",
			func(s fstest.MapFS) { s[orderFile].Data = []byte(`["index", "lesson`) }},
		{"no list of pages", "site/content/pages.json:1: ",
			func(s fstest.MapFS) { delete(s, orderFile) }},
	} {
		site := copySite(t)
		tc.change(site)
		_, err := render(site, testAssets, sourceOf(sampleRepo()))
		if err == nil || !strings.HasPrefix(err.Error(), tc.says) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v; want one fault %s", tc.story, err, tc.says)
		}
	}
}
