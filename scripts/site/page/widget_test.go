package page

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// widgetSite has the words of these widgets as the site has them, with a change in each language.
func widgetSite(t *testing.T, old, new string, widgets ...string) *siteSource {
	t.Helper()
	site := fstest.MapFS{}
	for _, l := range langs {
		changed := old == ""
		for _, widget := range widgets {
			name := "content/" + l.code + "/" + widget + ".json"
			data, err := os.ReadFile("../../../site/" + name)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Replace(string(data), old, new, 1)
			changed = changed || text != string(data)
			site[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if !changed {
			t.Fatalf("no words in %q have %s", l.code, old)
		}
	}
	return &siteSource{site: site}
}
