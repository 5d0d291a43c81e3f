package demo

import (
	"strings"
	"unicode/utf8"
)

// newSection begins a section with its title line.
func newSection(id, title string, values ...Value) *Section {
	s := &Section{ID: id, Title: title}
	s.line("title", "== "+title+" ==", values...)
	return s
}

// line adds a line; values are what in it was measured.
func (s *Section) line(id, text string, values ...Value) {
	s.Lines = append(s.Lines, Line{ID: id, Text: text, Values: values})
}

func num[T ~int | ~int16 | ~int32 | ~int64](name string, v T) Value {
	return Value{name, int64(v)}
}

func str(name, v string) Value { return Value{name, v} }

// column is one column of a table as the golden output lays it out: the head with the gap
// before it, where its cells end counted from the column before, and for a left-aligned
// column where they begin.
type column struct {
	head  string
	width int
	left  int // spaces before a left-aligned cell; 0 for a right-aligned one
}

// table lays out rows under their heads, padding by code points. Cells end where those of
// the golden output end; a column grows, with its head, only when a value would touch the
// one before or behind it.
type table struct {
	columns []column
	rows    [][]string
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// lines gives the head and then the rows.
func (t *table) lines() (head string, rows []string) {
	rows = make([]string, len(t.rows))
	for i, c := range t.columns {
		last := i == len(t.columns)-1
		grown := 0
		for _, r := range t.rows {
			grown = max(grown, c.left+utf8.RuneCountInString(r[i])+1-c.width)
		}
		extra := spaces(grown)
		switch {
		case last:
			head += c.head
		case c.left > 0:
			head += c.head + extra
		default:
			head += extra + c.head
		}
		for j, r := range t.rows {
			pad := spaces(c.width + grown - c.left - utf8.RuneCountInString(r[i]))
			switch {
			case last:
				rows[j] += spaces(c.left) + r[i]
			case c.left > 0:
				rows[j] += spaces(c.left) + r[i] + pad
			default:
				rows[j] += pad + r[i]
			}
		}
	}
	return head, rows
}

func spaces(n int) string { return strings.Repeat(" ", max(0, n)) }
