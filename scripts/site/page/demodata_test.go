package page

import (
	"os"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
	"kaenlog/engine/picture"
)

// TestTheViewsHaveTheGoldenOutput holds what the element's views are built with against the golden
// files themselves: the same text, cut as the views cut it, a kind and a gloss for each line.
func TestTheViewsHaveTheGoldenOutput(t *testing.T) {
	data, err := Demos(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range demo.Specs() {
		one := data.Demos[spec.Name]
		if one.Text != golden.Text(spec.GoldenName) {
			t.Errorf("%s: the text is not the one of %s", spec.Name, spec.GoldenName)
		}
		texts := strings.Split(strings.TrimSuffix(one.Text, "\n"), "\n\n")
		if len(texts) != len(one.Sections) {
			t.Fatalf("%s: %d sections in the text, %d are named", spec.Name, len(texts),
				len(one.Sections))
		}
		for i, section := range one.Sections {
			lines := len(strings.Split(texts[i], "\n"))
			kinds := len(strings.Split(section.Lines, " "))
			if lines != kinds || lines != len(section.Glosses) {
				t.Errorf("%s#%s: %d lines, %d kinds, %d glosses", spec.Name, section.ID, lines, kinds,
					len(section.Glosses))
			}
			for n, gloss := range section.Glosses {
				if gloss == "" || strings.ContainsAny(gloss, "{}") {
					t.Errorf("%s#%s, line %d: the gloss is %q", spec.Name, section.ID, n+1, gloss)
				}
				kind := strings.Split(section.Lines, " ")[n]
				if data.Glosses[section.ID+"."+kind] == "" {
					t.Errorf("no gloss is given for lines %s.%s of other runs", section.ID, kind)
				}
			}
		}
	}
}

// TestTheViewsHaveAFieldForEachFlag holds the fields against the flags: a bound that a number of
// JavaScript does not hold comes as a text, whole.
func TestTheViewsHaveAFieldForEachFlag(t *testing.T) {
	data, err := Demos(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range demo.Specs() {
		var want, got []string
		for _, f := range spec.Flags {
			if f.Kind != demo.KindPath {
				want = append(want, f.Name+" "+f.JSON+" "+f.Golden)
			}
		}
		for _, f := range data.Demos[spec.Name].Flags {
			got = append(got, f.Name+" "+f.JSON+" "+f.Golden)
			for _, l := range Languages() {
				if data.Words[l]["flag."+f.Name] == "" {
					t.Errorf("--%s has no hint in %s", f.Name, l)
				}
			}
			if f.Name == "pid" && f.Max != "9223372036854775806" {
				t.Errorf("--pid is at most %s", f.Max)
			}
		}
		if !slices.Equal(want, got) {
			t.Errorf("%s: fields %q, want %q", spec.Name, got, want)
		}
	}
}

// TestTheViewsHaveTheWordsOfEveryPicture holds the pictures against the engine's: each stands
// beside sections that its demo has, and each step that it may have can be said.
func TestTheViewsHaveTheWordsOfEveryPicture(t *testing.T) {
	data, err := Demos(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range demo.Specs() {
		one := data.Demos[spec.Name]
		var got []string
		for _, p := range one.Pictures {
			got = append(got, p.Name)
			for _, id := range p.Sections {
				if !slices.ContainsFunc(one.Sections, func(s SectionData) bool { return s.ID == id }) {
					t.Errorf("%s#%s stands beside a section %q that there is not", spec.Name, p.Name, id)
				}
			}
			for key := range picture.Words(p.Name) {
				for _, l := range Languages() {
					if data.Words[l][key] == "" {
						t.Errorf("%q can't be said in %s", key, l)
					}
				}
			}
		}
		if want := picture.Names(spec.Name); !slices.Equal(got, want) {
			t.Errorf("%s: pictures %q, want %q", spec.Name, got, want)
		}
	}
}
