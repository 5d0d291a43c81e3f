package page

import (
	"html"
	"os"
	"strings"
	"testing"

	"kaenlog/wasm/httpapi"
)

// The figures are what the README's curl prints of the same requests, and a golden file's size.
func TestThePageTellsWhatTheAPIAnswers(t *testing.T) {
	want := map[string][3]string{
		"list":   {"200", "application/json", ""},
		"golden": {"200", "text/plain; charset=utf-8", "6,263"},
		"json":   {"200", "application/json", ""},
		"head":   {"200", "text/plain; charset=utf-8", "0"},
		"wrong":  {"400", "application/problem+json", ""},
	}
	pages, err := render(os.DirFS(siteDir), testAssets, sourceOf(os.DirFS(repoDir)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"http.html", "en/http.html"} {
		page := html.UnescapeString(string(pages[name]))
		_, table, _ := strings.Cut(page, `<div class="http-scroll"`)
		for _, e := range askExamples {
			cell := "<code lang=\"en\" translate=\"no\">" + e.Method + " " + e.Target + "</code>"
			at := strings.Index(table, cell)
			if e.Name == "inspect" {
				if at >= 0 {
					t.Errorf("%s: a request with a file of the reader's has an answer", name)
				}
				continue
			}
			if at < 0 {
				t.Errorf("%s: no row of %s %s", name, e.Method, e.Target)
				continue
			}
			row, _, _ := strings.Cut(table[at:], "</tr>")
			for _, text := range want[e.Name] {
				if text != "" && !strings.Contains(row, ">"+text+"<") {
					t.Errorf("%s: the row of %s has no %q: %s", name, e.Name, text, row)
				}
			}
		}
		if !strings.Contains(page, `data-most="1048577"`) || httpapi.MaxSegmentBytes != 1<<20 {
			t.Errorf("%s: how much of a body is read is another than the API's limit and a byte", name)
		}
	}
}

func TestAPageOfADiskAsksNoAPI(t *testing.T) {
	s := widgetSite(t, "", "", "http")
	for _, medium := range downloads {
		s.assets.Medium = medium
		v, err := s.askView(langs[1])
		if err != nil {
			t.Fatal(err)
		}
		if v.Here {
			t.Errorf("%s: the widget takes requests, and has no program to answer them", medium)
		}
	}
}
