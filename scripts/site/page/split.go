package page

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// splitter gathers the words and exhibits of a document into parts.
type splitter struct {
	*inspector
	now               part
	below             bool            // a heading of the second level came
	notes             int             // Kafka notes since the last heading of the second level
	placed            map[string]bool // widgets
	quizzes, predicts int
}

// split cuts a document into parts: at headings of the second level, and where words follow
// exhibits.
func (in *inspector) split(root ast.Node) {
	sp := &splitter{inspector: in, placed: map[string]bool{}}
	for _, n := range childrenOf(root) {
		switch n := n.(type) {
		case *directive:
			sp.placeDirective(n)
			continue
		case *ast.FencedCodeBlock:
			if sp.lesson(n) {
				continue
			}
		case *ast.Heading:
			if n.Level == 2 {
				sp.flush()
				sp.notes, sp.below = 0, true
			}
			sp.note("heading #"+headingID(n), n)
			sp.words(n, block{})
			sp.now.label = headingID(n)
			continue
		case *east.Table:
			sp.note("a table", n)
		}
		sp.words(n, block{})
	}
	sp.flush()
}

// note takes down what the translation must have too, in the same order.
func (sp *splitter) note(what string, n ast.Node) {
	sp.d.shape = append(sp.d.shape, place{what, sp.lineOf(n)})
}

// flush ends the part under way; the next has the same heading until another comes.
func (sp *splitter) flush() {
	if len(sp.now.words) > 0 || len(sp.now.exhibits) > 0 {
		sp.d.parts = append(sp.d.parts, sp.now)
	}
	sp.now = part{label: sp.now.label}
}

// words puts a piece of words into the part under way; the node itself when b is empty.
func (sp *splitter) words(n ast.Node, b block) {
	if len(sp.now.exhibits) > 0 {
		sp.flush()
	}
	if b.isEmpty() {
		if b.html == nil {
			html, err := toHTML(sp.src, n)
			if err != nil {
				sp.fault(n, "%v", err)
			}
			b.html = html
		}
		if i := len(sp.now.words) - 1; i >= 0 && sp.now.words[i].html != nil {
			sp.now.words[i].html = append(sp.now.words[i].html, b.html...)
			return
		}
	}
	sp.now.words = append(sp.now.words, b)
}

func (b block) isEmpty() bool {
	return b.quiz == nil && b.predict == nil && b.note == nil && b.list == ""
}

// exhibit puts an exhibit into the part under way.
func (sp *splitter) exhibit(n ast.Node, what string, e exhibit) {
	hasHeading := e.golden != nil || e.widget != nil // of the third level
	if sp.now.label == "" || hasHeading && !sp.below {
		sp.fault(n, "golden output needs a heading of the second level before it, any exhibit one at all")
		return
	}
	sp.note(what, n)
	sp.now.exhibits = append(sp.now.exhibits, e)
}

// lesson makes an exhibit of a code block that asks for lesson code.
func (sp *splitter) lesson(n *ast.FencedCodeBlock) bool {
	name, ok := strings.CutPrefix(strings.TrimSpace(string(n.Info.Segment.Value(sp.src))),
		"go lesson=")
	if !ok {
		return false
	}
	code := sp.s.lessons[name]
	if code == nil {
		sp.fault(n, "no //lesson:begin %s in engine/, wasm/ or scripts/", name)
		return true
	}
	code.used = true
	sp.exhibit(n, "code "+name, exhibit{lesson: code})
	return true
}

// placeDirective puts what a directive asks for where it belongs.
func (sp *splitter) placeDirective(n *directive) {
	line := sp.lineOf(n)
	switch n.name {
	case "golden":
		ref, err := n.golden(sp.d.file, line)
		if err == nil {
			err = sp.s.showGolden(sp.d, ref)
		}
		if err != nil {
			sp.add(err)
			return
		}
		sp.exhibit(n, "golden "+n.arg, exhibit{golden: ref})
	case "trace":
		ref, err := n.trace(sp.d.file, line)
		if err != nil {
			sp.add(err)
			return
		}
		sp.add(sp.d.target("picture-"+ref.name, line))
		sp.exhibit(n, "picture "+n.arg, exhibit{trace: ref})
	case "quiz", "predict", "note":
		sp.placeHolder(n)
	case "references", "glossary":
		if n.arg != "" {
			sp.fault(n, "want :::%s alone, found %q", n.name, n.arg)
		}
		sp.note(n.name, n)
		sp.words(n, block{list: n.name})
	case "element":
		html, err := sp.s.elementTable(sp.lang, sp.d, n.arg, line)
		if err != nil {
			sp.add(err)
			return
		}
		sp.note("element "+n.arg, n)
		sp.words(n, block{html: html})
	case "":
		sp.fault(n, "::: ends nothing here")
	default:
		sp.placeWidget(n)
	}
}

// placeWidget puts a widget beside the words.
func (sp *splitter) placeWidget(n *directive) {
	switch _, ok := widgets[n.name]; {
	case !ok:
		sp.fault(n, "unknown directive %q; known: %s, %s", ":::"+n.name, known, widgetNames())
	case sp.placed[n.name] || n.arg != "":
		sp.fault(n, "want :::%s alone, once a page", n.name)
	default:
		sp.placed[n.name] = true
		for _, id := range widgets[n.name].targets {
			sp.add(sp.d.target(id, sp.lineOf(n)))
		}
		sp.exhibit(n, n.name, exhibit{widget: &widgetRef{n.name, sp.lineOf(n)}})
	}
}

// placeHolder puts a directive that holds others' words into the words.
func (sp *splitter) placeHolder(n *directive) {
	var b block
	switch n.name {
	case "quiz":
		if b.quiz = sp.quiz(n); b.quiz != nil {
			sp.quizzes++
			b.quiz.number = sp.quizzes
		}
		sp.note("quiz "+n.arg, n)
	case "predict":
		if b.predict = sp.predict(n); b.predict != nil {
			sp.predicts++
			b.predict.number = sp.predicts
		}
		sp.note("predict "+n.arg, n)
	default:
		if n.arg != "kafka" {
			sp.fault(n, "want :::note kafka, found %q", n.arg)
			return
		}
		if sp.notes++; sp.notes > 1 {
			sp.fault(n, "a second :::note kafka under one heading of the second level")
		}
		html, err := toHTML(sp.src, childrenOf(n)...)
		if err != nil || len(html) == 0 {
			sp.fault(n, "a note with nothing in it")
			return
		}
		b.note = html
		sp.note("note kafka", n)
	}
	if !b.isEmpty() {
		sp.words(n, b)
	}
}

// whole checks what can be told once all of a document was seen.
func (in *inspector) whole() {
	d := in.d
	lists := map[string]int{}
	for _, p := range d.shape {
		lists[p.what]++
		if lists[p.what] > 1 && (p.what == "references" || p.what == "glossary") {
			in.add(faultf(d.file, p.line, "a second :::%s", p.what))
		}
	}
	switch {
	case d.heading == "":
		in.add(faultf(d.file, 1, "a page begins with a heading of the first level"))
	case len(d.sources) > 0 && lists["references"] == 0:
		in.add(faultf(d.file, d.sourceLine, "sources are used, and no :::references lists them"))
	case len(d.sources) == 0 && lists["references"] > 0:
		in.add(faultf(d.file, d.lineOfShape("references"), ":::references, but no source is used"))
	}
	for _, key := range d.sources {
		in.add(d.target("ref-"+key, d.sourceLine))
		in.add(d.target("use-"+key, d.sourceLine))
	}
	if lists["glossary"] > 0 {
		if d.name != glossaryPage {
			in.add(faultf(d.file, d.lineOfShape("glossary"), ":::glossary stands on the page %s",
				glossaryPage))
		}
		for _, t := range in.s.terms {
			in.add(d.target(termID(t.id), d.lineOfShape("glossary")))
		}
	}
	in.add(in.s.wholeGolden(d))
}

func (d *document) lineOfShape(what string) int {
	for _, p := range d.shape {
		if p.what == what {
			return p.line
		}
	}
	return 1
}
