package page

import (
	"strconv"
	"strings"

	"kaenlog/engine/demo"
)

// demoView is one runnable demo with its golden output.
type demoView struct {
	Name, ID    string
	Label       string // ids of what names it
	Anchor      string // where it stands on the page
	GoldenName  string
	GoldenBytes int
	Whole       bool // all sections: then the flags can be changed
	Command     string
	Flags       []flagView
	Sections    []sectionView
	Rail        *railView         // of a whole file, unless the page has it
	Glosses     map[string]string // unfilled; nil where the page is Thai
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

// demoView gathers a golden directive's demo.
func (s *siteSource) demoView(l lang, d *document, label string, ref *goldenRef) *demoView {
	g := s.demos[ref.name]
	v := &demoView{
		Name: g.spec.Name, ID: g.spec.Name, Label: label, Anchor: label, GoldenName: g.spec.GoldenName,
		GoldenBytes: g.size, Whole: ref.section == "", Command: command(g.spec),
	}
	if !v.Whole {
		v.ID += "-" + ref.section
	}
	for _, f := range g.spec.Flags {
		if f.Kind != demo.KindPath {
			v.Flags = append(v.Flags, newFlagView(v, f))
		}
	}
	for _, sec := range g.run.Sections {
		if v.Whole || sec.ID == ref.section {
			v.Sections = append(v.Sections, s.sectionView(l, g.spec, sec))
		}
	}
	if !v.Whole {
		v.Anchor = v.Sections[0].DOMID
		v.Label += " " + v.Anchor // other parts may stand under the same heading
	} else if d.golden != ref.name {
		v.Rail = newRail(v.ID, v.Name, v.Sections)
	}
	if l.code != "th" {
		v.Glosses = s.glosses.templatesOf(g.run, ref.section)
	}
	return v
}

func newFlagView(v *demoView, f demo.Flag) flagView {
	kinds := map[demo.Kind]string{demo.KindInt: "int", demo.KindRange: "range", demo.KindBool: "bool"}
	return flagView{
		ID: v.ID + "-flag-" + f.Name, Name: f.Name, JSON: f.JSON, Golden: f.Golden, Hidden: !v.Whole,
		Bool: f.Kind == demo.KindBool, On: f.Golden == "true",
		Digits: f.Kind == demo.KindInt && f.Min >= 0, Kind: kinds[f.Kind], Min: f.Min, Max: f.Max,
	}
}

// sectionID is the id that a section has on every page.
func sectionID(spec demo.Spec, sec demo.Section) string { return spec.Name + "-" + sec.ID }

func (s *siteSource) sectionView(l lang, spec demo.Spec, sec demo.Section) sectionView {
	v := sectionView{ID: sec.ID, DOMID: sectionID(spec, sec), File: spec.GoldenName,
		Bytes: len(sec.Text())}
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
