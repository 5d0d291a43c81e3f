package page

import (
	"bytes"
	"fmt"
)

// Fault is one thing that is wrong with the site's source, and where.
type Fault struct {
	File string // path from the repository's top
	Line int    // from 1
	Msg  string
}

// Error implements error, in the form that editors jump to.
func (f *Fault) Error() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Msg) }

func faultf(file string, line int, format string, args ...any) *Fault {
	return &Fault{File: file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// lineAt gives the line, from 1, on which byte pos of src stands.
func lineAt(src []byte, pos int) int {
	if pos > len(src) {
		pos = len(src)
	}
	return 1 + bytes.Count(src[:pos], []byte{'\n'})
}
