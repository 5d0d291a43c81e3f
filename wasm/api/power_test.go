package api

import (
	"encoding/json"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/power"
)

// shape is what powerCut's JSON is read into.
type shape struct {
	Acks                               int16
	SyncFirst                          bool
	Cut, Belief                        string
	States, Whole, Gone, Torn, Earlier int
	BatchBytes                         int64
	Events                             []struct {
		Step int
		Type string
	}
}

func cutWith(t *testing.T, given ...demo.Set) shape {
	t.Helper()
	told, err := Experiment("power-cut", given)
	if err != nil {
		t.Fatal(err)
	}
	var s shape
	if err := json.Unmarshal(told, &s); err != nil {
		t.Fatalf("%s: %v", told, err)
	}
	return s
}

func TestAPowerCutIsToldAsTheEngineFoundIt(t *testing.T) {
	o, err := power.Run(power.Setup{Acks: 1, Cut: power.Answer})
	if err != nil {
		t.Fatal(err)
	}
	got := cutWith(t, demo.Set{Name: "acks", Text: "1"}, demo.Set{Name: "syncFirst", Text: "false"},
		demo.Set{Name: "cut", Text: "answer"})
	if got.Acks != 1 || got.SyncFirst || got.Cut != "answer" || got.Belief != "written" ||
		got.States != o.States || got.Whole != o.Whole || got.Gone != o.Gone || got.Torn != o.Torn ||
		got.Earlier != o.Earlier || got.BatchBytes != o.BatchBytes ||
		len(got.Events) != len(o.Events) || got.Events[0].Type != "frame-read" {
		t.Errorf("%+v, want %+v", got, *o)
	}
}

func TestAPowerCutWithoutOptionsIsAfterASyncedAnswer(t *testing.T) {
	got := cutWith(t)
	if got.Acks != 1 || !got.SyncFirst || got.Cut != "answer" || got.States != 1 || got.Whole != 1 {
		t.Errorf("%+v", got)
	}
	last := cutWith(t, demo.Set{Name: "cut", Text: "sync"}, demo.Set{Name: "cut", Text: "receive"})
	if last.Cut != "receive" || last.Gone != 1 {
		t.Errorf("given twice: %+v", last)
	}
}

func TestBadOptionsOfAPowerCutSayWhich(t *testing.T) {
	for _, c := range []struct{ name, text, field, message string }{
		{"acks", "2", "acks", `acks is "2", allowed is 0, 1 or -1`},
		{"acks", "65537", "acks", `acks is "65537", allowed is 0, 1 or -1`},
		{"acks", "", "acks", `acks is "", allowed is 0, 1 or -1`},
		{"syncFirst", "yes", "syncFirst", `syncFirst is "yes", allowed is true or false`},
		{"cut", "page cache", "cut", `cut is "page cache", allowed is receive, assign, ` +
			"page-cache, sync, publish or answer"},
		{"cuts", "sync", "cuts", `unknown option "cuts", did you mean cut?`},
		{"seed", "1", "seed", `unknown option "seed", known are acks, syncFirst, cut`},
	} {
		told, err := Experiment("power-cut", []demo.Set{{Name: c.name, Text: c.text}})
		e := ErrorOf(err)
		if told != nil || e == nil || e.Name != ErrorName || e.Code != CodeInvalidOption ||
			e.Field != c.field || e.Message != c.message {
			t.Errorf("%s %q: %s %+v, want %s", c.name, c.text, told, e, c.message)
		}
	}
}
