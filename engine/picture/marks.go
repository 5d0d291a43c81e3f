package picture

// Where the marks have what, in pixels.
const (
	marksTop   = 24
	marksPitch = 20
	marksBar   = 12
	marksLine  = 30 // from one mark's line to the next
)

// drawMarks draws what each append published, and below it, dashed, what no run has: an open
// transaction, and the mark that waits for it.
func drawMarks(c *canvas) error {
	h, err := c.history()
	if err != nil {
		return err
	}
	m := &marks{history: h}
	for _, j := range h.appended {
		m.line = append(m.line, j.assigned.Last+1)
	}
	h.y = marksTop
	c.text("name", 0, 12, "published")
	newest := h.appended[len(h.appended)-1]
	m.lso = h.appended[max(0, len(h.appended)-2)].assigned.Base
	for i, j := range h.appended {
		switch i {
		case 0:
			m.say("first", j)
		case 1:
			m.say("published", newest)
		}
		m.row(j)
	}
	m.mark("way", "LEO ", newest.logEnd)
	m.mark("kept", "HW ", newest.published.HighWatermark)
	m.transaction(newest)
	return nil
}

type marks struct {
	*history
	line axis
	lso  int64 // the one that is drawn
}

func (m *marks) x(offset int64) int { return m.line.x(offset, Width-46) }

// say begins a step; all carry the same values.
func (m *marks) say(word string, j *judgement) {
	m.step(word, "batches base last logEnd highWatermark lso", int64(len(m.appended)),
		j.assigned.Base, j.assigned.Last, j.logEnd, j.published.HighWatermark, m.lso)
}

// row draws the log after an append, its newest batch, and both marks.
func (m *marks) row(j *judgement) {
	x, end, hw := m.x(j.assigned.Base), m.x(j.logEnd), j.published.HighWatermark
	said := itoa(j.logEnd)
	if x > 1 {
		m.rect("plain", 1, m.y, x-1, marksBar)
	} else {
		said = "LEO " + said + " · HW " + itoa(hw)
	}
	m.rect("producer moves", x, m.y, m.x(j.assigned.Last+1)-x, marksBar)
	m.path("kept", "M1 #H#", m.y+marksBar+2, m.x(hw))
	m.path("end-mark", "M##v#", end, m.y-1, marksBar+4)
	m.text("small", end+5, m.y+11, said)
	m.y += marksPitch
}

// mark draws how far a mark reaches, as a line below its name.
func (m *marks) mark(class, name string, offset int64) {
	m.text("strong", 0, m.y+16, name+itoa(offset))
	m.path(class, "M1 #H#", m.y+22, m.x(offset))
	m.y += marksLine
}

// transaction draws the newest batch and the one before as a transaction that nobody committed.
// That is dashed: the engine has none.
func (m *marks) transaction(newest *judgement) {
	m.say("open", newest)
	m.text("name", 0, m.y+18, "drawn, not run")
	read := m.y - marksLine + 16
	m.y += 22
	m.mark("way passing", "LSO ", m.lso)
	x, to := m.x(m.lso), m.x(newest.assigned.Last+1)
	m.rect("plain", 1, m.y+4, x-1, windowBar)
	m.rect("plain in-cache moves", x, m.y+4, to-x, windowBar)
	m.path("way passing", "M##v#", x, m.y-8, windowBar+16)
	m.text("small end", to, m.y+windowBar+20, "open transaction")
	m.say("read", newest)
	m.text("small end", to, read, "read_uncommitted")
	m.text("small end", to, m.y-marksLine+16, "read_committed")
	m.p.Height = m.y + windowBar + 26
}
