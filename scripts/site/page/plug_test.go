package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/power"
)

func TestThePlugsTableHasWhatTheEngineFound(t *testing.T) {
	v, err := widgetSite(t, "", "", "plug").plugView(langs[1], &document{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	cells, bad := 0, []string{}
	for i, broker := range v.Brokers {
		for j, row := range broker.Cuts {
			for k, b := range row.Beliefs {
				o, err := power.Run(power.Setup{Acks: power.Acks()[k], SyncFirst: i == 0,
					Cut: power.Stations()[j]})
				if err != nil {
					t.Fatal(err)
				}
				cells++
				if row.Whole != o.Whole || row.Gone != o.Gone || row.Torn != o.Torn ||
					b.Bad != o.Broken() || b.Brief != v.T("brief."+string(o.Belief)) {
					t.Errorf("%+v: the table has %+v, %+v", *o, row, b)
				}
				if b.Bad {
					bad = append(bad, broker.Title+", "+row.After)
				}
			}
		}
	}
	want := []string{"The broker does not sync, answer"}
	if cells != len(power.Setups()) || !slices.Equal(bad, want) {
		t.Errorf("%d cells, the bad ones are %q, want %q", cells, bad, want)
	}
}

func TestWordsOfThePlugThatDoNotFitAreRefused(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{`"here":`, `"there":`, `1: "here" is missing`},
		{`"here":`, `"more": "x", "here":`, `nothing shows "more"`},
		{`{lost}`, `{losses}`, `{losses} is no value of "bad"; there are lost, states`},
		{`"acks": "acks"`, `"acks": "acks {n}"`, `{n} is no value of "acks"; there are no values`},
	} {
		_, err := widgetSite(t, c.old, c.new, "plug").plugView(langs[0], &document{}, 1)
		place := regexp.MustCompile(`^site/content/th/plug\.json:\d+: `)
		if err == nil || !place.MatchString(err.Error()) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s for %s: %v, want %s", c.new, c.old, err, c.says)
		}
	}
}

func TestWhatThePageSaysOfEveryCutIsHeldAgainstTheEngine(t *testing.T) {
	for says, change := range map[string]func(o *power.Outcome){
		"": func(*power.Outcome) {},
		"a batch that was acknowledged before is lost": func(o *power.Outcome) { o.Earlier = 0 },
		"an acknowledged batch is lost with the sync": func(o *power.Outcome) {
			if o.SyncFirst && o.Cut == power.Answer {
				o.Whole, o.Gone = 0, 1
			}
		},
		"no acknowledged batch is lost without the sync": func(o *power.Outcome) {
			o.Whole, o.Gone, o.Torn = o.States, 0, 0
		},
		"what is left on the disk depends on acks": func(o *power.Outcome) {
			if o.Acks == -1 {
				o.Whole++
			}
		},
	} {
		var all []*power.Outcome
		for _, s := range power.Setups() {
			o, err := power.Run(s)
			if err != nil {
				t.Fatal(err)
			}
			change(o)
			all = append(all, o)
		}
		if fault := plugFault(all); !strings.HasPrefix(fault, says) || (fault == "") != (says == "") {
			t.Errorf("%q, want %q", fault, says)
		}
	}
}
