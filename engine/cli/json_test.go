package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"kaenlog/engine/demo"
	"kaenlog/engine/trace"
)

func TestTheShapeOfARunIsWrittenInTheDocumentedOrder(t *testing.T) {
	run := &demo.Run{
		Demo: "produce",
		Flags: []demo.Value{{Name: "acks", V: int64(-1)}, {Name: "seq", V: "7..9"},
			{Name: "resend", V: true}},
		Golden: true,
		Sections: []demo.Section{
			{ID: "frame", Title: "frame หนึ่งอัน", Lines: []demo.Line{
				{ID: "title", Text: "== frame หนึ่งอัน =="},
				{ID: "size", Text: "ยาว 190 byte", Values: []demo.Value{{Name: "size", V: int64(190)}}},
			}},
			{ID: "empty", Title: ""},
		},
		Events: []trace.Entry{
			{Step: 1, Event: trace.FrameSent{CorrelationID: 7, Pos: 0, Size: 190}},
			{Step: 2, Event: trace.WindowRebuilt{Producer: math.MaxInt64,
				Window: []string{"0..1", "2..3"}}},
			{Step: 3, Event: trace.WindowRebuilt{Producer: 1}},
			{Step: 4, Event: trace.BatchChecked{File: "a.log", Pos: 61, OK: false, Reason: "torn"}},
		},
	}
	const want = `{"demo":"produce","flags":{"acks":-1,"seq":"7..9","resend":true},"golden":true,` +
		`"sections":[{"id":"frame","title":"frame หนึ่งอัน","lines":[` +
		`{"id":"title","text":"== frame หนึ่งอัน ==","values":{}},` +
		`{"id":"size","text":"ยาว 190 byte","values":{"size":190}}]},` +
		`{"id":"empty","title":"","lines":[]}],` +
		`"events":[{"step":1,"type":"frame-sent","correlationId":7,"pos":0,"size":190},` +
		`{"step":2,"type":"window-rebuilt","producer":"9223372036854775807",` +
		`"window":["0..1","2..3"]},` +
		`{"step":3,"type":"window-rebuilt","producer":1,"window":[]},` +
		`{"step":4,"type":"batch-checked","file":"a.log","pos":61,"ok":false,"reason":"torn"}]}`
	got := AppendRun([]byte("before "), run)
	if string(got) != "before "+want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, got[len("before "):]); err != nil || compact.String() != want {
		t.Fatalf("encoding/json does not take it as it is: %v", err)
	}
}

func TestAnEmptyRunHasEveryKey(t *testing.T) {
	const want = `{"demo":"","flags":{},"golden":false,"sections":[],"events":[]}`
	if got := string(AppendRun(nil, &demo.Run{})); got != want {
		t.Fatalf("got %s", got)
	}
}

func TestIntegersPast53BitsAreDecimalStrings(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", -1: "-1",
		1<<53 - 1: "9007199254740991", -(1<<53 - 1): "-9007199254740991",
		1 << 53: `"9007199254740992"`, -(1 << 53): `"-9007199254740992"`,
		math.MaxInt64: `"9223372036854775807"`, math.MinInt64: `"-9223372036854775808"`,
		demo.MaxNowMs: `"4611686018427387904"`,
	} {
		if got := string(appendInt(nil, n)); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
		var f float64
		if json.Unmarshal(appendInt(nil, n), &f) == nil && int64(f) != n {
			t.Errorf("%d comes back as %f", n, f)
		}
		var s string
		if json.Unmarshal(appendInt(nil, n), &s) == nil && s != strconv.FormatInt(n, 10) {
			t.Errorf("%d comes back as %q", n, s)
		}
	}
}

// checkString tells whether a string comes back from encoding/json as it went in, with
// U+FFFD for each byte that is no UTF-8, and is safe in a line of old JavaScript.
func checkString(s string) error {
	out := AppendString(nil, s)
	var back string
	if err := json.Unmarshal(out, &back); err != nil {
		return fmt.Errorf("%q is written %s: %w", s, out, err)
	}
	want := string([]rune(s)) // turns each bad byte into U+FFFD
	if back != want {
		return fmt.Errorf("%q is written %s, which reads %q", s, out, back)
	}
	if !utf8.Valid(out) || bytes.ContainsAny(out, "\u2028\u2029") {
		return fmt.Errorf("%q is written %q", s, out)
	}
	for _, c := range string(out) {
		if !strconv.IsPrint(c) {
			return fmt.Errorf("%q has %U, which is not seen", out, c)
		}
	}
	return nil
}

func TestStringsComeBackFromEncodingJSON(t *testing.T) {
	all := ""
	for c := range 256 {
		all += string(rune(c))
	}
	for _, s := range []string{
		"", all, "หน้าต่างกันซ้ำ", `"quoted" and \back\slashed`, "tab\tline\nreturn\rnul\x00del\x7f",
		"a\u2028b\u2029c", "\xff", "a\xc3", "\xe0\xb8", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\uFFFD",
		"😀", "</script><!--", "\u0085\u00a0\ufeff",
	} {
		if err := checkString(s); err != nil {
			t.Error(err)
		}
	}
	for c := range 256 {
		for _, s := range []string{string([]byte{byte(c)}), string([]byte{'a', byte(c), 'b'})} {
			if err := checkString(s); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAValueOfAnUnknownKindIsNotWrittenAsSomethingElse(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "int64") {
			t.Errorf("recovered %v", r)
		}
	}()
	appendValue(nil, 1.5)
}
