package picture_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
)

var manyFlags = []string{goldenFlags, "", "acks=0", "acks=-1 batches=2 truncate-tail=true",
	"batches=64 truncate-tail=true", "batches=1 now-ms=4611686018427387904 truncate-tail=true"}

// manyRuns gives runs of every demo, with flags of many kinds.
func manyRuns(t *testing.T) map[string]*demo.Run {
	t.Helper()
	runs := map[string]*demo.Run{}
	for name, flags := range map[string][]string{"produce": manyFlags, "dedup": dedupFlags,
		"recovery": {"", "now-ms=0"}} {
		for _, f := range flags {
			runs[name+" "+f] = do(t, name, f)
		}
	}
	return runs
}

func TestTheSameRunGivesTheSamePictures(t *testing.T) {
	for flags, run := range manyRuns(t) {
		before := *run
		a, err := picture.All(run)
		if err != nil {
			t.Fatal(err)
		}
		name, set, _ := strings.Cut(flags, " ")
		b, _ := picture.All(do(t, name, set))
		if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(*run, before) {
			t.Errorf("%s: two runs have two pictures, or drawing changed one", flags)
		}
		names := picture.Names(run.Demo)
		if run.Demo == "produce" && !strings.Contains(flags, "truncate") {
			names = names[:len(names)-1]
		}
		if len(a) != len(names) {
			t.Errorf("%s: %d pictures", flags, len(a))
		}
	}
}

func TestWordsAreThoseOfTheStepsAndNoOthers(t *testing.T) {
	said := map[string]bool{}
	runs := manyRuns(t)
	runs["produce acks=3"] = produce(t, "acks=3")
	for flags, run := range runs {
		for _, name := range picture.Names(run.Demo) {
			p, err := picture.Of(run, name)
			if err != nil {
				continue // acks 3 has no batch, some have no torn tail
			}
			known := picture.Words(name)
			for _, s := range p.Steps {
				said[s.Word] = true
				var values []string
				for _, v := range s.Values {
					values = append(values, v.Name)
				}
				want := slices.Clone(known[s.Word])
				slices.Sort(values)
				slices.Sort(want)
				if _, ok := known[s.Word]; !ok || !slices.Equal(values, want) {
					t.Errorf("%s: %s carries %v, Words says %v", flags, s.Word, values, want)
				}
			}
		}
	}
	said["batch.wrong"] = true // no run of the engine comes to it: see bytes_test.go
	for _, spec := range demo.Specs() {
		for _, name := range picture.Names(spec.Name) {
			said[name+".caption"] = true
			for word := range picture.Words(name) {
				if !said[word] {
					t.Errorf("no run says %s", word)
				}
			}
		}
	}
}

// textBox is about what a text takes, by letters of 12 px.
func textBox(s picture.Shape) box {
	letter := 65
	if strings.Contains(s.Class, "mono") || strings.Contains(s.Class, "pos") ||
		strings.Contains(s.Class, "hex") {
		letter = 73
	}
	w := len([]rune(s.Text)) * letter / 10
	if s.W > 0 {
		w = s.W
	}
	x := s.X
	switch {
	case slices.Contains(strings.Fields(s.Class), "end"):
		x -= w
	case slices.Contains(strings.Fields(s.Class), "mid"):
		x -= w / 2
	}
	return box{x, s.Y - 9, w, 12}
}

func (a box) meets(b box) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

func TestEverythingIsInTheFrameAndNoTextIsOnAnother(t *testing.T) {
	runs := manyRuns(t)
	runs["produce acks=3"] = produce(t, "acks=3")
	for flags, run := range runs {
		for _, name := range picture.Names(run.Demo) {
			p, err := picture.Of(run, name)
			if err != nil {
				if run.Demo != "produce" {
					t.Errorf("%s: %v", flags, err)
				}
				continue
			}
			frame := box{0, 0, p.Width, p.Height}
			for step := range len(p.Steps) {
				inFrame(t, flags, p, step+1, frame)
			}
			if p.Width != 288 || p.Height > 700 {
				t.Errorf("%s: %d by %d", name, p.Width, p.Height)
			}
		}
	}
}

func inFrame(t *testing.T, flags string, p *picture.Picture, step int, frame box) {
	t.Helper()
	var written []box
	for _, s := range p.Shapes {
		if s.Class != strings.Join(strings.Fields(s.Class), " ") || s.Class == "" {
			t.Errorf("%s: %s: roles %q", flags, p.Name, s.Class)
		}
		b := box{s.X, s.Y, s.W, s.H}
		if s.Kind == picture.Path || !s.At(step) {
			continue
		}
		// The torn file's bytes are to scale, down to less than a pixel a batch.
		if s.Kind == picture.Text && s.Text == "" ||
			s.Kind == picture.Rect && s.W <= 0 && p.Name != "torn-tail" {
			t.Errorf("%s: %s, step %d: %s is empty: %v", flags, p.Name, step, s.Class, s)
		}
		if s.Kind == picture.Text {
			b = textBox(s)
			for _, other := range written {
				if b.meets(other) {
					t.Errorf("%s: %s, step %d: %q stands on another text", flags, p.Name, step, s.Text)
				}
			}
			written = append(written, b)
		}
		if b.x < frame.x || b.y < frame.y || b.x+b.w > frame.w || b.y+b.h > frame.h {
			t.Errorf("%s: %s, step %d: %s %q is outside: %v", flags, p.Name, step, s.Class, s.Text, b)
		}
	}
}

func TestAttributesAreThoseOfTheElement(t *testing.T) {
	for _, c := range []struct {
		shape picture.Shape
		want  string
	}{
		{picture.Shape{Kind: picture.Rect, X: 1, Y: -2, W: 3, Class: "a b", From: 2, To: 5},
			"class=a b x=1 y=-2 width=3 height=0 data-from=2 data-to=5"},
		{picture.Shape{Kind: picture.Text, X: 1, Y: 2, Text: "t", From: 1}, "class= x=1 y=2"},
		{picture.Shape{Kind: picture.Text, W: 9, To: 1}, "class= x=0 y=0 textLength=9 data-to=1"},
		{picture.Shape{Kind: picture.Path, D: "M0 0", X: 7}, "class= d=M0 0"},
	} {
		var got []string
		a := c.shape.Attributes()
		for i := 0; i < len(a); i += 2 {
			got = append(got, a[i]+"="+a[i+1])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("got %v, want %s", got, c.want)
		}
	}
}
