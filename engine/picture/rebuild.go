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
	seqs := h.appended[before:]
	c.step("file", "batches bytes", int64(len(seqs)), f.bytes)
	c.text("name", 0, 12, "last segment")
	c.text("small end", Width, 12, itoa(f.bytes)+" B")
	f.blocks(0)
	h.head(56, "header")
	var held []string
	for i, j := range seqs {
		pos := f.batches[i].pos
		out, word := "", "read"
		if held = append(held, j.seq); len(held) > h.slots {
			out, held, word = held[0], held[1:], "pushed"
		}
		c.step(word, "n pos headerBytes slots", int64(i+1), pos, batch.HeaderSize, int64(h.slots)).
			with("seq", j.seq).with("out", out)
		c.path("way moves", "M##H#", f.x(pos), tornTop+tornBar+5, f.x(pos+batch.HeaderSize))
		h.row(j.seq, "small", "at "+itoa(pos), out, held)
	}
	again := requests(h.reopened)
	if h.rebuilt == nil || len(again) == 0 || again[0].judged == nil ||
		again[0].judged.Verdict != "DUPLICATE" {
		return errors.New("no window was read back, or no batch known again")
	}
	read, said := strings.Join(held, " "), strings.Join(h.rebuilt.Window, " ")
	if read != said {
		return errors.New("the broker read back " + said + ", the headers say " + read)
	}
	c.step("rebuilt", "producer batches", h.rebuilt.Producer, int64(len(held))).
		with("window", "["+said+"]")
	h.row("rebuilt", "small", "window", "", h.rebuilt.Window)
	e := again[0].judged
	seq := span(int64(e.FirstSeq), int64(e.LastSeq))
	c.step("duplicate", "baseOffset logEnd", e.BaseOffset, h.opened.LogEnd).with("seq", seq)
	h.row(seq, "small same", "duplicate", "", e.Window)
	return nil
}
