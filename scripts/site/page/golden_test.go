package page

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHTMLOfAGoldenSection holds the markup that scripts and styles rely on: one section of
// golden output, in both languages, against files in testdata.
//
// UPDATE_GOLDEN=1 writes the files; the test fails then, and asks for review.
func TestHTMLOfAGoldenSection(t *testing.T) {
	site := bareSite(t,
		"---\ntitle: หน้าทดสอบ\ndescription: หนึ่งหัวข้อ\n---\n\n"+
			"# หน้าทดสอบ {#top}\n\nคำนำ `code` <ไม่ใช่ tag>\n\n"+
			"## acks {#acks}\n\nคำ\n\n:::golden 03-produce#acks\n",
		"---\ntitle: A test\ndescription: one section\n---\n\n"+
			"# A test {#top}\n\nBefore `code` & after\n\n"+
			"## acks {#acks}\n\nWords\n\n:::golden 03-produce#acks\n")
	pages, err := render(site, testAssets, sourceOf(noCode()))
	if err != nil {
		t.Fatal(err)
	}
	for name, golden := range map[string]string{
		"index.html": "acks.th.html", "en/index.html": "acks.en.html",
	} {
		file := filepath.Join("testdata", golden)
		if os.Getenv("UPDATE_GOLDEN") == "1" {
			if os.Getenv("CI") != "" {
				t.Fatal("golden files are not updated under CI")
			}
			if err := os.WriteFile(file, pages[name], 0o644); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s was written: look at the difference, then run without UPDATE_GOLDEN", file)
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(pages[name]) != string(want) {
			t.Errorf("%s is not %s; UPDATE_GOLDEN=1 writes it anew:\n%s", name, file, pages[name])
		}
	}
}
