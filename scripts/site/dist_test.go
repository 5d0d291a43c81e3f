package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kaenlog/scripts/site/page"
)

// checkDownloads looks at the downloads of a whole site.
func checkDownloads(t *testing.T, site map[string][]byte) {
	inZip := checkZip(t, site)
	for _, name := range []string{"index.html", "en/index.html", licencesFile, readFirst} {
		if len(inZip[zipFolder+name]) == 0 {
			t.Errorf("%s is not in the zip", name)
		}
	}
	pages := 0
	for name := range site {
		isPage := path.Ext(name) == ".html" && name != "404.html" && // which only servers show
			name != page.EmbedName // and which is for pages of others
		if !isPage || strings.HasPrefix(name, downloadsDir) {
			continue
		}
		pages++
		if inZip[zipFolder+name] == nil {
			t.Errorf("the page %s is not in the zip", name)
		}
	}
	for name, data := range inZip {
		for _, bad := range []string{"serviceWorker", "webmanifest"} {
			if path.Ext(name) == ".html" && bytes.Contains(data, []byte(bad)) {
				t.Errorf("%s has %s, which no page of a disk can have", name, bad)
			}
		}
	}
	for _, name := range []string{zipName, singleName} {
		said := fmt.Sprintf(`%s</a> (%s MB)`, name, megabytes(int64(len(site[downloadsDir+name]))))
		for _, home := range []string{"index.html", "en/index.html"} {
			if !bytes.Contains(site[home], []byte(said)) {
				t.Errorf("%s does not say %q", home, said)
			}
			if bytes.Contains(inZip[zipFolder+home], []byte(said)) {
				t.Errorf("%s in the zip leads to a download", home)
			}
		}
	}
	t.Run("links of the zip lead to what is in it", func(t *testing.T) { checkLinks(t, inZip) })

	single := site[downloadsDir+singleName]
	listed := checkList(t, singleName, site)
	if len(listed) < pages || listed[licencesFile] == 0 {
		t.Errorf("%d files in the list of %s, among them %d pages and the licences", len(listed),
			singleName, pages)
	}
	if n := len(single); n > maxSingle {
		t.Errorf("%s is %d bytes, more than %d", singleName, n, maxSingle)
	}
	outside := regexp.MustCompile(`(?i)\s(?:src|href)="(?:https?:)?//`)
	if m := outside.Find(single); m != nil || bytes.Contains(single, []byte("@@")) {
		t.Errorf("%s has %q, or a mark that nothing stands for", singleName, m)
	}
}

// checkZip unpacks the zip, holds it against its list, and gives what is in it.
func checkZip(t *testing.T, site map[string][]byte) map[string][]byte {
	data := site[downloadsDir+zipName]
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	listed := checkList(t, zipName, site)
	found := map[string][]byte{}
	for _, f := range z.File {
		isClean := path.Clean(f.Name) == strings.TrimSuffix(f.Name, "/")
		if !strings.HasPrefix(f.Name, zipFolder) || !isClean {
			t.Errorf("%q is not below %s", f.Name, zipFolder)
		}
		if !f.Modified.Equal(zipTime) {
			t.Errorf("%s was made at %v: the next build has other bytes", f.Name, f.Modified)
		}
		if f.FileInfo().IsDir() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if found[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("# %9d %s %s\n", len(found[f.Name]), sumOf(found[f.Name]), f.Name)
		if !bytes.Contains(site[downloadsDir+zipName+".txt"], []byte("\n"+line)) {
			t.Errorf("the list of the zip has no line %q", line)
		}
	}
	if len(found) != len(listed) {
		t.Errorf("%d files in the zip, %d in its list", len(found), len(listed))
	}
	return found
}

// checkList reads the list beside a download and gives the sizes of the files in it.
func checkList(t *testing.T, name string, site map[string][]byte) map[string]int {
	lines := strings.Split(string(site[downloadsDir+name+".txt"]), "\n")
	if want := sumOf(site[downloadsDir+name]) + "  " + name; lines[0] != want {
		t.Errorf("the list of %s begins with %q, want %q", name, lines[0], want)
	}
	listed := map[string]int{}
	for _, line := range lines[1:] {
		if line != "" && line[0] != '#' {
			t.Errorf("sha256sum takes %q in the list of %s for a sum", line, name)
		}
		fields := strings.Fields(strings.TrimPrefix(line, "#"))
		if len(fields) != 3 || len(fields[1]) != 64 {
			continue
		}
		size, err := strconv.Atoi(fields[0])
		if err != nil {
			t.Error(err)
		}
		listed[fields[2]] = size
	}
	return listed
}

func TestTheSameFilesMakeTheSameZip(t *testing.T) {
	files := output{"b.html": []byte("<p>b"), "a.html": []byte("<p>a"), "en/a.html": []byte("<p>a")}
	first, err := zipOf(files)
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		again, err := zipOf(files)
		if err != nil || !bytes.Equal(first.data, again.data) {
			t.Fatalf("two zips of the same files differ, or %v", err)
		}
	}
	site := map[string][]byte{downloadsDir + zipName: first.data,
		downloadsDir + zipName + ".txt": first.list()}
	if n := len(checkZip(t, site)); n != 3 {
		t.Errorf("%d files in the zip", n)
	}
}

func TestNoNameLeadsOutOfTheZip(t *testing.T) {
	for _, name := range []string{"../a", "/a", "a/../../b", ""} {
		if _, err := zipOf(output{name: nil}); err == nil {
			t.Errorf("%q went into the zip", name)
		}
	}
}

func TestDownloadsDoNotTellWhereTheyWereBuilt(t *testing.T) {
	if _, err := zipOf(output{"a.js": []byte("/home/me/project/a")}, "/home/me/project"); err == nil {
		t.Error("a path went into the zip")
	}
	one := download{name: singleName, holds: output{"a.js": []byte("/home/me/project/a")}}
	if err := one.check("/home/me/project"); err == nil {
		t.Error("a path went into the one file")
	}
}

func TestTheOneFileMayNotBeTooLarge(t *testing.T) {
	for size, tooLarge := range map[int]bool{maxSingle: false, maxSingle + 1: true} {
		err := download{name: singleName, data: make([]byte, size)}.check()
		if (err != nil) != tooLarge || errors.Is(err, errTooHeavy) { // which -heavy would let through
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

func TestLinksWithinTheOneFile(t *testing.T) {
	pages := output{"index.html": []byte("x"), "a.html": []byte("x"), "en/a.html": []byte("x")}
	for _, row := range []struct{ page, href, want string }{
		{"a.html", "#top", "#/a.html#top"},
		{"en/a.html", "#top", "#/en/a.html#top"},
		{"en/a.html", "../a.html", "#/a.html"},
		{"a.html", "en/a.html#b", "#/en/a.html#b"},
		{"en/a.html", "../licenses.txt", "#/licenses.txt"},
		{"a.html", "https://kafka.apache.org/", "https://kafka.apache.org/"},
	} {
		html := `<a class="x" href="` + row.href + `" lang="en">x</a><link href="y.css">`
		want := `<a class="x" href="` + row.want + `" lang="en">x</a><link href="y.css">`
		got, err := withinOneFile(row.page, []byte(html), pages)
		if err != nil || string(got) != want {
			t.Errorf("%s of %s: %s, %v; want %s", row.href, row.page, got, err, want)
		}
	}
	if _, err := withinOneFile("a.html", []byte(`<a href="b.html">b</a>`), pages); err == nil {
		t.Error("a link to a page that is not there went through")
	}
}

func TestWhatIsPutIntoTheShellStaysInItsPlace(t *testing.T) {
	got, err := fill([]byte("<script>@@a@@</script>"), []mark{{"@@a@@", "let $1 = 2"}})
	if err != nil || string(got) != "<script>let $1 = 2</script>" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"x</SCRIPT>", "<!-- x", "<script"} {
		if _, err := fill([]byte("<script>@@a@@</script>"), []mark{{"@@a@@", bad}}); err == nil {
			t.Errorf("%q would not stay in a script", bad)
		}
	}
	for _, shell := range []string{"", "@@a@@ @@a@@"} {
		if _, err := fill([]byte(shell), []mark{{"@@a@@", "x"}}); err == nil {
			t.Errorf("%q has not one mark", shell)
		}
	}
}

func TestPagesOfADiskSaySo(t *testing.T) {
	d := &diskMaker{builder: &builder{tools: toolchain{root: "../.."}, out: output{}}}
	said := map[page.Medium]string{page.Zip: "lies in this folder", page.Single: "in this one file"}
	for medium, words := range said {
		name := func(string) string { return "x" }
		pages, err := d.render(medium, name, name, "engine.js")
		if err != nil {
			t.Fatal(err)
		}
		for file, html := range pages {
			if path.Dir(file) != "en" || path.Ext(file) != ".html" {
				continue
			}
			if !bytes.Contains(html, []byte(words)) || bytes.Contains(html, []byte("one server, and")) {
				t.Errorf("%s for %q does not say %q", file, medium, words)
			}
		}
		if (pages[page.ShellName] != nil) != (medium == page.Single) {
			t.Errorf("%q: %d bytes of %s", medium, len(pages[page.ShellName]), page.ShellName)
		}
	}
}
