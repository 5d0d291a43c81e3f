package page

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"
)

const (
	lessonMark    = "//lesson:"
	lessonColumns = 72 // the widest line of lesson code
	tabColumns    = 4
)

// lessonFolders hold all Go code of the repository.
var lessonFolders = []string{"engine", "scripts", "wasm"}

// lesson is Go code that a page shows, cut out of its file between two markers.
type lesson struct {
	name, file string
	line       int // of its first marker
	code       string
	used       bool
}

// readLessons finds every pair of markers in the repository's Go code, tests included.
//
// Errors: one *Fault for each marker that is misspelt, shares its line, has no partner or
// the name of another, and for each line that is too wide.
func readLessons(repo fs.FS) (map[string]*lesson, []error) {
	all := map[string]*lesson{}
	var faults []error
	for _, dir := range lessonFolders {
		err := fs.WalkDir(repo, dir, func(name string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && e.Name() == "testdata":
				return fs.SkipDir
			case e.IsDir() || path.Ext(name) != ".go":
				return nil
			}
			src, err := fs.ReadFile(repo, name)
			if err != nil || !bytes.Contains(src, []byte(lessonMark)) {
				return err
			}
			found, bad := cutLessons(name, src)
			faults = append(faults, bad...)
			for _, l := range found {
				if was := all[l.name]; was != nil {
					faults = append(faults, faultf(name, l.line, "lesson code %q stands in %s:%d too",
						l.name, was.file, was.line))
					continue
				}
				all[l.name] = l
			}
			return nil
		})
		if err != nil {
			faults = append(faults, faultf(dir, 1, "%v", err))
		}
	}
	return all, faults
}

// marker is one "//lesson:" comment.
type marker struct {
	begin bool
	name  string
	line  int
}

// cutLessons cuts the lesson code out of one file.
func cutLessons(file string, src []byte) (found []*lesson, faults []error) {
	lines := strings.Split(string(src), "\n")
	marks, faults := markersOf(file, src, lines)
	var open *marker
	for _, m := range marks {
		switch {
		case m.begin && open != nil:
			faults = append(faults, faultf(file, m.line, "lesson %q begins inside of %q", m.name, open.name))
		case m.begin:
			open = &m
		case open == nil || open.name != m.name:
			faults = append(faults, faultf(file, m.line, "lesson %q ends here and did not begin", m.name))
		default:
			l := &lesson{name: m.name, file: file, line: open.line}
			var bad []error
			l.code, bad = dedent(file, open.line, lines[open.line:m.line-1])
			faults = append(faults, bad...)
			found = append(found, l)
			open = nil
		}
	}
	if open != nil {
		faults = append(faults, faultf(file, open.line, "lesson %q begins here and does not end",
			open.name))
	}
	return found, faults
}

// markersOf finds the markers among a file's comments: what looks like one in a string is none.
func markersOf(file string, src []byte, lines []string) (marks []marker, faults []error) {
	files := token.NewFileSet()
	f := files.AddFile(file, -1, len(src))
	var s scanner.Scanner
	s.Init(f, src, func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return marks, faults
		}
		if tok != token.COMMENT || !strings.HasPrefix(text, lessonMark) {
			continue
		}
		line := f.Position(pos).Line
		words := strings.Fields(strings.TrimPrefix(text, lessonMark))
		isPair := len(words) == 2 && (words[0] == "begin" || words[0] == "end")
		if !isPair || strings.TrimSpace(lines[line-1]) != text {
			faults = append(faults, faultf(file, line,
				"want //lesson:begin NAME or //lesson:end NAME alone on its line, found %q",
				strings.TrimSpace(lines[line-1])))
			continue
		}
		marks = append(marks, marker{words[0] == "begin", words[1], line})
	}
}

// dedent takes the indentation that all lines share off the lines after line, and the blank
// ones around them.
func dedent(file string, line int, lines []string) (string, []error) {
	var faults []error
	shared := -1
	for _, l := range lines {
		if rest := strings.TrimLeft(l, "\t"); rest != "" && (shared < 0 || len(l)-len(rest) < shared) {
			shared = len(l) - len(rest)
		}
	}
	var out []string
	for i, l := range lines {
		rest := strings.TrimLeft(l, "\t")
		if rest != "" {
			rest = strings.Repeat(" ", tabColumns*(len(l)-len(rest)-shared)) + rest
		}
		rest = strings.ReplaceAll(rest, "\t", strings.Repeat(" ", tabColumns))
		if n := utf8.RuneCountInString(rest); n > lessonColumns {
			faults = append(faults, faultf(file, line+1+i, "lesson code has %d columns, allowed are %d", n,
				lessonColumns))
		}
		out = append(out, rest)
	}
	for len(out) > 0 && out[0] == "" {
		out = out[1:]
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	if len(out) == 0 {
		faults = append(faults, faultf(file, line, "lesson code with nothing in it"))
	}
	return strings.Join(out, "\n") + "\n", faults
}

// unusedLessons gives a fault for each pair of markers that no page shows.
func (s *siteSource) unusedLessons() []error {
	var faults []error
	for _, l := range s.lessons {
		if !l.used {
			faults = append(faults, faultf(l.file, l.line, "no page shows lesson code %q", l.name))
		}
	}
	return sorted(faults)
}
