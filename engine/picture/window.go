package picture

import (
	"errors"
	"strings"

	"kaenlog/engine/demo"
	"kaenlog/engine/trace"
)

// judgement is a batch that the broker judged, and what it remembers of the producer then.
type judgement struct {
	*request
	seq    string   // its sequences, as the window spells them: "7..9"
	out    string   // what fell out of the window for it; "": nothing
	window []string // behind it, the oldest first
	logEnd int64    // behind it
}

// judgements gives the batches that were judged from the first one on until the log was opened
// again, the most that the window held, and the events from there on.
//
// Errors: for a run that has none, and for a batch that has no answer or was half appended.
func judgements(run *demo.Run) (all []*judgement, slots int, reopened []trace.Entry, err error) {
	events := run.Events
	judged := false
	for i := range events {
		switch events[i].Event.(type) {
		case trace.Judged:
			judged = true
		case trace.Opened:
			if judged && reopened == nil {
				reopened = events[i:]
			}
		}
	}
	logEnd := int64(0)
	for _, r := range requests(events[:len(events)-len(reopened)]) {
		if r.judged == nil {
			continue
		}
		j := &judgement{request: r, seq: span(r.judged.FirstSeq, r.judged.LastSeq),
			window: r.judged.Window}
		switch {
		case r.written != nil && r.assigned != nil && r.published != nil:
			logEnd = r.published.LogEnd
			j.window = append(append([]string{}, j.window...), j.seq)
			if r.evicted != nil {
				j.out, j.window = r.evicted.Batch, j.window[1:]
			}
		case r.assigned != nil || r.answered == nil || len(j.window) == 0:
			return nil, 0, nil, errors.New("seq " + j.seq + " was half judged")
		}
		j.logEnd = logEnd
		slots = max(slots, len(j.window))
		all = append(all, j)
	}
	if all == nil {
		err = errors.New("no batch was judged")
	}
	return all, slots, reopened, err
}

// span spells a range as the window does.
func span[N int32 | int64](first, last N) string { return itoa(first) + ".." + itoa(last) }

// Where a row of the window has what, in pixels.
const (
	windowLeft  = 58 // what falls out; the slots are right of it
	windowPitch = 38
	windowBar   = 22
)

// drawWindow draws each batch that was judged in a row of its own, with the window behind it.
func drawWindow(c *canvas) error {
	all, slots, _, err := judgements(c.run)
	if err != nil {
		return err
	}
	c.text("name", 0, 12, "producer "+itoa(all[0].judged.Producer))
	w := &windows{canvas: c, slots: slots}
	w.head(24, "seq")
	for _, j := range all {
		base := j.judged.BaseOffset
		word, class, said := "duplicate", "small same", "duplicate"
		switch {
		case j.refused != nil:
			word, class, said = "refused", "small refused", "refused"
		case j.written != nil:
			base = j.assigned.Base
			word, class, said = "kept", "small", "→ "+itoa(base)
			if j.out != "" {
				word = "pushed"
			}
		}
		c.step(word, "baseOffset expected got batches slots", base, int64(j.judged.Expected),
			int64(j.judged.Got), int64(len(j.window)), int64(slots)).with("seq", j.seq).
			with("out", j.out)
		w.row(j.seq, class, said, j.window, j.out)
	}
	return nil
}

// windows are rows of a window's slots.
type windows struct {
	*canvas
	slots, y int
}

// x gives where a slot begins; what fell out stands before the first.
func (w *windows) x(slot int) int {
	return windowLeft + (slot+1)*(Width-windowLeft)/(w.slots+1)
}

// head names the columns.
func (w *windows) head(y int, name string) {
	w.text("small", 0, y+12, name)
	w.text("small", windowLeft+8, y+12, "out")
	w.text("small", w.x(0), y+12, "oldest")
	w.text("small end", Width-2, y+12, "newest")
	w.y = y + 22
}

// row draws what came and what was said to it, the slots with the one that remembers it, and
// left of them what fell out.
func (w *windows) row(seq, class, said string, held []string, out string) {
	if seq != "" {
		w.text("strong", 0, w.y+9, brief(seq, windowLeft-4))
	}
	w.text(class, 0, w.y+23, said)
	for i := -1; i < w.slots; i++ {
		class, text := "plain", ""
		switch {
		case i < 0 && out == "":
			continue
		case i < 0:
			class, text = "plain in-cache drop moves", out
		case i < len(held):
			class, text = "producer", held[i]
			if text == seq {
				class = "producer fresh moves"
			}
		}
		w.box(class, w.x(i), w.y, w.x(i+1)-w.x(i)-2, text)
	}
	w.y += windowPitch
	w.p.Height = w.y
}

const letter = 8 // pixels, of the widest fonts

// box draws a batch by its sequences, where there is room for them.
func (c *canvas) box(class string, x, y, w int, seq string) {
	c.rect(class, x, y, w, windowBar)
	if text := brief(seq, w); text != "" {
		t := c.text("mid", x+w/2, y+15, text)
		if len(text)*letter > w {
			t.W = w - 4
		}
	}
}

// brief spells sequences as there is room for in w pixels: "6" for "6..6", "2500…" for
// "2500..4999", or nothing.
func brief(seq string, w int) string {
	first, last, _ := strings.Cut(seq, "..")
	if first == last {
		seq = first
	}
	if room := w/letter + 1; len(seq) > room {
		if len(seq) == len(first) || len(first) >= room {
			return ""
		}
		return first + "…"
	}
	return seq
}
