package picture

import (
	"errors"
	"strings"

	"kaenlog/engine/batch"
	"kaenlog/engine/trace"
)

// drawRebuild draws the batches of the last segment to scale, the window as the header of each
// fills it, and a batch that is sent again behind that.
//
// Errors: also where what is read back is not what the run's own event says.
func drawRebuild(c *canvas) error {
	all, slots, reopened, err := judgements(c.run)
	if err != nil {
		return err
	}
	var rebuilt trace.WindowRebuilt
	for i := range reopened {
		if e, ok := reopened[i].Event.(trace.WindowRebuilt); ok && rebuilt.Window == nil {
			rebuilt = e
		}
	}
	f := &tornFile{canvas: c}
	var seqs []string
	for _, j := range all {
		if w := j.written; w != nil {
			if w.Pos == 0 { // a file of its own
				seqs, f.batches = nil, nil
			}
			seqs = append(seqs, j.seq)
			f.batches = append(f.batches, stored{w.Pos, w.Size, j.assigned.Base, j.assigned.Last})
			f.bytes = w.Pos + w.Size
		}
	}
	c.step("file", "batches bytes", int64(len(seqs)), f.bytes)
	f.text("name", 0, 12, "last segment")
	f.text("small end", Width, 12, itoa(f.bytes)+" B")
	f.blocks(0)
	w := &windows{canvas: c, slots: slots}
	w.head(56, "header")
	held := f.headers(w, seqs)
	again := requests(reopened)
	if read := "[" + strings.Join(rebuilt.Window, " ") + "]"; read != "["+strings.Join(held, " ")+"]" ||
		len(again) == 0 || again[0].judged == nil || again[0].refused != nil {
		return errors.New("the broker read back " + read + ", or did not know a batch of it again")
	} else {
		c.step("rebuilt", "producer batches", rebuilt.Producer, int64(len(held))).with("window", read)
	}
	w.row("", "strong", "rebuilt", rebuilt.Window, "")
	j := again[0].judged
	seq := span(j.FirstSeq, j.LastSeq)
	c.step("duplicate", "baseOffset logEnd", j.BaseOffset,
		reopened[0].Event.(trace.Opened).LogEnd).with("seq", seq)
	w.row(seq, "small same", "duplicate", j.Window, "")
	return nil
}

// headers draws what each header adds to the window, and gives the window behind the last.
func (f *tornFile) headers(w *windows, seqs []string) (held []string) {
	for i, seq := range seqs {
		b := f.batches[i]
		held = append(held, seq)
		out, word := "", "read"
		if len(held) > w.slots {
			out, held, word = held[0], held[1:], "pushed"
		}
		f.step(word, "n pos headerBytes slots", int64(i+1), b.pos, batch.HeaderSize, int64(w.slots)).
			with("seq", seq).with("out", out)
		f.path("way moves", "M##H#", f.x(b.pos), tornTop+tornBar+5, f.x(b.pos+batch.HeaderSize))
		w.row(seq, "small", "at "+itoa(b.pos), held, out)
	}
	return held
}
