package picture_test

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
	"kaenlog/engine/trace"
)

func entry(step int, e any) trace.Entry { return trace.Entry{Step: step, Event: e.(trace.Event)} }

// firstRequest gives the events of the first produce, as the trace has them.
func firstRequest(t *testing.T, run *demo.Run) []trace.Event {
	t.Helper()
	var events []trace.Event
	for _, e := range run.Events {
		if _, ok := e.Event.(trace.FrameSent); ok || len(events) > 0 {
			events = append(events, e.Event)
		}
		switch e.Event.(type) {
		case trace.Answered, trace.NoAnswer:
			return events
		}
	}
	t.Fatal("no request was answered")
	return nil
}

// pathWords are the words of the map's steps by the event's name in the trace.
var pathWords = map[string]string{"frame-sent": "sent", "frame-read": "read",
	"refused": "refused", "assigned": "assigned", "written": "written", "synced": "synced",
	"published": "published", "answered": "answered", "no-answer": "no-answer"}

func TestTheMapHasAStepForEachEventOfTheRequestInItsOrder(t *testing.T) {
	for _, flags := range []string{goldenFlags, "acks=0", "acks=-1 batches=2"} {
		run := produce(t, flags)
		var want []string
		for _, e := range firstRequest(t, run) {
			word := pathWords[e.Type()]
			if a, ok := e.(trace.Answered); ok && a.Code != 0 {
				word = "answered-error"
			}
			want = append(want, word)
		}
		p := draw(t, run, "path")
		if got := words(p); !slices.Equal(got, want) {
			t.Errorf("%s: steps %v, the trace has %v", flags, got, want)
		}
		for i, e := range firstRequest(t, run) {
			for _, f := range e.Fields() {
				for _, v := range p.Steps[i].Values {
					if v.Name == f.Name && v.V != f.Value {
						t.Errorf("%s: %s: %s is %v, the event has %v", flags, p.Steps[i].Word, v.Name,
							v.V, f.Value)
					}
				}
			}
		}
	}
}

func TestAMapOfAnotherOrderIsAnotherMap(t *testing.T) {
	run := produce(t, goldenFlags)
	p := draw(t, run, "path")
	swapped := draw(t, withEvents(run, func(events []any) []any {
		at := slices.IndexFunc(events, func(e any) bool { _, ok := e.(trace.Written); return ok })
		events[at], events[at+1] = events[at+1], events[at] // synced before it was written
		return events
	}), "path")
	if got, was := words(swapped), words(p); slices.Equal(got, was) || got[3] != "synced" {
		t.Errorf("steps are %v", got)
	}
	unsynced := draw(t, withEvents(run, func(events []any) []any {
		return slices.DeleteFunc(events, func(e any) bool {
			s, ok := e.(trace.Synced)
			return ok && s.UpTo == 213
		})
	}), "path")
	if reached(unsynced) != reached(p)-1 || len(shapes(unsynced, "kept")) != 0 {
		t.Errorf("%d stations were reached without a sync, %d with", reached(unsynced), reached(p))
	}
}

func reached(p *picture.Picture) int { return len(shapes(p, "reached")) }

func TestWhatMovesOnTheMapIsToScale(t *testing.T) {
	run := produce(t, goldenFlags)
	p := draw(t, run, "path")
	sent := firstRequest(t, run)[0].(trace.FrameSent)
	batch := len(run.Bytes.Sent)
	frame := shapes(p, "framing")[0].W + shapes(p, "producer")[0].W
	for _, s := range shapes(p, "producer") {
		if s.Y < shapes(p, "kept")[0].Y && s.H > 0 && s.W > 30 {
			if off := s.W*int(sent.Size) - frame*batch; off < -int(sent.Size) || off > int(sent.Size) {
				t.Errorf("a batch of %d bytes is %d wide, a frame of %d is %d", batch, s.W, sent.Size, frame)
			}
		}
	}
	half := draw(t, withEvents(run, func(events []any) []any {
		for i, e := range events {
			if s, ok := e.(trace.Synced); ok && s.UpTo == 213 {
				s.UpTo = 106
				events[i] = s
			}
		}
		return events
	}), "path")
	full, part := numbers(t, shapes(p, "kept")[0].D), numbers(t, shapes(half, "kept")[0].D)
	if got := part[2] * 2; got < full[2]-2 || got > full[2]+2 {
		t.Errorf("half of the bytes are synced, and the line is %d of %d", part[2], full[2])
	}
}

func TestARequestThatIsRefusedComesToNoOtherStation(t *testing.T) {
	p := draw(t, produce(t, "acks=3"), "path")
	if got := words(p); !slices.Equal(got, []string{"sent", "read", "refused", "answered-error"}) {
		t.Fatalf("steps are %v", got)
	}
	has(t, texts(p, 3), "INVALID_REQUIRED_ACKS")
	if n := reached(p); n != 4 || len(shapes(p, "cross")) != 1 || len(shapes(p, "passing")) == 0 {
		t.Errorf("%d stations, %d crosses", n, len(shapes(p, "cross")))
	}
}

func TestTheFourRequestsGoAsFarAsTheirEventsAndAreAnswered(t *testing.T) {
	run := produce(t, goldenFlags)
	p := draw(t, run, "acks")
	want := []string{"written", "no-answer", "written", "ok", "written", "not-replicated",
		"refused", "told", "all"}
	if got := words(p); !slices.Equal(got, want) {
		t.Fatalf("steps are %v", got)
	}
	columns := map[int]int{} // stations by the column's middle
	for _, s := range shapes(p, "reached") {
		n := numbers(t, s.D)
		columns[n[0]+n[2]]++
	}
	written := map[int]string{}
	for _, s := range shapes(p, "mono", "mid") {
		written[s.X] = s.Text
	}
	if !reflect.DeepEqual(columns, map[int]int{118: 5, 166: 5, 214: 5, 262: 2}) ||
		!reflect.DeepEqual(written, map[int]string{118: "137 B", 166: "137 B", 214: "137 B"}) {
		t.Errorf("stations %v, written %v", columns, written)
	}
	for step, says := range map[int]string{2: "none", 4: "ok 10", 6: "err 20", 8: "err 21"} {
		has(t, texts(p, step), says)
	}
	for step, says := range map[int][]string{1: {"9", "10"}, 3: {"10", "11"}, 5: {"11", "12"}} {
		for _, one := range says {
			has(t, texts(p, step), one)
		}
	}
	if heads := shapes(p, "head"); len(heads) != 3 {
		t.Errorf("%d answers arrive, acks 0 has none", len(heads))
	}
}

func TestARequestWhoseSyncIsMissingIsNoPictureOfAcks(t *testing.T) {
	run := withEvents(produce(t, goldenFlags), func(events []any) []any {
		return slices.DeleteFunc(events, func(e any) bool {
			s, ok := e.(trace.Synced)
			return ok && s.UpTo == 1141
		})
	})
	if _, err := picture.Of(run, "acks"); err == nil || !strings.Contains(err.Error(), "request 11") {
		t.Errorf("drawn without its sync: %v", err)
	}
}

// tornBlocks gives the batches of each row, by the row's place.
func tornBlocks(p *picture.Picture) map[int][]picture.Shape {
	rows := map[int][]picture.Shape{}
	for _, s := range shapes(p, "producer") {
		rows[s.Y] = append(rows[s.Y], s)
	}
	return rows
}

func TestTheTornFileIsToScaleInEveryRow(t *testing.T) {
	for _, flags := range []string{goldenFlags, "batches=1 truncate-tail=true",
		"batches=40 acks=0 truncate-tail=true"} {
		run := produce(t, flags)
		p := draw(t, run, "torn-tail")
		var written []trace.Written
		var cut trace.Truncated
		for _, e := range run.Events {
			switch e := e.Event.(type) {
			case trace.Written:
				written = append(written, e)
			case trace.Truncated:
				cut = e
			}
		}
		longest := float64(max(cut.From, written[len(written)-1].Pos+written[len(written)-1].Size))
		scale := func(pos int64) float64 { return 1 + float64(pos)*(picture.Width-2)/longest }
		near := func(got int, want float64) bool { return math.Abs(float64(got)-want) <= 0.5 }
		rows := tornBlocks(p)
		if len(rows) != 6 {
			t.Fatalf("%s: %d rows of blocks", flags, len(rows))
		}
		for y, blocks := range rows {
			n := len(written) - 1 // the last is behind the cut
			if len(blocks) != n && len(blocks) != n+1 {
				t.Errorf("%s: row at %d has %d blocks, %d were written", flags, y, len(blocks), n)
				continue
			}
			for i, b := range blocks {
				from, to := scale(written[i].Pos), scale(written[i].Pos+written[i].Size)
				if !near(b.X, from) || !near(b.X+b.W, to) {
					t.Errorf("%s: batch %d is drawn at %d..%d, to scale it is %.1f..%.1f", flags, i, b.X,
						b.X+b.W, from, to)
				}
			}
		}
		for _, tail := range shapes(p, "lost") {
			if !near(tail.X, scale(cut.To)) || !near(tail.X+tail.W, scale(cut.From)) {
				t.Errorf("%s: the tail is drawn at %d..%d", flags, tail.X, tail.X+tail.W)
			}
		}
	}
}

func TestTheScanIsDrawnBatchByBatch(t *testing.T) {
	run := produce(t, goldenFlags)
	p := draw(t, run, "torn-tail")
	want := []string{"before", "torn", "reopened", "good", "good", "good", "good", "good", "good",
		"bad", "cut", "appended"}
	if got := words(p); !slices.Equal(got, want) {
		t.Fatalf("steps are %v", got)
	}
	var checked []trace.BatchChecked
	for _, e := range run.Events {
		if c, ok := e.Event.(trace.BatchChecked); ok {
			checked = append(checked, c)
		}
	}
	for i, c := range checked {
		if got := valueOf(t, p.Steps[3+i], "pos"); got != c.Pos || want[3+i] == "good" != c.OK {
			t.Errorf("step %d is about byte %v, the scan looked at %d", 4+i, got, c.Pos)
		}
	}
	bad := draw(t, withEvents(run, func(events []any) []any {
		for i, e := range events {
			if c, ok := e.(trace.BatchChecked); ok && c.Pos == 867 {
				c.OK, c.Reason = false, "crc"
				events[i] = c
			}
		}
		return events
	}), "torn-tail")
	if got := words(bad); got[6] != "bad" || len(shapes(bad, "tick")) != 5 {
		t.Errorf("a batch whose CRC is wrong: %v", got)
	}
}

func TestTheTornFileFollowsItsEvents(t *testing.T) {
	run := produce(t, goldenFlags)
	p := draw(t, run, "torn-tail")
	for i, e := range run.Events {
		changed := withEvents(run, func(events []any) []any {
			switch e := e.Event.(type) {
			case trace.Written:
				e.Pos += 40
				events[i] = e
			case trace.Truncated:
				e.To -= 20
				events[i] = e
			case trace.Opened:
				e.LogEnd++
				events[i] = e
			case trace.Assigned:
				e.Base += 100
				events[i] = e
			}
			return events
		})
		touched := !reflect.DeepEqual(changed.Events, run.Events)
		if o, ok := e.Event.(trace.Opened); ok && o.TornBytes == 0 {
			continue // the one before anything was written
		}
		if touched && sameAs(draw(t, changed, "torn-tail"), p) {
			t.Errorf("event %d, %s, is another, and the picture is the same", e.Step, e.Event.Type())
		}
	}
}

func TestBothDemosDrawTheSameTornTail(t *testing.T) {
	p := draw(t, do(t, "recovery", ""), "torn-tail")
	if !sameAs(p, draw(t, produce(t, goldenFlags), "torn-tail")) {
		t.Error("the recovery demo tears the produce demo's file, and draws another")
	}
}

func TestBlocksAreNamedByTheirFirstOffset(t *testing.T) {
	p := draw(t, produce(t, goldenFlags), "torn-tail")
	var offsets []string
	for _, s := range p.Shapes {
		if s.Kind == picture.Text && strings.Contains(s.Class, "mono") && s.From == 0 {
			offsets = append(offsets, s.Text)
		}
	}
	if !slices.Equal(offsets, []string{"0", "2", "5", "9", "10", "11"}) {
		t.Errorf("the blocks are %v", offsets)
	}
	for step, size := range map[int]int{1: 1278, 2: 1425, 3: 1425, 11: 1278, 12: 1415} {
		has(t, texts(p, step), strconv.Itoa(size)+" B")
	}
}
