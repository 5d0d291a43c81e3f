package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// earlier makes a folder that holds what a build wrote, and gives its name.
func earlier(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "dist")
	publish(t, out, output{
		"index.html": []byte("old"), "en/index.html": []byte("old"), "assets/a.1.js": []byte("1"),
	})
	return out
}

// put writes a file below dir, and the folders that it is in.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// everything tells all that is below dir: names, kinds, contents, and where links point to.
func everything(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		b.WriteString(file + " " + d.Type().String())
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(file)
			b.WriteString(" -> " + to + "\n")
			return err
		case d.Type().IsRegular():
			data, err := os.ReadFile(file)
			b.WriteString(" " + string(data) + "\n")
			return err
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// refused holds a publish into out to its promise: an error that names what was in the way,
// and not a byte changed at out or beside it.
func refused(t *testing.T, out, offending string) {
	t.Helper()
	before := everything(t, filepath.Dir(out))
	o := output{"index.html": []byte("new")}
	if err := o.addManifest(); err != nil {
		t.Fatal(err)
	}
	err := o.publish(t.Context(), out)
	if err == nil || !strings.Contains(err.Error(), out) ||
		!strings.Contains(err.Error(), offending) {
		t.Errorf("error %v, want one that names %s and %s", err, out, offending)
	}
	if after := everything(t, filepath.Dir(out)); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	// The whole build says so too, before it compiles anything.
	var said bytes.Buffer
	if err := build(t.Context(), t.TempDir(), out, "", &said); err == nil ||
		!strings.Contains(err.Error(), offending) {
		t.Errorf("build: error %v, want one that names %s", err, offending)
	}
}

func TestAFolderThatNoBuildMadeIsLeftAsItIs(t *testing.T) {
	ours, err := os.ReadFile(filepath.Join(earlier(t), manifestName))
	if err != nil {
		t.Fatal(err)
	}
	ourText := string(ours)
	for story, row := range map[string]struct {
		files     map[string]string
		offending string
	}{
		"a letter":              {map[string]string{"letter.txt": "dear"}, `"letter.txt"`},
		"somebody's manifest":   {map[string]string{manifestName: "{}"}, `"manifest.json"`},
		"an empty manifest":     {map[string]string{manifestName: ""}, `"manifest.json"`},
		"a manifest of an app":  {map[string]string{manifestName: `{"name":"x"}`}, manifestName},
		"no object":             {map[string]string{manifestName: `[]`}, manifestName},
		"thesis and manifest":   {map[string]string{manifestName: "{}", "thesis.txt": "T"}, manifestName},
		"a repository":          {map[string]string{manifestName: "{}", ".git/HEAD": "x"}, manifestName},
		"a cut manifest":        {map[string]string{manifestName: ourText[:40]}, manifestName},
		"a manifest and a byte": {map[string]string{manifestName: ourText + " "}, "has changed"},
		"another generator": {map[string]string{manifestName: strings.Replace(ourText,
			manifestGenerator, "other", 1)}, "other"},
		"another format": {map[string]string{manifestName: strings.Replace(ourText,
			`"format": 1`, `"format": 2`, 1)}, "format 2"},
		"a list without our name": {map[string]string{manifestName: `{"files":[]}`}, manifestName},
		"a huge manifest": {map[string]string{manifestName: strings.Repeat(" ", maxManifest) +
			ourText}, manifestName},
		"a manifest that is a folder": {map[string]string{manifestName + "/x": ""}, manifestName},
		"a name with an escape in it": {map[string]string{"\u202e\x1b[2J": "x"}, `\u202e\x1b[2J`},
	} {
		t.Run(story, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "site")
			for name, text := range row.files {
				put(t, out, name, text)
			}
			refused(t, out, row.offending)
		})
	}
}

func TestWhatWasPutIntoAnEarlierSiteIsLeftAsItIs(t *testing.T) {
	type spoil func(t *testing.T, out string)
	file := func(name, text string) spoil {
		return func(t *testing.T, out string) { put(t, out, name, text) }
	}
	remove := func(name string) spoil {
		return func(t *testing.T, out string) {
			if err := os.RemoveAll(filepath.Join(out, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	folder := func(name string) spoil {
		return func(t *testing.T, out string) {
			remove(name)(t, out)
			if err := os.Mkdir(filepath.Join(out, name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	link := func(name, to string) spoil {
		return func(t *testing.T, out string) {
			remove(name)(t, out)
			if err := os.Symlink(to, filepath.Join(out, name)); err != nil {
				t.Skip("no links here: ", err)
			}
		}
	}
	for story, row := range map[string]struct {
		spoil     spoil
		offending string
	}{
		"a note":                      {file("mine.txt", "x"), `"mine.txt"`},
		"an empty file":               {file("assets/.keep", ""), `"assets/.keep"`},
		"a domain":                    {file("CNAME", "example.org"), `"CNAME"`},
		"a repository":                {file(".git/objects/ab/cd", "x"), `".git"`},
		"a folder below one of ours":  {file("assets/mine/x", "x"), `"assets/mine"`},
		"a page changed":              {file("index.html", "OLD"), `"index.html"`},
		"a page longer":               {file("index.html", "old!"), `"index.html"`},
		"a page emptied":              {file("en/index.html", ""), `"en/index.html"`},
		"the manifest changed":        {file(manifestName, "{}"), `"manifest.json"`},
		"a link":                      {link("mine", "elsewhere"), `"mine"`},
		"a link in a file's place":    {link("index.html", "en/index.html"), `"index.html"`},
		"a link in a folder's place":  {link("assets", "en"), `"assets"`},
		"a link in the list's place":  {link(manifestName, "en"), `"manifest.json"`},
		"an empty folder":             {folder("docs"), `"docs"`},
		"a folder in a file's place":  {folder("index.html"), `"index.html"`},
		"the list gone, files remain": {remove(manifestName), `"assets"`},
	} {
		t.Run(story, func(t *testing.T) {
			out := earlier(t)
			row.spoil(t, out)
			refused(t, out, row.offending)
		})
	}
}

func TestAnOutThatIsNoFolderIsLeftAsItIs(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "file", "mine")
	refused(t, filepath.Join(dir, "file"), "no folder")
	for name, to := range map[string]string{"link": earlier(t), "dangling": "nowhere"} {
		link := filepath.Join(dir, name)
		if err := os.Symlink(to, link); err != nil {
			t.Skip("no links here: ", err)
		}
		refused(t, link, "no folder")
	}
}

func TestAnEarlierSiteIsReplacedWithOrWithoutAllItsFiles(t *testing.T) {
	for story, gone := range map[string][]string{
		"whole":               nil,
		"a page is gone":      {"index.html"},
		"a folder is gone":    {"assets"},
		"a folder is emptied": {"assets/a.1.js"},
		"only the list":       {"index.html", "en", "assets"},
		"empty":               {"index.html", "en", "assets", manifestName},
	} {
		t.Run(story, func(t *testing.T) {
			out := earlier(t)
			for _, name := range gone {
				if err := os.RemoveAll(filepath.Join(out, name)); err != nil {
					t.Fatal(err)
				}
			}
			publish(t, out, output{"index.html": []byte("new")})
			files, err := filesBelow(filepath.Dir(out))
			if err != nil || len(files) != 2 {
				t.Fatalf("%q, %v; want two files of the new site alone", files, err)
			}
		})
	}
}

// working makes a working folder beside out with a new site in it.
func working(t *testing.T, out string) string {
	t.Helper()
	work := filepath.Join(filepath.Dir(out), ".dist-1")
	put(t, work, workNew+"/index.html", "new")
	return work
}

func TestAFailedRenameLosesNoSite(t *testing.T) {
	broken := errors.New("the disk is gone")
	for story, row := range map[string]struct {
		failing map[int]bool // which renames fail, from 1
		kept    string       // where the earlier site is afterwards, from beside out
	}{
		"moving it away":           {map[int]bool{1: true}, "dist"},
		"putting in place":         {map[int]bool{2: true}, "dist"},
		"and putting back as well": {map[int]bool{2: true, 3: true}, ".dist-1/old"},
	} {
		t.Run(story, func(t *testing.T) {
			out := earlier(t)
			work, n := working(t, out), 0
			err := replace(out, work, func(from, to string) error {
				if n++; row.failing[n] {
					return broken
				}
				return os.Rename(from, to)
			})
			kept := filepath.Join(filepath.Dir(out), filepath.FromSlash(row.kept))
			if !errors.Is(err, broken) {
				t.Fatalf("error %v, want the rename's", err)
			}
			if kept != out && !strings.Contains(err.Error(), kept) {
				t.Errorf("error %v, want one that names %s", err, kept)
			}
			if checkFolder(kept, kept) != nil {
				t.Errorf("%s is not whole any more", kept)
			}
			if data, err := os.ReadFile(filepath.Join(kept, "index.html")); string(data) != "old" {
				t.Errorf("the earlier site's page is %q, %v", data, err)
			}
			if _, err := os.Lstat(work); kept == out && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s stays behind: %v", work, err)
			}
		})
	}
}

func TestARenameThatMovedAndReportsAnErrorLosesNoSite(t *testing.T) {
	for _, said := range []error{fs.ErrNotExist, errors.New("timed out")} {
		out := earlier(t)
		n := 0
		err := replace(out, working(t, out), func(from, to string) error {
			err := os.Rename(from, to)
			if n++; n == 1 {
				err = said
			}
			return err
		})
		page, _ := os.ReadFile(filepath.Join(out, "index.html"))
		if want := map[bool]string{true: "new", false: "old"}[err == nil]; string(page) != want {
			t.Errorf("%v: error %v and the page %q, want %q", said, err, page, want)
		}
	}
}

func TestAFilePutInAtTheLastMomentIsLeftAsItIs(t *testing.T) {
	out := earlier(t)
	work, n := working(t, out), 0
	err := replace(out, work, func(from, to string) error {
		if n++; n == 1 {
			put(t, out, "mine.txt", "x")
		}
		return os.Rename(from, to)
	})
	if err == nil || !strings.Contains(err.Error(), out+" is left as it is") ||
		!strings.Contains(err.Error(), "mine.txt") {
		t.Errorf("error %v, want one that names %s and mine.txt", err, out)
	}
	if data, err := os.ReadFile(filepath.Join(out, "mine.txt")); string(data) != "x" {
		t.Errorf("the file is %q, %v", data, err)
	}
}

func TestASiteThatAppearedMeanwhileIsNotOverwritten(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	work, n := working(t, out), 0
	err := replace(out, work, func(from, to string) error {
		err := os.Rename(from, to)
		if n++; n == 1 {
			put(t, out, "index.html", "another build's")
		}
		return err
	})
	data, _ := os.ReadFile(filepath.Join(out, "index.html"))
	if err == nil || string(data) != "another build's" {
		t.Errorf("error %v, page %q", err, data)
	}
}

func TestTheNextBuildTellsOfAKilledOneAndRemovesNothing(t *testing.T) {
	out := earlier(t)
	beside := filepath.Dir(out)
	// Killed between the two renames, and while it was writing.
	put(t, beside, ".dist-111/new/index.html", "half")
	if err := os.Rename(out, filepath.Join(beside, ".dist-111", workOld)); err != nil {
		t.Fatal(err)
	}
	put(t, beside, ".dist-222/new/index.html", "half")
	put(t, beside, ".dist-note", "a file of somebody's")
	before := everything(t, beside)
	var said bytes.Buffer
	if err := build(t.Context(), t.TempDir(), out, "", &said); err == nil {
		t.Fatal("a folder without sources was built")
	}
	lines := strings.Split(strings.TrimSuffix(said.String(), "\n"), "\n")
	if len(lines) != 2 ||
		!strings.Contains(lines[0], filepath.Join(beside, ".dist-111", workOld)) ||
		!strings.HasSuffix(lines[1], filepath.Join(beside, ".dist-222")) {
		t.Errorf("said %q, want a line for each of the two", lines)
	}
	publish(t, out, output{"index.html": []byte("new")})
	if after := everything(t, beside); !strings.Contains(after, ".dist-222/new/index.html") ||
		!strings.Contains(after, ".dist-111/old/index.html") || len(after) <= len(before) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}
