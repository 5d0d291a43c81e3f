package page

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// cellView is one cell of a table's row: the blanks before it and its text. Pads and texts
// of a row, one after the other, are exactly the golden line, so that one piece of HTML can
// be shown as a table and as its bytes.
type cellView struct {
	Pad, Text string
	Number    bool // set flush right: its whole column is numbers
	Short     bool // never broken over lines
}

// shortCell is the longest text, in code points, that a narrow screen need not break.
const shortCell = 8

var (
	cellText = regexp.MustCompile(` *\S+(?: \S+)*`) // a single blank stays inside a cell
	number   = regexp.MustCompile(`^-?[0-9]+$`)
)

// cells cuts the lines of one table into cells and gives the number of its columns: that of
// the head, or without a head that of the shortCell row. What a row has beyond it belongs to
// its last cell.
func cells(lines []lineView) (rows [][]cellView, columns int) {
	for i, l := range lines {
		var row []cellView
		for _, m := range cellText.FindAllString(l.Text, -1) {
			text := strings.TrimLeft(m, " ")
			row = append(row, cellView{
				Pad: m[:len(m)-len(text)], Text: text,
				Short: utf8.RuneCountInString(text) <= shortCell,
			})
		}
		rows = append(rows, row)
		if i == 0 || len(row) < columns {
			columns = len(row)
		}
	}
	if lines[0].ID == "table-head" {
		columns = len(rows[0])
	}
	for r, row := range rows {
		for len(row) > columns {
			last := row[len(row)-1]
			row = row[:len(row)-1]
			row[len(row)-1].Text += last.Pad + last.Text
		}
		rows[r] = row
	}
	markNumbers(lines, rows, columns)
	return rows, columns
}

// markNumbers marks the columns in which every cell below the head is a number.
func markNumbers(lines []lineView, rows [][]cellView, columns int) {
	for c := range columns {
		all := true
		for r, row := range rows {
			if lines[r].ID != "table-head" && (c >= len(row) || !number.MatchString(row[c].Text)) {
				all = false
			}
		}
		for _, row := range rows {
			if c < len(row) {
				row[c].Number = all
			}
		}
	}
}
