package api

import (
	"strconv"
	"strings"

	"kaenlog/engine/cli"
	"kaenlog/engine/cut"
	"kaenlog/engine/demo"
)

// cutSpec and everyCutSpec have the options of cutAndAppend and everyCut.
var (
	cutSpec      = demo.Spec{Flags: []demo.Flag{{JSON: "at"}, {JSON: "truncate"}}}
	everyCutSpec = demo.Spec{Flags: []demo.Flag{{JSON: "from"}, {JSON: "to"}}}
)

// cutAndAppend cuts the recovery demo's torn log, opens what is left, cuts off its torn tail or
// not, appends a batch, and reads everything back, as JSON on one line:
//
//	{"truncate":false,"codeName":"KAFKA_STORAGE_ERROR","refusal":"…: torn tail, cut it before …",
//	 "blind":true,"obstacle":"too-short","reason":"…: the bytes end inside a batch: …",
//	 "found":false,"at":700,"logEnd":5,"torn":198,"code":56,"fileSize":837,"stop":502,
//	 "appended":{"pos":700,"size":137,"base":5,"last":5},
//	 "read":[{"pos":0,"size":213,"base":0,"last":1},{"pos":213,"size":289,"base":2,"last":4}]}
//
// Options are "at", the bytes that are left (all when it is absent), and "truncate" (true or
// false; true).
//
// Errors: *Error with code invalid-option, and with code failed when the engine fails.
func cutAndAppend(given []demo.Set) ([]byte, error) {
	at, err := cut.Size()
	truncate := true
	for _, g := range given {
		switch {
		case err != nil:
		case g.Name == "at":
			at, err = cut.ParseLength(g.Name, g.Text)
		case g.Name != "truncate":
			err = &demo.FlagError{Field: g.Name, Found: g.Text}
		case g.Text != "true" && g.Text != "false":
			err = &demo.FlagError{Field: g.Name, JSON: g.Name, Found: g.Text,
				Allowed: "true or false"}
		default:
			truncate = g.Text == "true"
		}
	}
	var a *cut.Appended
	if err == nil {
		a, err = cut.Append(at, truncate)
	}
	if err != nil {
		return nil, errorOf(cutSpec, err)
	}
	out := cli.AppendValues(nil, []demo.Value{{Name: "truncate", V: a.Truncate},
		{Name: "codeName", V: a.Code.String()}, {Name: "refusal", V: a.Reason},
		{Name: "blind", V: a.Blind}, {Name: "obstacle", V: string(a.Obstacle)},
		{Name: "reason", V: a.StopsBy}, {Name: "found", V: a.Found}})
	out = append(out[:len(out)-1], ',')
	out = appendNumbers(out, "at logEnd torn code fileSize stop", a.Cut, a.LogEnd, a.Torn,
		int64(a.Code), a.FileSize, a.Stop)
	out = append(out, `,"appended":`...)
	out = append(appendBatch(out, a.New), `,"read":[`...)
	for i, b := range a.Read {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendBatch(out, b)
	}
	return append(out, "]}"...), nil
}

func appendBatch(dst []byte, b cut.Batch) []byte {
	dst = appendNumbers(append(dst, '{'), "pos size base last", b.Pos, b.Size, b.Base, b.Last)
	return append(dst, '}')
}

// appendNumbers appends named numbers as they stand in a JSON object; a space parts the names.
func appendNumbers(dst []byte, names string, values ...int64) []byte {
	for i, v := range values {
		name, rest, _ := strings.Cut(names, " ")
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), name...), `":`...)
		dst, names = strconv.AppendInt(dst, v, 10), rest
	}
	return dst
}

// everyCut recovers the recovery demo's torn log from each of some lengths, as JSON on one line:
//
//	{"from":700,"to":701,"outcomes":[
//	 {"length":700,"kept":502,"batches":2,"logEnd":5,"last":4},
//	 {"length":701,"kept":502,"batches":2,"logEnd":5,"last":4}]}
//
// The last offset is -1 where no batch is whole. Options are "from" (0 when it is absent) and
// "to" (the log's length), both in bytes.
//
// Errors: *Error with code invalid-option, and with code failed when the engine fails.
func everyCut(given []demo.Set) ([]byte, error) {
	to, err := cut.Size()
	from := int64(0)
	for _, g := range given {
		switch {
		case err != nil:
		case g.Name == "from":
			from, err = cut.ParseLength(g.Name, g.Text)
		case g.Name == "to":
			to, err = cut.ParseLength(g.Name, g.Text)
		default:
			err = &demo.FlagError{Field: g.Name, Found: g.Text}
		}
	}
	var all []cut.Outcome
	if err == nil {
		all, err = cut.Every(from, to)
	}
	if err != nil {
		return nil, errorOf(everyCutSpec, err)
	}
	out := append(appendNumbers([]byte{'{'}, "from to", from, to), `,"outcomes":[`...)
	for i, o := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNumbers(append(out, '{'), "length kept batches logEnd last", o.Length, o.Kept,
			o.Batches, o.LogEnd, o.Last)
		out = append(out, '}')
	}
	return append(out, "]}"...), nil
}
