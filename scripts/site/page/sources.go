package page

import (
	"html/template"
	"io/fs"
	"slices"
)

// sourceDir holds the sources that pages name for what they say of Kafka.
const sourceDir = "content/references"

// reference is a place in Kafka's own source, and what it shows.
type reference struct {
	key, path, where, version string
	text                      map[string]string // by language
	file                      string
	line                      int
	used                      bool
}

// readSources reads every file of the references folder into one set; none is there before the
// first page that needs one.
func readSources(site fs.FS) (map[string]*reference, []error) {
	all := map[string]*reference{}
	var faults []error
	files, err := fs.Glob(site, sourceDir+"/*.json")
	if err != nil {
		return nil, []error{err}
	}
	for _, name := range files {
		f, err := readJSON(site, name)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		for _, key := range f.root.keys {
			n := f.root.fields[key]
			r := &reference{key: key, path: n.textOf("file"), where: n.textOf("where"),
				version: n.textOf("version"), text: map[string]string{}, file: f.shown, line: n.line}
			faults = append(faults, f.checkFields(key, n, []string{"file", "where", "version"}, nil)...)
			for _, l := range langs {
				r.text[l.code] = n.textOf(l.code)
			}
			if !questionID.MatchString(key) {
				faults = append(faults, f.fault(n, "want a key of small letters, digits and dashes, found %q",
					key))
			}
			if was := all[key]; was != nil {
				faults = append(faults, f.fault(n, "source %q stands in %s:%d too", key, was.file, was.line))
				continue
			}
			all[key] = r
		}
	}
	return all, faults
}

// checkFields gives a fault for each field that an entry must have and has not, the texts in
// every language among them, and for each that it may not have.
func (f *jsonFile) checkFields(key string, n *jsonNode, must, may []string) []error {
	for _, l := range langs {
		must = append(must, l.code)
	}
	var faults []error
	for _, name := range must {
		if n.textOf(name) == "" {
			faults = append(faults, f.fault(n, "%q has no text %q", key, name))
		}
	}
	for _, name := range n.keys {
		if !slices.Contains(must, name) && !slices.Contains(may, name) {
			faults = append(faults, f.fault(n.fields[name], "%q has a field %q that nothing reads", key,
				name))
		}
	}
	return faults
}

// unusedSources gives a fault for each source that no page names.
func (s *siteSource) unusedSources() []error {
	var faults []error
	for key, r := range s.sources {
		if !r.used {
			faults = append(faults, faultf(r.file, r.line, "no page names the source %q", key))
		}
	}
	return sorted(faults)
}

// sourceView is one line of a page's list of sources.
type sourceView struct {
	Key, Path, Where, Version string
	Number                    int
	Text                      template.HTML
}

// checkSources gives a fault for each text of a source that is not one sentence's worth.
func (s *siteSource) checkSources() []error {
	var faults []error
	for _, r := range s.sources {
		for _, l := range langs {
			if _, _, err := s.sentence(l, homePage, place{r.text[l.code], r.line}, r.file); err != nil {
				faults = append(faults, err)
			}
		}
	}
	return sorted(faults)
}

// sourceViews gives the sources of a page in the order of their first use.
func (s *siteSource) sourceViews(l lang, d *document) []sourceView {
	var vs []sourceView
	for i, key := range d.sources {
		r := s.sources[key]
		text, _, _ := s.sentence(l, d.name, place{r.text[l.code], r.line}, r.file) // was checked
		vs = append(vs, sourceView{Key: key, Path: r.path, Where: r.where, Version: r.version,
			Number: i + 1, Text: text})
	}
	return vs
}
