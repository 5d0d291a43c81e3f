package page

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
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

// sortFaults puts faults in the order of file and line.
func sortFaults(faults []error) {
	place := func(err error) Fault {
		var f *Fault
		if errors.As(err, &f) {
			return *f
		}
		return Fault{Msg: err.Error()}
	}
	slices.SortStableFunc(faults, func(a, b error) int {
		x, y := place(a), place(b)
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line),
			cmp.Compare(x.Msg, y.Msg))
	})
}

// sorted gives faults in order, each once: two languages may lean on one text.
func sorted(faults []error) []error {
	sortFaults(faults)
	return slices.CompactFunc(faults, func(a, b error) bool { return a.Error() == b.Error() })
}
