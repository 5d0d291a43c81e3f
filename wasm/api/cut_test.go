package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"kaenlog/engine/cut"
	"kaenlog/engine/demo"
)

// told makes an experiment with options in the form name=text, and reads its JSON.
func told(t *testing.T, into any, name string, options ...string) {
	t.Helper()
	doc, err := Experiment(name, setsOf(options))
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(doc)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil || strings.Contains(string(doc), "\n") {
		t.Fatalf("%s: %v", doc, err)
	}
}

func setsOf(options []string) []demo.Set {
	var given []demo.Set
	for _, o := range options {
		name, text, _ := strings.Cut(o, "=")
		given = append(given, demo.Set{Name: name, Text: text})
	}
	return given
}

// cutShape is what the JSON of the experiment cut is read into.
type cutShape struct {
	At, LogEnd, Torn, FileSize, Stop    int64
	Code                                int
	Truncate, Blind, Found              bool
	CodeName, Refusal, Obstacle, Reason string
	Appended                            cut.Batch
	Read                                []cut.Batch
}

func TestACutIsToldAsTheEngineFoundIt(t *testing.T) {
	for _, truncate := range []bool{false, true} {
		a, err := cut.Append(700, truncate)
		if err != nil {
			t.Fatal(err)
		}
		word := map[bool]string{false: "truncate=false", true: "truncate=true"}[truncate]
		var got cutShape
		told(t, &got, "cut", "at=700", word)
		want := cutShape{At: a.Cut, LogEnd: a.LogEnd, Torn: a.Torn, FileSize: a.FileSize,
			Stop: a.Stop, Code: int(a.Code), Truncate: truncate, Blind: a.Blind, Found: a.Found,
			CodeName: a.Code.String(), Refusal: a.Reason, Obstacle: string(a.Obstacle),
			Reason: a.StopsBy, Appended: a.New, Read: a.Read}
		if !reflect.DeepEqual(got, want) || got.Found != truncate || got.Blind == truncate {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestACutWithoutOptionsTruncatesTheWholeTornLog(t *testing.T) {
	var got, last cutShape
	told(t, &got, "cut")
	if got.At != 1425 || !got.Truncate || !got.Found || got.Torn != 147 {
		t.Errorf("%+v", got)
	}
	told(t, &last, "cut", "at=1", "at=0", "truncate=true", "truncate=false")
	if last.At != 0 || last.Truncate || !last.Found || len(last.Read) != 1 {
		t.Errorf("given twice: %+v", last)
	}
}

// everyShape is what the JSON of the experiment every-cut is read into.
type everyShape struct {
	From, To int64
	Outcomes []cut.Outcome
}

func TestEveryCutIsToldAsTheEngineFoundIt(t *testing.T) {
	for _, c := range []struct {
		options  []string
		from, to int64
	}{
		{nil, 0, 1425}, {[]string{"from=1400"}, 1400, 1425}, {[]string{"to=0"}, 0, 0},
		{[]string{"to=503", "from=9", "from=501"}, 501, 503},
	} {
		all, err := cut.Every(c.from, c.to)
		if err != nil {
			t.Fatal(err)
		}
		var got everyShape
		told(t, &got, "every-cut", c.options...)
		if want := (everyShape{c.from, c.to, all}); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, want %+v", c.options, got, want)
		}
	}
}

func TestBadOptionsOfCutsSayWhich(t *testing.T) {
	const bytes = "allowed is a whole number of bytes from "
	for _, c := range []struct{ name, option, field, message string }{
		{"cut", "at=1426", "at", `at is "1426", ` + bytes + "0 to 1425"},
		{"cut", "at=-1", "at", `at is "-1", ` + bytes + "0 to 1425"},
		{"cut", "at=7.5", "at", `at is "7.5", ` + bytes + "0 to 1425"},
		{"cut", "at", "at", `at is "", ` + bytes + "0 to 1425"},
		{"cut", "truncate=yes", "truncate", `truncate is "yes", allowed is true or false`},
		{"cut", "from=1", "from", `unknown option "from", known are at, truncate`},
		{"every-cut", "from=1426", "from", `from is "1426", ` + bytes + "0 to 1425"},
		{"every-cut", "to=x", "to", `to is "x", ` + bytes + "0 to 1425"},
		{"every-cut", "from=700 to=699", "to", `to is "699", ` + bytes + "700 to 1425"},
		{"every-cut", "at=1", "at", `unknown option "at", known are from, to`},
	} {
		told, err := Experiment(c.name, setsOf(strings.Fields(c.option)))
		e := ErrorOf(err)
		if told != nil || e == nil || e.Name != ErrorName || e.Code != CodeInvalidOption ||
			e.Field != c.field || e.Message != c.message {
			t.Errorf("%s %s: %s %+v, want %s", c.name, c.option, told, e, c.message)
		}
	}
}
