package page

import (
	"slices"
	"strings"
	"sync"

	"kaenlog/engine/producer"
	"kaenlog/engine/resend"
)

// loseView is the widget that loses requests and acks: what the script fills, and what the engine
// makes of some stories for readers without it.
type loseView struct {
	Lost  []string // kinds of the moves of the first stage
	Slots []int    // of the window
	Most  int      // moves of a story
	Cases []caseView
	Logs  []playedView // the same story in a log of one segment, and of many

	widgetWords
}

// caseView is what was lost, and what sending it again leaves.
type caseView struct {
	Lost, ID            string
	Sent, Heard, Copies int
}

// playedView is a story that was played, as a table.
type playedView struct {
	Title string
	Steps []playedStep
}

// playedStep is a row of it.
type playedStep struct {
	Move, Verdict, Gap, Window string
	LogEnd                     int
}

// loseStory is what readers without scripts read of the window: a duplicate, a batch that falls
// out, the same batch again, and a restart. The batches are numbered; loseFault holds their fates.
const loseStory = "lose-ack,again:1,send,send,send,send,send,again:1,restart,again:5"

// loseView makes the widget of the directive at this line of the document. Its stories are played
// by the engine.
//
// Errors: *Fault where words are missing or not used, and where what the widget says does not
// hold for what the engine did.
func (s *siteSource) loseView(l lang, d *document, line int) (*loseView, error) {
	words, err := readWidgetWords(s.site, l, "lose", loseKeys())
	if err != nil {
		return nil, err
	}
	played, fault := losses()
	if fault != "" {
		return nil, faultf(d.file, line, "%s", fault)
	}
	v := &loseView{widgetWords: words, Most: resend.MaxMoves}
	for i := range producer.WindowSize {
		v.Slots = append(v.Slots, i)
	}
	for _, c := range played.cases {
		id := "column.without"
		if c.Idempotent {
			id = "column.with"
		}
		v.Cases = append(v.Cases, caseView{Lost: words.T("row." + c.Steps[0].Kind.String()),
			ID: words.T(id), Sent: int(c.Steps[0].Sent.Bytes), Heard: int(c.Steps[0].Heard.Bytes),
			Copies: c.Batches[0].Copies})
	}
	for _, kind := range []resend.Kind{resend.LoseRequest, resend.LoseAck} {
		v.Lost = append(v.Lost, kind.String())
	}
	v.Logs = []playedView{{words.T("segments.one"), stepsOf(played.one, words)},
		{words.T("segments.many"), stepsOf(played.many, words)}}
	return v, nil
}

// stepsOf gives the rows of a story.
func stepsOf(story *resend.Story, words widgetWords) []playedStep {
	var rows []playedStep
	for i := range story.Steps {
		s := &story.Steps[i]
		row := playedStep{Verdict: s.Verdict, Window: strings.Join(s.Window, " · "),
			LogEnd: int(s.LogEnd), Move: words.T("details."+s.Kind.String(), "batch", s.Batch,
				"range", producer.Range(s.FirstSeq, s.LastSeq))}
		if s.Got != s.Expected && s.Verdict == producer.OutOfOrder.String() {
			row.Gap = words.T("details.gap", "expected", int(s.Expected), "got", int(s.Got))
		}
		rows = append(rows, row)
	}
	return rows
}

// played are the stories that the page tells without scripts.
type played struct {
	cases     []*resend.Story // request and ack lost, without an id and with one
	one, many *resend.Story   // loseStory in one segment, and in small ones
}

// losses plays them, once, and holds what the widget says against what the engine did; fault is
// the first sentence that does not hold, "" when all do.
var losses = sync.OnceValues(func() (played, string) {
	p, fault := playLosses()
	if fault == "" {
		fault = loseFault(p)
	}
	return p, fault
})

// playLosses plays them; fault is what went wrong.
func playLosses() (p played, fault string) {
	play := func(idempotent bool, segmentBytes int64, moves string) *resend.Story {
		story, err := resend.Run(resend.Setup{Idempotent: idempotent, SegmentBytes: segmentBytes,
			Moves: moves})
		if err != nil && fault == "" {
			fault = "losing arrows: " + err.Error()
		}
		return story
	}
	for _, idempotent := range []bool{false, true} {
		for _, lost := range []resend.Kind{resend.LoseRequest, resend.LoseAck} {
			p.cases = append(p.cases, play(idempotent, 0, lost.String()+",again:1"))
		}
	}
	p.one = play(true, 0, loseStory)
	p.many = play(true, resend.SmallSegmentBytes, loseStory)
	return p, fault
}

// loseFault gives what the widget says and these stories deny.
func loseFault(p played) string {
	for i, c := range p.cases {
		ack := p.cases[i|1] // with the same producer id, or none
		sides := []resend.Traffic{c.Steps[0].Sent, c.Steps[0].Heard}
		twice := c.Steps[0].Kind == resend.LoseAck && !c.Idempotent
		switch {
		case !slices.Equal(sides, []resend.Traffic{ack.Steps[0].Sent, ack.Steps[0].Heard}):
			return "the producer can tell a lost request from a lost ack, and the page says it can't"
		case c.Steps[0].Heard.Bytes != 0:
			return "a producer heard what was lost"
		case twice != (c.Batches[0].Copies == 2) || !twice && c.Batches[0].Copies != 1:
			return "the copies are not 2 for a lost ack without a producer id and 1 for the others"
		}
	}
	for _, s := range []*resend.Story{p.one, p.many} {
		switch first := s.Steps[0].Window[0]; {
		case s.Steps[1].Verdict != producer.Duplicate.String():
			return "a batch of the window that is sent again is no duplicate, and the page says it is"
		case s.Steps[6].Evicted != first || len(s.Steps[6].Window) != producer.WindowSize:
			return "the sixth batch does not push the first one out, and the page says it does"
		case s.Steps[7].Verdict != producer.OutOfOrder.String():
			return "a batch that fell out of the window is not out of order, and the page says it is"
		case slices.ContainsFunc(s.Batches, func(b resend.Batch) bool { return b.Copies != 1 }):
			return "with a producer id a batch is not in the log once, and the page says it is"
		}
	}
	switch one, many := p.one.Steps[8:], p.many.Steps[8:]; {
	case len(one[0].Window) != producer.WindowSize || len(many[0].Window) != 1 ||
		one[0].Segments != 1 || many[0].Segments != len(p.many.Batches):
		return "a restart does not read back five batches of one segment, and one where each " +
			"batch has its own segment"
	case one[1].Verdict != producer.Duplicate.String() ||
		many[1].Verdict != producer.OutOfOrder.String():
		return "after the restart batch 5 is not a duplicate in one segment and out of order in many"
	}
	return ""
}
