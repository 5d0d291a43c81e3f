package picture

import (
	"errors"

	"kaenlog/engine/trace"
)

// The rows of the torn file, from the first to the last thing that happens to it.
const (
	tornBefore = iota
	tornWrite
	tornReopen
	tornScan
	tornCut
	tornAppend
	tornRows
)

var tornNames = [tornRows]string{"before", "torn write", "reopen", "scan", "cut", "append"}

// Where the torn file has what, in pixels.
const (
	tornPitch = 62
	tornBar   = 20 // height of a block
	tornTop   = 20 // of a block below the row's top
)

// tornFile is what the events tell of the file's tail: they, not the text, are drawn.
type tornFile struct {
	*canvas
	batches   []stored // whole batches before the tear
	opened    trace.Opened
	checked   []trace.BatchChecked
	truncated trace.Truncated
	next      *request // the produce behind the cut
	bytes     int64    // the longest that the file gets
}

// errNotTorn is of a run whose flags left the torn tail out.
var errNotTorn = errors.New("no file was opened with a torn tail and scanned")

// stored is a batch in the file.
type stored struct{ pos, size, base, last int64 }

// drawTorn draws the file to scale each time that something happened to its tail.
func drawTorn(c *canvas) error {
	f := &tornFile{canvas: c}
	if err := f.gather(); err != nil {
		return err
	}
	f.tear()
	f.scan()
	f.cut()
	f.p.Height = tornRows*tornPitch - 8
	return nil
}

// gather reads the events: all batches that were written before the file was opened with a
// torn tail, and what happened after.
func (f *tornFile) gather() error {
	torn := -1
	for i, entry := range f.run.Events {
		switch e := entry.Event.(type) {
		case trace.Opened:
			if e.TornBytes > 0 {
				torn, f.opened = i, e
			}
		case trace.BatchChecked:
			f.checked = append(f.checked, e)
		case trace.Truncated:
			f.truncated = e
		}
	}
	if torn < 0 || len(f.checked) == 0 {
		return errNotTorn
	}
	f.store(f.run.Events[:torn])
	after := requests(f.run.Events[torn:])
	if len(f.batches) == 0 || len(after) == 0 || after[0].written == nil {
		return errors.New("nothing was written before the tear, or after the cut")
	}
	f.next = after[0]
	f.bytes = max(f.truncated.From, f.next.written.Pos+f.next.written.Size)
	return nil
}

// store keeps the batches of the last file that the events write to.
func (f *tornFile) store(events []trace.Entry) {
	for _, r := range requests(events) {
		w, a := r.written, r.assigned
		if w == nil || a == nil {
			continue
		}
		if w.Pos == 0 {
			f.batches = nil
		}
		f.batches = append(f.batches, stored{w.Pos, w.Size, a.Base, a.Last})
		f.bytes = w.Pos + w.Size
	}
}

// x gives where a byte of the file stands, to scale.
func (f *tornFile) x(pos int64) int {
	const wide = Width - 2 // an edge of a pixel on either side
	return 1 + int((2*pos*wide+f.bytes)/(2*f.bytes))
}

// row begins a row: its name, and how long the file is.
func (f *tornFile) row(row int, bytes int64) {
	f.text("name", 0, row*tornPitch+12, tornNames[row])
	f.text("small end", Width, row*tornPitch+12, itoa(bytes)+" B")
}

// block draws a batch, with the offset of its first record where there is room for it.
func (f *tornFile) block(row int, b stored, class string) {
	x, w := f.x(b.pos), f.x(b.pos+b.size)-f.x(b.pos)
	y := row*tornPitch + tornTop
	f.rect(class, x, y, w, tornBar)
	if base := itoa(b.base); w >= 8*len(base)+4 {
		f.text("mono mid", x+w/2, y+14, base)
	}
}

func (f *tornFile) blocks(row int) {
	for _, b := range f.batches {
		f.block(row, b, "producer")
	}
}

// tail draws the torn bytes, as far below their row as they fell.
func (f *tornFile) tail(row, fallen int, more string) {
	from, to := f.x(f.truncated.To), f.x(f.truncated.From)
	f.hatched(more, from, row*tornPitch+tornTop+fallen, to-from, tornBar)
}

func (f *tornFile) tear() {
	last := f.batches[len(f.batches)-1]
	end := last.pos + last.size
	f.step("before", "bytes batches logEnd", end, int64(len(f.batches)), last.last+1)
	f.row(tornBefore, end)
	f.blocks(tornBefore)

	f.step("torn", "tornBytes bytes", f.opened.TornBytes, f.truncated.From)
	f.row(tornWrite, f.truncated.From)
	f.blocks(tornWrite)
	f.tail(tornWrite, 0, " moves")

	f.step("reopened", "logEnd bytes tornBytes", f.opened.LogEnd, f.truncated.From,
		f.opened.TornBytes)
	f.row(tornReopen, f.truncated.From)
	f.blocks(tornReopen)
	f.tail(tornReopen, 0, "")
	x, y := f.x(f.truncated.From-f.opened.TornBytes), tornReopen*tornPitch+tornTop
	f.path("end-mark", "M##v#", x, y-4, tornBar+8)
	f.text("small end", x-4, y+tornBar+14, "log end "+itoa(f.opened.LogEnd))
}

func (f *tornFile) scan() {
	y := tornScan*tornPitch + tornTop
	for i, e := range f.checked {
		x := f.x(e.Pos)
		if !e.OK {
			f.step("bad", "pos bytes", e.Pos, f.truncated.From-e.Pos)
			f.tail(tornScan, 0, "")
			x += (f.x(f.truncated.From) - x) / 2
			f.cross(x, y+tornBar+10)
			continue
		}
		b, ok := f.at(e.Pos)
		if !ok {
			continue
		}
		f.step("good", "n pos bytes first last", int64(i+1), e.Pos, b.size, b.base, b.last)
		if i == 0 {
			f.row(tornScan, f.truncated.From)
		}
		f.block(tornScan, b, "producer")
		x += (f.x(b.pos+b.size) - x) / 2
		f.path("tick", "M##l4 4 7-8", x-5, y+tornBar+10)
	}
}

// at gives the batch that begins at a byte.
func (f *tornFile) at(pos int64) (stored, bool) {
	for _, b := range f.batches {
		if b.pos == pos {
			return b, true
		}
	}
	return stored{}, false
}

func (f *tornFile) cut() {
	f.step("cut", "bytes cutBytes", f.truncated.To, f.truncated.From-f.truncated.To)
	f.row(tornCut, f.truncated.To)
	f.blocks(tornCut)
	f.tail(tornCut, 9, " drop moves")

	w, a := f.next.written, f.next.assigned
	b := stored{w.Pos, w.Size, -1, -1}
	if a != nil {
		b.base, b.last = a.Base, a.Last
	}
	f.step("appended", "offset pos bytes end", b.base, b.pos, b.size, b.pos+b.size)
	f.row(tornAppend, b.pos+b.size)
	f.blocks(tornAppend)
	f.block(tornAppend, b, "producer fresh moves")
}
