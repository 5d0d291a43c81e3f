package page

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"kaenlog/engine/demo"
)

// inspector looks at every node of a document: it fills values in, leads links, numbers
// sources, and notes what is held against other files later.
type inspector struct {
	s      *siteSource
	lang   lang
	d      *document
	src    []byte
	line   int       // where all of it stands, when it is a text of a JSON file; or 0
	run    *demo.Run // of the predict that the walk is in
	faults []error
}

func (in *inspector) lineOf(n ast.Node) int {
	if in.line != 0 {
		return in.line
	}
	return lineAt(in.src, position(n))
}

func (in *inspector) fault(n ast.Node, format string, args ...any) {
	in.faults = append(in.faults, faultf(in.d.file, in.lineOf(n), format, args...))
}

func (in *inspector) add(err error) {
	if err != nil {
		in.faults = append(in.faults, err)
	}
}

// walk looks at root and all below it.
func (in *inspector) walk(root ast.Node) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if d, ok := n.(*directive); ok {
			in.directive(d, entering, root)
		}
		if entering {
			in.look(n, root)
		}
		return ast.WalkContinue, nil
	})
}

// directive checks where a directive stands, and notes which run values below it come from.
func (in *inspector) directive(d *directive, entering bool, root ast.Node) {
	if !entering {
		in.run = nil
		return
	}
	if d.Parent() != root {
		in.fault(d, "a directive stands on its own, in no list, quote or other directive")
		return
	}
	if d.holds() && !d.closed {
		in.fault(d, "no line ::: ends this %s", ":::"+d.name)
	}
	if d.name == "predict" {
		p, err := in.s.newPredict(d.arg, in.d.file, in.lineOf(d))
		if err != nil {
			in.add(err)
			return
		}
		in.run, d.predict = p.run, p
	}
}

// look takes in one node.
func (in *inspector) look(n, root ast.Node) {
	if holdsWords(n) {
		in.leftovers(n)
	}
	switch n := n.(type) {
	case *ast.Heading:
		in.heading(n, root)
	case *ast.HTMLBlock, *ast.RawHTML:
		in.fault(n, "HTML in Markdown: use a directive")
	case *ast.Image:
		in.fault(n, "an image: a picture is made from a run by :::trace")
	case *ast.AutoLink:
		in.fault(n, "a link out of the site: name file and version as a source [^key]")
	case *ast.CodeBlock:
		in.fault(n, "code by indentation: put it between ``` lines")
	case *ast.FencedCodeBlock:
		in.fence(n, root)
	case *ast.CodeSpan:
		in.codeSpan(n)
	case *ast.Text:
		if n.Parent().Kind() != ast.KindCodeSpan {
			in.d.texts = append(in.d.texts, place{string(n.Segment.Value(in.src)), in.lineOf(n)})
		}
	case *ast.Link:
		in.link(n)
	case *valueNode:
		text, err := in.s.valueText(n.path, in.run)
		if err != nil {
			in.fault(n, "%v", err)
		}
		n.value = text
	case *sourceNode:
		in.source(n)
	case *east.TaskCheckBox:
		d, ok := n.Parent().Parent().Parent().Parent().(*directive) // line, item, list
		if !ok || d.name != "quiz" {
			in.fault(n, "a list with boxes stands in a :::quiz")
		}
	case *east.Table:
		in.grid(n)
	}
}

// valueInCode is a value inside of code, where no other mark of Markdown counts.
var valueInCode = regexp.MustCompile(`\{\{(.*?)\}\}`)

// codeSpan fills the values in that stand inside of code.
func (in *inspector) codeSpan(n *ast.CodeSpan) {
	was := plainText(n, in.src)
	text := valueInCode.ReplaceAllStringFunc(was, func(m string) string {
		value, err := in.s.valueText(strings.TrimSpace(m[2:len(m)-2]), in.run)
		if err != nil {
			in.fault(n, "%v", err)
		}
		return value
	})
	if m := damagedValue.FindString(text); m != "" {
		in.fault(n, "%q would be shown as it stands: a value is {{demo:section.line.value}}", m)
	}
	if text != was {
		n.RemoveChildren(n)
		n.AppendChild(n, ast.NewString([]byte(text)))
	}
}

// embedValues gives the text of a code block with the values about the element's files filled in.
// Other places {{…}} may be what a template of the reader's own has.
func (in *inspector) embedValues(n *ast.FencedCodeBlock) string {
	text, err := in.s.assets.Embed.Fill(string(n.Lines().Value(in.src)), in.s.assets.Site)
	if err != nil {
		in.fault(n, "%v", err)
	}
	return text
}

// heading notes a heading's id; a page begins with its one heading of the first level.
func (in *inspector) heading(h *ast.Heading, root ast.Node) {
	d, id, line := in.d, headingID(h), in.lineOf(h)
	text := plainText(h, in.src)
	if h.Parent() != root {
		in.fault(h, "a heading stands on its own, in no list, quote or directive")
	}
	if id == "" {
		in.fault(h, "heading has no id: end it with {#name}")
		return
	}
	in.add(d.target(id, line))
	switch {
	case d.heading == "" && h.Level != 1:
		in.fault(h, "a page begins with a heading of the first level")
	case d.heading != "" && h.Level == 1:
		in.fault(h, "a second heading of the first level")
	case h.Level > 3, h.Level == 3 && len(d.contents) == 0:
		in.fault(h, "a heading of level %d stands in none of the level above", h.Level)
	}
	if h.Level == 1 {
		d.heading = text
	}
	if h.Level == 2 {
		d.contents = append(d.contents, heading{id, text})
	}
}

// fence checks the word behind a code block's first line.
func (in *inspector) fence(n *ast.FencedCodeBlock, root ast.Node) {
	info := ""
	if n.Info != nil {
		info = strings.TrimSpace(string(n.Info.Segment.Value(in.src)))
	}
	name, isLesson := strings.CutPrefix(info, "go lesson=")
	switch {
	case info == "text" || info == "console":
		n.SetAttributeString("text", in.embedValues(n))
		label, err := in.s.word(in.lang, "block")
		in.add(err)
		n.SetAttributeString("name", label)
	case !isLesson || name == "":
		in.fault(n, "want ```go lesson=NAME, ```text or ```console, found ```%s", info)
	case n.Parent() != root:
		in.fault(n, "lesson code stands on its own, in no list, quote or directive")
	case n.Lines().Len() > 0:
		in.fault(n, "lesson code comes from its source: leave the lines between ``` out")
	}
}

// link leads a link of the source to the page it means.
func (in *inspector) link(n *ast.Link) {
	d, to := in.d, string(n.Destination)
	if len(n.Title) > 0 {
		in.fault(n, "a link with a title: say it in the sentence")
	}
	if id, ok := strings.CutPrefix(to, "term:"); ok {
		if in.s.termOf(id) == nil {
			in.fault(n, "no term is called %q in %s", id, glossaryFile)
		}
		n.SetAttributeString("class", []byte("term"))
		to = glossaryPage + "#" + termID(id)
	}
	name, id, hasID := strings.Cut(to, "#")
	if hasID && id == "" || !hasID && name == "" || strings.ContainsAny(to, ":/.?") {
		in.fault(n, "want a link to #id, page, page#id or term:name, found %q", to)
		return
	}
	if name == d.name && hasID {
		name = ""
	}
	l := link{name, id, d.file, in.lineOf(n)}
	href := ""
	if name == "" {
		l.page = d.name
	} else {
		href = name + ".html"
	}
	if hasID {
		href += "#" + id
	}
	d.links = append(d.links, l)
	n.Destination = []byte(href)
}

// source numbers a source by its first use on the page.
func (in *inspector) source(n *sourceNode) {
	ref := in.s.sources[n.key]
	if ref == nil {
		in.fault(n, "no source is called %q in site/%s", n.key, sourceDir)
		return
	}
	ref.used = true
	d := in.d
	for i, key := range d.sources {
		if key == n.key {
			n.number = i + 1
		}
	}
	if n.number == 0 {
		if len(d.sources) == 0 {
			d.sourceLine = in.lineOf(n)
		}
		d.sources = append(d.sources, n.key)
		n.number, n.first = len(d.sources), true
	}
}

// html gives the number as a link to the list of sources.
func (n *sourceNode) html() string {
	id := ""
	if n.first {
		id = ` id="use-` + n.key + `"`
	}
	return `<sup class="source"><a` + id + ` href="#ref-` + n.key + `">[` + strconv.Itoa(n.number) +
		`]</a></sup>`
}
