package page

import (
	"errors"
	"html/template"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/text"
)

const (
	glossaryFile = "content/glossary.json"
	glossaryPage = "glossary" // the page that lists all terms
)

// term is an entry of the glossary.
type term struct {
	id, term, see string
	text          map[string]string // by language
	not           []string          // spellings and translations that are not used
	file          string
	line          int
}

func termID(id string) string { return "term-" + id }

// readGlossary reads the terms, in the order of the alphabet; none are there before the file.
func readGlossary(site fs.FS) ([]*term, []error) {
	f, err := readJSON(site, glossaryFile)
	if _, gone := fs.Stat(site, glossaryFile); errors.Is(gone, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, []error{err}
	}
	var terms []*term
	var faults []error
	for _, id := range f.root.keys {
		n := f.root.fields[id]
		t := &term{id: id, term: n.textOf("term"), see: n.textOf("see"), text: map[string]string{},
			file: f.shown, line: n.line}
		faults = append(faults, f.checkFields(id, n, []string{"term"}, []string{"not", "see"})...)
		for _, l := range langs {
			t.text[l.code] = n.textOf(l.code)
		}
		if !questionID.MatchString(id) {
			faults = append(faults, f.fault(n, "want an id of small letters, digits and dashes, found %q",
				id))
		}
		if list := n.fields["not"]; list != nil {
			for _, item := range list.items {
				if strings.TrimSpace(item.text) == "" {
					faults = append(faults, f.fault(item, `"not" of %q holds what is no text`, id))
					continue
				}
				t.not = append(t.not, item.text)
			}
		}
		terms = append(terms, t)
	}
	slices.SortFunc(terms, func(a, b *term) int {
		return strings.Compare(strings.ToLower(a.term), strings.ToLower(b.term))
	})
	return terms, faults
}

func (s *siteSource) termOf(id string) *term {
	for _, t := range s.terms {
		if t.id == id {
			return t
		}
	}
	return nil
}

// termView is one entry as the glossary's page shows it.
type termView struct {
	ID, Term string
	Text     template.HTML
	See      string // address of where it is explained, or ""
	SeeText  string
}

// sentence renders a text of a JSON file as Markdown of one paragraph, for the page of that
// name; links gives what it leads to.
func (s *siteSource) sentence(
	l lang, page string, p place, file string,
) (html template.HTML, links []link, err error) {
	src := []byte(p.what)
	root := markdown.Parser().Parse(text.NewReader(src))
	in := &inspector{s: s, lang: l, d: &document{file: file, name: page,
		heading: " ", targets: map[string]int{}}, src: src,
		line: p.line}
	in.walk(root)
	if len(in.faults) > 0 {
		return "", nil, errors.Join(in.faults...)
	}
	blocks := childrenOf(root)
	if len(blocks) != 1 || len(in.d.sources) > 0 {
		return "", nil, faultf(file, p.line, "want one paragraph without sources, found %q", p.what)
	}
	b, err := toHTML(src, childrenOf(blocks[0])...)
	return template.HTML(b), in.d.links, err
}

// headingOf gives the heading that stands at an id of a page, or the page's own.
func (d *document) headingOf(id string) string {
	for _, h := range d.contents {
		if h.ID == id {
			return h.Text
		}
	}
	return d.heading
}

// termViews gives the glossary in a language, and the links in it.
func (s *siteSource) termViews(l lang) (vs []termView, links []link, faults []error) {
	for _, t := range s.terms {
		html, inner, err := s.sentence(l, glossaryPage, place{t.text[l.code], t.line}, t.file)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		links = append(links, inner...)
		v := termView{ID: termID(t.id), Term: t.term, Text: html}
		if t.see != "" {
			page, id, cut := strings.Cut(t.see, "#")
			links = append(links, link{page, id, t.file, t.line})
			v.See = page + ".html"
			if cut {
				v.See += "#" + id
			}
			if d := s.pages[l.code][page]; d != nil {
				v.SeeText = d.headingOf(id)
			}
		}
		vs = append(vs, v)
	}
	return vs, links, faults
}

// misspelt finds a spelling where it stands as a word: a letter or digit of ASCII at its edge
// has none beside it. Thai has no such edges.
func misspelt(text, spelling string) bool {
	ascii := func(r rune) bool {
		return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	first, _ := utf8.DecodeRuneInString(spelling)
	last, _ := utf8.DecodeLastRuneInString(spelling)
	for from := 0; ; {
		i := strings.Index(text[from:], spelling)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(spelling):])
		if !(ascii(first) && ascii(before)) && !(ascii(last) && ascii(after)) {
			return true
		}
		from = i + len(spelling)
	}
}

// spelling gives a fault for each text that has a spelling the glossary speaks against.
func (s *siteSource) spelling(file string, texts []place) []error {
	var faults []error
	for _, p := range texts {
		for _, t := range s.terms {
			for _, not := range t.not {
				if misspelt(p.what, not) {
					faults = append(faults, faultf(file, p.line, "%q: the glossary says %q", not, t.term))
				}
			}
		}
	}
	return faults
}

// spellings checks pages, glosses, the short texts of either language, and the glossary's own.
func (s *siteSource) spellings(site fs.FS) []error {
	var faults []error
	for _, docs := range s.pages {
		for _, d := range docs {
			faults = append(faults, s.spelling(d.file, d.texts)...)
		}
	}
	err := fs.WalkDir(site, "content", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		f, err := readJSON(site, name)
		if err != nil {
			return err
		}
		var texts []place
		f.root.eachText("", func(key string, n *jsonNode) {
			if key != "not" && key != "file" && key != "where" {
				texts = append(texts, place{n.text, n.line})
			}
		})
		faults = append(faults, s.spelling(f.shown, texts)...)
		return nil
	})
	if err != nil {
		faults = append(faults, err)
	}
	scripts, _ := fs.Glob(site, "js/words-*.js")
	for _, name := range scripts {
		src, err := readText(site, name)
		if err != nil {
			faults = append(faults, err)
		}
		var lines []place
		for i, line := range strings.Split(string(src), "\n") {
			lines = append(lines, place{line, i + 1})
		}
		faults = append(faults, s.spelling("site/"+name, lines)...)
	}
	return sorted(faults)
}
