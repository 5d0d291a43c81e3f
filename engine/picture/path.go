package picture

import (
	"kaenlog/engine/trace"
)

// The stations of a produce, in the order in which a request comes through them.
const (
	stationSend = iota
	stationRead
	stationAssign
	stationWrite
	stationSync
	stationPublish
	stationAnswer
	stationHear
)

var stations = [...]string{"producer", "read frame", "assign offset", "page cache", "sync",
	"publish", "answer", "producer"}

// Where the map of stations has what, in pixels.
const (
	mapLine  = 38 // the line that the stations stand on
	mapName  = 54
	mapMoved = 148 // what moves
	mapFirst = 20  // the first station
	mapPitch = 50
	mapBar   = 16 // height of what moves
)

func mapY(station int) int { return mapFirst + station*mapPitch }

// drawPath draws the map of stations and the first produce of the run on it: an event a step.
func drawPath(c *canvas) error {
	sent, _, err := sectionRequests(c.run, "offsets")
	if err != nil {
		return err
	}
	r := sent[0]
	c.stations()
	m := &routed{canvas: c, r: r, at: stationSend}
	for _, e := range r.events {
		m.event(e)
	}
	c.p.Height = mapY(stationHear) + 28
	return nil
}

// stations draws what is there before any request: the line, its stations, and the lock that
// is held from before offsets are handed out until the batch is in the page cache.
func (c *canvas) stations() {
	c.path("rail-line", "M##V#", mapLine, mapY(0), mapY(stationHear))
	for i, name := range stations {
		c.dot("stop", mapLine, mapY(i), 5)
		c.text("name", mapName, mapY(i)+4, name)
	}
	c.lock(2, mapY(stationAssign), mapY(stationWrite))
}

// lock draws the bracket of the partition's lock around two stations.
func (c *canvas) lock(x, from, to int) {
	c.path("bracket", "M##H#V#h#", x+7, from-12, x, to+12, 7)
	c.text("small", x, from-18, "lock")
}

// dot draws a circle.
func (c *canvas) dot(class string, x, y, r int) {
	c.path(class, "M##a## 0 1 0 # 0a## 0 1 0 # 0z", x-r, y, r, r, 2*r, r, r, -2*r)
}

// head draws an arrow's head that points down to x, y.
func (c *canvas) head(x, y int) { c.path("head", "M##h10l-5 8z", x-5, y-8) }

// cross draws what was refused.
func (c *canvas) cross(x, y int) { c.path("cross", "M##l12 12m0-12l-12 12", x-6, y-6) }

// routed is a request on its way over the map.
type routed struct {
	*canvas
	r  *request
	at int // the station it came to last
}

// event draws one event as a step.
func (m *routed) event(e trace.Event) {
	switch e := e.(type) {
	case trace.FrameSent:
		m.step("sent", "correlationId bytes", int64(e.CorrelationID), e.Size)
		m.reach(stationSend, "frame "+itoa(e.Size)+" B")
		m.frame(stationSend)
	case trace.FrameRead:
		m.step("read", "correlationId bytes batchBytes", int64(e.CorrelationID), e.Size,
			int64(len(m.run.Bytes.Sent)))
		m.reach(stationRead, "request id "+itoa(e.CorrelationID))
		m.frame(stationRead)
	case trace.Refused:
		m.step("refused", "code", int64(e.Code)).with("error", e.Name)
		m.cross(mapLine, mapY(stationRead)+mapPitch/2)
		m.text("small refused", mapMoved, mapY(stationRead)+mapPitch/2+4, e.Name)
	case trace.Assigned:
		m.step("assigned", "first last records", e.Base, e.Last, e.Last-e.Base+1)
		m.reach(stationAssign, "offset "+itoa(e.Base)+".."+itoa(e.Last))
		m.batch(stationAssign, 0, "stamped-part")
	case trace.Written:
		m.step("written", "pos bytes end", e.Pos, e.Size, e.Pos+e.Size)
		m.reach(stationWrite, "byte "+itoa(e.Pos)+".."+itoa(e.Pos+e.Size))
		m.batch(stationWrite, e.Size, "in-cache")
	case trace.Synced:
		m.step("synced", "end shared", e.UpTo, int64(e.Shared))
		m.reach(stationSync, "up to byte "+itoa(e.UpTo))
		m.batch(stationSync, e.UpTo-m.writtenPos(), "durable")
	case trace.Published:
		m.step("published", "logEnd highWatermark", e.LogEnd, e.HighWatermark)
		m.reach(stationPublish, "log end "+itoa(e.LogEnd))
		m.offsets(e)
	case trace.Answered:
		m.answer(e)
	case trace.NoAnswer:
		m.step("no-answer", "correlationId", int64(e.CorrelationID))
		m.text("small", mapName, mapY(stationHear)+20, "no frame")
	}
}

func (m *routed) writtenPos() int64 {
	if m.r.written == nil {
		return 0
	}
	return m.r.written.Pos
}

// reach draws the way to a station and what is measured there.
func (m *routed) reach(station int, measured string) {
	if station > m.at {
		class := "way moves"
		if m.r.refused != nil {
			class += " passing"
		}
		m.path(class, "M##V#", mapLine, mapY(m.at), mapY(station))
	}
	m.at = station
	m.dot("stop reached", mapLine, mapY(station), 5)
	m.text("small", mapName, mapY(station)+20, measured)
}

// scale gives the pixels of so many bytes, of which the request's frame is the widest.
func (m *routed) scale(bytes int64) int {
	return int(bytes * (Width - mapMoved) / max(m.r.sent.Size, 1))
}

// frame draws the frame: what stands around the batch, and the batch, to scale.
func (m *routed) frame(station int) {
	y := mapY(station) - mapBar/2
	all, batch := m.scale(m.r.sent.Size), m.scale(int64(len(m.run.Bytes.Sent)))
	m.rect("framing moves", mapMoved, y, all-batch, mapBar)
	m.rect("producer moves", mapMoved+all-batch, y, batch, mapBar)
}

// batch draws the batch alone, of a size that an event tells; 0: as it was sent.
func (m *routed) batch(station int, size int64, class string) {
	if size == 0 {
		size = int64(len(m.run.Bytes.Sent))
	}
	x, y := Width-m.scale(int64(len(m.run.Bytes.Sent))), mapY(station)-mapBar/2
	m.rect("producer moves "+class, x, y, m.scale(size), mapBar)
	switch class {
	case "stamped-part":
		m.rect("broker moves", x, y, max(2, m.scale(stampedBytes)), mapBar)
	case "durable":
		m.path("kept", "M##h#", x, y+mapBar+3, m.scale(size))
	}
}

// offsets draws the offsets below the log's end, those of this batch last, and the end.
func (m *routed) offsets(e trace.Published) {
	const cell = 22
	base := int64(0)
	if m.r.assigned != nil {
		base = m.r.assigned.Base
	}
	y := mapY(stationPublish) - mapBar/2
	n := int(min(e.LogEnd-base, (Width-mapMoved)/cell-1))
	x := Width - 2 - n*cell
	for i := range n {
		m.rect("producer moves", x+i*cell, y, cell, mapBar)
		m.text("mono mid", x+i*cell+cell/2, y+12, itoa(base+int64(i)))
	}
	m.path("end-mark", "M##v#", Width-2, y-4, mapBar+8)
}

// answer draws the answer on its way to the producer.
func (m *routed) answer(e trace.Answered) {
	heard, word := "base offset "+itoa(e.Base), "answered"
	if e.Code != 0 {
		heard, word = "error "+itoa(e.Code), "answered-error"
	}
	m.step(word, "correlationId code baseOffset", int64(e.CorrelationID), int64(e.Code), e.Base)
	m.reach(stationAnswer, "error code "+itoa(e.Code))
	m.reach(stationHear, heard)
	m.head(mapLine, mapY(stationHear)-6)
	for station := stationAnswer; station <= stationHear; station++ {
		const wide = 44
		y := mapY(station) - mapBar/2
		m.rect("broker moves", Width-wide-1, y, wide, mapBar)
		m.text("mono mid", Width-wide/2-1, y+12, itoa(e.Base))
	}
}
