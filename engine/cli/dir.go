package cli

import (
	"path"
	"strings"
)

// maxPath is how many characters of a path an error repeats: more than a path has that a
// person keeps, few enough that a line with it can be read.
const maxPath = 200

// dirError is a failure in a directory, told in the names that the person knows.
type dirError struct {
	text string
	err  error
}

// newDirError tells err of the directory that was typed and that its file system calls
// name; "" when it was not found there.
func newDirError(typed, name string, err error) error {
	text, mentioned := retold(typed, name, err)
	if !mentioned {
		text = "--dir " + cutPath(typed) + ": " + text
	}
	return &dirError{text, err}
}

// retold tells an error in the person's names, and whether what was typed is among them.
func retold(typed, name string, err error) (text string, mentioned bool) {
	d := dirNames{typed: typed, name: name, root: "/"}
	if before, ok := strings.CutSuffix(path.Clean(typed), name); ok {
		d.root = before // what was typed, up to where the file system's names begin
	}
	return d.retell(err.Error())
}

func (e *dirError) Error() string { return e.text }

func (e *dirError) Unwrap() error { return e.err }

// dirNames are the names of a demo's directory. A file system speaks of its own, which
// begin at its root and not with a slash; the person knows the directory as it was typed,
// and those above it as root and the file system's name.
type dirNames struct{ typed, name, root string }

// retell puts the person's names in the place of the file system's, and none that is
// endless; it tells whether the directory is mentioned.
func (d dirNames) retell(text string) (told string, mentioned bool) {
	if d.name == "" || d.name == "." {
		return text, false // what is in it has names of its own
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		found := ""
		if startsWord(text, i) {
			for up := d.name; found == "" && up != "."; up = path.Dir(up) {
				if strings.HasPrefix(text[i:], up) && isPath(text, i, up) {
					found = up
				}
			}
		}
		switch found {
		case "":
			b.WriteByte(text[i])
			i++
			continue
		case d.name:
			mentioned = true
			b.WriteString(cutPath(trimSlashes(d.typed)))
		default:
			b.WriteString(cutPath(d.root + found))
		}
		i += len(found)
	}
	return b.String(), mentioned
}

// startsWord tells whether a path may begin at text[i].
func startsWord(text string, i int) bool {
	return i == 0 || strings.IndexByte(` "'(`, text[i-1]) >= 0
}

// isPath tells whether the name at text[i] is meant as a path. A name of one element may be
// a word of the sentence too, so it must stand where a path does.
func isPath(text string, i int, name string) bool {
	end := i + len(name)
	if end < len(text) && strings.IndexByte(`/:,;"') `, text[end]) < 0 {
		return false
	}
	return strings.Contains(name, "/") ||
		end == len(text) || strings.IndexByte(`/:"`, text[end]) >= 0 ||
		strings.HasSuffix(text[:i], ": ") && strings.HasPrefix(text[end:], " is ")
}

func trimSlashes(dir string) string {
	n := len(dir)
	for n > 0 && dir[n-1] == '/' {
		n--
	}
	if n == 0 {
		return dir
	}
	return dir[:n]
}

// cutPath gives a path, or the beginning of a very long one.
func cutPath(p string) string {
	n := 0
	for i := range p {
		if n == maxPath {
			return p[:i] + "…"
		}
		n++
	}
	return p
}
