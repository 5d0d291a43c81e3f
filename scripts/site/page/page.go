package page

import (
	"bytes"
	"errors"
	"io/fs"

	"kaenlog/engine/demo"
)

// Assets are the names of built files, relative to the root of dist, for example
// "assets/page.1a2b3c4d.js".
type Assets struct {
	// Offline is the script that saves the course, by language; nil: none does.
	Offline map[string]string

	Kinds          map[string]KindAssets // by the kinds of pages that Kinds gives
	EngineManifest Manifest
	HTTP           HTTP
	Site           string // its address, with a final slash; "" where it is not known
	Build          string // hash of the build: tells a page and an engine of two builds apart
	Medium         Medium // what the pages are for
	Downloads      []Download
	Embed          Embed             // the element's files
	Yours          map[string]string // the script that shows code for pages of others, by language
	EmbedPage      string            // the script of the page for frames; "" where there is none
}

// Download is a file that a reader may take along, to read from a disk.
type Download struct {
	Path string // relative to the root of dist
	Name string
	MB   string // its size in millions of bytes: "1.3"
}

// KindAssets are what the pages of one kind are read with: a style sheet, and a script for each
// language, by its code.
type KindAssets struct {
	CSS string
	JS  map[string]string
}

// Languages gives the codes of the site's languages.
func Languages() []string {
	var codes []string
	for _, l := range langs {
		codes = append(codes, l.code)
	}
	return codes
}

// Manifest tells where the engine's files are and how large the program is: a server's
// Content-Length counts compressed bytes, so progress is told from the raw size.
type Manifest struct {
	EngineJS, WorkerJS, Wasm  string
	WasmRawSize, WasmGzipSize int64
	PriceMB                   string // what a first run fetches, packed: "0.9"; "" where it is there
}

// HTTP tells where the demos' API is that a page can ask without a server.
type HTTP struct {
	WorkerJS, Wasm string
	WasmRawSize    int64
	WasmSHA256     string // in hexadecimal
	PriceMB        string // what the first request fetches, packed: "1.6"
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
	site     fs.FS
	assets   Assets
	src      source
	demos    map[string]*goldenDemo // by golden file
	glosses  glosses
	words    map[string]map[string]*entry // by language
	pictures map[string]map[string]*entry // their words, by language
	sources  map[string]*reference        // by key
	terms    []*term
	lessons  map[string]*lesson // by name
	order    []place            // names of pages
	pages    map[string]map[string]*document
}

func render(site fs.FS, assets Assets, src source) (map[string][]byte, error) {
	s, err := read(site, assets, src)
	if err != nil {
		return nil, err
	}
	return s.render()
}

// render makes the pages of what was read.
func (s *siteSource) render() (map[string][]byte, error) {
	tmpl, err := parseTemplates(s.site)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	var faults []error
	for _, l := range langs {
		for name, doc := range s.pages[l.code] {
			v, errs := s.view(l, doc)
			if len(errs) > 0 {
				faults = append(faults, errs...)
				continue
			}
			var b bytes.Buffer
			if err := tmpl.ExecuteTemplate(&b, "page.html", v); err != nil {
				faults = append(faults, templateFault(err))
			}
			out[l.dir+name+".html"] = b.Bytes()
		}
	}
	shell, err := s.shell(tmpl) // always: it has words, which are held against each other too
	if err != nil {
		faults = append(faults, err)
	}
	if s.assets.Medium == Single {
		out[ShellName] = shell
	}
	missing, err := s.missing(tmpl) // always, as the shell
	if err != nil {
		faults = append(faults, err)
	}
	if s.assets.Medium == Site {
		out[MissingName] = missing
	}
	framed, err := s.embed(tmpl) // always, as the shell
	if err != nil {
		faults = append(faults, err)
	}
	if s.assets.Medium == Site {
		out[EmbedName] = framed
	}
	if s.assets.Offline != nil {
		for _, l := range langs {
			if out[l.dir+webManifest], err = s.webManifestOf(l); err != nil {
				return nil, err
			}
		}
	}
	icon, err := fs.ReadFile(s.site, "templates/"+favicon)
	if err != nil {
		faults = append(faults, faultf("site/templates/"+favicon, 1, "%v", err))
	}
	out[favicon] = icon
	if len(faults) > 0 {
		return nil, errors.Join(sorted(faults)...)
	}
	return out, nil
}

// templateFault gives what a template could not do: a fault of the texts that it asked for, or
// one of the template.
func templateFault(err error) error {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return faultf("site/templates/page.html", 1, "%v", err)
}

// read takes in all sources and holds them against each other.
func read(site fs.FS, assets Assets, src source) (*siteSource, error) {
	s := &siteSource{site: site, assets: assets, src: src, demos: map[string]*goldenDemo{}}
	faults := s.readGoldens(site)
	faults = append(faults, s.readWords(site)...)
	faults = append(faults, s.readPictures(site)...)
	var errs []error
	s.sources, errs = readSources(site)
	faults = append(faults, errs...)
	s.terms, errs = readGlossary(site)
	faults = append(faults, errs...)
	s.lessons, errs = readLessons(src.repo)
	faults = append(faults, errs...)
	if len(faults) > 0 {
		return nil, errors.Join(faults...) // pages lean on all of them
	}
	faults = s.readPages(site)
	if len(faults) == 0 {
		faults = append(faults, s.checkLinks()...)
		faults = append(faults, s.checkSources()...)
		faults = append(faults, s.unusedSources()...)
		faults = append(faults, s.unusedLessons()...)
		faults = append(faults, s.spellings(site)...)
		faults = append(faults, s.elementSpelling()...)
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return s, nil
}

// readGoldens makes the runs, and holds golden files and glosses against them.
func (s *siteSource) readGoldens(site fs.FS) []error {
	var faults []error
	for _, spec := range demo.Specs() {
		d, err := s.src.load(spec)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.demos[spec.GoldenName] = d
	}
	g, err := readGlosses(site)
	if err != nil {
		return append(faults, err)
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
	return faults
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
	return sorted(faults)
}

// word gives a short text in a language, its placeholders filled.
//
// Errors: *Fault when words.json has no such text, or one with another placeholder.
func (s *siteSource) word(l lang, key string, values ...demo.Value) (string, error) {
	e := s.words[l.code][key]
	if e == nil {
		return "", faultf("site/content/"+l.code+"/words.json", 1, "%q is missing", key)
	}
	e.used = true
	for _, m := range downloads { // which say it in their own way, or as the site does
		own := s.words[l.code][key+"."+string(m)]
		if own == nil {
			continue
		}
		own.used = true
		if m == s.assets.Medium {
			e = own
		}
	}
	text, missing := fill(e.text, values)
	if missing != "" {
		return "", faultf(e.file, e.line, "%s is no value here; there are %s", missing, names(values))
	}
	return text, nil
}
