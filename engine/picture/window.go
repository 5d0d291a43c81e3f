package picture

import (
	"errors"
	"strings"

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

// history is what was judged from the first batch on until the log was opened again. Its rows
// are windows, one below the other.
type history struct {
	*canvas
	all, appended    []*judgement
	slots            int // the most that the window held
	events, reopened []trace.Entry
	rebuilt          *trace.WindowRebuilt // then; nil: nothing was read back
	y                int                  // where the next row may stand
}

// history reads the run's events.
//
// Errors: for a run that judged none, and for a batch that has no answer or was half appended.
func (c *canvas) history() (*history, error) {
	h := &history{canvas: c, events: c.run.Events}
	judged := false
	for i := range h.events {
		switch e := h.events[i].Event.(type) {
		case trace.Judged:
			judged = true
		case trace.Opened:
			if judged && h.reopened == nil {
				h.reopened = h.events[i:]
			}
		case trace.WindowRebuilt:
			if h.rebuilt == nil && h.reopened != nil {
				h.rebuilt = &e
			}
		}
	}
	h.events = h.events[:len(h.events)-len(h.reopened)]
	logEnd := int64(0)
	for _, r := range requests(h.events) {
		e := r.judged
		if e == nil {
			continue
		}
		j := &judgement{request: r, seq: span(int64(e.FirstSeq), int64(e.LastSeq)), window: e.Window}
		appended := r.published != nil
		fits := r.answered != nil && (r.assigned != nil) == appended && (r.written != nil) == appended
		if fits && appended {
			logEnd = r.published.LogEnd
			j.window = append(append([]string{}, j.window...), j.seq)
			if r.evicted != nil {
				j.out, j.window = r.evicted.Batch, j.window[1:]
			}
			h.appended = append(h.appended, j)
		}
		if !fits || h.appended == nil || len(j.window) == 0 {
			return nil, errors.New("seq " + j.seq + " was half judged")
		}
		j.logEnd = logEnd
		h.slots = max(h.slots, len(j.window))
		h.all = append(h.all, j)
	}
	if h.all == nil {
		return nil, errors.New("no batch was judged")
	}
	return h, nil
}

// say begins a step about a judgement; all carry the same values.
func (h *history) say(word string, j *judgement) {
	e, a := j.judged, j.answered
	h.step(word, "code baseOffset lastOffset expected got missing batches slots logEnd",
		int64(a.Code), a.Base, e.LastOf, int64(e.Expected), int64(e.Got),
		int64(e.Got-e.Expected), int64(len(j.window)), int64(h.slots), j.logEnd).
		with("seq", j.seq).with("out", j.out).with("oldest", j.window[0])
}

// span spells a range as the window does.
func span(first, last int64) string { return itoa(first) + ".." + itoa(last) }

// Where a row of the window has what, in pixels.
const (
	windowLeft  = 58 // what falls out; the slots are right of it
	windowPitch = 38
	windowBar   = 22
)

// drawWindow draws each batch that was judged in a row of its own, with the window behind it.
func drawWindow(c *canvas) error {
	h, err := c.history()
	if err != nil {
		return err
	}
	c.text("name", 0, 12, "producer "+itoa(h.all[0].judged.Producer))
	h.head(24, "seq")
	for _, j := range h.all {
		word, class, said := "duplicate", "small same", "duplicate"
		if j.refused != nil {
			word, class, said = "refused", "small refused", "refused"
		} else if j.published != nil {
			word, class, said = "kept", "small", "→ "+itoa(j.assigned.Base)
			if j.out != "" {
				word = "pushed"
			}
		}
		h.say(word, j)
		h.row(j.seq, class, said, j.out, j.window)
	}
	return nil
}

// head names the columns.
func (h *history) head(y int, name string) {
	h.text("small", 0, y+12, name)
	h.text("small", windowLeft+8, y+12, "out")
	h.text("small", windowLeft+(Width-windowLeft)/(h.slots+1), y+12, "oldest")
	h.text("small end", Width-2, y+12, "newest")
	h.y = y + 22
}

// row draws what came and what was said to it, the slots with the one that remembers it, and
// left of them what fell out.
func (h *history) row(seq, class, said, out string, held []string) {
	h.text("strong", 0, h.y+9, brief(seq, windowLeft-4))
	h.text(class, 0, h.y+23, said)
	pitch := (Width - windowLeft) / (h.slots + 1)
	x := windowLeft
	if out != "" {
		h.box("plain in-cache drop moves", x, h.y, pitch-2, out)
	}
	for i := range h.slots {
		class, text := "plain", ""
		if i < len(held) {
			class, text = "producer", held[i]
			if text == seq {
				class = "producer fresh moves"
			}
		}
		x += pitch
		h.box(class, x, h.y, pitch-2, text)
	}
	h.y += windowPitch
	h.p.Height = h.y
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
	room := w/letter + 1
	switch {
	case len(seq) <= room:
		return seq
	case len(first) < room && first != seq:
		return first + "…"
	}
	return ""
}
