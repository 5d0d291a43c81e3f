package page

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
	"kaenlog/engine/picture"
)

// DemoData is what the element's views know of the demos before anything was run, as they read
// it: site/embed/view-data.d.ts has the same names.
type DemoData struct {
	Demos map[string]OneDemo `json:"demos"` // by name
	// Glosses are the English sentences under golden lines, by "section.line", unfilled.
	Glosses map[string]string `json:"glosses"`
	// Words are by language, placeholders unfilled.
	Words map[string]map[string]string `json:"words"`
}

// OneDemo is a demo's golden output, its flags and its pictures.
type OneDemo struct {
	Text     string        `json:"text"`
	Sections []SectionData `json:"sections"` // in the order of the text
	Flags    []FlagData    `json:"flags"`
	Pictures []PictureData `json:"pictures"`
}

// SectionData is what a section's text does not say.
type SectionData struct {
	ID      string   `json:"id"`
	Lines   string   `json:"lines"`   // the kinds of its lines, a space between; the title first
	Glosses []string `json:"glosses"` // of each line in English, filled
}

// FlagData is a flag and the field that it has.
type FlagData struct {
	Name   string `json:"name"`
	JSON   string `json:"json"`
	Kind   string `json:"kind"`
	Golden string `json:"golden"`
	Digits bool   `json:"digits"`
	Min    string `json:"min"` // a text: not every bound is a number in JavaScript
	Max    string `json:"max"`
}

// PictureData says beside which sections a picture belongs.
type PictureData struct {
	Name     string   `json:"name"`
	Sections []string `json:"sections"`
}

// pictureSections are the sections that a demo's pictures are about.
var pictureSections = map[string][]string{
	"produce#path": {"offsets"}, "produce#acks": {"acks"}, "produce#frame": {"frame"},
	"produce#batch": {"offsets"}, "produce#torn-tail": {"torn-tail"},
	"dedup#window": {"window"}, "dedup#verdicts": {"resend", "gap", "overflow"},
	"dedup#marks": {"transactions"}, "recovery#torn-tail": {"torn-tail"},
	"recovery#rebuild": {"restart"},
}

// dataWords are the words of the pages that the views show too.
var dataWords = []string{"exactBytes", "tableRegion", "hexRegion"}

// Demos gives what the element's views are built with. repo is as Render has it.
//
// Errors: every *Fault found in what the demos' views are made from.
func Demos(repo fs.FS) (DemoData, error) {
	var data DemoData
	site, err := fs.Sub(repo, "site")
	if err != nil {
		return data, err
	}
	s := &siteSource{site: site, src: source{text: golden.Text, run: runDemo, repo: repo},
		demos: map[string]*goldenDemo{}}
	faults := s.readGoldens(site)
	faults = append(faults, s.readWords(site)...)
	faults = append(faults, s.readPictures(site)...)
	if len(faults) > 0 {
		return data, errors.Join(faults...)
	}
	data.Demos, data.Glosses = map[string]OneDemo{}, map[string]string{}
	for _, g := range s.demos {
		one, err := s.oneDemo(g)
		if err != nil {
			return data, err
		}
		data.Demos[g.spec.Name] = one
		for key, text := range s.glosses.templatesOf(g.run, "") {
			data.Glosses[key] = text
		}
	}
	data.Words, err = s.demoWords()
	return data, err
}

// oneDemo gives what there is to know of a demo.
//
// Errors: for a picture that stands beside no section of the demo.
func (s *siteSource) oneDemo(g *goldenDemo) (OneDemo, error) {
	one := OneDemo{Text: g.run.Text()}
	var ids []string
	for _, sec := range g.run.Sections {
		section := SectionData{ID: sec.ID}
		var kinds []string
		for _, l := range sec.Lines {
			kinds = append(kinds, l.ID)
			gloss, _ := fill(s.glosses[sec.ID+"."+l.ID].text, l.Values) // was checked
			section.Glosses = append(section.Glosses, gloss)
		}
		section.Lines = strings.Join(kinds, " ")
		one.Sections, ids = append(one.Sections, section), append(ids, sec.ID)
	}
	for _, f := range g.spec.Flags {
		if f.Kind == demo.KindPath {
			continue
		}
		v := newFlagView(&demoView{}, f)
		one.Flags = append(one.Flags, FlagData{Name: v.Name, JSON: v.JSON, Kind: v.Kind,
			Golden: v.Golden, Digits: v.Digits,
			Min: strconv.FormatInt(v.Min, 10), Max: strconv.FormatInt(v.Max, 10)})
	}
	for _, name := range picture.Names(g.spec.Name) {
		key := g.spec.Name + "#" + name
		beside := pictureSections[key]
		if len(beside) == 0 {
			return one, fmt.Errorf("pictureSections has no section for %s", key)
		}
		for _, id := range beside {
			if !slices.Contains(ids, id) {
				return one, fmt.Errorf("pictureSections: %s has no section %q", key, id)
			}
		}
		one.Pictures = append(one.Pictures, PictureData{name, beside})
	}
	return one, nil
}

// demoWords gives the words of the pages and of their pictures that the views show, and the hints
// of all flags.
//
// Errors: for one that there is not.
func (s *siteSource) demoWords() (map[string]map[string]string, error) {
	keys := slices.Clone(dataWords)
	for _, spec := range demo.Specs() {
		for _, f := range spec.Flags {
			if f.Kind != demo.KindPath {
				keys = append(keys, "flag."+f.Name)
			}
		}
	}
	words := map[string]map[string]string{}
	for _, l := range langs {
		own := map[string]string{}
		for _, key := range keys {
			e := s.words[l.code][key]
			if e == nil {
				return nil, faultf("site/content/"+l.code+"/words.json", 1, "%q is missing", key)
			}
			own[key] = e.text
		}
		for key, e := range s.pictures[l.code] {
			own[key] = e.text
		}
		words[l.code] = own
	}
	return words, nil
}
