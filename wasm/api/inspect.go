package api

import (
	"bytes"
	"errors"
	"strconv"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/vfs"
)

// The limits of Inspect: a file is in memory as a whole, and what is told of it too.
const (
	MaxInspectBytes = 1 << 30 // segment.bytes as Kafka has it by default
	maxReportBytes  = 1 << 28
)

// BytesField is the name, in errors, of what is inspected.
const BytesField = "bytes"

// inspectSpec has the options of Inspect.
var inspectSpec = demo.Spec{Flags: []demo.Flag{{JSON: "records"}, {JSON: "name"}}}

// Pages are bytes in pieces, so that much can be gathered without being copied again and again.
type Pages [][]byte

// Inspection is what Inspect gave: what klog dump prints, in both formats.
type Inspection struct {
	JSON, Text Pages
	Exit       int
	Stderr     string
}

// Inspect tells what is in the bytes of a segment file, as klog dump does of a file. Options are
// "records", true or false, as dump's flag, and "name", what the file is called: a segment's name
// tells the base offset too. The bytes must not change meanwhile.
//
// Errors: *Error with code invalid-option, and with code failed where there are more bytes, or
// there is more to tell of them, than the limits say. Damage is no error: it is among the items,
// and counted.
func Inspect(data []byte, given []demo.Set) (Inspection, error) {
	return inspect(data, given, maxReportBytes)
}

func inspect(data []byte, given []demo.Set, most int) (Inspection, error) {
	args := []string{"dump", "--format=json"}
	name := "bytes"
	for _, g := range given {
		bad := &demo.FlagError{Field: g.Name, JSON: g.Name, Found: g.Text}
		switch {
		case g.Name == "records" && (g.Text == "true" || g.Text == "false"):
			args = append(args, "--records="+g.Text)
			continue
		case g.Name == "records":
			bad.Allowed = "true or false"
		case g.Name == "name":
			name = g.Text
			if what := cli.PathFault(g.Name, name); what != "" {
				return Inspection{}, &Error{Name: ErrorName, Code: CodeInvalidOption,
					Field: g.Name, Message: what}
			}
			continue
		}
		return Inspection{}, errorOf(inspectSpec, bad)
	}
	if len(data) > MaxInspectBytes {
		return Inspection{}, TooManyBytes(int64(len(data)))
	}
	args = append(args, "--", name)
	file := oneFile{fileName(name), data}
	var res Inspection
	for _, out := range []*Pages{&res.JSON, &res.Text} {
		w := pageWriter{pages: out, left: most}
		r := cli.Run(args, cli.Env{Stdout: &w, Place: func(string) (vfs.FS, string, error) {
			return file, file.name, nil
		}})
		if w.left < 0 {
			return Inspection{}, tooLong("what there is to tell of these bytes takes more than ",
				most)
		}
		res.Exit, res.Stderr = r.Exit, r.Stderr
		args[1] = "--format=text"
	}
	return res, nil
}

// TooManyBytes is the error for n bytes, where n is past the limit.
func TooManyBytes(n int64) *Error {
	e := tooLong(strconv.FormatInt(n, 10)+" bytes are more than the limit of ", MaxInspectBytes)
	e.Field = BytesField
	return e
}

func tooLong(what string, limit int) *Error {
	return &Error{Name: ErrorName, Code: CodeFailed, Message: what +
		strconv.Itoa(limit) + " bytes; klog dump has no limit"}
}

var errFull = errors.New("the report is too long")

// pageWriter gathers what is written to it, up to a limit.
type pageWriter struct {
	pages *Pages
	left  int
}

// Write implements io.Writer.
func (w *pageWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	*w.pages = append(*w.pages, bytes.Clone(p))
	return len(p), nil
}
