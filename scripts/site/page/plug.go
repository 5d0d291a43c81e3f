package page

import (
	"slices"
	"strings"
	"sync"

	"kaenlog/engine/power"
)

// plugView is the widget that pulls the plug: what the script fills, and a table of every
// setup for readers without it.
type plugView struct {
	Stations []stationView
	Last     int // the last station, from 0
	Acks     []int
	Rows     []believerView // of the table that tries fill
	Brokers  []brokerView   // with the sync, and without
	Bytes    int            // of the batch

	widgetWords
}

// stationView is a station as the track shows it.
type stationView struct{ ID, Name, Does string }

// believerView is a row of the table that tries fill.
type believerView struct {
	ID, Name, Why string
	Bad           bool // it believes its batch written
}

// brokerView is the table of one broker.
type brokerView struct {
	Title string
	Cuts  []cutView
}

// cutView is a cut with what is left of the batch, which is the same for every acks, and what
// the producer believes with each.
type cutView struct {
	After             string
	Whole, Gone, Torn int
	Beliefs           []beliefView
}

// beliefView is what a producer believes.
type beliefView struct {
	Acks  int
	Brief string
	Bad   bool // it was told that its batch is written, and the batch can be gone
}

// plugView makes the widget of the directive at this line of the document. Every setup is run
// with the engine.
//
// Errors: *Fault where words are missing or not used, and where what the widget says of all
// setups does not hold for what the engine did.
func (s *siteSource) plugView(l lang, d *document, line int) (*plugView, error) {
	words, err := readWidgetWords(s.site, l, "plug", plugKeys())
	if err != nil {
		return nil, err
	}
	all, fault := pulled()
	if fault != "" {
		return nil, faultf(d.file, line, "%s", fault)
	}
	v := &plugView{widgetWords: words, Last: len(power.Stations()) - 1,
		Bytes: int(all[0].BatchBytes)}
	for _, acks := range power.Acks() {
		v.Acks = append(v.Acks, int(acks))
	}
	for _, station := range power.Stations() {
		v.Stations = append(v.Stations, stationView{ID: string(station),
			Name: stationName(station), Does: words.T("station." + stationWays(station)[0])})
	}
	for _, b := range power.Beliefs() {
		key := "row." + string(b)
		v.Rows = append(v.Rows, believerView{ID: string(b), Name: words.T(key),
			Why: words.T(key + ".why"), Bad: b == power.Written})
	}
	v.Brokers = []brokerView{
		{words.T("details.with"), cutsOf(all, true, words)},
		{words.T("details.without"), cutsOf(all, false, words)},
	}
	return v, nil
}

// stationName is a station's name for people, the same in every language.
func stationName(s power.Station) string { return strings.ReplaceAll(string(s), "-", " ") }

// pulled runs every setup, once, and holds what the widget says of all of them against what the
// engine did; fault is the first sentence that does not hold, "" when all do.
var pulled = sync.OnceValues(func() (all []*power.Outcome, fault string) {
	for _, s := range power.Setups() {
		o, err := power.Run(s)
		if err != nil {
			return nil, "pulling the plug: " + err.Error()
		}
		all = append(all, o)
	}
	return all, plugFault(all)
})

// plugFault gives what the widget says and these outcomes deny.
func plugFault(all []*power.Outcome) string {
	broken := false
	for _, o := range all {
		same := outcomeOf(all, power.Setup{Acks: all[0].Acks, SyncFirst: o.SyncFirst, Cut: o.Cut})
		switch {
		case o.Earlier != o.States:
			return "a batch that was acknowledged before is lost, and the page says that it never is"
		case o.SyncFirst && o.Broken():
			return "an acknowledged batch is lost with the sync, and the page says that it never is"
		case same.Whole != o.Whole || same.Gone != o.Gone || same.Torn != o.Torn:
			return "what is left on the disk depends on acks, and the page says that it does not"
		}
		broken = broken || o.Broken()
	}
	if !broken {
		return "no acknowledged batch is lost without the sync, and the page says that it can be"
	}
	return ""
}

// outcomeOf gives the outcome of a setup.
func outcomeOf(all []*power.Outcome, s power.Setup) *power.Outcome {
	return all[slices.IndexFunc(all, func(o *power.Outcome) bool { return o.Setup == s })]
}

// cutsOf gives the rows of one broker's table.
func cutsOf(all []*power.Outcome, syncFirst bool, words widgetWords) []cutView {
	var rows []cutView
	for _, station := range power.Stations() {
		row := cutView{After: stationName(station)}
		for _, acks := range power.Acks() {
			o := outcomeOf(all, power.Setup{Acks: acks, SyncFirst: syncFirst, Cut: station})
			row.Whole, row.Gone, row.Torn = o.Whole, o.Gone, o.Torn
			row.Beliefs = append(row.Beliefs, beliefView{Acks: int(acks),
				Brief: words.T("brief." + string(o.Belief)), Bad: o.Broken()})
		}
		rows = append(rows, row)
	}
	return rows
}
