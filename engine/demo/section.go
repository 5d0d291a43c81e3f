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
// before it, the width of its cells with that gap, and the gap that a long value keeps.
type column struct {
	head  string
	width int
	gap   int
	left  bool
}

// table lays out rows under their heads, padding by code points. A column grows, with its
// head, when a value is wider than the golden output's.
type table struct {
	columns []column
	rows    [][]string
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// lines gives the head and then the rows.
func (t *table) lines() (head string, rows []string) {
	grown := make([]int, len(t.columns))
	for i, c := range t.columns {
		for _, r := range t.rows {
			grown[i] = max(grown[i], c.gap+utf8.RuneCountInString(r[i])-c.width)
		}
	}
	for i, c := range t.columns {
		extra := strings.Repeat(" ", grown[i])
		switch {
		case i == len(t.columns)-1:
			head += c.head
		case c.left:
			head += c.head + extra
		default:
			head += extra + c.head
		}
	}
	for _, r := range t.rows {
		line := ""
		for i, c := range t.columns {
			gap := strings.Repeat(" ", c.gap)
			pad := c.width + grown[i] - c.gap - utf8.RuneCountInString(r[i])
			switch {
			case i == len(t.columns)-1:
				line += gap + r[i]
			case c.left:
				line += gap + r[i] + strings.Repeat(" ", max(0, pad))
			default:
				line += gap + strings.Repeat(" ", max(0, pad)) + r[i]
			}
		}
		rows = append(rows, line)
	}
	return head, rows
}
