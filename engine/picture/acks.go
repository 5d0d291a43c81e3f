package picture

import (
	"fmt"

	"kaenlog/engine/demo"
	"kaenlog/engine/kerr"
)

// Where the picture of the four acks has what, in pixels.
const (
	acksFirst = 34 // the first station
	acksPitch = 42
	acksNames = 12
	acksLeft  = 94 // of the first column
	acksWide  = 48
	acksBlock = 42
	acksAside = 12 // how far an answer passes the stations by
)

// acksStations are the rows, by the map's stations; answer and producer are one row here.
var acksStations = []string{"producer", "read frame", "assign", "page cache", "sync", "publish",
	"answer"}

func acksY(station int) int { return acksFirst + station*acksPitch }

// drawAcks draws the four requests of section acks beside each other, each as far down as its
// events go, and what its producer hears: two steps a request.
func drawAcks(c *canvas) error {
	all, lines, err := sectionRequests(c.run, "acks")
	if err != nil {
		return err
	}
	c.text("name", acksNames, 14, "acks")
	for i, name := range acksStations {
		c.path("row-line", "M##H#", acksLeft, acksY(i), Width)
		c.text("name", acksNames, acksY(i)+4, name)
	}
	c.text("small", acksNames, acksY(stationAssign)+20, "offset")
	c.text("small", acksNames, acksY(stationPublish)+20, "log end")
	c.lock(2, acksY(stationAssign), acksY(stationWrite))
	for i, r := range all {
		column := &acked{canvas: c, r: r, x: acksLeft + acksWide/2 + i*acksWide,
			acks: value(lines[i], "acks")}
		column.text("name mid", column.x, 14, itoa(column.acks))
		if err := column.draw(lines[i]); err != nil {
			return err
		}
	}
	c.step("all", "requests", int64(len(all)))
	c.p.Height = acksY(stationAnswer) + 30
	return nil
}

// acked is one request's column.
type acked struct {
	*canvas
	r    *request
	x    int
	acks int64
}

func (a *acked) draw(l demo.Line) error {
	r := a.r
	if r.refused != nil {
		a.step("refused", "acks logEnd", a.acks, value(l, "logEndAfter"))
		a.stop(stationSend)
		a.way(stationSend, stationRead)
		a.stop(stationRead)
		y := acksY(stationRead) + acksPitch/2
		a.path("way moves", "M##V#", a.x, acksY(stationRead), y)
		a.cross(a.x, y)
		return a.answer(y)
	}
	if r.assigned == nil || r.written == nil || r.synced == nil || r.published == nil {
		return fmt.Errorf("request %d was neither refused nor written, synced and published",
			r.sent.CorrelationID)
	}
	a.step("written", "acks offset bytes pos logEnd", a.acks, r.assigned.Base, r.written.Size,
		r.written.Pos, r.published.LogEnd)
	for s := stationSend; s <= stationPublish; s++ {
		if s > stationSend {
			a.way(s-1, s)
		}
		if s != stationWrite {
			a.stop(s)
		}
	}
	a.text("small", a.x+8, acksY(stationAssign)+16, itoa(r.assigned.Base))
	a.rect("producer moves", a.x-acksBlock/2, acksY(stationWrite)-9, acksBlock, 18)
	a.text("mono mid", a.x, acksY(stationWrite)+4, itoa(r.written.Size)+" B")
	a.text("small", a.x+8, acksY(stationPublish)+16, itoa(r.published.LogEnd))
	return a.answer(acksY(stationPublish))
}

// stop draws a station that the request came to.
func (a *acked) stop(station int) {
	a.dot("stop reached", a.x, acksY(station), 4)
}

func (a *acked) way(from, to int) {
	a.path("way moves", "M##V#", a.x, acksY(from), acksY(to))
}

// answer draws what comes back from where the request ended, and is a step of its own.
func (a *acked) answer(from int) error {
	y := acksY(stationAnswer)
	if a.r.answered == nil {
		a.step("no-answer", "acks", a.acks)
		a.text("small mid", a.x, y+18, "none")
		return nil
	}
	code := kerr.Code(a.r.answered.Code)
	said := "err " + itoa(int16(code))
	switch code {
	case kerr.None:
		said = "ok " + itoa(a.r.answered.Base)
		a.step("ok", "acks baseOffset", a.acks, a.r.answered.Base)
	case kerr.NotEnoughReplicasAfterAppend:
		a.step("not-replicated", "acks code", a.acks, int64(code)).with("error", code.String())
	case kerr.InvalidRequiredAcks:
		a.step("told", "acks code", a.acks, int64(code)).with("error", code.String())
	default:
		return fmt.Errorf("request %d was answered with %s", a.r.sent.CorrelationID, code)
	}
	x, class := a.x, "way moves"
	if a.r.refused != nil { // past the stations that it never came to
		x, class = a.x+acksAside, "way passing moves"
		a.path(class, "M##H#V#", a.x+7, from, x, y-6)
	} else {
		a.path(class, "M##V#", x, from, y-6)
	}
	a.head(x, y)
	a.text("strong mid", a.x, y+18, said)
	return nil
}
