package page

import (
	"strings"
	"testing"

	"kaenlog/engine/demo"
)

func TestCellsOfARowAreExactlyItsText(t *testing.T) {
	src := sourceOf(sampleRepo())
	tables := 0
	for _, spec := range demo.Specs() {
		d, err := src.load(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, sec := range d.run.Sections {
			s := &siteSource{}
			for _, g := range s.sectionView(langs[0], spec, sec).Groups {
				if !g.Table {
					continue
				}
				tables++
				for _, l := range g.Lines {
					var b strings.Builder
					for _, c := range l.Cells {
						b.WriteString(c.Pad + c.Text)
					}
					if b.String() != l.Text {
						t.Errorf("%s: cells are %q, the line is %q", sec.ID, b.String(), l.Text)
					}
					if len(l.Cells) != g.Columns {
						t.Errorf("%s: %d cells in a table of %d columns: %q",
							sec.ID, len(l.Cells), g.Columns, l.Text)
					}
				}
			}
		}
	}
	if tables != 4 {
		t.Errorf("the golden files have %d tables, want 4: fields, offsets, acks, window", tables)
	}
}

func TestCells(t *testing.T) {
	for _, tc := range []struct {
		story   string
		lines   []lineView
		want    string // cells between bars, rows between semicolons, numbers with a #
		columns int
	}{
		{"numbers under a head", []lineView{
			{ID: "table-head", Text: "  batch   base_offset ที่ได้"},
			{ID: "row", Text: "      0                  -1"},
		}, "  |batch#|   |base_offset ที่ได้#|;      |0#|                  |-1#|;", 2},
		{"a cell with single blanks in it", []lineView{
			{ID: "table-head", Text: "  acks   answer"},
			{ID: "row-ok", Text: "     1   ok · base_offset 10"},
		}, "  |acks#|   |answer|;     |1#|   |ok · base_offset 10|;", 2},
		{"no head: what the shortest row lacks is part of the last cell", []lineView{
			{ID: "field-a", Text: "  00..04  size  186"},
			{ID: "field-b", Text: "  04..06  key   0   (0 = produce)"},
		}, "  |00..04|  |size|  |186|;  |04..06|  |key|   |0   (0 = produce)|;", 3},
	} {
		t.Run(tc.story, func(t *testing.T) {
			rows, columns := cells(tc.lines)
			var b strings.Builder
			for _, row := range rows {
				for _, c := range row {
					b.WriteString(c.Pad + "|" + c.Text)
					if c.Number {
						b.WriteString("#")
					}
					b.WriteString("|")
				}
				b.WriteString(";")
			}
			if b.String() != tc.want || columns != tc.columns {
				t.Errorf("got %d columns %s\nwant %d columns %s", columns, b.String(), tc.columns, tc.want)
			}
		})
	}
}

func TestFill(t *testing.T) {
	values := []demo.Value{{Name: "bytes", V: int64(1234567)}, {Name: "pid", V: int64(1000)},
		{Name: "low", V: int64(-1000)}, {Name: "window", V: "[7..9]"}}
	for _, tc := range []struct{ tmpl, want, missing string }{
		{"{bytes} bytes", "1,234,567 bytes", ""},
		{"pid {pid,id}", "pid 1000", ""},
		{"{low}, {low,id}", "-1,000, -1000", ""},
		{"now {window}", "now [7..9]", ""},
		{"{size} bytes", "{size} bytes", "{size}"},
		{"{bytes", "{bytes", "{bytes"},
		{"{bytes,commas}", "{bytes,commas}", "{bytes,commas}"},
	} {
		if got, missing := fill(tc.tmpl, values); got != tc.want || missing != tc.missing {
			t.Errorf("fill(%q) is %q, missing %q", tc.tmpl, got, missing)
		}
	}
}
