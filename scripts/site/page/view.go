package page

import (
	"html/template"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"kaenlog/engine/demo"
)

// pageView is what the page template sees.
type pageView struct {
	Lang, OtherLang string
	Root            string // from the page to the root of dist: "" or "../"
	OtherHref       string // the same page in the other language
	Title           string
	Description     string
	Assets          Assets
	Parts           []partView
	words           map[string]*entry
}

// partView is words, and the demo that stands beside them.
type partView struct {
	Words template.HTML
	Demo  *demoView
}

// demoView is one runnable demo with its golden output.
type demoView struct {
	Name, ID, Label string
	GoldenName      string
	GoldenBytes     int
	Whole           bool // all sections: then the flags can be changed
	Command         string
	Flags           []flagView
	Sections        []sectionView
	Rail            railView
	Glosses         map[string]string // unfilled; nil where the page is Thai
}

// flagView is the field of one flag.
type flagView struct {
	ID, Name, JSON string
	Golden         string
	Hidden         bool // sent with the run, not to be changed
	Bool, On       bool
	Digits         bool // a keyboard of digits is enough
	Kind           string
	Min, Max       int64
}

// sectionView is one golden section.
type sectionView struct {
	ID, DOMID string
	File      string // golden file; tells sections with one title apart
	Bytes     int
	Title     lineView
	Groups    []groupView
}

// groupView is a run of sentences, or the rows of one table or dump, which scroll together.
type groupView struct {
	Wide    bool
	Hex     bool
	Table   bool // its lines have cells
	ID      string
	Section string
	Columns int
	Lines   []lineView
}

// lineView is one golden line; Text is exact.
type lineView struct {
	ID, Text, Class, Gloss string
	Lang                   string // of the line itself
	Cells                  []cellView
}

// Head reports whether the line names a table's columns.
func (l lineView) Head() bool { return l.ID == "table-head" }

// pairView carries the page into a template that shows a part of it.
type pairView struct {
	Page *pageView
	Part any
}

// parseTemplates reads site/templates.
func parseTemplates(site fs.FS) (*template.Template, error) {
	t, err := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"pair": func(page *pageView, part any) pairView { return pairView{page, part} },
	}).ParseFS(site, "templates/*.html")
	if err != nil {
		return nil, faultf("site/templates", 1, "%v", err)
	}
	return t, nil
}

// T gives a short text in the page's language, its placeholders filled from pairs of a name
// and an int or a string.
//
// Errors: *Fault when words.json has no such text, or one with another placeholder.
func (v *pageView) T(key string, pairs ...any) (string, error) {
	e := v.words[key]
	if e == nil {
		return "", faultf("site/content/"+v.Lang+"/words.json", 1, "%q is missing", key)
	}
	var values []demo.Value
	for i := 0; i+1 < len(pairs); i += 2 {
		value := pairs[i+1]
		if n, ok := value.(int); ok {
			value = int64(n)
		}
		values = append(values, demo.Value{Name: pairs[i].(string), V: value})
	}
	text, missing := fill(e.text, values)
	if missing != "" {
		return "", faultf(e.file, e.line, "%s is no value here; there are %s", missing, names(values))
	}
	return text, nil
}

// view gathers what the template of one page shows.
func (s *siteSource) view(l lang, name string, d *document) (*pageView, error) {
	other := langs[0]
	if l == other {
		other = langs[1]
	}
	root := strings.Repeat("../", strings.Count(l.dir, "/"))
	html := strings.TrimSuffix(name, ".md") + ".html"
	v := &pageView{
		Lang: l.code, OtherLang: other.code, Root: root, OtherHref: root + other.dir + html,
		Title: d.title, Description: d.description, Assets: s.assets, words: s.words[l.code],
	}
	shown := map[string]bool{}
	for _, p := range d.parts {
		pv := partView{Words: template.HTML(p.words)}
		if p.golden != nil {
			dv, err := s.demoView(l, d, p, shown)
			if err != nil {
				return nil, err
			}
			pv.Demo = dv
		}
		v.Parts = append(v.Parts, pv)
	}
	for _, l := range d.links {
		if !shown[l.to] && !slices.Contains(d.ids, l.to) {
			return nil, faultf(d.file, l.line, "link to #%s: nothing on this page has this id", l.to)
		}
	}
	return v, nil
}

// demoView gathers a golden directive's demo; shown holds the sections already on the page,
// since output is never shown twice.
func (s *siteSource) demoView(
	l lang, d *document, p part, shown map[string]bool,
) (*demoView, error) {
	g := s.demos[p.golden.name]
	if g == nil {
		return nil, faultf(d.file, p.golden.line, "no golden file is called %q", p.golden.name)
	}
	v := &demoView{
		Name: g.spec.Name, ID: g.spec.Name, Label: p.label, GoldenName: g.spec.GoldenName,
		GoldenBytes: g.size, Whole: p.golden.section == "", Command: command(g.spec),
	}
	if !v.Whole {
		v.ID += "-" + p.golden.section
	}
	for _, f := range g.spec.Flags {
		if f.Kind != demo.KindPath {
			v.Flags = append(v.Flags, newFlagView(v, f))
		}
	}
	for _, sec := range g.run.Sections {
		if !v.Whole && sec.ID != p.golden.section {
			continue
		}
		sv := s.sectionView(l, g.spec, sec)
		if shown[sv.DOMID] {
			return nil, faultf(d.file, p.golden.line, "section %q of %s is on this page already",
				sec.ID, v.GoldenName)
		}
		shown[sv.DOMID] = true
		sv.File = v.GoldenName
		v.Sections = append(v.Sections, sv)
	}
	if len(v.Sections) == 0 {
		return nil, faultf(d.file, p.golden.line, "%s has no section %q", v.GoldenName, p.golden.section)
	}
	v.Rail = newRail(v.ID, v.Sections)
	if l.code != "th" {
		v.Glosses = s.glosses.templatesOf(g.run)
	}
	return v, nil
}

func newFlagView(v *demoView, f demo.Flag) flagView {
	kinds := map[demo.Kind]string{demo.KindInt: "int", demo.KindRange: "range", demo.KindBool: "bool"}
	return flagView{
		ID: v.ID + "-flag-" + f.Name, Name: f.Name, JSON: f.JSON, Golden: f.Golden, Hidden: !v.Whole,
		Bool: f.Kind == demo.KindBool, On: f.Golden == "true",
		Digits: f.Kind == demo.KindInt && f.Min >= 0, Kind: kinds[f.Kind], Min: f.Min, Max: f.Max,
	}
}

func (s *siteSource) sectionView(l lang, spec demo.Spec, sec demo.Section) sectionView {
	v := sectionView{ID: sec.ID, DOMID: spec.Name + "-" + sec.ID, Bytes: len(sec.Text())}
	for i, line := range sec.Lines {
		lv := lineView{ID: line.ID, Text: line.Text, Class: lineClass(line), Lang: "th"}
		if line.ID == "hex" {
			lv.Lang = "en"
		}
		if l.code != "th" {
			lv.Gloss, _ = fill(s.glosses[sec.ID+"."+line.ID].text, line.Values)
		}
		if i == 0 {
			v.Title = lv
			continue
		}
		wide, hex := tabular(line.ID), line.ID == "hex"
		last := len(v.Groups) - 1
		if last < 0 || v.Groups[last].Wide != wide || v.Groups[last].Hex != hex {
			v.Groups = append(v.Groups, groupView{Wide: wide, Hex: hex, Section: sec.ID})
			last++
		}
		v.Groups[last].Lines = append(v.Groups[last].Lines, lv)
	}
	for i := range v.Groups {
		v.Groups[i].tabulate(v.DOMID + "-table-" + strconv.Itoa(i))
	}
	return v
}

// tabulate gives the lines of a table their cells.
func (g *groupView) tabulate(id string) {
	if !g.Wide || g.Hex {
		return
	}
	rows, columns := cells(g.Lines)
	g.Table, g.ID, g.Columns = true, id, columns
	for i, row := range rows {
		g.Lines[i].Cells = row
	}
}

// tabular reports whether a line's columns carry meaning: rows of tables and of hex dumps.
func tabular(id string) bool {
	return id == "hex" || id == "table-head" || id == "row" ||
		strings.HasPrefix(id, "row-") || strings.HasPrefix(id, "field-")
}

// lineClass says how a line is set: in columns, or as a sentence that hangs under its own
// first word where it wraps.
func lineClass(l demo.Line) string {
	if tabular(l.ID) {
		return "line bytes"
	}
	if strings.HasPrefix(l.Text, " ") {
		return "line deep"
	}
	return "line"
}
