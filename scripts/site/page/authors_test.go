package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page for authors lists what a tag's section may be: what a run with the golden flags, which
// are the element's own, prints of each demo.
func TestThePageForAuthorsHasTheSectionsOfEachDemo(t *testing.T) {
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (`[^|]+`) \\|$")
	s, err := read(os.DirFS(siteDir), testAssets, sourceOf(os.DirFS(repoDir)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, g := range s.demos {
		var ids []string
		for _, sec := range g.run.Sections {
			ids = append(ids, "`"+sec.ID+"`")
		}
		want[g.spec.Name] = strings.Join(ids, ", ")
	}
	for _, l := range langs {
		file := filepath.Join("content", l.code, "authors.md")
		src, err := os.ReadFile(filepath.Join(siteDir, file))
		if err != nil {
			t.Fatal(err)
		}
		_, part, _ := strings.Cut(string(src), "{#sections}")
		part, _, _ = strings.Cut(part, "\n#")
		got := map[string]string{}
		for _, m := range row.FindAllStringSubmatch(part, -1) {
			got[m[1]] = m[2]
		}
		for name, ids := range want {
			if got[name] != ids {
				t.Errorf("%s: the sections of %s are %s; write %s", file, name, got[name], ids)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has sections of %d demos, there are %d", file, len(got), len(want))
		}
	}
}
