package page

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"kaenlog/engine/demo"
)

// quiz is a question with answers, of which one is right.
type quiz struct {
	id       string
	number   int // on its page
	question []byte
	answers  []answer
}

type answer struct {
	right          bool
	text, feedback []byte
}

// predict is a question whose answer a run gives: which value stands in it.
type predict struct {
	id                    string
	number                int // on its page
	spec                  demo.Spec
	command               string // as typed into a shell
	flags                 string // JSON, as the functions for JavaScript take them
	path                  valuePath
	run                   *demo.Run
	line                  demo.Line
	value                 demo.Value
	question, explanation []byte
}

var questionID = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// newID notes the id of a quiz or predict.
func (in *inspector) newID(n *directive, id string) bool {
	if !questionID.MatchString(id) {
		in.fault(n, "want an id of small letters, digits and dashes after :::%s, found %q", n.name, id)
		return false
	}
	err := in.d.target(n.name+"-"+id, in.lineOf(n))
	in.add(err)
	return err == nil
}

// quiz reads a question: words, then one list of answers.
func (in *inspector) quiz(n *directive) *quiz {
	if !in.newID(n, n.arg) {
		return nil
	}
	q := &quiz{id: n.arg}
	children := childrenOf(n)
	last := len(children) - 1
	if last < 1 {
		in.fault(n, "want a question and a list of answers in a quiz")
		return nil
	}
	list, ok := children[last].(*ast.List)
	if !ok {
		in.fault(children[last], "a quiz ends with its list of answers")
		return nil
	}
	rights := 0
	for _, item := range childrenOf(list) {
		a := in.answer(item)
		if a.right {
			rights++
		}
		q.answers = append(q.answers, a)
	}
	if rights != 1 || len(q.answers) < 2 {
		in.fault(n, "quiz %s has %d answers, %d of them right: want two or more, and one [x]",
			q.id, len(q.answers), rights)
	}
	var err error
	q.question, err = toHTML(in.src, children[:last]...)
	in.add(err)
	return q
}

// answer reads an item: a box, the answer, and below it what is said to whoever chose it.
func (in *inspector) answer(item ast.Node) answer {
	var a answer
	blocks := childrenOf(item)
	if len(blocks) == 0 || blocks[0].FirstChild() == nil {
		in.fault(item, "an answer with nothing in it")
		return a
	}
	box, ok := blocks[0].FirstChild().(*east.TaskCheckBox)
	if !ok {
		in.fault(item, "want - [ ] or - [x] before an answer")
		return a
	}
	if len(blocks) < 2 {
		in.fault(item, "an answer without feedback: indent a paragraph below it")
	}
	a.right = box.IsChecked
	blocks[0].RemoveChild(blocks[0], box)
	var err error
	a.text, err = toHTML(in.src, childrenOf(blocks[0])...)
	in.add(err)
	a.feedback, err = toHTML(in.src, blocks[1:]...)
	in.add(err)
	return a
}

// newPredict reads "ID demo --flag value … = section.line.value" and runs it.
//
// Errors: *Fault for other words, flags that the demo does not take, the golden flags, and a
// value that the run does not print.
func (s *siteSource) newPredict(arg, file string, line int) (*predict, error) {
	fail := func(format string, args ...any) (*predict, error) {
		return nil, faultf(file, line, format, args...)
	}
	asked, path, ok := strings.Cut(arg, " = ")
	words := strings.Fields(asked)
	if !ok || len(words) < 2 {
		return fail("want :::predict ID DEMO FLAGS = section.line.value, found %q", arg)
	}
	p := &predict{id: words[0]}
	known := false
	for _, spec := range demo.Specs() {
		if spec.Name == words[1] {
			p.spec, known = spec, true
		}
	}
	if !known {
		return fail("no demo is called %q", words[1])
	}
	given, err := p.readFlags(words[2:])
	if err != nil {
		return fail("%v", err)
	}
	if p.run, err = s.src.run(p.spec, given); err != nil {
		return fail("%v", err)
	}
	if p.run.Golden {
		return fail("these are the golden flags: the answer stands in the golden output")
	}
	if p.path, err = parseValuePath(strings.TrimSpace(path)); err == nil {
		p.line, p.value, err = p.path.in(p.run)
	}
	if err != nil {
		return fail("%v", err)
	}
	if p.path.demo != "" {
		return fail("a predict's value is of its own run: leave %q out", p.path.demo+":")
	}
	return p, nil
}

// readFlags reads flags as on the command line.
func (p *predict) readFlags(words []string) ([]demo.Set, error) {
	var given []demo.Set
	flags := map[string]string{}
	for i := 0; i < len(words); i++ {
		name := strings.TrimPrefix(words[i], "--")
		f, ok := p.spec.FlagOf(name)
		if !ok || f.Name != name || f.Kind == demo.KindPath || name == words[i] {
			return nil, &demo.FlagError{Field: name, Found: words[i]}
		}
		text := "true"
		if f.Kind != demo.KindBool {
			if i++; i == len(words) {
				return nil, &demo.FlagError{Field: name, Allowed: f.Allowed()}
			}
			text = words[i]
		}
		given = append(given, demo.Set{Name: name, Text: text})
		flags[f.JSON] = text
	}
	p.command = strings.Join(append([]string{"klog", p.spec.Commands[0]}, words...), " ")
	b, err := json.Marshal(flags)
	p.flags = string(b)
	return given, err
}

// predict reads what the directive holds: the question, a line of dashes, the explanation.
func (in *inspector) predict(n *directive) *predict {
	p := n.predict
	if !in.newID(n, p.id) {
		return nil
	}
	var before, after []ast.Node
	cut := false
	for _, c := range childrenOf(n) {
		switch {
		case c.Kind() == ast.KindThematicBreak && !cut:
			cut = true
		case cut:
			after = append(after, c)
		default:
			before = append(before, c)
		}
	}
	if !cut || len(before) == 0 || len(after) == 0 {
		in.fault(n, "want a question, a line ---, and the explanation in a predict")
		return nil
	}
	var err error
	p.question, err = toHTML(in.src, before...)
	in.add(err)
	p.explanation, err = toHTML(in.src, after...)
	in.add(err)
	return p
}
