package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
)

// drawn is what Draw's JSON says.
type drawn struct {
	Golden   bool
	Pictures []struct {
		Name          string
		Width, Height int
		Steps         []struct {
			Word   string
			Values map[string]any
		}
		Shapes [][]string
	}
}

func TestDrawGivesThePicturesOfItsRun(t *testing.T) {
	type call struct {
		spec  demo.Spec
		given []demo.Set
	}
	var calls []call
	for _, spec := range demo.Specs() {
		calls = append(calls, call{spec, goldenSet(spec)}, call{spec, nil})
	}
	produce, _ := demo.SpecOf("produce")
	calls = append(calls, call{produce, []demo.Set{{Name: "acks", Text: "0"},
		{Name: "nowMs", Text: "4611686018427387904"}}})
	for _, c := range calls {
		spec, given := c.spec, c.given
		doc, err := New().Draw(spec.Function, given)
		if err != nil {
			t.Fatal(err)
		}
		var got drawn
		dec := json.NewDecoder(strings.NewReader(string(doc)))
		dec.UseNumber()
		if err := dec.Decode(&got); err != nil {
			t.Fatalf("%v in %.200s", err, doc)
		}
		o, err := spec.Parse(given)
		if err != nil {
			t.Fatal(err)
		}
		run, err := demo.Do(spec, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := picture.All(run)
		if err != nil {
			t.Fatal(err)
		}
		if got.Golden != run.Golden || len(got.Pictures) != len(want) || len(want) == 0 {
			t.Fatalf("golden %v, %d pictures", got.Golden, len(got.Pictures))
		}
		for i, p := range want {
			g := got.Pictures[i]
			var shapes [][]string
			for j := range p.Shapes {
				s := &p.Shapes[j]
				shapes = append(shapes, append([]string{string(s.Kind), s.Text}, s.Attributes()...))
			}
			if g.Name != p.Name || g.Width != p.Width || g.Height != p.Height ||
				!reflect.DeepEqual(g.Shapes, shapes) || len(g.Steps) != len(p.Steps) {
				t.Errorf("%s is another in JSON", p.Name)
				continue
			}
			for j, s := range p.Steps {
				if g.Steps[j].Word != s.Word || len(g.Steps[j].Values) != len(s.Values) {
					t.Errorf("%s, step %d: %v", p.Name, j+1, g.Steps[j])
				}
				for _, v := range s.Values {
					said := g.Steps[j].Values[v.Name]
					if n, ok := v.V.(int64); ok && asText(said) != textOfInt(n) || !ok && said != v.V {
						t.Errorf("%s: %s is %v, want %v", s.Word, v.Name, said, v.V)
					}
				}
			}
		}
	}
}

func asText(v any) string {
	if n, ok := v.(json.Number); ok {
		return n.String()
	}
	s, _ := v.(string)
	return s
}

func textOfInt(n int64) string {
	b, _ := json.Marshal(n)
	return string(b)
}

func TestDrawRefusesWhatDemoRefuses(t *testing.T) {
	for _, c := range []struct{ demo, name, text, code, field string }{
		{"nothing", "", "", CodeUsage, ""},
		{"produce", "acks", "many", CodeInvalidOption, "acks"},
		{"produce", "acks", "9", CodeFailed, ""}, // nothing is appended that could be drawn
	} {
		var given []demo.Set
		if c.name != "" {
			given = []demo.Set{{Name: c.name, Text: c.text}}
		}
		doc, err := New().Draw(c.demo, given)
		if e := ErrorOf(err); e == nil || e.Code != c.code || e.Field != c.field || doc != nil {
			t.Errorf("%v: %s, %+v", c, doc, e)
		}
	}
}
