package page

import (
	"bytes"
	"io/fs"
	"strings"

	"github.com/yuin/goldmark/text"
)

// document is one Markdown file, taken apart.
type document struct {
	file        string // as faults name it
	name        string // of the page, without ".md"
	title       string // of the window and of search results
	description string
	golden      string // file whose chapter this is, or ""
	goldenLine  int
	heading     string // the one of the first level, as plain text
	parts       []part
	contents    []heading // of the second level
	shape       []place   // the same in every language
	targets     map[string]int
	links       []link
	sources     []string // keys in the order of their first use
	sourceLine  int      // of the first of them
	texts       []place  // what a reader sees as words, for the spelling of terms
	elements    []place  // those among them that are elementFile's
}

// heading is a heading of the second level, as the page's list shows it.
type heading struct{ ID, Text string }

// place is something that stands on a line.
type place struct {
	what string
	line int
}

// link is a reference to a page, or to an id on it.
type link struct {
	page, to string
	file     string
	line     int
}

// part is a stretch of words and the exhibits that stand beside it, if any. Exhibits take all
// words since the part before.
type part struct {
	words    []block
	label    string // id of the heading that names the exhibits
	exhibits []exhibit
}

// block is a piece of a part's words: HTML, or one of the others.
type block struct {
	html    []byte
	quiz    *quiz
	predict *predict
	note    []byte
	list    string // "references" or "glossary"
}

// exhibit is what stands beside words: one of these.
type exhibit struct {
	golden *goldenRef
	trace  *traceRef
	lesson *lesson
	widget *widgetRef
}

// readDocument parses the Markdown file of that name in site.
//
// Errors: one *Fault for each thing wrong with the file itself.
func (s *siteSource) readDocument(l lang, site fs.FS, name string) (*document, []error) {
	d := &document{file: "site/" + name, targets: map[string]int{"content": 1}}
	d.name = strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".md")
	src, err := readText(site, name)
	if err != nil {
		return nil, []error{err}
	}
	body, err := d.front(src)
	if err != nil {
		return nil, []error{err}
	}
	// The front matter becomes blank lines, so that every position keeps its line.
	blank := bytes.Repeat([]byte{'\n'}, bytes.Count(src[:len(src)-len(body)], []byte{'\n'}))
	src = append(blank, body...)
	root := markdown.Parser().Parse(text.NewReader(src))
	in := &inspector{s: s, lang: l, d: d, src: src}
	in.walk(root)
	if len(in.faults) == 0 {
		in.split(root)
	}
	if len(in.faults) == 0 {
		in.whole()
	}
	return d, in.faults
}

// front reads "title:", "description:" and perhaps "golden:" between two lines of dashes.
func (d *document) front(src []byte) (body []byte, err error) {
	head, body, ok := bytes.Cut(src, []byte("\n---\n"))
	if !ok || !bytes.HasPrefix(head, []byte("---\n")) {
		return nil, faultf(d.file, 1, "want front matter: title and description between --- lines")
	}
	for i, l := range strings.Split(string(head[len("---\n"):]), "\n") {
		key, value, _ := strings.Cut(l, ":")
		value = strings.TrimSpace(value)
		switch key {
		case "title":
			d.title = value
		case "description":
			d.description = value
		case "golden":
			d.golden, d.goldenLine = value, i+2
			continue
		default:
			return nil, faultf(d.file, i+2,
				"front matter has title, description and golden, found %q", l)
		}
		if err := plainFault(d.file, i+2, value); err != nil {
			return nil, err
		}
		d.texts = append(d.texts, place{value, i + 2})
	}
	if d.title == "" || d.description == "" {
		return nil, faultf(d.file, 1, "front matter needs both title and description")
	}
	return body, nil
}

// target notes an id of the page.
func (d *document) target(id string, line int) error {
	if was := d.targets[id]; was != 0 {
		return faultf(d.file, line, "id %q stands twice on this page; line %d has it", id, was)
	}
	d.targets[id] = line
	return nil
}
