package page

import (
	"io/fs"
	"strings"

	"kaenlog/engine/demo"
)

// goldenDir is where faults in golden text are reported.
const goldenDir = "engine/demo/golden/"

// source is where golden text and runs come from: the real files and the real engine, or a
// test's own.
type source struct {
	text func(name string) string // golden file by name; "" for none
	run  func(spec demo.Spec, given []demo.Set) (*demo.Run, error)
	repo fs.FS // the repository, for lesson code
}

// goldenDemo is a golden file beside the run that printed the same.
type goldenDemo struct {
	spec demo.Spec
	run  *demo.Run
	size int // bytes of the golden file
}

// goldenFlags gives the flags that the golden file was made with.
func goldenFlags(spec demo.Spec) []demo.Set {
	var given []demo.Set
	for _, f := range spec.Flags {
		if f.Golden != "" {
			given = append(given, demo.Set{Name: f.Name, Text: f.Golden})
		}
	}
	return given
}

// load runs the demo and holds its text against the golden file.
//
// Errors: *Fault at the golden file's first line that the run does not print.
func (s source) load(spec demo.Spec) (*goldenDemo, error) {
	file := goldenDir + spec.GoldenName + ".txt"
	want := s.text(spec.GoldenName)
	if want == "" {
		return nil, faultf(file, 1, "no such golden file")
	}
	run, err := s.run(spec, goldenFlags(spec))
	if err != nil {
		return nil, faultf(file, 1, "the demo %q failed: %v", spec.Name, err)
	}
	got := run.Text()
	if got == want {
		return &goldenDemo{spec: spec, run: run, size: len(want)}, nil
	}
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i, w := range wants {
		if i >= len(gots) {
			return nil, faultf(file, i+1, "the run ends before this line")
		}
		if gots[i] != w {
			return nil, faultf(file, i+1, "the run prints %q here, the file has %q", gots[i], w)
		}
	}
	return nil, faultf(file, len(wants), "the run goes on after the file's end: %q", gots[len(wants)])
}

// eachLine calls f with every line of the run and the place of that line in the golden file.
func (g *goldenDemo) eachLine(f func(sec demo.Section, l demo.Line, fileLine int)) {
	n := 1
	for _, sec := range g.run.Sections {
		for _, l := range sec.Lines {
			f(sec, l, n)
			n++
		}
		n++ // the blank line between sections
	}
}

// command spells the golden run for a shell, as help spells flags.
func command(spec demo.Spec) string {
	words := []string{"klog", spec.Commands[0]}
	for _, f := range spec.Flags {
		switch {
		case f.Golden == "" || f.Kind == demo.KindBool && f.Golden != "true":
		case f.Kind == demo.KindBool:
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, f.Golden)
		}
	}
	return strings.Join(words, " ")
}
