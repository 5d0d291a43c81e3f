package page

import (
	"fmt"
	"strconv"
	"sync"

	"kaenlog/engine/cut"
)

// cutterView is the widget that cuts the recovery demo's log and appends: a still drawing of the
// demo's own cut, which the script draws anew, and a table of some cuts for readers without it.
type cutterView struct {
	Size, Scale      int // bytes: of the log, and of what the drawing has room for
	Edges            string
	Whole            []cutBlock
	Away             cutBlock // the torn part
	New              cutBlock
	At, Stop, Unread string // in the drawing
	Said, Read       string
	Kept, Torn       int
	Rows             []cutRow
	widgetWords
}

// cutBlock is a piece of the file to scale: where it begins, how wide it is and where its middle
// is, of the drawing's width.
type cutBlock struct{ X, W, Mid, Label string }

// cutRow is a cut and a way to go on.
type cutRow struct {
	At, Torn, Way, Answer, Pos, Stop, Unread, New string
	Lost                                          bool
}

// cutsShown are the cuts of the table: at an edge, in a batch, where one byte is missing, at the
// end of what is whole, and the demo's own.
var cutsShown = []int64{502, 700, 866, 1278, 1425}

// cuts are what the engine makes of every cut: appended to without truncating and with it, and
// recovered.
type cuts struct {
	left, truncated []*cut.Appended // by length
	every           []cut.Outcome
	batches         []cut.Batch // the whole ones of the log
}

// everyCut makes every cut, once, and holds what the widgets say of all of them against what the
// engine did; fault is the first sentence that does not hold, "" when all do.
var everyCut = sync.OnceValues(func() (c *cuts, fault string) {
	size, err := cut.Size()
	c = &cuts{}
	for at := int64(0); at <= size && err == nil; at++ {
		var left, truncated *cut.Appended
		if left, err = cut.Append(at, false); err == nil {
			truncated, err = cut.Append(at, true)
		}
		if err != nil {
			break
		}
		c.left, c.truncated = append(c.left, left), append(c.truncated, truncated)
		for _, a := range []*cut.Appended{left, truncated} {
			if fault := cutFault(a); fault != "" {
				return nil, fault
			}
		}
	}
	if err == nil {
		c.every, err = cut.Every(0, size)
	}
	if err != nil {
		return nil, "cutting the log: " + err.Error()
	}
	c.batches = c.left[size].Read
	return c, everyFault(c.every, c.batches)
})

// cutterView makes the widget of the directive at this line of the document.
//
// Errors: *Fault where words are missing or not used, and where what the widget says of all cuts
// does not hold for what the engine did.
func (s *siteSource) cutterView(l lang, d *document, line int) (*cutterView, error) {
	words, err := readWidgetWords(s.site, l, "cut", cutKeys())
	if err != nil {
		return nil, err
	}
	all, fault := everyCut()
	if fault != "" {
		return nil, faultf(d.file, line, "%s", fault)
	}
	own := all.left[len(all.left)-1]
	v := &cutterView{widgetWords: words, Size: len(all.every) - 1, Scale: int(own.FileSize),
		Edges: "0", Kept: int(own.Stop), Torn: int(own.Torn), Said: words.sentence(own),
		Read: words.T("drawn.stop", "stop", own.Stop, "size", own.FileSize)}
	for _, b := range own.Read {
		v.Whole = append(v.Whole, v.block(b.Pos, b.Size, offsetsOf(b)))
		v.Edges += " " + strconv.FormatInt(b.Pos+b.Size, 10)
	}
	v.Away = v.block(own.Stop, own.Torn, "")
	v.New = v.block(own.New.Pos, own.New.Size, offsetsOf(own.New))
	v.At, v.Stop = v.share(own.Cut), v.share(own.Stop)
	v.Unread = v.share(own.FileSize - own.Stop)
	for _, at := range cutsShown {
		v.Rows = append(v.Rows, v.row(all.left[at]), v.row(all.truncated[at]))
	}
	return v, nil
}

func offsetsOf(b cut.Batch) string {
	if b.Base == b.Last {
		return strconv.FormatInt(b.Base, 10)
	}
	return fmt.Sprintf("%d..%d", b.Base, b.Last)
}

// share gives a number of bytes in hundredths of the drawing's width.
func (v *cutterView) share(bytes int64) string {
	return strconv.FormatFloat(100*float64(bytes)/float64(v.Scale), 'f', 3, 64) + "%"
}

func (v *cutterView) block(pos, size int64, label string) cutBlock {
	return cutBlock{v.share(pos), v.share(size), v.share(pos + size/2), label}
}

func (v *cutterView) row(a *cut.Appended) cutRow {
	r := cutRow{At: commas(a.Cut), Torn: commas(a.Torn), Way: v.T("details.left"),
		Answer: a.Code.String(), Pos: commas(a.New.Pos), Stop: commas(a.Stop),
		Unread: commas(a.FileSize - a.Stop), New: v.T("details.found"), Lost: !a.Found}
	if a.Truncate {
		r.Way = v.T("details.truncated")
	}
	if r.Lost {
		r.New = v.T("details.lost")
	}
	if !a.Blind {
		r.Answer = v.T("details.taken")
	}
	return r
}

// stairsView is the widget that recovers every length of the log: what the script fills, and a
// table of what it comes to for readers without it.
type stairsView struct {
	Size, All int
	Steps     []cutStep
	widgetWords
}

// cutStep is an outcome of recovery, with the lengths that lead to it.
type cutStep struct {
	Kept, LogEnd, Lengths, Count string
}

// stairsView makes the widget of the directive at this line of the document. Errors: as cutterView.
func (s *siteSource) stairsView(l lang, d *document, line int) (*stairsView, error) {
	words, err := readWidgetWords(s.site, l, "cuts", cutsKeys())
	if err != nil {
		return nil, err
	}
	all, fault := everyCut()
	if fault != "" {
		return nil, faultf(d.file, line, "%s", fault)
	}
	v := &stairsView{widgetWords: words, Size: len(all.every) - 1, All: len(all.every)}
	for from := 0; from < len(all.every); {
		o, to := all.every[from], from
		for to+1 < len(all.every) && all.every[to+1].Kept == o.Kept {
			to++
		}
		v.Steps = append(v.Steps, cutStep{commas(o.Kept), commas(o.LogEnd),
			words.T("lengths", "from", from, "to", to), commas(int64(to - from + 1))})
		from = to + 1
	}
	return v, nil
}
