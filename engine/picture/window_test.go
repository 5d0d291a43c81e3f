package picture_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
	"kaenlog/engine/trace"
)

const dedupGolden = "resend=true"

var dedupFlags = []string{dedupGolden, "", "seq=0..0 resend=true", "seq=0..9", "pid=0",
	"seq=9998..9999 resend=true", "seq=9999..9999", "seq=1..1 resend=true", "seq=0..9999 resend=true",
	"seq=3..9000", "seq=5000..5004 resend=true pid=9223372036854775806", "now-ms=0 seq=2..2"}

// told is a batch that was judged, as the events tell it, up to where the log is opened again.
type told struct {
	judged  trace.Judged
	base    int64 // of what was appended, else -1
	logEnd  int64
	evicted string
	refused *trace.Refused
	after   []string // the window that the next event shows
}

// tellingOf reads what was judged from the run's events; rest is what came behind the restart.
func tellingOf(t *testing.T, run *demo.Run) (all []told, rest []trace.Event) {
	t.Helper()
	opened := 0
	end := int64(0)
	for _, entry := range run.Events {
		if e, ok := entry.Event.(trace.Opened); ok && e.TornBytes == 0 && len(all) > 0 {
			opened++
		}
		if opened > 0 {
			rest = append(rest, entry.Event)
			continue
		}
		last := len(all) - 1
		switch e := entry.Event.(type) {
		case trace.Judged:
			if last >= 0 {
				all[last].after = e.Window
			}
			all = append(all, told{judged: e, base: -1, logEnd: end})
		case trace.Assigned:
			if last >= 0 {
				all[last].base = e.Base
			}
		case trace.Evicted:
			all[last].evicted = e.Batch
		case trace.Refused:
			if last >= 0 {
				all[last].refused = &e
			}
		case trace.Published:
			if end = e.LogEnd; last >= 0 {
				all[last].logEnd = end
			}
		}
	}
	for _, e := range rest { // the last one's is what is read back
		if r, ok := e.(trace.WindowRebuilt); ok && all[len(all)-1].after == nil {
			all[len(all)-1].after = r.Window
		}
	}
	return all, rest
}

// seqOf spells what was sent.
func (o told) seq() string { return fmt.Sprintf("%d..%d", o.judged.FirstSeq, o.judged.LastSeq) }

// short tells whether a text is short for a range, which may be shortened but not changed.
func short(text, seq string) bool {
	first, last, _ := strings.Cut(seq, "..")
	return text == seq || text == first && first == last || text == first+"…"
}

// boxesAt gives the boxes of a class that come with a step, from the left, with what is written
// in each; "" for nothing.
func boxesAt(p *picture.Picture, step int, class string) (texts []string, rects []picture.Shape) {
	for _, s := range p.Shapes {
		if s.Kind != picture.Rect || max(s.From, 1) != step ||
			!slices.Contains(strings.Fields(s.Class), class) {
			continue
		}
		text := ""
		for _, in := range p.Shapes {
			if in.Kind == picture.Text && in.Y > s.Y && in.Y <= s.Y+s.H && in.X > s.X && in.X < s.X+s.W {
				text = in.Text
			}
		}
		texts, rects = append(texts, text), append(rects, s)
	}
	return texts, rects
}

// holds checks the slots that come with a step against a window, and which of them is marked.
func holds(t *testing.T, p *picture.Picture, step int, window []string, mark, out string) {
	t.Helper()
	got, rects := boxesAt(p, step, "producer")
	if rects[0].H == 20 { // the file, with the first header's step
		got, rects = got[len(got)-len(window):], rects[len(rects)-len(window):]
	}
	if len(got) != len(window) {
		t.Fatalf("step %d: %d boxes, the window is %v", step, len(got), window)
	}
	for i, seq := range window {
		if !short(got[i], seq) {
			t.Errorf("step %d: slot %d reads %q, the window %v", step, i, got[i], window)
		}
		if marked := strings.Contains(rects[i].Class, "fresh"); marked != (seq == mark) {
			t.Errorf("step %d: slot %d of %v is marked: %v, sent was %s", step, i, window, marked, mark)
		}
		if i > 0 && rects[i].X < rects[i-1].X+rects[i-1].W {
			t.Errorf("step %d: slot %d is on the one before", step, i)
		}
	}
	fell, left := boxesAt(p, step, "drop")
	if (len(fell) == 1) != (out != "") ||
		out != "" && (!short(fell[0], out) || left[0].X >= rects[0].X) {
		t.Errorf("step %d: %v fell out, the event says %q", step, fell, out)
	}
}

func TestEachRowOfTheWindowIsThatOfItsJudgement(t *testing.T) {
	for _, flags := range dedupFlags {
		run := do(t, "dedup", flags)
		p := draw(t, run, "window")
		all, _ := tellingOf(t, run)
		if len(p.Steps) != len(all) {
			t.Fatalf("%s: %d steps, %d were judged", flags, len(p.Steps), len(all))
		}
		for i, o := range all {
			holds(t, p, i+1, o.after, o.seq(), o.evicted)
			word := map[string]string{"DUPLICATE": "duplicate", "APPEND": "kept"}[o.judged.Verdict]
			switch {
			case o.refused != nil:
				word = "refused"
				has(t, texts(p, i+1), "refused")
			case o.evicted != "":
				word = "pushed"
			}
			if words(p)[i] != word {
				t.Errorf("%s: step %d says %s, judged was %v", flags, i+1, words(p)[i], o.judged)
			}
			if o.base >= 0 {
				has(t, texts(p, i+1), "→ "+strconv.FormatInt(o.base, 10))
			}
			for name, want := range map[string]any{"seq": o.seq(), "out": o.evicted,
				"expected": int64(o.judged.Expected), "batches": int64(len(o.after)), "slots": int64(5)} {
				if got := valueOf(t, p.Steps[i], name); got != want {
					t.Errorf("%s: step %d: %s is %v, want %v", flags, i+1, name, got, want)
				}
			}
		}
		has(t, texts(p, 1), "producer "+strconv.FormatInt(all[0].judged.Producer, 10))
	}
}

// ruler is where sequences are in the picture of verdicts, as its boxes of windows say.
func ruler(t *testing.T, p *picture.Picture, all []told) map[int64]int {
	t.Helper()
	at := map[int64]int{}
	step := 1
	for _, o := range all {
		if o.base >= 0 {
			continue
		}
		_, rects := boxesAt(p, step, "producer")
		for i, seq := range o.judged.Window {
			var first, last int64
			if _, err := fmt.Sscanf(seq, "%d..%d", &first, &last); err != nil {
				t.Fatal(err)
			}
			for n, x := range map[int64]int{first: rects[i].X, last + 1: rects[i].X + rects[i].W} {
				if was, ok := at[n]; ok && was != x {
					t.Errorf("step %d: sequence %d is at %d, and was at %d", step, n, x, was)
				}
				at[n] = x
			}
		}
		step += 2
	}
	return at
}

func TestVerdictsStandOnTheLineOfSequences(t *testing.T) {
	for _, flags := range dedupFlags {
		run := do(t, "dedup", flags)
		p := draw(t, run, "verdicts")
		all, _ := tellingOf(t, run)
		at := ruler(t, p, all)
		step, hatched := 1, 0
		for _, o := range all {
			if o.base >= 0 {
				continue
			}
			_, rects := boxesAt(p, step, "producer")
			window, sent := rects[:len(rects)-1], rects[len(rects)-1]
			expected, got := int64(o.judged.Expected), int64(o.judged.Got)
			if sent.X != at[got] || sent.X+sent.W != at[int64(o.judged.LastSeq)+1] ||
				sent.Y+sent.H > window[0].Y {
				t.Errorf("%s: step %d: seq %s is drawn at %d..%d", flags, step, o.seq(), sent.X,
					sent.X+sent.W)
			}
			onBox := slices.ContainsFunc(window, func(b picture.Shape) bool {
				return b.X == sent.X && b.W == sent.W
			})
			_, gone := boxesAt(p, step, "in-cache")
			word := "duplicate"
			switch {
			case o.judged.Verdict == "DUPLICATE":
				has(t, texts(p, step+1), fmt.Sprintf("DUPLICATE → offset %s", strings.TrimSuffix(
					fmt.Sprintf("%d..%d", o.judged.BaseOffset, o.judged.LastOf), onlyOne(o.judged))))
			case got > expected:
				word = "gap-refused"
				lost := shapes(p, "lost")[hatched]
				hatched++
				if lost.X != at[expected] || lost.X+lost.W != at[got] || max(lost.From, 1) != step {
					t.Errorf("%s: lost is %d..%d of step %d, missing are %d..%d", flags, lost.X,
						lost.X+lost.W, lost.From, at[expected], at[got])
				}
			default:
				word = "late-refused"
				if len(gone) != 1 || gone[0].X != sent.X || gone[0].W != sent.W {
					t.Errorf("%s: where seq %s was stands %v", flags, o.seq(), gone)
				}
			}
			if onBox != (word == "duplicate") || words(p)[step] != word ||
				(len(gone) == 1) != (word == "late-refused") {
				t.Errorf("%s: step %d says %s; on a box: %v", flags, step+1, words(p)[step], onBox)
			}
			mark := shapes(p, "end-mark")[step/2]
			if numbers(t, mark.D)[0] != at[expected] {
				t.Errorf("%s: expected %d is marked at %v", flags, expected, mark.D)
			}
			has(t, texts(p, step), fmt.Sprintf("expected %d", expected))
			has(t, texts(p, step+1), fmt.Sprintf("log end %d", o.logEnd))
			if o.refused != nil {
				has(t, texts(p, step+1), fmt.Sprintf("%d %s", o.refused.Code, o.refused.Name))
			}
			step += 2
		}
		if len(p.Steps) != step-1 || len(shapes(p, "lost")) != hatched || hatched != 1 {
			t.Errorf("%s: %d steps, %d hatched", flags, len(p.Steps), len(shapes(p, "lost")))
		}
	}
}

// onlyOne gives what a range of one ends in behind its only offset.
func onlyOne(j trace.Judged) string {
	if j.BaseOffset != j.LastOf {
		return "?"
	}
	return fmt.Sprintf("..%d", j.LastOf)
}

func TestTheGoldenVerdictsAreToScale(t *testing.T) {
	run := do(t, "dedup", dedupGolden)
	all, _ := tellingOf(t, run)
	for n, x := range ruler(t, draw(t, run, "verdicts"), all) {
		if want := 1 + float64(n)*286/15; float64(x) < want-1 || float64(x) > want+1 {
			t.Errorf("sequence %d of 15 is at %d, to scale it is at %.1f", n, x, want)
		}
	}
}
