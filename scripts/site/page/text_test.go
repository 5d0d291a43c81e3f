package page

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestBytesThatAreNoTextAreRefused(t *testing.T) {
	const words = "content/th/words.json"
	crlf := func(name string) func(*testing.T, fstest.MapFS) {
		return func(_ *testing.T, s fstest.MapFS) {
			s[name].Data = []byte(strings.ReplaceAll(string(s[name].Data), "\n", "\r\n"))
		}
	}
	bom := func(name string) func(*testing.T, fstest.MapFS) {
		return func(_ *testing.T, s fstest.MapFS) {
			s[name].Data = append([]byte("\xEF\xBB\xBF"), s[name].Data...)
		}
	}
	var cases []faultCase
	for _, row := range []struct{ name, word string }{
		{enLesson, "A closer"}, {words, `"stop": "`}, {produce, `"frame.size": "`},
		{glossaryFile, "see "}, {kafkaSources, `"where": "`}, {orderFile, `"lesson`},
	} {
		for _, bad := range []struct{ story, bytes, says string }{
			{"a byte of no UTF-8", "\xFF", "byte 0xFF is not UTF-8"},
			{"half a character", "\xE0\xB8!", "byte 0xE0 is not UTF-8"},
			{"a NUL", "\x00", "U+0000 is no character"},
			{"an escape", "\x1B", "U+001B is no character"},
			{"a replacement character", "\uFFFD", "U+FFFD is no character"},
		} {
			cases = append(cases, faultCase{bad.story + " in " + row.name,
				in(row.name, row.word, row.word+bad.bytes), row.name, bad.bytes, bad.says})
		}
		cases = append(cases,
			faultCase{"line ends of another kind in " + row.name, crlf(row.name), row.name, "",
				"line ends are CRLF or CR; want LF"},
			faultCase{"a byte order mark in " + row.name, bom(row.name), row.name, "",
				"byte order mark"})
	}
	cases = append(cases,
		faultCase{"a NUL that JSON spells", in(produce, "The trap", `The \u0000trap`), produce,
			`"header-v2.title"`, "U+0000 is no character"},
		faultCase{"half a pair that JSON spells", in(produce, "The trap", `The \ud800trap`), produce,
			`"header-v2.title"`, "U+FFFD is no character"})
	checkFaults(t, cases)
}
