package page

import (
	"html/template"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// classes are what code is told apart by: few, since a page is read and not programmed on.
// Their names are those of chroma's own styles.
var classes = []struct {
	kind  chroma.TokenType
	class string
}{
	{chroma.KeywordType, "kt"},
	{chroma.Keyword, "k"},
	{chroma.NameFunction, "nf"},
	{chroma.NameBuiltin, "nb"},
	{chroma.LiteralString, "s"},
	{chroma.LiteralNumber, "m"},
	{chroma.Comment, "c"},
}

// highlight gives Go code as HTML, its tokens in spans with a class.
func highlight(code string) (template.HTML, error) {
	tokens, err := chroma.Coalesce(lexers.Get("go")).Tokenise(nil, code)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for t := tokens(); t != chroma.EOF; t = tokens() {
		text := template.HTMLEscapeString(t.Value)
		if class := classOf(t.Type); class != "" {
			text = `<span class="` + class + `">` + text + `</span>`
		}
		b.WriteString(text)
	}
	return template.HTML(b.String()), nil
}

func classOf(t chroma.TokenType) string {
	for _, c := range classes {
		if t == c.kind || t.SubCategory() == c.kind || t.Category() == c.kind {
			return c.class
		}
	}
	return ""
}
