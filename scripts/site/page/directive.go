package page

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// directive is a line ":::name argument" in Markdown.
type directive struct {
	ast.BaseBlock
	name, arg string
	pos       int // of the line in the source
}

var kindDirective = ast.NewNodeKind("Directive")

// Kind implements ast.Node.
func (d *directive) Kind() ast.NodeKind { return kindDirective }

// Dump implements ast.Node.
func (d *directive) Dump(source []byte, level int) {
	ast.DumpHelper(d, source, level, map[string]string{"name": d.name, "arg": d.arg}, nil)
}

// golden reads the directive as ":::golden FILE" or ":::golden FILE#SECTION".
//
// Errors: *Fault at line of file for any other directive and for a wrong argument.
func (d *directive) golden(file string, line int) (*goldenRef, error) {
	if d.name != "golden" {
		return nil, faultf(file, line, "unknown directive %q; known: golden", ":::"+d.name)
	}
	name, section, cut := strings.Cut(d.arg, "#")
	if name == "" || cut && section == "" || strings.ContainsAny(d.arg, " \t") {
		return nil, faultf(file, line, "want :::golden FILE or :::golden FILE#SECTION, found %q", d.arg)
	}
	return &goldenRef{name: name, section: section, line: line}, nil
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
	return &directive{name: name, arg: strings.TrimSpace(arg), pos: seg.Start}, parser.NoChildren
}

// Continue implements parser.BlockParser: a directive is one line.
func (directiveParser) Continue(ast.Node, text.Reader, parser.Context) parser.State {
	return parser.Close
}

// Close implements parser.BlockParser.
func (directiveParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (directiveParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (directiveParser) CanAcceptIndentedLine() bool { return false }
