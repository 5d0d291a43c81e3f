package page

import (
	"html/template"
	"maps"
	"slices"
	"strings"
)

// widget is an experiment that a page holds: its directive is its name, its template has that
// name, and site/js and site/css have a page-KIND of each kind, with what the page's other things
// need.
type widget struct {
	kind    string
	targets []string // ids in its template that links may lead to
	view    func(s *siteSource, l lang, d *document, line int) (any, error)
}

// widgets are all of them, by name.
var widgets = map[string]widget{
	"cut": {"cut", nil, func(s *siteSource, l lang, d *document, line int) (any, error) {
		return s.cutterView(l, d, line)
	}},
	"cuts": {"cut", nil, func(s *siteSource, l lang, d *document, line int) (any, error) {
		return s.stairsView(l, d, line)
	}},
	"http": {"http", nil, func(s *siteSource, l lang, _ *document, _ int) (any, error) {
		return s.askView(l)
	}},
	"plug": {"plug", nil, func(s *siteSource, l lang, d *document, line int) (any, error) {
		return s.plugView(l, d, line)
	}},
	"lose": {"lose", []string{"lose-second"},
		func(s *siteSource, l lang, d *document, line int) (any, error) {
			return s.loseView(l, d, line)
		}},
}

// widgetRef is what the directive of a widget asks for.
type widgetRef struct {
	name string
	line int
}

// widgetView is a widget as its template sees it.
type widgetView struct {
	Name string
	View any
}

// Kinds gives the kinds of pages: each has a script and a style sheet of its own, made of what its
// pages hold. The first, "", is that of a page without a widget.
func Kinds() []string {
	kinds := map[string]bool{"": true}
	for _, w := range widgets {
		kinds[w.kind] = true
	}
	return slices.Sorted(maps.Keys(kinds))
}

// kindOf gives the kind of a page.
//
// Errors: *Fault where it holds widgets of two kinds: no script has both.
func (d *document) kindOf() (string, error) {
	kind := ""
	for _, p := range d.parts {
		for _, e := range p.exhibits {
			if e.widget == nil {
				continue
			}
			own := widgets[e.widget.name].kind
			if kind != "" && own != kind {
				return "", faultf(d.file, e.widget.line, ":::%s on a page of kind %q: site/js/page-%s.js "+
					"has no such widget", e.widget.name, kind, kind)
			}
			kind = own
		}
	}
	return kind, nil
}

// widgetNames lists the directives of all widgets, as a fault does.
func widgetNames() string {
	return strings.Join(slices.Sorted(maps.Keys(widgets)), ", ")
}

// widgetHTML runs the template of a widget.
func widgetHTML(t *template.Template, page *pageView, w *widgetView) (template.HTML, error) {
	var b strings.Builder
	err := t.ExecuteTemplate(&b, w.Name, pairView{page, w.View})
	return template.HTML(b.String()), err
}
