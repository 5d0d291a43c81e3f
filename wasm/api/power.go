package api

import (
	"errors"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/power"
)

// powerSpec has the options of powerCut.
var powerSpec = demo.Spec{Flags: []demo.Flag{{JSON: "acks"}, {JSON: "syncFirst"}, {JSON: "cut"}}}

// powerCut lets the power fail while a produce request is under way, and gives what is left of
// its batch and what the producer believes, as JSON on one line:
//
//	{"acks":1,"syncFirst":false,"cut":"answer","belief":"written",
//	 "states":273,"whole":1,"gone":1,"torn":271,"earlier":273,"batchBytes":111,
//	 "events":[{"step":1,"type":"frame-read","correlationId":1,"pos":0,"size":187}]}
//
// Options are "acks" (0, 1 or -1; 1 when it is absent), "syncFirst" (true or false; true) and
// "cut", the name of a station ("answer"); of one given twice the last counts.
//
// Errors: *Error with code invalid-option, and with code failed when the engine fails.
func powerCut(given []demo.Set) ([]byte, error) {
	setup, bad := readSetup(given)
	if bad != nil {
		return nil, errorOf(powerSpec, bad)
	}
	o, err := power.Run(setup)
	if wrong, ok := errors.AsType[*power.SetupError](err); ok {
		err = &demo.FlagError{Field: wrong.Field, JSON: wrong.Field, Found: wrong.Found,
			Allowed: wrong.Allowed}
	}
	if err != nil {
		return nil, errorOf(powerSpec, err)
	}
	out := cli.AppendValues(nil, []demo.Value{
		{Name: "acks", V: int64(o.Acks)}, {Name: "syncFirst", V: o.SyncFirst},
		{Name: "cut", V: string(o.Cut)}, {Name: "belief", V: string(o.Belief)},
		{Name: "states", V: int64(o.States)}, {Name: "whole", V: int64(o.Whole)},
		{Name: "gone", V: int64(o.Gone)}, {Name: "torn", V: int64(o.Torn)},
		{Name: "earlier", V: int64(o.Earlier)}, {Name: "batchBytes", V: o.BatchBytes},
	})
	out = append(out[:len(out)-1], `,"events":`...)
	return append(cli.AppendEvents(out, o.Events), '}'), nil
}

// readSetup reads the options; the error is that of the first that can't be read.
func readSetup(given []demo.Set) (power.Setup, *demo.FlagError) {
	s := power.Setup{Acks: 1, SyncFirst: true, Cut: power.Answer}
	for _, g := range given {
		bad := &demo.FlagError{Field: g.Name, JSON: g.Name, Found: g.Text}
		switch g.Name {
		case "acks":
			acks, ok := demo.Int(g.Text)
			if !ok || acks != int64(int16(acks)) {
				bad.Allowed = "0, 1 or -1"
				return s, bad
			}
			s.Acks = int16(acks)
		case "syncFirst":
			if g.Text != "true" && g.Text != "false" {
				bad.Allowed = "true or false"
				return s, bad
			}
			s.SyncFirst = g.Text == "true"
		case "cut":
			s.Cut = power.Station(g.Text)
		default:
			bad.JSON = ""
			return s, bad
		}
	}
	return s, nil
}
