package picture

import "errors"

// Where a verdict has what, in pixels.
const (
	verdictSent   = 20 // what was sent, below the verdict's top; below it the window
	verdictWindow = verdictSent + windowBar + 4
	verdictPitch  = 128
)

// drawVerdicts draws each batch that was not appended on the line of sequences, above what the
// window held then, and the verdict: two steps each.
func drawVerdicts(c *canvas) error {
	h, err := c.history()
	if err != nil {
		return err
	}
	var line axis
	for _, j := range h.appended {
		line = append(line, int64(j.judged.LastSeq)+1)
	}
	for _, j := range h.all {
		if j.published == nil {
			h.verdict(j, line)
		}
	}
	if h.y == 0 {
		return errors.New("every batch was appended")
	}
	c.p.Height = h.y - 14
	return nil
}

func (h *history) verdict(j *judgement, line axis) {
	x := func(seq int32) int { return line.x(int64(seq), Width-2) }
	expected, got := x(j.judged.Expected), x(j.judged.Got)
	wide := x(j.judged.LastSeq+1) - got
	y := h.y + verdictWindow
	name, word, then := "resend ", "again", "duplicate"
	if got > expected {
		name, word, then = "gap ", "gap", "gap-refused"
	} else if j.refused != nil {
		word, then = "late", "late-refused"
	}
	h.say(word, j)
	switch word {
	case "gap":
		h.hatched("", expected, y, got-expected, windowBar)
	case "late":
		h.rect("plain in-cache", got, y, wide, windowBar)
	}
	h.text("name", 0, h.y+12, name+brief(j.seq, Width))
	for _, seq := range j.window {
		for _, a := range h.appended {
			if a.seq == seq {
				from := x(a.judged.FirstSeq)
				h.box("producer", from, y, x(a.judged.LastSeq+1)-from, seq)
			}
		}
	}
	h.box("producer fresh drop moves", got, h.y+verdictSent, wide, j.seq)
	h.path("end-mark", "M##v#", expected, y-3, windowBar+9)
	said := "expected " + itoa(j.judged.Expected)
	half := letter * len(said) / 2
	h.text("small mid", max(half, min(expected, Width-half)), y+windowBar+18, said)

	h.say(then, j)
	h.text("small end", Width, h.y+12, "log end "+itoa(j.logEnd))
	y += 62
	if j.refused == nil {
		h.path("tick moves", "M##l4 4 7-8", 1, y-4)
		h.text("strong same", 18, y, "DUPLICATE → offset "+
			brief(span(j.judged.BaseOffset, j.judged.LastOf), Width))
	} else {
		h.cross(7, y-4)
		h.text("strong refused", 18, y, itoa(j.refused.Code)+" "+j.refused.Name)
	}
	h.y += verdictPitch
}
