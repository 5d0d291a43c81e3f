package page

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kaenlog/engine/demo"
)

// Assets are the names of built files, relative to the root of dist, for example
// "assets/page.1a2b3c4d.js".
type Assets struct {
	CSS, PageJS    string
	EngineManifest Manifest
	Build          string // hash of the build: tells a page and an engine of two builds apart
}

// Manifest tells where the engine's files are and how large the program is: a server's
// Content-Length counts compressed bytes, so progress is told from the raw size.
type Manifest struct {
	WorkerJS, Wasm            string
	WasmRawSize, WasmGzipSize int64
}

// lang is one language of the site and where its pages are in dist.
type lang struct {
	code string
	dir  string // below dist, "" or with a final slash
}

// langs begins with the language that pages are written in first.
var langs = []lang{{"th", ""}, {"en", "en/"}}

// favicon is the one file besides pages that Render gives.
const favicon = "favicon.svg"

// siteSource is everything that pages are made from, read and checked.
type siteSource struct {
	assets  Assets
	demos   map[string]*goldenDemo // by golden file
	glosses glosses
	words   map[string]map[string]*entry // by language
	pages   map[string]map[string]*document
}

func render(site fs.FS, assets Assets, src source) (map[string][]byte, error) {
	s, err := read(site, assets, src)
	if err != nil {
		return nil, err
	}
	tmpl, err := parseTemplates(site)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	var faults []error
	for _, l := range langs {
		for name, doc := range s.pages[l.code] {
			v, err := s.view(l, name, doc)
			if err != nil {
				faults = append(faults, err)
				continue
			}
			var b bytes.Buffer
			if err := tmpl.ExecuteTemplate(&b, "page.html", v); err != nil {
				faults = append(faults, faultf("site/templates/page.html", 1, "%v", err))
			}
			out[l.dir+strings.TrimSuffix(name, ".md")+".html"] = b.Bytes()
		}
	}
	icon, err := fs.ReadFile(site, "templates/"+favicon)
	if err != nil {
		faults = append(faults, faultf("site/templates/"+favicon, 1, "%v", err))
	}
	out[favicon] = icon
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return out, nil
}

// read takes in golden files, glosses, words and pages and holds them against each other.
func read(site fs.FS, assets Assets, src source) (*siteSource, error) {
	s := &siteSource{assets: assets, demos: map[string]*goldenDemo{}}
	var faults []error
	for _, spec := range demo.Specs() {
		d, err := src.load(spec)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.demos[spec.GoldenName] = d
	}
	g, err := readGlosses(site)
	if err != nil {
		return nil, errors.Join(append(faults, err)...)
	}
	s.glosses = g
	for _, spec := range demo.Specs() {
		if d := s.demos[spec.GoldenName]; d != nil {
			faults = append(faults, g.check(d)...)
		}
	}
	if len(faults) == 0 {
		faults = append(faults, g.unused()...)
	}
	faults = append(faults, s.readWords(site)...)
	faults = append(faults, s.readPages(site)...)
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return s, nil
}

// readWords reads the short texts of templates; every language has the same keys.
func (s *siteSource) readWords(site fs.FS) []error {
	s.words = map[string]map[string]*entry{}
	var faults []error
	for _, l := range langs {
		w, err := readStrings(site, "content/"+l.code+"/words.json")
		if err != nil {
			return []error{err}
		}
		s.words[l.code] = w
	}
	for _, l := range langs {
		for _, other := range langs {
			for key, e := range s.words[other.code] {
				if s.words[l.code][key] == nil {
					faults = append(faults, faultf("site/content/"+l.code+"/words.json", 1,
						"%q is missing; %s:%d has it", key, e.file, e.line))
				}
			}
		}
	}
	sortFaults(faults)
	return faults
}

// readPages reads the Markdown of every language; each page is there in all of them, with
// the same headings' ids and the same golden output in the same order.
func (s *siteSource) readPages(site fs.FS) []error {
	s.pages = map[string]map[string]*document{}
	var faults []error
	for _, l := range langs {
		s.pages[l.code] = map[string]*document{}
		files, err := fs.Glob(site, "content/"+l.code+"/*.md")
		if err != nil {
			return []error{err}
		}
		for _, f := range files {
			d, errs := readDocument(site, f)
			faults = append(faults, errs...)
			s.pages[l.code][path.Base(f)] = d
		}
	}
	if len(faults) > 0 {
		return faults
	}
	for _, l := range langs {
		for _, other := range langs {
			for name, theirs := range s.pages[other.code] {
				mine := s.pages[l.code][name]
				if mine == nil {
					faults = append(faults, faultf("site/content/"+l.code+"/"+name, 1,
						"no such page, but %s is there", theirs.file))
					continue
				}
				if err := mine.sameShape(theirs); err != nil {
					faults = append(faults, err)
				}
			}
		}
	}
	sortFaults(faults)
	return faults
}

// sameShape gives a fault where d has other headings or golden output than its translation.
func (d *document) sameShape(theirs *document) error {
	if !slices.Equal(d.ids, theirs.ids) {
		return faultf(d.file, 1, "heading ids are %v, in %s they are %v", d.ids, theirs.file, theirs.ids)
	}
	a, b := d.goldens(), theirs.goldens()
	if !slices.Equal(a, b) {
		return faultf(d.file, 1, "golden output is %v, in %s it is %v", a, theirs.file, b)
	}
	return nil
}

func (d *document) goldens() []string {
	var gs []string
	for _, p := range d.parts {
		if p.golden != nil {
			gs = append(gs, p.golden.name+"#"+p.golden.section)
		}
	}
	return gs
}
