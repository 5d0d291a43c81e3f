package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kaenlog/engine/demo"
)

// The page for authors lists what a tag's section may be: what a run with the golden flags, which
// are the element's own, prints of each demo.
func TestThePageForAuthorsHasTheSectionsOfEachDemo(t *testing.T) {
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (`[^|]+`) \\|$")
	want := map[string]string{}
	for _, spec := range demo.Specs() {
		var given []demo.Set
		for _, f := range spec.Flags {
			if f.Golden != "" {
				given = append(given, demo.Set{Name: f.Name, Text: f.Golden})
			}
		}
		o, err := spec.Parse(given)
		if err != nil {
			t.Fatal(err)
		}
		run, err := demo.Do(spec, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, s := range run.Sections {
			ids = append(ids, "`"+s.ID+"`")
		}
		want[spec.Name] = strings.Join(ids, ", ")
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
