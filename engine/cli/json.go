package cli

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"kaenlog/engine/demo"
	"kaenlog/engine/trace"
)

// maxSafe is the largest whole number of which JavaScript knows all smaller ones: 2^53 - 1.
const maxSafe = 1<<53 - 1

// AppendRun appends the one shape of a run as JSON, on one line without a line ending:
//
//	{"demo":"produce",
//	 "flags":{"acks":1,"batches":3,"truncateTail":true,"nowMs":1700000000000},
//	 "golden":true,
//	 "sections":[{"id":"frame","title":"…","lines":[{"id":"title","text":"…","values":{}}]}],
//	 "events":[{"step":1,"type":"frame-sent","correlationId":7,"pos":0,"size":190}]}
//
// Keys stand in this order; those of flags, values and events in the order of their table.
// Numbers past 2^53 - 1 on either side are decimal strings. It is written by hand: the page
// pays 75 kB for encoding/json.
func AppendRun(dst []byte, r *demo.Run) []byte {
	dst = append(dst, `{"demo":`...)
	dst = AppendString(dst, r.Demo)
	dst = append(dst, `,"flags":`...)
	dst = AppendValues(dst, r.Flags)
	dst = append(dst, `,"golden":`...)
	dst = strconv.AppendBool(dst, r.Golden)
	dst = append(dst, `,"sections":[`...)
	for i, s := range r.Sections {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendSection(dst, s)
	}
	dst = append(dst, `],"events":`...)
	return append(AppendEvents(dst, r.Events), '}')
}

// AppendEvents appends a trace as a JSON array, as it stands in a run.
func AppendEvents(dst []byte, events []trace.Entry) []byte {
	dst = append(dst, '[')
	for i, e := range events {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendEvent(dst, e)
	}
	return append(dst, ']')
}

func appendSection(dst []byte, s demo.Section) []byte {
	dst = append(dst, `{"id":`...)
	dst = AppendString(dst, s.ID)
	dst = append(dst, `,"title":`...)
	dst = AppendString(dst, s.Title)
	dst = append(dst, `,"lines":[`...)
	for i, l := range s.Lines {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"id":`...)
		dst = AppendString(dst, l.ID)
		dst = append(dst, `,"text":`...)
		dst = AppendString(dst, l.Text)
		dst = append(dst, `,"values":`...)
		dst = AppendValues(dst, l.Values)
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}

func appendEvent(dst []byte, e trace.Entry) []byte {
	dst = append(dst, `{"step":`...)
	dst = strconv.AppendInt(dst, int64(e.Step), 10)
	dst = append(dst, `,"type":`...)
	dst = AppendString(dst, e.Event.Type())
	for _, f := range e.Event.Fields() {
		dst = append(dst, ',')
		dst = AppendString(dst, f.Name)
		dst = append(dst, ':')
		dst = appendValue(dst, f.Value)
	}
	return append(dst, '}')
}

// AppendValues appends values as a JSON object, in their order and as AppendRun writes them.
// AppendValues appends named values as a JSON object, in their order.
func AppendValues(dst []byte, values []demo.Value) []byte {
	dst = append(dst, '{')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, v.Name)
		dst = append(dst, ':')
		dst = appendValue(dst, v.V)
	}
	return append(dst, '}')
}

// appendValue knows the kinds that a run and its trace are made of, and no other: one more
// is a slip of the engine's, which no input can cause.
func appendValue(dst []byte, value any) []byte {
	switch v := value.(type) {
	case int64:
		return appendInt(dst, v)
	case string:
		return AppendString(dst, v)
	case bool:
		return strconv.AppendBool(dst, v)
	case []string:
		dst = append(dst, '[')
		for i, s := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, s)
		}
		return append(dst, ']')
	default:
		panic("cli: a run holds a value that is no int64, string, bool or []string")
	}
}

func appendInt(dst []byte, n int64) []byte {
	if n >= -maxSafe && n <= maxSafe {
		return strconv.AppendInt(dst, n, 10)
	}
	dst = append(dst, '"')
	dst = strconv.AppendInt(dst, n, 10)
	return append(dst, '"')
}

// AppendString appends a JSON string. Bytes that are no UTF-8 become U+FFFD, one each. What is
// not seen is escaped, as in OneLine: a name may hold what a terminal acts on, and JSON is
// printed on terminals too. Among it are the two line separators that JSON allows and old
// JavaScript does not.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case strconv.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			dst = appendEscape(appendEscape(dst, high), low)
		default:
			dst = appendEscape(dst, r)
		}
	}
	return append(dst, '"')
}

func appendEscape(dst []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
