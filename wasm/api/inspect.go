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

// InspectJSON is Inspect for JSON alone, and for a host with less memory: of more than most bytes
// to tell it makes an error.
func InspectJSON(data []byte, given []demo.Set, most int) (Pages, error) {
	d, err := dumpOf(data, given)
	if err != nil {
		return nil, err
	}
	var pages Pages
	_, err = d.write(&pages, "json", most)
	return pages, err
}

func inspect(data []byte, given []demo.Set, most int) (Inspection, error) {
	var res Inspection
	d, err := dumpOf(data, given)
	if err != nil {
		return res, err
	}
	if _, err := d.write(&res.JSON, "json", most); err != nil {
		return Inspection{}, err
	}
	r, err := d.write(&res.Text, "text", most)
	if err != nil {
		return Inspection{}, err
	}
	res.Exit, res.Stderr = r.Exit, r.Stderr
	return res, nil
}

// dump is a call of klog dump that waits for its format.
type dump struct {
	flags []string
	name  string // as it was given
	file  oneFile
}

// write does it, and gathers at most so many bytes of what it tells.
func (d dump) write(out *Pages, format string, most int) (cli.Result, error) {
	w := pageWriter{pages: out, left: most}
	args := append([]string{"dump", "--format=" + format}, d.flags...)
	r := cli.Run(append(args, "--", d.name), cli.Env{Stdout: &w,
		Place: func(string) (vfs.FS, string, error) { return d.file, d.file.name, nil }})
	if w.left < 0 {
		return r, tooLong("what there is to tell of these bytes takes more than ", most)
	}
	return r, nil
}

// dumpOf reads what was given for it.
func dumpOf(data []byte, given []demo.Set) (dump, error) {
	d := dump{name: "bytes"}
	for _, g := range given {
		bad := &demo.FlagError{Field: g.Name, JSON: g.Name, Found: g.Text}
		switch {
		case g.Name == "records" && (g.Text == "true" || g.Text == "false"):
			d.flags = append(d.flags, "--records="+g.Text)
			continue
		case g.Name == "records":
			bad.Allowed = "true or false"
		case g.Name == "name":
			d.name = g.Text
			if what := cli.PathFault(g.Name, d.name); what != "" {
				return d, &Error{Name: ErrorName, Code: CodeInvalidOption,
					Field: g.Name, Message: what}
			}
			continue
		}
		return d, errorOf(inspectSpec, bad)
	}
	if len(data) > MaxInspectBytes {
		return d, TooManyBytes(int64(len(data)))
	}
	d.file = oneFile{fileName(d.name), data}
	return d, nil
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
