package page

import (
	"regexp"
	"strings"
	"testing"

	"kaenlog/engine/producer"
	"kaenlog/engine/resend"
)

func TestTheTablesOfLostArrowsHaveWhatTheEngineFound(t *testing.T) {
	v, err := widgetSite(t, "", "", "lose").loseView(langs[1], &document{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var copies []int
	for _, c := range v.Cases {
		if c.Sent != v.Cases[0].Sent || c.Sent == 0 || c.Heard != 0 {
			t.Errorf("%+v", c)
		}
		copies = append(copies, c.Copies)
	}
	if len(copies) != 4 || copies[0] != 1 || copies[1] != 2 || copies[2] != 1 || copies[3] != 1 {
		t.Errorf("copies are %v", copies)
	}
	for i, segmentBytes := range []int64{0, resend.SmallSegmentBytes} {
		story, err := resend.Run(resend.Setup{Idempotent: true, SegmentBytes: segmentBytes,
			Moves: loseStory})
		if err != nil {
			t.Fatal(err)
		}
		for j, s := range story.Steps {
			row := v.Logs[i].Steps[j]
			gap := s.Verdict == producer.OutOfOrder.String()
			if row.Verdict != s.Verdict || row.Window != strings.Join(s.Window, " · ") ||
				row.LogEnd != int(s.LogEnd) || gap != (row.Gap != "") || row.Move == "" {
				t.Errorf("%s, move %d: %+v, want %+v", v.Logs[i].Title, j+1, row, s)
			}
		}
	}
	if one, many := v.Logs[0].Steps[9], v.Logs[1].Steps[9]; one.Verdict == many.Verdict ||
		many.Gap != "expected 9, got 6" {
		t.Errorf("after the restart: %+v, %+v", one, many)
	}
}

func TestWordsOfLostArrowsThatDoNotFitAreRefused(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{`"lost":`, `"gone":`, `1: "lost" is missing`},
		{`"lost":`, `"more": "x", "lost":`, `nothing shows "more"`},
		{`{twice}`, `{two}`, `{two} is no value of "done"; there are once, twice`},
		{`"answer": "ack"`, `"answer": "ack {n}"`, `{n} is no value of "answer"; there are no values`},
	} {
		_, err := widgetSite(t, c.old, c.new, "lose").loseView(langs[0], &document{}, 1)
		place := regexp.MustCompile(`^site/content/th/lose\.json:\d+: `)
		if err == nil || !place.MatchString(err.Error()) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s for %s: %v, want %s", c.new, c.old, err, c.says)
		}
	}
}

func TestWhatThePageSaysOfLostArrowsIsHeldAgainstTheEngine(t *testing.T) {
	for _, c := range []struct {
		says   string
		change func(p *played)
	}{
		{"", func(*played) {}},
		{"the producer can tell", func(p *played) { p.cases[2].Steps[0].Sent.Sum++ }},
		{"the producer can tell", func(p *played) { p.cases[1].Steps[0].Heard.Sum++ }},
		{"a producer heard", func(p *played) {
			p.cases[0].Steps[0].Heard.Bytes, p.cases[1].Steps[0].Heard.Bytes = 1, 1
		}},
		{"the copies are not 2", func(p *played) { p.cases[1].Batches[0].Copies = 1 }},
		{"the copies are not 2", func(p *played) { p.cases[3].Batches[0].Copies = 2 }},
		{"the copies are not 2", func(p *played) { p.cases[0].Batches[0].Copies = 0 }},
		{"a batch of the window", func(p *played) { p.one.Steps[1].Verdict = "APPEND" }},
		{"the sixth batch", func(p *played) { p.many.Steps[6].Evicted = "2..2" }},
		{"a batch that fell out", func(p *played) { p.one.Steps[7].Verdict = "DUPLICATE" }},
		{"with a producer id", func(p *played) { p.many.Batches[5].Copies = 2 }},
		{"a restart does not", func(p *played) { p.one.Steps[8].Window = p.many.Steps[8].Window }},
		{"a restart does not", func(p *played) { p.many.Steps[8].Segments = 1 }},
		{"after the restart", func(p *played) { p.many.Steps[9].Verdict = "DUPLICATE" }},
	} {
		p, fault := playLosses()
		if fault != "" {
			t.Fatal(fault)
		}
		c.change(&p)
		if got := loseFault(p); !strings.HasPrefix(got, c.says) || (got == "") != (c.says == "") {
			t.Errorf("%q, want %q", got, c.says)
		}
	}
}
