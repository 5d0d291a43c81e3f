package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPublishReplacesAnEarlierSiteAndLeavesNoStaleFile(t *testing.T) {
	out := filepath.Join(t.TempDir(), "deep", "dist")
	first := output{"index.html": []byte("1"), "assets/page.1.js": []byte("1")}
	second := output{"index.html": []byte("2"), "assets/page.2.js": []byte("2")}
	for _, o := range []output{first, second} {
		if err := o.addManifest(); err != nil {
			t.Fatal(err)
		}
		if err := o.publish(t.Context(), out); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filesBelow(out)
	want := []string{"assets/page.2.js", "index.html", manifestName}
	if err != nil || !slices.Equal(files, want) {
		t.Fatalf("dist holds %q, %v; want %q", files, err, want)
	}
	beside, err := os.ReadDir(filepath.Dir(out))
	if err != nil || len(beside) != 1 {
		t.Fatalf("beside dist stands %v, %v; want nothing", beside, err)
	}
}

func TestOutputTakesEachNameOnce(t *testing.T) {
	o := output{}
	if err := o.add("a/b", nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/b", "../x", "/x", "", "."} {
		if err := o.add(name, nil); err == nil {
			t.Errorf("%q was taken", name)
		}
	}
}

func TestHashedNamesFollowTheContents(t *testing.T) {
	o := output{}
	one, err := o.addHashed("assets/page", ".js", []byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	two, err := o.addHashed("assets/page", ".js", []byte("two"))
	if err != nil || one == two {
		t.Fatalf("%s and %s, %v", one, two, err)
	}
	if want := "assets/page." + hashOf([]byte("one")) + ".js"; one != want {
		t.Fatalf("%s, want %s", one, want)
	}
}

func TestManifestListsEveryFileInOrder(t *testing.T) {
	o := output{"b": []byte("bb"), "a/x": nil, "c": []byte("c")}
	if err := o.addManifest(); err != nil {
		t.Fatal(err)
	}
	m, err := decodeManifest(o[manifestName])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range m.Files {
		got = append(got, f.Path)
		if f.Size != int64(len(o[f.Path])) || len(f.SHA256) != 64 {
			t.Errorf("%+v", f)
		}
	}
	if !slices.Equal(got, []string{"a/x", "b", "c"}) {
		t.Fatalf("listed %q", got)
	}
}

func TestAnOutputThatTellsWhereItWasBuiltIsRefused(t *testing.T) {
	o := output{"a.js": []byte("// /home/somebody/kaen/site/a.js")}
	err := o.checkNoPaths("/home/somebody/kaen")
	if err == nil || !strings.Contains(err.Error(), "a.js") {
		t.Fatalf("error %v, want one that names a.js", err)
	}
	if err := o.checkNoPaths("/somewhere/else"); err != nil {
		t.Fatal(err)
	}
}

func TestComparingFoldersNamesWhatDiffers(t *testing.T) {
	write := func(files map[string]string) string {
		dir := t.TempDir()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	a := write(map[string]string{"x": "same", "y": "12345"})
	if n, err := compareFolders(a, write(map[string]string{"x": "same", "y": "12345"})); err != nil ||
		n != 2 {
		t.Fatalf("equal folders: %d, %v", n, err)
	}
	for story, row := range map[string]struct {
		files map[string]string
		says  string
	}{
		"one byte":  {map[string]string{"x": "same", "y": "12x45"}, "y (5 and 5 bytes) at byte 2"},
		"shorter":   {map[string]string{"x": "same", "y": "123"}, "y (5 and 3 bytes) at byte 3"},
		"missing":   {map[string]string{"x": "same"}, "other files"},
		"one more":  {map[string]string{"x": "same", "y": "12345", "z": ""}, "other files"},
		"no folder": {nil, "other files"},
	} {
		_, err := compareFolders(a, write(row.files))
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %q in it", story, err, row.says)
		}
	}
}

func TestAFolderThatCannotBeMadeIsNamed(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "file", "x")
	for _, sub := range []string{"sub", "sub/deeper"} {
		out := filepath.Join(dir, "file", sub)
		want := out + " cannot be made: " + filepath.Join(dir, "file") + " is no folder"
		if err := build(t.Context(), dir, out, "", io.Discard); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.WriteFile(filepath.Join(closed, "x"), nil, 0o600) == nil {
		t.Skip("this user may write everywhere")
	}
	out := filepath.Join(closed, "dist")
	err := output{"index.html": nil}.publish(t.Context(), out)
	if err == nil || !strings.Contains(err.Error(), out+" cannot be made") ||
		strings.Contains(err.Error(), ".dist-") {
		t.Errorf("error %v", err)
	}
}
