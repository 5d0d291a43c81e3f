package picture

import (
	"errors"
	"strings"

	"kaenlog/engine/batch"
)

// drawRebuild draws the batches of the last segment to scale, the window as the header of each
// fills it, and a batch that is sent again behind that.
//
// Errors: also where what is read back is not what the run's own event says.
func drawRebuild(c *canvas) error {
	h, err := c.history()
	if err != nil {
		return err
	}
	f := &tornFile{canvas: c}
	f.store(h.events)
	before := len(h.appended) - len(f.batches) // in other segments
	if before < 0 {
		return errors.New("the last segment has batches that nobody judged")
	}
	c.step("file", "batches bytes", int64(len(f.batches)), f.bytes)
	c.text("name", 0, 12, "last segment")
	c.text("small end", Width, 12, itoa(f.bytes)+" B")
	f.blocks(0)
	h.head(56, "header")
	var read, held []string
	for i, b := range f.batches {
		seq, out, word := h.appended[before+i].seq, "", "read"
		read = append(read, seq)
		if held = read; i >= h.slots {
			out, held, word = read[i-h.slots], read[i-h.slots+1:], "pushed"
		}
		c.step(word, "n pos headerBytes slots", int64(i+1), b.pos, batch.HeaderSize, int64(h.slots)).
			with("seq", seq).with("out", out)
		c.path("way moves", "M##H#", f.x(b.pos), tornTop+tornBar+5, f.x(b.pos+batch.HeaderSize))
		h.row(seq, "small", "at "+itoa(b.pos), out, held)
	}
	again := requests(h.reopened)
	if h.rebuilt == nil || len(again) == 0 || again[0].judged == nil ||
		again[0].judged.Verdict != "DUPLICATE" {
		return errors.New("no window was read back, or no batch known again")
	}
	said := strings.Join(h.rebuilt.Window, " ")
	if said != strings.Join(held, " ") {
		return errors.New("the broker read back " + said + ", which the headers don't say")
	}
	c.step("rebuilt", "producer batches", h.rebuilt.Producer, int64(len(held))).
		with("window", "["+said+"]")
	h.row("rebuilt", "small", "window", "", h.rebuilt.Window)
	e := again[0].judged
	seq := span(int64(e.FirstSeq), int64(e.LastSeq))
	c.step("duplicate", "baseOffset logEnd", e.BaseOffset, h.all[len(h.all)-1].logEnd).with("seq", seq)
	h.row(seq, "small same", "duplicate", "", e.Window)
	return nil
}
