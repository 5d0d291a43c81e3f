package demo

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// newSection begins a section with its title line; placeholders as in say.
func newSection(id, title string, values ...any) *Section {
	s := &Section{ID: id}
	l := fill("== "+title+" ==", values)
	l.ID = "title"
	s.Title = strings.TrimSuffix(strings.TrimPrefix(l.Text, "== "), " ==")
	s.Lines = append(s.Lines, l)
	return s
}

// say adds a line. The template's {name}s take the values in their order, numbers in
// decimal and words as they are; each becomes a value of the line under that name, so what
// is printed and what is told of it cannot part.
func (s *Section) say(id, template string, values ...any) *Line {
	l := fill(template, values)
	l.ID = id
	s.Lines = append(s.Lines, l)
	return &s.Lines[len(s.Lines)-1]
}

// with adds values that the text does not spell, or spells in another way: names and
// values in turn.
func (l *Line) with(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		l.Values = append(l.Values, valueOf(pairs[i].(string), pairs[i+1]))
	}
}

func fill(template string, values []any) Line {
	var l Line
	var text strings.Builder
	for _, v := range values {
		before, rest, _ := strings.Cut(template, "{")
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			panic("demo: more values than places in " + template)
		}
		value := valueOf(name, v)
		text.WriteString(before)
		text.WriteString(textOf(value.V))
		l.Values = append(l.Values, value)
		template = after
	}
	text.WriteString(template)
	l.Text = text.String()
	return l
}

func valueOf(name string, v any) Value {
	switch n := v.(type) {
	case int:
		v = int64(n)
	case int16:
		v = int64(n)
	case int32:
		v = int64(n)
	}
	return Value{name, v}
}

func textOf(v any) string {
	if n, ok := v.(int64); ok {
		return decimal(n)
	}
	return v.(string)
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

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
	lines   []Line // ids and values of the rows
}

// row adds a row whose line has this id and these values, names and values in turn.
func (t *table) row(id string, cells []string, values ...any) {
	l := Line{ID: id}
	l.with(values...)
	t.rows = append(t.rows, cells)
	t.lines = append(t.lines, l)
}

// table adds the head and the rows of a table.
func (s *Section) table(t *table) {
	head, rows := t.layOut()
	s.say("table-head", head)
	for i, l := range t.lines {
		l.Text = rows[i]
		s.Lines = append(s.Lines, l)
	}
}

func (t *table) layOut() (head string, rows []string) {
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

func spaces(n int) string { return fmt.Sprintf("%*s", max(0, n), "") }
