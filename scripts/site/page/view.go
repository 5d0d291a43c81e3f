package page

import (
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"kaenlog/engine/demo"
)

// pageView is what the page template sees.
type pageView struct {
	Lang, OtherLang string
	Name            string
	Root            string // from the page to the root of dist: "" or "../"
	OtherHref       string // the same page in the other language
	File            string // from the root of dist; that of a first page is its folder
	Title           string
	Description     string
	Assets          Assets
	Own             KindAssets // the script and the style sheet of the page's kind
	Nav             navView
	Rail            *railView // of a chapter
	Parts           []partView
	word            func(key string, values ...demo.Value) (string, error)
}

// partView is words, and the exhibits that stand beside them.
type partView struct {
	Words    []wordsView
	Exhibits []exhibitView
}

// wordsView is a piece of words: one of these.
type wordsView struct {
	HTML    template.HTML
	Quiz    *quizView
	Predict *predictView
	Note    template.HTML
	Sources []sourceView
	Terms   []termView
}

// exhibitView is one of these.
type exhibitView struct {
	Demo    *demoView
	Picture *pictureView
	Code    *codeView
	Widget  *widgetView
}

// codeView is lesson code.
type codeView struct {
	File string
	HTML template.HTML
}

// quizView is a question and its answers.
type quizView struct {
	ID       string
	Number   int // on its page
	Question template.HTML
	Answers  []answerView
}

type answerView struct {
	Right          bool
	Text, Feedback template.HTML
}

// predictView is a question that a run answers.
type predictView struct {
	ID, Demo, Flags            string
	Command                    template.HTML
	Number                     int // on its page
	Section, Line, Value, Kind string
	Index                      int
	Question, Explanation      template.HTML
	Answer                     string // the value, as a sentence prints it
	Text, Gloss                string // the line that has it
	Glosses                    map[string]string
}

// pairView carries the page into a template that shows a part of it.
type pairView struct {
	Page *pageView
	Part any
}

// parseTemplates reads site/templates.
func parseTemplates(site fs.FS) (*template.Template, error) {
	var t *template.Template
	t, err := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"pair":      func(page *pageView, part any) pairView { return pairView{page, part} },
		"breakable": breakable,
		"unbroken":  unbroken,
		"widget": func(page *pageView, w *widgetView) (template.HTML, error) {
			return widgetHTML(t, page, w)
		},
	}).ParseFS(site, "templates/*.html")
	if err != nil {
		return nil, faultf("site/templates", 1, "%v", err)
	}
	return t, nil
}

// Classes gives the classes of the page's body: what its style sheet asks of the whole page. They
// are no selectors with :has() because a browser works those out anew, for all of the page,
// whenever anything on it changes.
func (v *pageView) Classes() string {
	var names []string
	if v.Rail != nil {
		names = append(names, "has-page-rail")
	}
	if v.Rail != nil || slices.ContainsFunc(v.Parts, partView.isWholeDemo) {
		names = append(names, "has-rails")
	}
	isList := slices.ContainsFunc(v.Parts, func(p partView) bool {
		return slices.ContainsFunc(p.Words, func(w wordsView) bool { return w.Terms != nil })
	})
	if len(v.Nav.Headings) == 0 && !isList {
		names = append(names, "is-short")
	}
	return strings.Join(names, " ")
}

// Classes gives the classes of the part: what stands in it.
func (p partView) Classes() string {
	names := []string{"part"}
	add := func(name string, is bool) {
		if is {
			names = append(names, name)
		}
	}
	holds := func(tag string) bool {
		return slices.ContainsFunc(p.Words, func(w wordsView) bool {
			return strings.Contains(string(w.HTML), tag)
		})
	}
	begins := func(tag string) bool {
		return len(p.Words) > 0 && strings.HasPrefix(string(p.Words[0].HTML), tag)
	}
	add("has-title", holds("<h1 "))
	add("has-heading", holds("<h1 ") || holds("<h2 "))
	add("asks", begins("<h2 "))
	add("goes-on", !begins("<h1 ") && !begins("<h2 "))
	add("words-only", len(p.Exhibits) == 0)
	add("whole-demo", p.isWholeDemo())
	return strings.Join(names, " ")
}

func (p partView) isWholeDemo() bool {
	return slices.ContainsFunc(p.Exhibits, func(e exhibitView) bool {
		return e.Demo != nil && e.Demo.Rail != nil
	})
}

// T gives a short text in the page's language, its placeholders filled from pairs of a name
// and an int or a string.
//
// Errors: *Fault when words.json has no such text, or one with another placeholder.
func (v *pageView) T(key string, pairs ...any) (string, error) {
	var values []demo.Value
	for i := 0; i+1 < len(pairs); i += 2 {
		value := pairs[i+1]
		if n, ok := value.(int); ok {
			value = int64(n)
		}
		values = append(values, demo.Value{Name: pairs[i].(string), V: value})
	}
	return v.word(key, values...)
}

// Runs reports whether the page has something that runs: then it says so to readers without
// scripts.
func (v *pageView) Runs() bool {
	for _, p := range v.Parts {
		for _, e := range p.Exhibits {
			if e.Demo != nil {
				return true
			}
		}
	}
	return false
}

// view gathers what the template of one page shows.
//
// Errors: one for each exhibit that can't be made.
func (s *siteSource) view(l lang, d *document) (*pageView, []error) {
	other := langs[0]
	if l == other {
		other = langs[1]
	}
	root := strings.Repeat("../", strings.Count(l.dir, "/"))
	v := &pageView{
		Lang: l.code, OtherLang: other.code, Name: d.name, Root: root,
		OtherHref: root + other.dir + d.name + ".html",
		File:      strings.TrimSuffix(l.dir+d.name+".html", homePage+".html"),
		Title:     d.title, Description: d.description, Assets: s.assets, Nav: s.navView(l, d),
		word: func(key string, values ...demo.Value) (string, error) {
			return s.word(l, key, values...)
		},
	}
	if d.golden != "" {
		v.Rail = s.pageRail(l, d.golden)
	}
	var faults []error
	kind, err := d.kindOf()
	if err != nil {
		faults = append(faults, err)
	}
	v.Own = s.assets.Kinds[kind]
	for _, p := range d.parts {
		var pv partView
		for _, b := range p.words {
			pv.Words = append(pv.Words, s.wordsView(l, d, b))
		}
		for _, e := range p.exhibits {
			ev, err := s.exhibitView(l, d, p.label, e)
			if err != nil {
				faults = append(faults, err)
			}
			pv.Exhibits = append(pv.Exhibits, ev)
		}
		v.Parts = append(v.Parts, pv)
	}
	return v, faults
}

func (s *siteSource) pageRail(l lang, golden string) *railView {
	g := s.demos[golden]
	var sections []sectionView
	for _, sec := range g.run.Sections {
		sections = append(sections, s.sectionView(l, g.spec, sec))
	}
	return newRail("page", g.spec.Name, sections)
}

func (s *siteSource) wordsView(l lang, d *document, b block) wordsView {
	v := wordsView{HTML: template.HTML(b.html), Note: template.HTML(b.note)}
	switch {
	case b.quiz != nil:
		v.Quiz = &quizView{ID: b.quiz.id, Number: b.quiz.number,
			Question: template.HTML(b.quiz.question)}
		for _, a := range b.quiz.answers {
			v.Quiz.Answers = append(v.Quiz.Answers,
				answerView{a.right, template.HTML(a.text), template.HTML(a.feedback)})
		}
	case b.predict != nil:
		v.Predict = s.predictView(l, d, b.predict)
	case b.list == "references":
		v.Sources = s.sourceViews(l, d)
	case b.list == "glossary":
		v.Terms, _, _ = s.termViews(l) // its faults were told by checkLinks
	}
	return v
}

func (s *siteSource) predictView(l lang, d *document, p *predict) *predictView {
	v := &predictView{
		ID: p.id, Number: p.number, Demo: p.spec.Name, Flags: p.flags,
		Command: commandHTML(p.command),
		Section: p.path.section, Line: p.path.line, Index: max(p.path.index, 0), Value: p.path.name,
		Question: template.HTML(p.question), Explanation: template.HTML(p.explanation),
		Answer: format(p.value.V, p.path.plain), Text: p.line.Text, Kind: "text",
	}
	if _, isInt := p.value.V.(int64); isInt {
		v.Kind = "int"
	}
	if l.code != "th" {
		v.Gloss, _ = fill(s.glosses[v.Section+"."+v.Line].text, p.line.Values)
		if d.targets[v.Demo+"-"+v.Section] == 0 {
			v.Glosses = s.glosses.templatesOf(p.run, v.Section) // the page has them nowhere else
		}
	}
	return v
}

func (s *siteSource) exhibitView(
	l lang, d *document, label string, e exhibit,
) (v exhibitView, err error) {
	switch {
	case e.golden != nil:
		v.Demo = s.demoView(l, d, label, e.golden)
	case e.trace != nil:
		v.Picture, err = s.pictureView(l, d, e.trace)
	case e.lesson != nil:
		v.Code = &codeView{File: e.lesson.file}
		v.Code.HTML, err = highlight(e.lesson.code)
	default:
		v.Widget = &widgetView{Name: e.widget.name}
		v.Widget.View, err = widgets[e.widget.name].view(s, l, d, e.widget.line)
	}
	return v, err
}
