package page

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

var markdown = newMarkdown()

func newMarkdown() goldmark.Markdown {
	// A line of dashes is never a heading: in a predict it begins the explanation.
	setext := parser.NewSetextHeadingParser()
	blocks := slices.DeleteFunc(parser.DefaultBlockParsers(), func(v util.PrioritizedValue) bool {
		p, ok := v.Value.(parser.BlockParser)
		return ok && bytes.Equal(p.Trigger(), setext.Trigger())
	})
	return goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(append(blocks, util.Prioritized(directiveParser{}, 50))...),
			parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
				util.Prioritized(valueParser{}, 50), util.Prioritized(sourceParser{}, 50))...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
			parser.WithAttribute(), // ids of headings are given: the same in all languages
		)),
		goldmark.WithExtensions(extension.Table, extension.TaskList),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(
			util.Prioritized(codeRenderer{}, 50), util.Prioritized(inlineRenderer{}, 50),
			util.Prioritized(gridRenderer{}, 50))),
	)
}

// position gives the byte at which a node begins, or the nearest one known of.
func position(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *ast.Text:
			return n.Segment.Start
		case *directive:
			return n.pos
		case *valueNode:
			return n.pos
		case *sourceNode:
			return n.pos
		case *ast.FencedCodeBlock:
			if n.Info != nil {
				return n.Info.Segment.Start
			}
		}
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
		if c := n.FirstChild(); c != nil {
			if _, ok := c.(*ast.Text); ok || c.Type() == ast.TypeBlock {
				return position(c)
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

// plainText gives what a reader sees of a node, without marks.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *valueNode:
			b.WriteString(n.value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// toHTML renders nodes one after the other; words that are one to a reader stay whole.
func toHTML(src []byte, nodes ...ast.Node) ([]byte, error) {
	var b bytes.Buffer
	for _, n := range nodes {
		if err := markdown.Renderer().Render(&b, src, n); err != nil {
			return nil, err
		}
	}
	return keepWhole(b.Bytes()), nil
}

// childrenOf gives a node's children as a list.
func childrenOf(n ast.Node) []ast.Node {
	var cs []ast.Node
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		cs = append(cs, c)
	}
	return cs
}
