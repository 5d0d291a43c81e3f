package page

import (
	"html"
	"html/template"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
)

// pictureView is one picture of a run, complete, with the sentence of each of its steps.
type pictureView struct {
	Key     string // "produce#path"
	ID      string
	Caption string // the question that it answers
	Width   int
	Height  int
	SVG     template.HTML // its shapes
	Steps   []stepView
	words   map[string]*entry
}

// stepView is one step's sentence; what is measured in it stands in elements of its own, which
// the page's script holds against the engine's own values.
type stepView struct {
	Word string
	HTML template.HTML
}

// Last gives the sentence of the last step, which is the one drawn in the HTML.
func (v *pictureView) Last() template.HTML { return v.Steps[len(v.Steps)-1].HTML }

// UI gives a text around the picture, placeholders unfilled: the script fills some.
func (v *pictureView) UI(key string) string {
	return strings.ReplaceAll(v.words["ui."+key].text, "{caption}", v.Caption)
}

// Place says which step is drawn.
func (v *pictureView) Place() string {
	n := int64(len(v.Steps))
	text, _ := fill(v.words["ui.step"].text, []demo.Value{{Name: "step", V: n}, {Name: "steps", V: n}})
	return text
}

// pictureUI are the texts around a picture, and the values that each may name.
var pictureUI = map[string][]string{
	"ui.step": {"step", "steps"}, "ui.controls": {"caption"}, "ui.first": nil, "ui.back": nil,
	"ui.next": nil, "ui.last": nil, "ui.all": nil, "ui.built": nil, "ui.same": nil,
	"ui.differs": nil,
}

// pictureView draws the picture that a trace directive asks for.
//
// Errors: *Fault for a demo or a picture that there is not.
func (s *siteSource) pictureView(l lang, d *document, ref *traceRef) (*pictureView, error) {
	var golden *goldenDemo
	for _, g := range s.demos {
		if g.spec.Name == ref.demo {
			golden = g
		}
	}
	if golden == nil {
		return nil, faultf(d.file, ref.line, "no picture %s#%s: there is no demo %q", ref.demo,
			ref.name, ref.demo)
	}
	if names := picture.Names(ref.demo); !slices.Contains(names, ref.name) {
		return nil, faultf(d.file, ref.line, "no picture %s#%s; the demo %s has %s", ref.demo,
			ref.name, ref.demo, strings.Join(names, ", "))
	}
	p, err := picture.Of(golden.run, ref.name)
	if err != nil {
		return nil, faultf(d.file, ref.line, "%v", err)
	}
	words := s.pictures[l.code]
	v := &pictureView{
		Key: ref.demo + "#" + ref.name, ID: "picture-" + ref.name, Width: p.Width, Height: p.Height,
		Caption: words[ref.name+".caption"].text, SVG: svg(p), words: words,
	}
	for _, step := range p.Steps {
		v.Steps = append(v.Steps, stepView{step.Word, sentence(words[step.Word].text, step.Values)})
	}
	return v, nil
}

// svg writes a picture's shapes; those that are not to be seen at the last step are there too,
// for the script that goes through the steps.
func svg(p *picture.Picture) template.HTML {
	var b strings.Builder
	for i := range p.Shapes {
		s := &p.Shapes[i]
		b.WriteString("<" + string(s.Kind))
		attributes := s.Attributes()
		for i := 0; i < len(attributes); i += 2 {
			name, value := attributes[i], attributes[i+1]
			if name == "class" && !s.At(len(p.Steps)) {
				value += " off"
			}
			b.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
		}
		b.WriteString(">" + html.EscapeString(s.Text) + "</" + string(s.Kind) + ">")
	}
	return template.HTML(b.String())
}

// sentence fills a step's words, each value in an element of its own.
func sentence(words string, values []demo.Value) template.HTML {
	var b strings.Builder
	at := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(words, -1) {
		b.WriteString(html.EscapeString(words[at:m[0]]))
		at = m[1]
		name, plain := words[m[2]:m[3]], m[4] >= 0
		for _, v := range values {
			if v.Name == name {
				b.WriteString(`<span data-v="` + name + `">` +
					html.EscapeString(format(v.V, plain)) + "</span>")
			}
		}
	}
	b.WriteString(html.EscapeString(words[at:]))
	return template.HTML(b.String())
}

// readPictures reads the words of pictures and holds them against what pictures may say: every
// key is there, no other is, and no placeholder names what its steps don't carry.
func (s *siteSource) readPictures(site fs.FS) []error {
	known := map[string][]string{}
	for key, values := range pictureUI {
		known[key] = values
	}
	for _, spec := range demo.Specs() {
		for _, name := range picture.Names(spec.Name) {
			for key, values := range picture.Words(name) {
				known[key] = values
			}
		}
	}
	s.pictures = map[string]map[string]*entry{}
	var faults []error
	for _, l := range langs {
		file := "content/" + l.code + "/pictures.json"
		words, err := readStrings(site, file)
		if err != nil {
			return []error{err}
		}
		s.pictures[l.code] = words
		faults = append(faults, checkWords("site/"+file, words, known)...)
	}
	sortFaults(faults)
	return faults
}

// checkWords holds the words of one file against the keys, and what each may name.
func checkWords(file string, words map[string]*entry, known map[string][]string) []error {
	var faults []error
	for key, values := range known {
		if words[key] == nil {
			faults = append(faults, faultf(file, 1, "%q is missing", key))
			continue
		}
		e := words[key]
		for _, name := range stray(e.text, values) {
			faults = append(faults, faultf(file, e.line, "%q: %s is no value here; there are %s", key,
				strconv.Quote(name), strings.Join(values, ", ")))
		}
	}
	for key, e := range words {
		if _, ok := known[key]; !ok {
			faults = append(faults, faultf(file, e.line, "no picture says %q", key))
		}
	}
	return faults
}

// stray gives what stands in braces in the words and names none of the values.
func stray(words string, values []string) []string {
	var found []string
	for _, m := range placeholder.FindAllStringSubmatch(words, -1) {
		if !slices.Contains(values, m[1]) {
			found = append(found, m[0])
		}
	}
	if rest := placeholder.ReplaceAllString(words, ""); strings.ContainsAny(rest, "{}") {
		found = append(found, rest[strings.IndexAny(rest, "{}"):])
	}
	return found
}
