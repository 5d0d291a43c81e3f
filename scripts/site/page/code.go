package page

import (
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// codeRenderer writes code as what it is to a screen reader and to a translator: English,
// and not to be translated.
type codeRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (r codeRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindCodeSpan, r.span)
	reg.Register(ast.KindFencedCodeBlock, r.block)
}

func (codeRenderer) span(
	w util.BufWriter, src []byte, n ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</code>")
		return ast.WalkContinue, err
	}
	var text []byte
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch t := c.(type) {
		case *ast.Text:
			text = append(text, t.Segment.Value(src)...)
		case *ast.String: // a value was filled in
			text = append(text, t.Value...)
		}
	}
	_, _ = w.WriteString(`<code lang="en" translate="no">` + string(commandHTML(string(text))))
	return ast.WalkSkipChildren, nil
}

// commandHTML is what may be a command, or a part of one, as HTML: no line ends after a flag's
// dashes.
func commandHTML(text string) template.HTML {
	words := strings.Split(text, " ")
	for i, word := range words {
		words[i] = string(breakable(word))
		if strings.HasPrefix(word, "-") {
			words[i] = `<span class="unbroken">` + string(util.EscapeHTML([]byte(word))) + `</span>`
		}
	}
	return template.HTML(strings.Join(words, " "))
}

func (codeRenderer) block(
	w util.BufWriter, _ []byte, n ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString(`<pre class="code" role="group" tabindex="0" aria-label="` +
		attribute(n, "name") + `"><code lang="en" translate="no">`)
	_, _ = w.WriteString(attribute(n, "text"))
	_, err := w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, err
}
