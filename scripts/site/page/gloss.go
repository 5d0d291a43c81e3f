package page

import (
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"kaenlog/engine/demo"
)

// entry is a string of a JSON file and where it stands.
type entry struct {
	text string
	file string
	line int
	used bool
}

// glosses are the English sentences under golden lines, by "section.line-id".
type glosses map[string]*entry

// placeholder is {name}, which prints an integer with commas, or {name,id}, which prints it
// as plain digits because it names something and counts nothing.
var placeholder = regexp.MustCompile(`\{([a-z][A-Za-z0-9]*)(,id)?\}`)

// readStrings reads a JSON object of strings, keeping the line of each key.
//
// Errors: *Fault for text that is no such object, and for a key that stands twice.
func readStrings(site fs.FS, name string) (map[string]*entry, error) {
	f, err := readJSON(site, name)
	if err != nil {
		return nil, err
	}
	if f.root.fields == nil || f.root.items != nil {
		return nil, f.fault(f.root, "want an object of strings")
	}
	out := map[string]*entry{}
	for _, key := range f.root.keys {
		n := f.root.fields[key]
		if strings.TrimSpace(n.text) == "" {
			return nil, f.fault(n, "the value of %q is no text", key)
		}
		// Braces are held against the values by whoever fills them in.
		bare := strings.NewReplacer("{", "", "}", "").Replace(n.text)
		if err := plainFault(f.shown, n.line, bare); err != nil {
			return nil, err
		}
		out[key] = &entry{text: n.text, file: f.shown, line: n.line}
	}
	return out, nil
}

// glossDir has a file for each chapter's golden file: produce.json for 03-produce.
const glossDir = "content/en/gloss"

// readGlosses reads every file of the gloss folder into one set.
func readGlosses(site fs.FS) (glosses, error) {
	files, err := fs.ReadDir(site, glossDir)
	if err != nil {
		return nil, faultf("site/"+glossDir, 1, "%v", err)
	}
	for _, spec := range demo.Specs() {
		name := path.Join(glossDir, strings.TrimLeft(spec.GoldenName, "0123456789-")+".json")
		if _, err := fs.Stat(site, name); err != nil && path.Base(name) != spec.GoldenName+".json" {
			return nil, faultf("site/"+name, 1, "no such file, and %s has lines to gloss", spec.GoldenName)
		}
	}
	all := glosses{}
	for _, f := range files {
		if path.Ext(f.Name()) != ".json" {
			continue
		}
		one, err := readStrings(site, path.Join(glossDir, f.Name()))
		if err != nil {
			return nil, err
		}
		for key, e := range one {
			if was := all[key]; was != nil {
				return nil, faultf(e.file, e.line, "%q is glossed in %s:%d too", key, was.file, was.line)
			}
			all[key] = e
		}
	}
	return all, nil
}

// check holds the glosses against the lines of a golden run and marks those used: every line
// has one, and every placeholder names a value of every line that it stands under.
func (g glosses) check(d *goldenDemo) []error {
	var faults []error
	told := map[string]bool{}
	d.eachLine(func(sec demo.Section, l demo.Line, fileLine int) {
		key := sec.ID + "." + l.ID
		e := g[key]
		if e == nil {
			if !told[key] {
				faults = append(faults, faultf(goldenDir+d.spec.GoldenName+".txt", fileLine,
					"no gloss %q in site/content/en/gloss for %q", key, l.Text))
			}
			told[key] = true
			return
		}
		e.used = true
		if _, missing := fill(e.text, l.Values); missing != "" && !told[key] {
			told[key] = true
			faults = append(faults, faultf(e.file, e.line,
				"gloss %q: %s is no value of the line %q; it has %s",
				key, missing, l.Text, names(l.Values)))
		}
	})
	return faults
}

// unused gives a fault for each gloss that no golden line asked for.
func (g glosses) unused() []error {
	var faults []error
	for key, e := range g {
		if !e.used {
			faults = append(faults, faultf(e.file, e.line, "no golden line is called %q", key))
		}
	}
	return sorted(faults)
}

// templatesOf gives the glosses of a section's lines unfilled, of all sections where none is
// named, for lines that a run in the page prints.
func (g glosses) templatesOf(r *demo.Run, section string) map[string]string {
	out := map[string]string{}
	for _, sec := range r.Sections {
		if section != "" && section != sec.ID {
			continue
		}
		for _, l := range sec.Lines {
			key := sec.ID + "." + l.ID
			out[key] = g[key].text
		}
	}
	return out
}

// fill puts values into a gloss; missing is the first placeholder or stray brace that names
// no value, "" when all was filled.
func fill(tmpl string, values []demo.Value) (text, missing string) {
	text = placeholder.ReplaceAllStringFunc(tmpl, func(m string) string {
		part := placeholder.FindStringSubmatch(m)
		for _, v := range values {
			if v.Name == part[1] {
				return format(v.V, part[2] != "")
			}
		}
		if missing == "" {
			missing = m
		}
		return m
	})
	rest := placeholder.ReplaceAllString(tmpl, "")
	if stray := strings.IndexAny(rest, "{}"); missing == "" && stray >= 0 {
		missing = rest[stray:]
	}
	return text, missing
}

// format prints a value for a sentence; plain leaves the commas out of an integer.
func format(v any, plain bool) string {
	switch x := v.(type) {
	case int64:
		if plain {
			return strconv.FormatInt(x, 10)
		}
		return commas(x)
	case bool:
		return strconv.FormatBool(x)
	case string:
		return x
	}
	return ""
}

// commas groups an integer's digits by thousands.
func commas(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

func names(values []demo.Value) string {
	if len(values) == 0 {
		return "no values"
	}
	var ns []string
	for _, v := range values {
		ns = append(ns, v.Name)
	}
	return strings.Join(ns, ", ")
}
