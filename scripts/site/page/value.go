package page

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kaenlog/engine/demo"
)

// valuePath is where a value is found: {{demo:section.line[index].value,id}}.
type valuePath struct {
	demo          string // "" for the run of the predict that it stands in
	section, line string
	index         int // of the line among those of its id; -1 where none is given
	name          string
	plain         bool // no commas: it names something
}

var valuePattern = regexp.MustCompile(
	`^(?:([a-z]+):)?([a-z0-9-]+)\.([a-z0-9-]+)(?:\[([0-9]{1,3})\])?\.([a-z][A-Za-z0-9]*)(,id)?$`)

func parseValuePath(text string) (valuePath, error) {
	m := valuePattern.FindStringSubmatch(text)
	if m == nil {
		return valuePath{}, fmt.Errorf("want {{demo:section.line.value}}, found %q", text)
	}
	p := valuePath{demo: m[1], section: m[2], line: m[3], index: -1, name: m[5], plain: m[6] != ""}
	if m[4] != "" {
		p.index, _ = strconv.Atoi(m[4])
	}
	return p, nil
}

// in finds the line and the value in a run.
//
// Errors: which part of the path names nothing, and what there is in its place.
func (p valuePath) in(run *demo.Run) (demo.Line, demo.Value, error) {
	fail := func(format string, args ...any) (demo.Line, demo.Value, error) {
		return demo.Line{}, demo.Value{}, fmt.Errorf(format, args...)
	}
	lines, ids := []demo.Line(nil), []string(nil)
	found := false
	for _, sec := range run.Sections {
		ids = append(ids, sec.ID)
		if sec.ID != p.section {
			continue
		}
		found, ids = true, nil
		for _, l := range sec.Lines {
			ids = append(ids, l.ID)
			if l.ID == p.line {
				lines = append(lines, l)
			}
		}
		break
	}
	switch {
	case !found:
		return fail("this run of %s has no section %q; it has %s", run.Demo, p.section,
			strings.Join(ids, ", "))
	case len(lines) == 0:
		return fail("section %s of %s has no line %q; it has %s", p.section, run.Demo, p.line,
			strings.Join(ids, ", "))
	case p.index < 0 && len(lines) > 1:
		return fail("section %s of %s has %d lines %q: say which, as in %s[0]", p.section, run.Demo,
			len(lines), p.line, p.line)
	case p.index >= len(lines):
		return fail("section %s of %s has lines %s[0] to [%d] only", p.section, run.Demo, p.line,
			len(lines)-1)
	}
	line := lines[max(p.index, 0)]
	for _, v := range line.Values {
		if v.Name == p.name {
			return line, v, nil
		}
	}
	return fail("the line %q has no value %q; it has %s", line.Text, p.name, names(line.Values))
}

// valueText gives what {{path}} prints; own is the run of the predict that it stands in, or nil.
func (s *siteSource) valueText(path string, own *demo.Run) (string, error) {
	if of, ok := strings.CutPrefix(path, "embed:"); ok {
		return s.assets.Embed.value(of, s.assets.Site)
	}
	p, err := parseValuePath(path)
	if err != nil {
		return "", err
	}
	run := own
	if p.demo != "" {
		run = nil
		for _, g := range s.demos {
			if g.spec.Name == p.demo {
				run = g.run
			}
		}
		if run == nil {
			return "", fmt.Errorf("no demo is called %q", p.demo)
		}
	}
	if run == nil {
		return "", fmt.Errorf("say of which demo %q is: {{demo:%s}}", path, path)
	}
	_, v, err := p.in(run)
	if err != nil {
		return "", err
	}
	return format(v.V, p.plain), nil
}
