package page

import (
	"encoding/xml"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
)

const (
	thPictures = "content/th/pictures.json"
	enPictures = "content/en/pictures.json"
)

// goldenPictures draws what the site draws of a demo.
func goldenPictures(t *testing.T, name string) []*picture.Picture {
	t.Helper()
	spec, _ := demo.SpecOf(name)
	o, err := spec.Parse(goldenFlags(spec))
	if err != nil {
		t.Fatal(err)
	}
	run, err := demo.Do(spec, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	all, err := picture.All(run)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// figureOf gives a page's figure of a picture.
func figureOf(t *testing.T, page, key string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, `data-picture="`+key+`"`)
	figure, _, ended := strings.Cut(rest, "</figure>")
	if !ok || !ended {
		t.Fatalf("no picture %s", key)
	}
	return figure
}

// svgElement is a shape as a page has it.
type svgElement struct {
	name, text string
	attributes []string
}

// elementsOf reads the shapes in a figure.
func elementsOf(t *testing.T, figure string) []svgElement {
	t.Helper()
	from, to := strings.Index(figure, "<svg"), strings.Index(figure, "</svg>")
	dec := xml.NewDecoder(strings.NewReader(figure[from:to] + "</svg>"))
	var all []svgElement
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := svgElement{name: token.Name.Local}
			for _, a := range token.Attr {
				e.attributes = append(e.attributes, a.Name.Local, a.Value)
			}
			if e.name != "svg" {
				all = append(all, e)
			}
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += string(token)
			}
		}
	}
}

func TestEveryPictureIsWholeInThePage(t *testing.T) {
	pages := renderSite(t)
	for _, l := range langs {
		page := string(pages[l.dir+"03-produce.html"])
		for _, p := range goldenPictures(t, "produce") {
			wholeIn(t, l, page, "produce", p)
		}
	}
}

func TestEveryDemosPicturesCanBeAskedFor(t *testing.T) {
	for _, spec := range demo.Specs() {
		for _, p := range goldenPictures(t, spec.Name) {
			site := copySite(t)
			both("lesson", ":::trace produce#torn-tail", ":::trace "+spec.Name+"#"+p.Name)(t, site)
			pages, err := render(site, testAssets, sourceOf(sampleRepo()))
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range langs {
				page := string(pages[l.dir+"lesson.html"])
				wholeIn(t, l, page, spec.Name, p)
				if !strings.Contains(page, `id="picture-`+p.Name+`"`) {
					t.Errorf("%s %s: nothing has the picture's id", l.code, p.Name)
				}
			}
		}
	}
}

// wholeIn checks a page's figure of a picture, shape by shape and sentence by sentence.
func wholeIn(t *testing.T, l lang, page, demo string, p *picture.Picture) {
	t.Helper()
	figure := figureOf(t, page, demo+"#"+p.Name)
	elements := elementsOf(t, figure)
	if len(elements) != len(p.Shapes) {
		t.Errorf("%s %s: %d shapes in the page, %d were drawn", l.code, p.Name, len(elements),
			len(p.Shapes))
		return
	}
	last := len(p.Steps)
	for i := range p.Shapes {
		s := &p.Shapes[i]
		want := svgElement{string(s.Kind), s.Text, s.Attributes()}
		if !s.At(last) {
			want.attributes[1] += " off"
		}
		if e := elements[i]; e.name != want.name || e.text != want.text ||
			!slices.Equal(e.attributes, want.attributes) {
			t.Errorf("%s %s: shape %d is %v, drawn was %v", l.code, p.Name, i, e, want)
		}
	}
	sentencesOf(t, l, p, figure)
}

// sentencesOf checks the text that stands for a picture: a sentence a step, every measured
// value in it as measured, and the last beside the picture.
func sentencesOf(t *testing.T, l lang, p *picture.Picture, figure string) {
	t.Helper()
	items := regexp.MustCompile(`<li data-word="([^"]+)">(.*?)</li>`).
		FindAllStringSubmatch(figure, -1)
	slots := regexp.MustCompile(`<span data-v="([^"]+)">([^<]*)</span>`)
	if len(items) != len(p.Steps) {
		t.Fatalf("%s %s: %d sentences for %d steps", l.code, p.Name, len(items), len(p.Steps))
	}
	for i, s := range p.Steps {
		if items[i][1] != s.Word {
			t.Errorf("%s %s: step %d is %s, want %s", l.code, p.Name, i+1, items[i][1], s.Word)
		}
		for _, m := range slots.FindAllStringSubmatch(items[i][2], -1) {
			at := slices.IndexFunc(s.Values, func(v demo.Value) bool { return v.Name == m[1] })
			got := html.UnescapeString(m[2])
			if at < 0 || got != format(s.Values[at].V, true) && got != format(s.Values[at].V, false) {
				t.Errorf("%s %s: step %d says %s is %q: %v", l.code, p.Name, i+1, m[1], got, s.Values)
			}
		}
	}
	if said := `<span class="picture-said">` + items[len(items)-1][2] + "</span>"; !strings.Contains(
		figure, said) {
		t.Errorf("%s %s: beside the picture stands another sentence than the last", l.code, p.Name)
	}
}

func TestWordsOfPicturesThatDoNotHoldAreRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"a sentence that is missing", in(enPictures, `"path.read":`, `"path.reads":`), enPictures, "",
			`"path.read" is missing`},
		{"a sentence that nobody says", in(thPictures, `"path.read":`, `"path.x": "?",
  "path.read":`), thPictures, `"path.x"`, `no picture says "path.x"`},
		{"a value that the step does not carry", in(enPictures, "{batchBytes}", "{batches}"), enPictures,
			`"path.read"`, `"path.read": "{batches}" is no value here; there are correlationId`},
		{"a brace too many", in(thPictures, `"path.synced": "`, `"path.synced": "}`), thPictures,
			`"path.synced"`, "is no value here"},
		{"a value in a caption", in(enPictures, `"acks.caption": "`, `"acks.caption": "{acks}`),
			enPictures, `"acks.caption"`, `"{acks}" is no value here`},
		{"a picture of another demo", both("lesson", ":::trace produce#torn-tail",
			":::trace recovery#path"), thLesson, ":::trace", "no picture recovery#path; the demo recovery " +
			"has torn-tail, rebuild"},
		{"a picture of no demo", both("lesson", ":::trace produce#torn-tail",
			":::trace fetch#path"), thLesson, ":::trace", `no picture fetch#path: there is no demo "fetch"`},
	})
}

func TestPicturesAreWrittenForAnyText(t *testing.T) {
	p := &picture.Picture{Steps: make([]picture.Step, 2), Shapes: []picture.Shape{
		{Kind: picture.Text, Class: "a", Text: `<"&`, To: 1}, {Kind: picture.Rect, Class: "b", From: 2},
	}}
	want := `<text class="a off" x="0" y="0" data-to="1">&lt;&#34;&amp;</text>` +
		`<rect class="b" x="0" y="0" width="0" height="0" data-from="2"></rect>`
	if got := string(svg(p)); got != want {
		t.Errorf("got %s", got)
	}
	got := string(sentence("<{a}> {a,id} of {b}", []demo.Value{{Name: "a", V: int64(12345)},
		{Name: "b", V: "<i>"}}))
	want = `&lt;<span data-v="a">12,345</span>&gt; <span data-v="a">12345</span> of ` +
		`<span data-v="b">&lt;i&gt;</span>`
	if got != want {
		t.Errorf("got %s", got)
	}
}
