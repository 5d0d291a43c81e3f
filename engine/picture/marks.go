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
	all, _, _, err := judgements(c.run)
	if err != nil {
		return err
	}
	m := &marks{canvas: c, line: axis{wide: Width - 46}, y: marksTop}
	var appended []*request
	for _, j := range all {
		if j.written != nil {
			m.line.to(j.assigned.Last + 1)
			appended = append(appended, j.request)
		}
	}
	c.text("name", 0, 12, "published")
	for i, r := range appended {
		if i < 2 {
			m.published(appended, i)
		}
		m.row(r, i)
	}
	m.transaction(appended)
	return nil
}

type marks struct {
	*canvas
	line axis
	y    int
}

// published begins a step: of the first append, or of all.
func (m *marks) published(appended []*request, i int) {
	word, r := "first", appended[0]
	if i > 0 {
		word, r = "published", appended[len(appended)-1]
	}
	m.step(word, "batches base last logEnd highWatermark", int64(len(appended)), r.assigned.Base,
		r.assigned.Last, r.published.LogEnd, r.published.HighWatermark)
}

// row draws the log after an append, its newest batch, and both marks.
func (m *marks) row(r *request, i int) {
	x, to, end := m.line.x(r.assigned.Base), m.line.x(r.assigned.Last+1), m.line.x(r.published.LogEnd)
	said := itoa(r.published.LogEnd)
	if i > 0 {
		m.rect("plain", 1, m.y, x-1, marksBar)
	} else {
		said = "LEO " + said + " · HW " + itoa(r.published.HighWatermark)
	}
	m.rect("producer moves", x, m.y, to-x, marksBar)
	m.path("kept", "M1 #H#", m.y+marksBar+2, m.line.x(r.published.HighWatermark))
	m.path("end-mark", "M##v#", end, m.y-1, marksBar+4)
	m.text("small", end+5, m.y+11, said)
	m.y += marksPitch
}

// mark draws how far a mark reaches, as a line below its name, and who reads up to it.
func (m *marks) mark(class, name string, offset int64) {
	m.text("strong", 0, m.y+16, name+itoa(offset))
	m.path(class, "M1 #H#", m.y+22, m.line.x(offset))
	m.y += marksLine
}

// transaction draws both marks of the newest append, and its batch and the one before as a
// transaction that nobody committed. That is dashed: the engine has none.
func (m *marks) transaction(appended []*request) {
	newest := appended[len(appended)-1]
	hw, last := newest.published.HighWatermark, newest.assigned.Last
	m.mark("way", "LEO ", newest.published.LogEnd)
	m.mark("kept", "HW ", hw)

	lso := appended[max(0, len(appended)-2)].assigned.Base
	m.step("open", "from last lso", lso, last, lso)
	m.text("name", 0, m.y+18, "drawn, not run")
	m.y += 22
	m.mark("way passing", "LSO ", lso)
	x, to := m.line.x(lso), m.line.x(last+1)
	m.rect("plain", 1, m.y+4, x-1, windowBar)
	m.rect("plain in-cache moves", x, m.y+4, to-x, windowBar)
	m.path("way passing", "M##v#", x, m.y-8, windowBar+16)
	m.text("small end", to, m.y+windowBar+20, "open transaction")
	m.step("read", "highWatermark lso", hw, lso)
	m.text("small end", to, m.y-2*marksLine-22+16, "read_uncommitted")
	m.text("small end", to, m.y-marksLine+16, "read_committed")
	m.p.Height = m.y + windowBar + 26
}
