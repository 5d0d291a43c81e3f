package picture

import (
	"strconv"
	"strings"

	"kaenlog/engine/demo"
)

// canvas is a picture under way. What is added is seen from the step that was begun last.
type canvas struct {
	run *demo.Run
	p   *Picture
}

// step begins a step: the names of its numbers, with spaces between, and the numbers.
func (c *canvas) step(word, names string, numbers ...int64) *Step {
	c.p.Steps = append(c.p.Steps, Step{Word: c.p.Name + "." + word})
	s := &c.p.Steps[len(c.p.Steps)-1]
	for i, name := range strings.Fields(names) {
		s.with(name, numbers[i])
	}
	return s
}

// with adds a value that is no number, or may be none.
func (s *Step) with(name string, v any) *Step {
	s.Values = append(s.Values, demo.Value{Name: name, V: v})
	return s
}

func (c *canvas) add(s Shape) *Shape {
	if n := len(c.p.Steps); n > 1 {
		s.From = n
	}
	c.p.Shapes = append(c.p.Shapes, s)
	return &c.p.Shapes[len(c.p.Shapes)-1]
}

func (c *canvas) rect(class string, x, y, w, h int) *Shape {
	return c.add(Shape{Kind: Rect, Class: class, X: x, Y: y, W: w, H: h})
}

func (c *canvas) text(class string, x, y int, text string) *Shape {
	return c.add(Shape{Kind: Text, Class: class, X: x, Y: y, Text: text})
}

// path adds a path; every # of its data stands for the next number.
func (c *canvas) path(class, form string, numbers ...int) *Shape {
	return c.add(Shape{Kind: Path, Class: class, D: data("", form, numbers...)})
}

// data adds to a path's data, spelled as briefly as it can be read: form's # are the numbers.
// It takes no values of many types: boxing each number would be a third of this package in the
// page's program.
func data(d, form string, numbers ...int) string {
	for i := range len(form) {
		if form[i] != '#' {
			d += form[i : i+1]
			continue
		}
		if i > 0 && form[i-1] == '#' && numbers[0] >= 0 {
			d += " "
		}
		d += itoa(numbers[0])
		numbers = numbers[1:]
	}
	return d
}

// hatched adds a block of what was cut or is lost: an outline with lines at 45 degrees.
// more are more of its roles, each with a space before it.
func (c *canvas) hatched(more string, x, y, w, h int) {
	const gap = 5
	lines := ""
	for at := gap; at < w+h; at += gap {
		// From the left or lower edge up to the upper or right one.
		x0, y0 := max(0, at-h), min(h, at)
		x1, y1 := min(w, at), max(0, at-w)
		lines = data(lines, "M##L##", x+x0, y+y0, x+x1, y+y1)
	}
	c.path("hatch"+more, lines)
	c.rect("lost"+more, x, y, w, h)
}

func itoa[N int | int16 | int32 | int64](n N) string { return strconv.FormatInt(int64(n), 10) }
