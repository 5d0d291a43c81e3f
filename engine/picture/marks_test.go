package picture_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
	"kaenlog/engine/trace"
)

// publishedOf gives what was published with each append, up to the restart.
func publishedOf(t *testing.T, run *demo.Run) (bases []int64, all []trace.Published) {
	t.Helper()
	judged := false
	for _, entry := range run.Events {
		switch e := entry.Event.(type) {
		case trace.Judged:
			judged = true
		case trace.Assigned:
			bases = append(bases, e.Base)
		case trace.Published:
			if judged {
				all = append(all, e)
			}
		case trace.Opened:
			if judged {
				return bases, all
			}
		}
	}
	t.Fatal("the log is not opened again")
	return nil, nil
}

// lineEnd gives where a line of one stroke to the right begins, and where it ends.
func lineEnd(t *testing.T, s picture.Shape) (from, to int) {
	t.Helper()
	n := numbers(t, s.D)
	if len(n) != 3 || !strings.Contains(s.D, "H") {
		t.Fatalf("%q is no line to the right", s.D)
	}
	return n[0], n[2]
}

func TestMarksStandWhereTheRunPublishedThem(t *testing.T) {
	for _, flags := range dedupFlags {
		run := do(t, "dedup", flags)
		checkMarks(t, flags, run)
		// A broker with replicas that are behind: no run of this engine has that.
		checkMarks(t, flags+" behind", withEvents(run, func(events []any) []any {
			for i, e := range events {
				if p, ok := e.(trace.Published); ok && p.LogEnd > 2 {
					p.HighWatermark -= 2
					events[i] = p
				}
			}
			return events
		}))
	}
}

func checkMarks(t *testing.T, flags string, run *demo.Run) {
	t.Helper()
	p := draw(t, run, "marks")
	bases, all := publishedOf(t, run)
	if want := []string{"first", "published", "open", "read"}; !slices.Equal(words(p), want) {
		t.Fatalf("%s: steps are %v", flags, words(p))
	}
	_, batches := boxesAt(p, 1, "producer")
	_, later := boxesAt(p, 2, "producer")
	batches = append(batches, later...)
	hw, leo := shapes(p, "kept"), shapes(p, "end-mark")
	if len(batches) != len(all) || len(leo) != len(all) || len(hw) != len(all)+1 {
		t.Fatalf("%s: %d batches, %d published, %d and %d marks", flags, len(batches), len(all), len(leo),
			len(hw))
	}
	at := map[int64]int{} // where a batch's offsets begin
	for i, b := range batches {
		at[bases[i]], at[bases[i]+valueAfter(bases, all, i)] = b.X, b.X+b.W
	}
	for i, e := range all {
		if x := numbers(t, leo[i].D)[0]; x != at[e.LogEnd] {
			t.Errorf("%s: row %d: log end %d is at %d, want %d", flags, i, e.LogEnd, x, at[e.LogEnd])
		}
		_, to := lineEnd(t, hw[i])
		if want, ok := at[e.HighWatermark]; ok && to != want || to > at[e.LogEnd] {
			t.Errorf("%s: row %d: high watermark %d is at %d, want %d", flags, i, e.HighWatermark, to, want)
		}
		if i > 0 {
			has(t, texts(p, 2), fmt.Sprint(e.LogEnd))
		}
	}
	newest, lso := all[len(all)-1], bases[len(bases)-2]
	for name, want := range map[string]int64{"logEnd": newest.LogEnd,
		"highWatermark": newest.HighWatermark, "batches": int64(len(all))} {
		if got := valueOf(t, p.Steps[1], name); got != want {
			t.Errorf("%s: %s is %v, want %d", flags, name, got, want)
		}
	}
	for _, s := range p.Steps[2:] {
		if got := valueOf(t, s, "lso"); got != lso {
			t.Errorf("%s: LSO is %v, the last batch but one begins at %d", flags, got, lso)
		}
	}
	has(t, texts(p, 1), fmt.Sprintf("LEO %d · HW %d", all[0].LogEnd, all[0].HighWatermark))
	has(t, texts(p, 2), fmt.Sprintf("LEO %d", newest.LogEnd))
	has(t, texts(p, 2), fmt.Sprintf("HW %d", newest.HighWatermark))
	has(t, texts(p, 3), fmt.Sprintf("LSO %d", lso))
	order(t, flags, p)
}

// valueAfter gives how many offsets batch i has.
func valueAfter(bases []int64, all []trace.Published, i int) int64 {
	if i+1 < len(bases) && bases[i+1] > bases[i] {
		return bases[i+1] - bases[i]
	}
	return all[i].LogEnd - bases[i]
}

// order checks LEO >= HW >= LSO on the three lines, and that all of the last is dashed.
func order(t *testing.T, flags string, p *picture.Picture) {
	t.Helper()
	_, leo := lineEnd(t, shapes(p, "way")[0])
	marks := shapes(p, "kept")
	_, hw := lineEnd(t, marks[len(marks)-1])
	_, lso := lineEnd(t, shapes(p, "passing")[0])
	if leo < hw || hw < lso || leo <= lso {
		t.Errorf("%s: LEO, HW and LSO end at %d, %d and %d", flags, leo, hw, lso)
	}
	has(t, texts(p, 3), "drawn, not run")
	for _, s := range p.Shapes {
		isText, isLog := s.Kind == picture.Text, s.Kind == picture.Rect && s.X == 1
		dashed := strings.Contains(s.Class, "passing") || strings.Contains(s.Class, "in-cache")
		if s.From >= 3 && !isText && !isLog && !dashed || s.From < 3 && dashed {
			t.Errorf("%s: step %d: %s: what no run has is dashed, and nothing else", flags, s.From, s.Class)
		}
	}
	open := shapes(p, "in-cache")
	if len(open) != 1 || open[0].X != lso || open[0].X+open[0].W != leo {
		t.Errorf("%s: the open transaction is %v, from %d to %d", flags, open, lso, leo)
	}
}

func TestTheWindowIsReadBackHeaderByHeader(t *testing.T) {
	run := do(t, "recovery", "")
	p := draw(t, run, "rebuild")
	all, rest := tellingOf(t, run)
	var written []trace.Written
	for _, entry := range run.Events {
		if w, ok := entry.Event.(trace.Written); ok && strings.HasPrefix(w.File, "idem/") {
			written = append(written, w)
		}
	}
	bytes := written[len(written)-1].Pos + written[len(written)-1].Size
	scale := func(pos int64) float64 { return 1 + float64(pos)*286/float64(bytes) }
	_, file := boxesAt(p, 1, "producer")
	var window []string
	n := 0
	for _, o := range all {
		if o.base < 0 {
			continue
		}
		w, out, word := written[n], "", "read"
		if window = append(window, o.seq()); len(window) > 5 {
			out, window, word = window[0], window[1:], "pushed"
		}
		step := n + 2
		if words(p)[step-1] != word || valueOf(t, p.Steps[step-1], "pos") != w.Pos {
			t.Errorf("step %d is %v, the header is that of byte %d", step, p.Steps[step-1], w.Pos)
		}
		holds(t, p, step, window, o.seq(), out)
		from, to := lineEnd(t, shapes(p, "way")[n])
		for i, x := range []int{from, to, file[n].X, file[n].X + file[n].W} {
			pos := []int64{w.Pos, w.Pos + batch.HeaderSize, w.Pos, w.Pos + w.Size}[i]
			if math.Abs(float64(x)-scale(pos)) > 1 {
				t.Errorf("byte %d is drawn at %d, to scale it is at %.1f", pos, x, scale(pos))
			}
		}
		n++
	}
	var rebuilt trace.WindowRebuilt
	var again trace.Judged
	for _, e := range rest {
		switch e := e.(type) {
		case trace.WindowRebuilt:
			rebuilt = e
		case trace.Judged:
			again = e
		}
	}
	if n != len(written) || len(p.Steps) != n+3 || again.Verdict != "DUPLICATE" {
		t.Fatalf("%d steps, %d batches, sent again was %v", len(p.Steps), n, again)
	}
	holds(t, p, n+2, rebuilt.Window, "", "")
	holds(t, p, n+3, again.Window, fmt.Sprintf("%d..%d", again.FirstSeq, again.LastSeq), "")
	if got := valueOf(t, p.Steps[n+2], "baseOffset"); got != again.BaseOffset {
		t.Errorf("the old offset is %v, answered was %d", got, again.BaseOffset)
	}
}

func TestAWindowThatIsNotWhatWasReadBackIsNoPicture(t *testing.T) {
	run := do(t, "recovery", "")
	for story, edit := range map[string]func(e any) any{
		"another window": func(e any) any {
			if w, ok := e.(trace.WindowRebuilt); ok {
				w.Window = append(slices.Clone(w.Window[:4]), "14..15")
				return w
			}
			return e
		},
		"a narrower window": func(e any) any {
			if w, ok := e.(trace.WindowRebuilt); ok {
				w.Window = w.Window[4:]
				return w
			}
			return e
		},
		"none": func(e any) any {
			if _, ok := e.(trace.WindowRebuilt); ok {
				return trace.Published{}
			}
			return e
		},
		"another batch was written": func(e any) any {
			if j, ok := e.(trace.Judged); ok && j.FirstSeq == 13 && j.Verdict == "APPEND" {
				j.LastSeq = 13 + 1
				return j
			}
			return e
		},
		"a batch came after the restart that is refused": func(e any) any {
			if j, ok := e.(trace.Judged); ok && j.Verdict == "DUPLICATE" {
				return trace.Refused{Code: 45}
			}
			return e
		},
		"a batch came after the restart that is new": func(e any) any {
			if j, ok := e.(trace.Judged); ok && j.Verdict == "DUPLICATE" {
				j.Verdict = "APPEND"
				return j
			}
			return e
		},
	} {
		changed := withEvents(run, func(events []any) []any {
			for i := range events {
				events[i] = edit(events[i])
			}
			return events
		})
		if p, err := picture.Of(changed, "rebuild"); err == nil ||
			!strings.Contains(err.Error(), "read back") {
			t.Errorf("%s: %v, %v", story, p, err)
		}
	}
}

func TestABatchThatNobodyJudgedIsNoPictureOfItsSegment(t *testing.T) {
	run := withEvents(do(t, "recovery", ""), func(events []any) []any {
		return slices.DeleteFunc(events, func(e any) bool {
			j, ok := e.(trace.Judged)
			return ok && j.FirstSeq == 0
		})
	})
	if _, err := picture.Of(run, "rebuild"); err == nil || !strings.Contains(err.Error(), "judged") {
		t.Errorf("drawn: %v", err)
	}
}

func TestHalfAJudgementIsNoPicture(t *testing.T) {
	run := do(t, "dedup", dedupGolden)
	without := func(drop func(e any) bool) *demo.Run {
		return withEvents(run, func(events []any) []any { return slices.DeleteFunc(events, drop) })
	}
	for story, changed := range map[string]*demo.Run{
		"assigned": without(func(e any) bool { _, ok := e.(trace.Assigned); return ok }),
		"published": without(func(e any) bool {
			p, ok := e.(trace.Published)
			return ok && p.LogEnd == 7
		}),
		"written": without(func(e any) bool { _, ok := e.(trace.Written); return ok }),
	} {
		for _, name := range picture.Names("dedup") {
			_, err := picture.Of(changed, name)
			if err == nil || !strings.Contains(err.Error(), "half judged") {
				t.Errorf("%s: without %s: %v", name, story, err)
			}
		}
	}
	appends := withEvents(run, func(events []any) []any { return events[:44] })
	_, err := picture.Of(appends, "verdicts")
	if err == nil || !strings.Contains(err.Error(), "appended") {
		t.Errorf("verdicts of appends alone: %v", err)
	}
}
