package api

import (
	"strconv"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
)

// Draw runs a demo as Demo does and gives, as JSON, its pictures in place of its text:
//
//	{"golden":true,
//	 "pictures":[{"name":"path","width":288,"height":398,
//	   "steps":[{"word":"path.sent","values":{"correlationId":7,"bytes":275}}],
//	   "shapes":[["text","producer","class","name","x","54","y","24"]]}]}
//
// A shape is its element's name, its text, and its attributes, names and values in turn.
//
// Errors: those of Demo.
func (a *API) Draw(name string, given []demo.Set) (json []byte, err error) {
	spec, ok := demo.SpecOf(name)
	if !ok {
		return nil, unknownDemo(name)
	}
	a.alone(func() {
		run, bad := a.run(spec, given)
		if bad != nil {
			err = bad
			return
		}
		all, drawErr := picture.All(run)
		if drawErr != nil {
			err = errorOf(spec, drawErr)
			return
		}
		var j pictureJSON
		j.pictures(run.Golden, all)
		json = j.b
	})
	return json, err
}

// pictureJSON writes pictures as JSON.
type pictureJSON struct{ b []byte }

func (j *pictureJSON) raw(s string)    { j.b = append(j.b, s...) }
func (j *pictureJSON) quoted(s string) { j.b = cli.AppendString(j.b, s) }
func (j *pictureJSON) number(n int)    { j.b = strconv.AppendInt(j.b, int64(n), 10) }

// next puts a comma before every element of a list but its first.
func (j *pictureJSON) next(i int) {
	if i > 0 {
		j.raw(",")
	}
}

func (j *pictureJSON) pictures(isGolden bool, all []*picture.Picture) {
	j.raw(`{"golden":`)
	j.b = strconv.AppendBool(j.b, isGolden)
	j.raw(`,"pictures":[`)
	for i, p := range all {
		j.next(i)
		j.picture(p)
	}
	j.raw("]}")
}

func (j *pictureJSON) picture(p *picture.Picture) {
	j.raw(`{"name":`)
	j.quoted(p.Name)
	j.raw(`,"width":`)
	j.number(p.Width)
	j.raw(`,"height":`)
	j.number(p.Height)
	j.raw(`,"steps":[`)
	for i := range p.Steps {
		j.next(i)
		j.raw(`{"word":`)
		j.quoted(p.Steps[i].Word)
		j.raw(`,"values":`)
		j.b = cli.AppendValues(j.b, p.Steps[i].Values)
		j.raw("}")
	}
	j.raw(`],"shapes":[`)
	for i := range p.Shapes {
		s := &p.Shapes[i]
		j.next(i)
		j.raw("[")
		j.quoted(string(s.Kind))
		j.raw(",")
		j.quoted(s.Text)
		for _, part := range s.Attributes() {
			j.raw(",")
			j.quoted(part)
		}
		j.raw("]")
	}
	j.raw("]}")
}
