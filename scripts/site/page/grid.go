package page

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"kaenlog/engine/demo"
)

// grid gives a table of the words its name, and each cell that of its column, which a narrow
// screen shows beside it.
func (in *inspector) grid(n *east.Table) {
	var columns []string
	for _, cell := range childrenOf(n.FirstChild()) {
		columns = append(columns, plainText(cell, in.src))
	}
	named := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return c == "" })
	name, err := in.s.word(in.lang, "table",
		demo.Value{Name: "columns", V: strings.Join(named, ", ")})
	in.add(err)
	n.SetAttributeString("name", name)
	for _, row := range childrenOf(n) {
		for i, cell := range childrenOf(row) {
			if i < len(columns) {
				cell.SetAttributeString("label", columns[i])
			}
		}
	}
}

// gridRenderer writes a table of the words in a region that scrolls by itself.
type gridRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (gridRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	for kind, tags := range map[ast.NodeKind]func(ast.Node) (open, end string){
		east.KindTable: func(n ast.Node) (string, string) {
			return `<div class="table-scroll" role="region" tabindex="0" aria-label="` +
				attribute(n, "name") + `"><table>`, "</tbody></table></div>\n"
		},
		east.KindTableHeader: func(ast.Node) (string, string) {
			return "<thead><tr>", "</tr></thead>\n<tbody>"
		},
		east.KindTableRow: func(ast.Node) (string, string) { return "<tr>", "</tr>\n" },
		east.KindTableCell: func(n ast.Node) (string, string) {
			switch {
			case n.FirstChild() == nil && n.Parent().Kind() == east.KindTableHeader:
				return "<td>", "</td>" // above the names of rows: it heads nothing
			case n.Parent().Kind() == east.KindTableHeader:
				return `<th scope="col">`, "</th>"
			case attribute(n, "label") == "":
				return "<td>", "</td>"
			}
			return `<td data-label="` + attribute(n, "label") + `">`, "</td>"
		},
	} {
		reg.Register(kind, func(
			w util.BufWriter, _ []byte, n ast.Node, entering bool,
		) (ast.WalkStatus, error) {
			open, end := tags(n)
			if !entering {
				open = end
			}
			_, err := w.WriteString(open)
			return ast.WalkContinue, err
		})
	}
}

func attribute(n ast.Node, name string) string {
	v, _ := n.AttributeString(name)
	text, _ := v.(string)
	return string(util.EscapeHTML([]byte(text)))
}
