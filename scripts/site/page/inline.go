package page

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// valueNode is {{path}} in a sentence: a value that a run measured. The path is looked up
// while the page is inspected.
type valueNode struct {
	ast.BaseInline
	path  string
	pos   int
	value string
}

// sourceNode is [^key] in a sentence: the source of a claim. It is numbered while the page is
// inspected.
type sourceNode struct {
	ast.BaseInline
	key    string
	pos    int
	number int
	first  bool // the first use of the key on its page
}

var (
	kindValue  = ast.NewNodeKind("Value")
	kindSource = ast.NewNodeKind("Source")
)

// Kind implements ast.Node.
func (*valueNode) Kind() ast.NodeKind { return kindValue }

// Dump implements ast.Node.
func (n *valueNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"path": n.path}, nil)
}

// Kind implements ast.Node.
func (*sourceNode) Kind() ast.NodeKind { return kindSource }

// Dump implements ast.Node.
func (n *sourceNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"key": n.key}, nil)
}

// valueParser recognises {{path}}.
type valueParser struct{}

// Trigger implements parser.InlineParser.
func (valueParser) Trigger() []byte { return []byte{'{'} }

// Parse implements parser.InlineParser.
func (valueParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, seg := block.PeekLine()
	path, ok := between(line, "{{", "}}")
	if !ok {
		return nil
	}
	block.Advance(len(path) + len("{{}}"))
	return &valueNode{path: strings.TrimSpace(path), pos: seg.Start}
}

// sourceParser recognises [^key].
type sourceParser struct{}

// Trigger implements parser.InlineParser.
func (sourceParser) Trigger() []byte { return []byte{'['} }

// Parse implements parser.InlineParser.
func (sourceParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, seg := block.PeekLine()
	key, ok := between(line, "[^", "]")
	if !ok {
		return nil
	}
	block.Advance(len(key) + len("[^]"))
	return &sourceNode{key: key, pos: seg.Start}
}

// between gives what stands between open, with which the line begins, and the next end.
func between(line []byte, open, end string) (string, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(open))
	if !ok {
		return "", false
	}
	inner, _, ok := bytes.Cut(rest, []byte(end))
	return string(inner), ok
}

// inlineRenderer writes values and sources.
type inlineRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (r inlineRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindValue, func(
		w util.BufWriter, _ []byte, n ast.Node, entering bool,
	) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(util.EscapeHTML([]byte(n.(*valueNode).value)))
		}
		return ast.WalkContinue, nil
	})
	reg.Register(kindSource, func(
		w util.BufWriter, _ []byte, n ast.Node, entering bool,
	) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(n.(*sourceNode).html())
		}
		return ast.WalkContinue, nil
	})
}
