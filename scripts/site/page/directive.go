package page

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// directive is a line ":::name argument" in Markdown; one of some names holds what stands
// between it and a line ":::".
type directive struct {
	ast.BaseBlock
	name, arg string
	pos       int // of the line in the source
	closed    bool
	predict   *predict // read before what it holds, which has values of its run
}

var kindDirective = ast.NewNodeKind("Directive")

// Kind implements ast.Node.
func (d *directive) Kind() ast.NodeKind { return kindDirective }

// Dump implements ast.Node.
func (d *directive) Dump(source []byte, level int) {
	ast.DumpHelper(d, source, level, map[string]string{"name": d.name, "arg": d.arg}, nil)
}

// holds reports whether the directive goes on to a line ":::".
func (d *directive) holds() bool {
	return d.name == "quiz" || d.name == "predict" || d.name == "note"
}

// known are the directives of a page that are no widgets, as a fault lists them.
const known = "golden, trace, quiz, predict, note, references, glossary, element"

// goldenRef is what a golden directive asks for.
type goldenRef struct {
	name    string // golden file
	section string // "" for the whole file
	line    int
}

// traceRef is what a trace directive asks for: a picture made from the run of a demo.
type traceRef struct {
	demo, name string
	line       int
}

// golden reads the directive as ":::golden FILE" or ":::golden FILE#SECTION".
//
// Errors: *Fault at line of file for a wrong argument.
func (d *directive) golden(file string, line int) (*goldenRef, error) {
	name, section, cut := strings.Cut(d.arg, "#")
	if name == "" || cut && section == "" || strings.ContainsAny(d.arg, " \t") {
		return nil, faultf(file, line, "want :::golden FILE or :::golden FILE#SECTION, found %q", d.arg)
	}
	return &goldenRef{name: name, section: section, line: line}, nil
}

// trace reads the directive as ":::trace DEMO#NAME".
//
// Errors: *Fault at line of file for a wrong argument.
func (d *directive) trace(file string, line int) (*traceRef, error) {
	demo, name, _ := strings.Cut(d.arg, "#")
	if demo == "" || name == "" || strings.ContainsAny(d.arg, " \t") {
		return nil, faultf(file, line, "want :::trace DEMO#NAME, found %q", d.arg)
	}
	return &traceRef{demo: demo, name: name, line: line}, nil
}

// directiveParser recognises directives; it takes every line that begins with three colons,
// known or not, so that a misspelt one is a fault and never text.
type directiveParser struct{}

// Trigger implements parser.BlockParser.
func (directiveParser) Trigger() []byte { return []byte{':'} }

// Open implements parser.BlockParser.
func (directiveParser) Open(_ ast.Node, r text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, seg := r.PeekLine()
	rest, ok := bytes.CutPrefix(line, []byte(":::"))
	if !ok {
		return nil, parser.NoChildren
	}
	name, arg, _ := strings.Cut(strings.TrimSpace(string(rest)), " ")
	r.Advance(seg.Len() - 1)
	d := &directive{name: name, arg: strings.TrimSpace(arg), pos: seg.Start}
	if d.holds() {
		return d, parser.HasChildren
	}
	return d, parser.NoChildren
}

// Continue implements parser.BlockParser: a directive is one line, or goes on to a ":::".
func (directiveParser) Continue(n ast.Node, r text.Reader, _ parser.Context) parser.State {
	d := n.(*directive)
	if !d.holds() {
		return parser.Close
	}
	line, seg := r.PeekLine()
	if string(bytes.TrimSpace(line)) != ":::" {
		return parser.Continue | parser.HasChildren
	}
	r.Advance(seg.Len() - 1)
	d.closed = true
	return parser.Close
}

// Close implements parser.BlockParser.
func (directiveParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (directiveParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (directiveParser) CanAcceptIndentedLine() bool { return false }
