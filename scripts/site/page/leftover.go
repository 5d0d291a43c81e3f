package page

import (
	"regexp"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// leftover is a mark of Markdown, or of a value, that stands in a text as it was typed: damaged,
// it was read as words and would be shown. A backslash before it says that it is meant.
var leftover = regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]|[{}]+|\\*+|`|[\\[\\]]\\s*[(^]?")

// marked is what is Markdown beyond doubt, or a value: no text has it in which neither is read.
var marked = regexp.MustCompile("[{}]+|\\*\\*|`|\\]\\s*\\(|\\[\\^")

// leftoverWants says how each mark is written in full.
var leftoverWants = map[byte]string{
	'{': "a value is {{demo:section.line.value}}", '}': "a value is {{demo:section.line.value}}",
	'*': "strong words stand between ** and **, with no space inside",
	'`': "code stands between ` and `", '[': "a link is [words](page#id), a source [^key]",
	']': "a link is [words](page#id), with nothing between ] and (",
}

// plainFault gives a fault for a mark in a text that is shown as it is typed.
func plainFault(file string, line int, text string) error {
	if m := marked.FindString(text); m != "" {
		return faultf(file, line, "%q would be shown as it stands: this text is no Markdown", m)
	}
	return nil
}

// leftovers gives a fault for the first mark in a paragraph, heading or cell that would be shown
// as it was typed. Code may show what it likes.
func (in *inspector) leftovers(block ast.Node) {
	var text []byte
	var places []int // of each byte of text in the source
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n == block {
			return ast.WalkContinue, nil
		}
		if n.Kind() == ast.KindCodeSpan {
			text, places = append(text, 0), append(places, 0)
			return ast.WalkSkipChildren, nil
		}
		t, ok := n.(*ast.Text)
		if !ok {
			text, places = append(text, 0), append(places, 0)
			return ast.WalkContinue, nil
		}
		for i, c := range t.Segment.Value(in.src) {
			text, places = append(text, c), append(places, t.Segment.Start+i)
		}
		if t.SoftLineBreak() || t.HardLineBreak() {
			text, places = append(text, '\n'), append(places, t.Segment.Stop)
		}
		return ast.WalkContinue, nil
	})
	for _, m := range leftover.FindAllIndex(text, -1) {
		mark := string(text[m[0]:m[1]])
		if mark[0] == '\\' {
			continue
		}
		line := in.line
		if line == 0 {
			line = lineAt(in.src, places[m[0]])
		}
		in.add(faultf(in.d.file, line, "%q would be shown as it stands: %s; a mark that is meant "+
			"has a backslash before it", mark, leftoverWants[mark[0]]))
		return
	}
}

// holdsWords reports whether a node is a block whose children are words.
func holdsWords(n ast.Node) bool {
	switch n.Kind() {
	case ast.KindParagraph, ast.KindTextBlock, ast.KindHeading, east.KindTableCell:
		return true
	}
	return false
}

// damagedValue is a value's path with one brace at either side.
var damagedValue = regexp.MustCompile(
	`\{[a-z]+:[a-z0-9-]+\.[a-z0-9-]+(?:\[[0-9]+\])?\.[a-zA-Z0-9]+|` +
		`[a-z]+:[a-z0-9-]+\.[a-z0-9-]+(?:\[[0-9]+\])?\.[a-zA-Z0-9]+(?:,id)?\}`)
