package httpapi

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
)

// Flags are the flags of a demo as a query gave them, found right.
type Flags struct {
	// Canonical has every flag with its value, as given or by default, in the table's order:
	// "acks=1&batches=3&truncate-tail=true&now-ms=1700000000000". Two queries of one demo give
	// the same bytes if their canonical forms are the same.
	Canonical string

	sets []demo.Set
}

// SpecOf gives a demo as it is here: its runs are in memory, so there is no directory.
func SpecOf(name string) (demo.Spec, bool) {
	spec, ok := demo.SpecOf(name) // by its other names too
	if !ok || spec.Name != name {
		return demo.Spec{}, false
	}
	spec.Flags = slices.DeleteFunc(slices.Clone(spec.Flags),
		func(f demo.Flag) bool { return f.Kind == demo.KindPath })
	return spec, true
}

// ParseQuery reads a demo's flags from a query, as sent and without its "?". Parameters are named
// as flags of the command line are, without dashes. One without "=" is true; of one given twice
// the last counts, and each must be right.
func ParseQuery(spec demo.Spec, raw string) (Flags, *Problem) {
	given, wrong := pairs(raw)
	if wrong != nil {
		return Flags{}, wrong
	}
	for _, g := range given {
		if wrong := unknown(spec, g); wrong != nil {
			return Flags{}, wrong
		}
	}
	if _, err := spec.Parse(given); err != nil {
		p := &Problem{Status: http.StatusBadRequest, Reason: ReasonInvalid, Detail: err.Error()}
		if bad, ok := errors.AsType[*demo.FlagError](err); ok {
			p.Field = bad.Field
			p.Detail = bad.Field + " is " + cli.Quote(bad.Found) + ", allowed is " + bad.Allowed
		}
		return Flags{}, p
	}
	return Flags{canonical(spec, given), given}, nil
}

// unknown says that there is no such parameter here; nil for one that there is.
func unknown(spec demo.Spec, g demo.Set) *Problem {
	var names []string
	for _, f := range spec.Flags {
		if f.Name == g.Name {
			return nil
		}
		names = append(names, f.Name)
	}
	p := &Problem{Status: http.StatusBadRequest, Reason: ReasonUnknown, Field: g.Name}
	switch g.Name {
	case "dir":
		p.Detail = "dir is not taken here: runs are in memory"
	case "format":
		p.Detail = "format is not taken here: the header Accept says text/plain or " +
			"application/json"
	default:
		p.Field = cli.OneLine(p.Field)
		p.Detail = "unknown parameter " + cli.Quote(g.Name) + cli.DidYouMean(g.Name, names)
		if !strings.HasSuffix(p.Detail, "?") {
			p.Detail += ", known are " + strings.Join(names, ", ")
		}
	}
	return p
}

// pairs takes a query apart.
func pairs(raw string) ([]demo.Set, *Problem) {
	var given []demo.Set
	for piece := range strings.SplitSeq(raw, "&") {
		if piece == "" {
			continue
		}
		sent, value, valued := strings.Cut(piece, "=")
		name, err := url.QueryUnescape(sent)
		if err == nil {
			value, err = url.QueryUnescape(value)
		}
		if err != nil {
			return nil, &Problem{Status: http.StatusBadRequest, Reason: ReasonInvalid,
				Field: cli.OneLine(sent), Detail: "the query can't be read: " +
					cli.OneLine(err.Error())}
		}
		if !valued {
			value = "true"
		}
		given = append(given, demo.Set{Name: name, Text: value})
	}
	return given, nil
}

// noParameters says that a route takes none.
func noParameters(raw string) *Problem {
	given, wrong := pairs(raw)
	if wrong != nil || len(given) == 0 {
		return wrong
	}
	return &Problem{Status: http.StatusBadRequest, Reason: ReasonUnknown,
		Field: cli.OneLine(given[0].Name), Detail: "no parameters are taken here"}
}

// canonical is what Flags says of it. Values of flags have no signs that a query would escape.
func canonical(spec demo.Spec, given []demo.Set) string {
	var b strings.Builder
	for i, f := range spec.Flags {
		value := f.Default
		for _, g := range given {
			if g.Name == f.Name {
				value = g.Text
			}
		}
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(f.Name + "=" + value)
	}
	return b.String()
}
