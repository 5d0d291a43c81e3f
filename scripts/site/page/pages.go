package page

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// orderFile lists the pages in the order in which they are read.
const orderFile = "content/pages.json"

// homePage is the first of them, to which the site's name leads.
const homePage = "index"

// readPages reads the Markdown of every language, in the order that pages.json gives; each page
// is there in all languages, in the same shape.
func (s *siteSource) readPages(site fs.FS) []error {
	faults := s.readOrder(site)
	if len(s.order) == 0 {
		return faults // every page would be one too many
	}
	s.pages = map[string]map[string]*document{}
	for _, l := range langs {
		s.pages[l.code] = map[string]*document{}
		for _, name := range s.order {
			file := "content/" + l.code + "/" + name.what + ".md"
			if _, err := fs.Stat(site, file); err != nil {
				faults = append(faults, faultf("site/"+file, 1, "no such page, but site/%s:%d lists it",
					orderFile, name.line))
				continue
			}
			d, errs := s.readDocument(l, site, file)
			faults = append(faults, errs...)
			s.pages[l.code][name.what] = d
		}
		faults = append(faults, s.unlisted(site, l)...)
	}
	if len(faults) > 0 {
		return sorted(faults)
	}
	for _, name := range s.order {
		first := s.pages[langs[0].code][name.what]
		for _, l := range langs[1:] {
			if err := s.pages[l.code][name.what].sameShape(first); err != nil {
				faults = append(faults, err)
			}
		}
	}
	return faults
}

// readOrder reads the list of pages.
func (s *siteSource) readOrder(site fs.FS) []error {
	f, err := readJSON(site, orderFile)
	if err != nil {
		return []error{err}
	}
	var faults []error
	for _, n := range f.root.items {
		switch {
		case !pageName(n.text):
			faults = append(faults, f.fault(n, "want a page's name of small letters, digits and dashes, "+
				"found %q", n.text))
		case slices.ContainsFunc(s.order, func(p place) bool { return p.what == n.text }):
			faults = append(faults, f.fault(n, "page %q stands here a second time", n.text))
		default:
			s.order = append(s.order, place{n.text, n.line})
		}
	}
	if len(s.order) == 0 || s.order[0].what != homePage {
		faults = append(faults, f.fault(f.root, "want a list of pages that begins with %q", homePage))
	}
	return faults
}

func pageName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// unlisted gives a fault for each page that pages.json does not list.
func (s *siteSource) unlisted(site fs.FS, l lang) []error {
	var faults []error
	files, _ := fs.Glob(site, "content/"+l.code+"/*.md")
	for _, file := range files {
		name := strings.TrimSuffix(path.Base(file), ".md")
		if !slices.ContainsFunc(s.order, func(p place) bool { return p.what == name }) {
			faults = append(faults, faultf("site/"+file, 1, "site/%s does not list this page", orderFile))
		}
	}
	return faults
}

// sameShape gives a fault at the first place where d has other headings, exhibits or questions
// than its translation, or has them in another order; then where it names other sources.
func (d *document) sameShape(theirs *document) error {
	for i, p := range d.shape {
		if i == len(theirs.shape) {
			return faultf(d.file, p.line, "%s stands here and nowhere in %s", p.what, theirs.file)
		}
		if other := theirs.shape[i]; other.what != p.what {
			return faultf(d.file, p.line, "%s stands here, in its place %s:%d has %s", p.what, theirs.file,
				other.line, other.what)
		}
	}
	if len(d.shape) < len(theirs.shape) {
		other := theirs.shape[len(d.shape)]
		return faultf(d.file, d.lastLine(), "%s is missing from here on; %s:%d has it", other.what,
			theirs.file, other.line)
	}
	for _, pair := range [][2]*document{{d, theirs}, {theirs, d}} {
		for _, key := range pair[0].sources {
			if !slices.Contains(pair[1].sources, key) {
				return faultf(pair[1].file, max(pair[1].sourceLine, 1),
					"the source %q is not named on this page; it is in %s", key, pair[0].file)
			}
		}
	}
	if d.golden != theirs.golden {
		return faultf(d.file, max(d.goldenLine, 1), "golden is %q, in %s it is %q", d.golden, theirs.file,
			theirs.golden)
	}
	return nil
}

// lastLine gives where the last thing of the document's shape stands.
func (d *document) lastLine() int {
	if len(d.shape) == 0 {
		return 1
	}
	return d.shape[len(d.shape)-1].line
}

// showGolden checks a golden directive and notes its sections on the page: output is never
// shown twice.
func (s *siteSource) showGolden(d *document, ref *goldenRef) error {
	g := s.demos[ref.name]
	if g == nil {
		return faultf(d.file, ref.line, "no golden file is called %q", ref.name)
	}
	found := false
	for _, sec := range g.run.Sections {
		if ref.section != "" && ref.section != sec.ID {
			continue
		}
		found = true
		id := sectionID(g.spec, sec)
		if d.targets[id] != 0 {
			return faultf(d.file, ref.line, "section %q of %s is on this page already, or its id %s is",
				sec.ID, ref.name, id)
		}
		d.targets[id] = ref.line
	}
	if !found {
		return faultf(d.file, ref.line, "%s has no section %q", ref.name, ref.section)
	}
	return nil
}

// wholeGolden checks that a chapter shows every section of its golden file.
func (s *siteSource) wholeGolden(d *document) error {
	if d.golden == "" {
		return nil
	}
	g := s.demos[d.golden]
	if g == nil {
		return faultf(d.file, d.goldenLine, "no golden file is called %q", d.golden)
	}
	for _, sec := range g.run.Sections {
		if d.targets[sectionID(g.spec, sec)] == 0 {
			return faultf(d.file, d.goldenLine, "section %q of %s is not on this page: every section of a "+
				"chapter's golden file is shown once", sec.ID, d.golden)
		}
	}
	return nil
}

// checkLinks gives a fault for each link that leads nowhere.
func (s *siteSource) checkLinks() []error {
	var faults []error
	for _, l := range langs {
		_, links, bad := s.termViews(l)
		faults = append(faults, bad...)
		if s.pages[l.code][glossaryPage] == nil {
			links = nil // the terms are on no page yet
		}
		for _, d := range s.pages[l.code] {
			links = append(links, d.links...)
		}
		for _, to := range links {
			d := s.pages[l.code][to.page]
			switch {
			case d == nil:
				faults = append(faults, faultf(to.file, to.line, "link to %s: no page is called so", to.page))
			case to.to != "" && d.targets[to.to] == 0:
				faults = append(faults, faultf(to.file, to.line, "link to #%s: nothing on %s has this id",
					to.to, d.file))
			}
		}
	}
	return sorted(faults)
}
