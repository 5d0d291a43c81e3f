package picture

import (
	"errors"
	"strconv"
	"strings"
)

// Where a verdict has what, in pixels.
const (
	verdictSent   = 20 // what was sent, below the verdict's top; below it the window
	verdictWindow = verdictSent + windowBar + 4
	verdictPitch  = 128
)

// drawVerdicts draws each batch that was not appended on the line of sequences, above what the
// window held then, and the verdict: two steps each.
func drawVerdicts(c *canvas) error {
	all, _, _, err := judgements(c.run)
	if err != nil {
		return err
	}
	v := &verdicts{canvas: c, line: axis{wide: Width - 2}}
	for _, j := range all {
		v.line.to(int64(j.judged.Expected)) // where a batch may begin
	}
	for _, j := range all {
		v.line.to(int64(j.judged.LastSeq) + 1)
	}
	for _, j := range all {
		if j.written == nil {
			v.draw(j)
			v.y += verdictPitch
		}
	}
	if v.y == 0 {
		return errors.New("every batch was appended")
	}
	v.p.Height = v.y - 14
	return nil
}

type verdicts struct {
	*canvas
	line axis
	y    int // top of the one under way
}

// step begins a step; all carry the same values.
func (v *verdicts) step(word string, j *judgement) {
	e := j.judged
	v.canvas.step(word, "expected got missing first last code logEnd", int64(e.Expected),
		int64(e.Got), int64(e.Got-e.Expected), e.BaseOffset, e.LastOf, int64(j.answered.Code),
		j.logEnd).with("seq", j.seq).with("oldest", j.window[0])
}

func (v *verdicts) draw(j *judgement) {
	expected, got := v.line.x(int64(j.judged.Expected)), v.line.x(int64(j.judged.Got))
	wide := v.line.x(int64(j.judged.LastSeq)+1) - got
	y := v.y + verdictWindow
	name, word := "resend ", "duplicate"
	switch {
	case j.refused == nil:
		v.step("again", j)
	case got > expected:
		name, word = "gap ", "gap-refused"
		v.step("gap", j)
		v.hatched("", expected, y, got-expected, windowBar)
	default:
		word = "late-refused"
		v.step("late", j)
		v.rect("plain in-cache", got, y, wide, windowBar)
	}
	v.text("name", 0, v.y+12, name+brief(j.seq, Width))
	for _, seq := range j.window {
		x := v.line.x(bound(seq, false))
		v.box("producer", x, y, v.line.x(bound(seq, true)+1)-x, seq)
	}
	v.box("producer fresh drop moves", got, v.y+verdictSent, wide, j.seq)
	v.path("end-mark", "M##v#", expected, y-3, windowBar+9)
	said := "expected " + itoa(j.judged.Expected)
	half := letter * len(said) / 2
	v.text("small mid", max(half, min(expected, Width-half)), y+windowBar+18, said)

	v.step(word, j)
	v.text("small end", Width, v.y+12, "log end "+itoa(j.logEnd))
	y += 62
	if j.refused != nil {
		v.cross(7, y-4)
		v.text("strong refused", 18, y, itoa(j.refused.Code)+" "+j.refused.Name)
		return
	}
	v.path("tick moves", "M##l4 4 7-8", 1, y-4)
	v.text("strong same", 18, y, "DUPLICATE → offset "+
		brief(span(j.judged.BaseOffset, j.judged.LastOf), Width))
}

// bound reads the first or the last of a range of the window's.
func bound(seq string, last bool) int64 {
	text, to, _ := strings.Cut(seq, "..")
	if last {
		text = to
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}
