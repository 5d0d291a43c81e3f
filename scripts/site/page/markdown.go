package page

import (
	"bytes"
	"io/fs"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// document is one Markdown file, taken apart.
type document struct {
	file        string // as faults name it
	title       string // of the window and of search results
	description string
	parts       []part
	ids         []string // of its headings, in order; the same in every language
	links       []link   // into the page itself
}

// link is a reference to an id of the same page.
type link struct {
	to   string
	line int
}

// part is a stretch of words and the golden output that stands beside them, if any. A
// directive takes all words since the part before it.
type part struct {
	words  []byte // HTML
	label  string // id of the heading that names the output
	golden *goldenRef
}

// goldenRef is what a golden directive asks for.
type goldenRef struct {
	name    string // golden file
	section string // "" for the whole file
	line    int
}

var markdown = goldmark.New(
	goldmark.WithParserOptions(
		parser.WithAttribute(), // ids of headings are given, so that they are the same in all languages
		parser.WithBlockParsers(util.Prioritized(directiveParser{}, 50)),
	),
	goldmark.WithRendererOptions(
		renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 50)),
	),
)

// readDocument parses the Markdown file of that name in site.
//
// Errors: one *Fault for each thing wrong with the file itself.
func readDocument(site fs.FS, name string) (*document, []error) {
	shown := "site/" + name
	src, err := fs.ReadFile(site, name)
	if err != nil {
		return nil, []error{faultf(shown, 1, "%v", err)}
	}
	d := &document{file: shown}
	body, err := d.front(src)
	if err != nil {
		return nil, []error{err}
	}
	// The front matter becomes blank lines, so that every position keeps its line.
	blank := bytes.Repeat([]byte{'\n'}, bytes.Count(src[:len(src)-len(body)], []byte{'\n'}))
	src = append(blank, body...)
	root := markdown.Parser().Parse(text.NewReader(src))
	faults := d.inspect(root, src)
	if len(faults) > 0 {
		return nil, faults
	}
	faults = d.split(root, src)
	return d, faults
}

// front reads "title:" and "description:" between two lines of three dashes.
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
		default:
			return nil, faultf(d.file, i+2, "front matter has title and description, found %q", l)
		}
	}
	if d.title == "" || d.description == "" {
		return nil, faultf(d.file, 1, "front matter needs both title and description")
	}
	return body, nil
}

// inspect looks at every node: it notes ids and links, and refuses raw HTML, headings without
// an id, and directives inside something else.
func (d *document) inspect(root ast.Node, src []byte) []error {
	var faults []error
	seen := map[string]bool{}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		line := lineAt(src, position(n))
		switch n := n.(type) {
		case *ast.Heading:
			id := headingID(n)
			switch {
			case id == "":
				faults = append(faults, faultf(d.file, line, "heading has no id: end it with {#name}"))
			case seen[id]:
				faults = append(faults, faultf(d.file, line, "heading id %q stands twice", id))
			}
			seen[id] = true
			d.ids = append(d.ids, id)
		case *directive:
			if n.Parent() != root {
				faults = append(faults,
					faultf(d.file, line, "a directive stands on its own, in no list or quote"))
			}
		case *ast.HTMLBlock, *ast.RawHTML:
			faults = append(faults, faultf(d.file, line, "HTML in Markdown: use a directive"))
		case *ast.Link:
			if to, ok := strings.CutPrefix(string(n.Destination), "#"); ok {
				d.links = append(d.links, link{to, line})
			}
		}
		return ast.WalkContinue, nil
	})
	return faults
}

// split renders the words between directives and headings of the second level into parts.
func (d *document) split(root ast.Node, src []byte) []error {
	var faults []error
	var words bytes.Buffer
	label := ""
	flush := func(g *goldenRef) {
		if words.Len() > 0 || g != nil {
			d.parts = append(d.parts, part{bytes.Clone(words.Bytes()), label, g})
		}
		words.Reset()
	}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if dir, ok := n.(*directive); ok {
			ref, err := dir.golden(d.file, lineAt(src, dir.pos))
			if err == nil && label == "" {
				err = faultf(d.file, ref.line, "golden output needs a heading before it to be named by")
			}
			if err != nil {
				faults = append(faults, err)
				continue
			}
			flush(ref)
			continue
		}
		if h, ok := n.(*ast.Heading); ok {
			if h.Level == 2 {
				flush(nil)
			}
			label = headingID(h)
		}
		if err := markdown.Renderer().Render(&words, src, n); err != nil {
			faults = append(faults, faultf(d.file, lineAt(src, position(n)), "%v", err))
		}
	}
	flush(nil)
	return faults
}

// position gives the byte at which a node begins, or the nearest one known of.
func position(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if t, ok := n.(*ast.Text); ok {
			return t.Segment.Start
		}
		if dir, ok := n.(*directive); ok {
			return dir.pos
		}
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
		if c := n.FirstChild(); c != nil {
			if t, ok := c.(*ast.Text); ok {
				return t.Segment.Start
			}
		}
	}
	return 0
}

func headingID(h *ast.Heading) string {
	v, _ := h.AttributeString("id")
	b, _ := v.([]byte)
	return string(b)
}
