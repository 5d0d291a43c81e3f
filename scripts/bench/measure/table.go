package measure

import (
	"fmt"
	"io"
	"strings"
)

// Row is one comparison of the table.
type Row struct {
	What   string // what is done
	Beside string // what it is held against
	Here   string // this log's own figure, in words
	There  string // the other's
	Ratio  Spread

	Reach  float64 // what the median must reach; 0: a figure only
	AtMost bool    // or must not pass
	Unit   string  // of Ratio; "" for times
}

// Verdict says whether a row reaches what it must.
func (r Row) Verdict() string {
	switch {
	case r.Reach == 0:
		return "figure only"
	case r.AtMost == (r.Ratio.Median <= r.Reach) || r.Ratio.Median == r.Reach:
		return "reached"
	default:
		return "**missed**"
	}
}

func (r Row) figure(v float64) string {
	if r.Unit != "" {
		return fmt.Sprintf("%.0f", v)
	}
	if v >= 10 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func (r Row) ratio() string {
	if r.Ratio.Least == r.Ratio.Most {
		return "**" + r.figure(r.Ratio.Median) + "**" + r.Unit
	}
	return fmt.Sprintf("**%s**%s (%s to %s)", r.figure(r.Ratio.Median), r.Unit,
		r.figure(r.Ratio.Least), r.figure(r.Ratio.Most))
}

func (r Row) goal() string {
	switch {
	case r.Reach == 0:
		return "–"
	case r.AtMost:
		return "at most " + trim(r.Reach) + r.Unit
	default:
		return "at least " + trim(r.Reach) + r.Unit
	}
}

func trim(v float64) string { return fmt.Sprintf("%g", v) }

// WriteTable writes the rows as a table in Markdown.
func WriteTable(w io.Writer, rows []Row) error {
	var b strings.Builder
	b.WriteString("| what | this log | beside | the other | ratio: median (least to most) " +
		"| to reach | |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join([]string{r.What, r.Here, r.Beside, r.There,
			r.ratio(), r.goal(), r.Verdict()}, " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
