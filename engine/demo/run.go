package demo

import (
	"strings"

	"kaenlog/engine/trace"
)

// Run is the one shape of a demo's result, for --format json, JavaScript and HTTP alike.
type Run struct {
	Demo     string        // the spec's Name: "produce", "dedup" or "recovery"
	Flags    []Value       // every flag of the demo, by its JSON name, in the spec's order
	Golden   bool          // the flags are those of the golden file
	Sections []Section     // in the order in which they are printed
	Events   []trace.Entry // what the engine and the demo's producer did, in order
	Bytes    Bytes         // what pictures show of the produce demo; no part of what is printed
}

// Bytes are what the produce demo put on the wire and found in its file. Nobody writes to them.
type Bytes struct {
	Frame  []byte // the frame that section frame takes apart
	Sent   []byte // the first batch of section offsets, as the producer made it
	Stored []byte // the same batch as the log gives it back; nil where it was refused
}

// Section is one part of the output, begun by its "== … ==" line.
type Section struct {
	ID    string // stable: "frame", "acks", …
	Title string // the text between the equals signs
	Lines []Line // the first is the "== … ==" line itself, with ID "title"
}

// Line is one line of output and the measured values that are in it.
type Line struct {
	ID     string // names the kind of line within its section; rows of a table share one
	Text   string // without line ending
	Values []Value
}

// Value is a named value: an int64, a string or a bool.
type Value struct {
	Name string
	V    any
}

// Text gives the section as printed, without a final newline.
func (s Section) Text() string {
	var b strings.Builder
	for i, l := range s.Lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l.Text)
	}
	return b.String()
}

// Text gives the whole output: sections with one blank line between, one final newline.
func (r *Run) Text() string {
	var b strings.Builder
	for i, s := range r.Sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(s.Text())
		b.WriteByte('\n')
	}
	return b.String()
}
