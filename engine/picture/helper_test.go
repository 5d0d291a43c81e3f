package picture_test

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
)

const goldenFlags = "acks=1 batches=3 truncate-tail=true"

// produce runs the produce demo.
func produce(t testing.TB, flags string) *demo.Run {
	t.Helper()
	return do(t, "produce", flags)
}

func do(t testing.TB, name, flags string) *demo.Run {
	t.Helper()
	spec, ok := demo.SpecOf(name)
	if !ok {
		t.Fatalf("no demo %q", name)
	}
	var given []demo.Set
	for _, f := range strings.Fields(flags) {
		k, v, _ := strings.Cut(f, "=")
		given = append(given, demo.Set{Name: k, Text: v})
	}
	o, err := spec.Parse(given)
	if err != nil {
		t.Fatal(err)
	}
	run, err := demo.Do(spec, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func draw(t testing.TB, run *demo.Run, name string) *picture.Picture {
	t.Helper()
	p, err := picture.Of(run, name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// words gives the words of a picture's steps, without its name.
func words(p *picture.Picture) []string {
	var all []string
	for _, s := range p.Steps {
		all = append(all, strings.TrimPrefix(s.Word, p.Name+"."))
	}
	return all
}

// valueOf gives a value of a step.
func valueOf(t testing.TB, s picture.Step, name string) any {
	t.Helper()
	for _, v := range s.Values {
		if v.Name == name {
			return v.V
		}
	}
	t.Fatalf("%s has no value %s: %v", s.Word, name, s.Values)
	return nil
}

// shapes gives those of a picture that have every one of the roles.
func shapes(p *picture.Picture, roles ...string) []picture.Shape {
	var found []picture.Shape
	for _, s := range p.Shapes {
		has := strings.Fields(s.Class)
		if !slices.ContainsFunc(roles, func(r string) bool { return !slices.Contains(has, r) }) {
			found = append(found, s)
		}
	}
	return found
}

// texts gives what is written in a picture from a step on.
func texts(p *picture.Picture, step int) []string {
	var all []string
	for _, s := range p.Shapes {
		if s.Kind == picture.Text && max(s.From, 1) == step {
			all = append(all, s.Text)
		}
	}
	return all
}

func has(t testing.TB, all []string, want string) {
	t.Helper()
	if !slices.Contains(all, want) {
		t.Errorf("%q is not among %q", want, all)
	}
}

// box is a rectangle of a path's.
type box struct{ x, y, w, h int }

// boxes reads a path of boxes: "M30 0h96v18h-96z" for each.
func boxes(t testing.TB, d string) []box {
	t.Helper()
	var all []box
	for _, part := range strings.Split(strings.TrimSuffix(d, "z"), "z") {
		n := numbers(t, part)
		if len(n) != 5 || n[4] != -n[2] {
			t.Fatalf("%q is no box", part)
		}
		all = append(all, box{n[0], n[1], n[2], n[3]})
	}
	return all
}

// numbers gives the numbers in a path's data.
func numbers(t testing.TB, d string) []int {
	t.Helper()
	var all []int
	for i := 0; i < len(d); {
		end := i + 1
		for end < len(d) && d[end] >= '0' && d[end] <= '9' {
			end++
		}
		if c := d[i]; c == '-' || c >= '0' && c <= '9' {
			n, err := strconv.Atoi(d[i:end])
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, n)
			i = end
		} else {
			i++
		}
	}
	return all
}

// crossings counts how often a path of M, H, V, h, v and z is crossed on the way from x, y to the
// right: a point inside has an odd number.
func crossings(t testing.TB, d string, x, y int) int {
	t.Helper()
	n, count, atX, atY := numbers(t, d), 0, 0, 0
	startX, startY := 0, 0
	to := func(newX, newY int) {
		if atX == newX && atX > x && min(atY, newY) < y && y < max(atY, newY) {
			count++
		}
		atX, atY = newX, newY
	}
	for _, c := range d {
		switch c {
		case 'M':
			atX, atY = n[0], n[1]
			startX, startY = atX, atY
			n = n[2:]
		case 'H':
			to(n[0], atY)
			n = n[1:]
		case 'V':
			to(atX, n[0])
			n = n[1:]
		case 'z':
			if atX != startX && atY != startY {
				t.Fatalf("%q closes aslant", d)
			}
			to(startX, startY)
		}
	}
	return count
}

// sameAs tells whether two pictures are the same in all.
func sameAs(a, b *picture.Picture) bool { return reflect.DeepEqual(a, b) }

// withEvents gives a copy of a run with events that edit changes.
func withEvents(run *demo.Run, edit func(events []any) []any) *demo.Run {
	copied := *run
	copied.Events = slices.Clone(run.Events)
	var events []any
	for _, e := range copied.Events {
		events = append(events, e.Event)
	}
	events = edit(events)
	copied.Events = copied.Events[:0]
	for i, e := range events {
		copied.Events = append(copied.Events, entry(i+1, e))
	}
	return &copied
}
