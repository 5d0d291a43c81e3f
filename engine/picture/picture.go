// Package picture turns a run of a demo into pictures: lists of shapes, laid out once.
//
// The site generator writes them as SVG while a page is built; the page asks the engine for
// the list of its own run and makes elements of it. Both write what Attributes says of each
// shape, so a picture is the same in both at every step, and where it is not, the page sees it.
//
// A picture is a pure function of the run: of its events, its measured lines and its bytes.
// It is drawn for 288 px of width, with text of 12 px or more, time downwards. Its texts are
// numbers and terms, which are the same in every language; sentences belong to the pages, a
// word key and its values a step.
//
// Read in this order: picture.go (the list), path.go, acks.go, torn.go (what happened, from
// events), window.go, verdicts.go, marks.go, rebuild.go (what is remembered of a producer),
// frame.go and batch.go (who writes which byte), field.go (bytes into fields).
package picture

import (
	"fmt"

	"kaenlog/engine/demo"
)

// Width is what every picture is wide, in CSS pixels: a phone of 320 less its margins.
const Width = 288

// Picture is what there is to draw, and the steps in which it comes about.
type Picture struct {
	Name          string
	Width, Height int
	Steps         []Step
	Shapes        []Shape // in the order in which they are painted
}

// Step is one sentence of a picture: its key in the pages' words, and what it says.
type Step struct {
	Word   string
	Values []demo.Value
}

// Kind is what a shape is: the name of its element in SVG.
type Kind string

// The kinds of shapes.
const (
	Rect Kind = "rect"
	Path Kind = "path"
	Text Kind = "text"
)

// Shape is one thing that is drawn. It can be seen from step From to step To, counted from 1;
// a From of 0 is from the start, a To of 0 to the end.
type Shape struct {
	Kind       Kind
	X, Y, W, H int    // a rect's box; a text's X and baseline Y, and W the length it is set to
	D          string // a path's data
	Class      string // roles of the site's tokens, separated by spaces
	Text       string
	From, To   int
}

// At tells whether the shape is to be seen at a step.
func (s *Shape) At(step int) bool { return s.From <= step && (s.To == 0 || step <= s.To) }

// Attributes gives the shape's attributes, names and values in turn, in the order in which
// they are written.
func (s *Shape) Attributes() []string {
	a := []string{"class", s.Class}
	number := func(name string, n int) { a = append(a, name, itoa(n)) }
	switch s.Kind {
	case Path:
		a = append(a, "d", s.D)
	case Rect:
		number("x", s.X)
		number("y", s.Y)
		number("width", s.W)
		number("height", s.H)
	case Text:
		number("x", s.X)
		number("y", s.Y)
		if s.W > 0 {
			number("textLength", s.W)
		}
	}
	if s.From > 1 {
		number("data-from", s.From)
	}
	if s.To > 0 {
		number("data-to", s.To)
	}
	return a
}

// drawers are the pictures of each demo, in the order of All. It is a list and no map, which the
// page's program would have to build.
var drawers = []struct {
	demo, name string
	draw       func(*canvas) error
}{
	{"produce", "path", drawPath},
	{"produce", "acks", drawAcks},
	{"produce", "frame", drawFrame},
	{"produce", "batch", drawBatch},
	{"produce", "torn-tail", drawTorn},
	{"dedup", "window", drawWindow},
	{"dedup", "verdicts", drawVerdicts},
	{"dedup", "marks", drawMarks},
	{"recovery", "torn-tail", drawTorn},
	{"recovery", "rebuild", drawRebuild},
}

// Names gives the names of a demo's pictures, in the order of All; none of an unknown demo's.
func Names(demo string) []string {
	var names []string
	for _, d := range drawers {
		if d.demo == demo {
			names = append(names, d.name)
		}
	}
	return names
}

// Of draws one picture of a run.
//
// Errors: for a picture that the demo does not have, and for a run that lacks what is drawn: a
// section that its flags left out, or events in an order that no run of the demo has.
func Of(run *demo.Run, name string) (*Picture, error) {
	all, err := drawn(run, name)
	if err != nil {
		return nil, err
	}
	if all == nil {
		return nil, fmt.Errorf("%s has no picture %q", run.Demo, name)
	}
	return all[0], nil
}

// All draws every picture that the run has something to draw of.
func All(run *demo.Run) ([]*Picture, error) { return drawn(run, "") }

// drawn draws the picture of that name, or all.
func drawn(run *demo.Run, name string) (all []*Picture, err error) {
	for i := range drawers {
		d := &drawers[i]
		if d.demo != run.Demo || name != "" && name != d.name {
			continue
		}
		c := &canvas{run: run, p: &Picture{Name: d.name, Width: Width}}
		err := d.draw(c)
		switch {
		case err == nil:
			all = append(all, c.p)
		case name != "" || err != errNotTorn:
			return nil, fmt.Errorf("picture %s: %w", d.name, err)
		}
	}
	return all, nil
}
