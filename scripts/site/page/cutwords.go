package page

import (
	"fmt"

	"kaenlog/engine/cut"
)

// cutKeys gives every word of the widget that cuts the log and appends.
func cutKeys() widgetKeys {
	keys := widgetKeys{
		html: map[string]string{"details.about": "bytes batches kept torn"},
		script: map[string]string{
			"value.edge": "at", "value.inside": "at pos", "drawn.stop": "stop size",
			"result.edge":      "at offset batches",
			"result.truncated": "at torn pos offset batches",
			"result.blind":     "at torn code pos stop why unread",
			"result.whole":     "",
		},
	}
	keys.plain(`title lead noScript picture handle byte previous next truncate run stop
		drawn.file drawn.after meaning meaning.kafka
		details details.at details.torn details.way details.answer details.pos details.stop
		details.unread details.new details.truncated details.left details.taken
		details.found details.lost`)
	for _, o := range cut.Obstacles() {
		keys.script["why."+string(o)] = ""
	}
	return keys
}

// cutsKeys gives every word of the widget that recovers every length.
func cutsKeys() widgetKeys {
	keys := widgetKeys{
		html: map[string]string{"lead": "bytes", "details.about": "all"},
		script: map[string]string{"progress": "done all", "done": "all ms outcomes",
			"read": "length kept dropped logEnd", "lengths": "from to"},
	}
	keys.plain(`title noScript run stop ready picture slider axis.x axis.y legend table
		column.kept column.logEnd column.lengths column.count details`)
	return keys
}

// sentence tells what became of the batch, in one sentence.
func (w widgetWords) sentence(a *cut.Appended) string {
	batches, offset := len(a.Read), a.New.Base
	switch {
	case a.Torn == 0:
		return w.T("result.edge", "at", a.Cut, "offset", offset, "batches", batches)
	case a.Truncate:
		return w.T("result.truncated", "at", a.Cut, "torn", a.Torn, "pos", a.New.Pos,
			"offset", offset, "batches", batches)
	}
	said := w.T("result.blind", "at", a.Cut, "torn", a.Torn, "code", a.Code.String(),
		"pos", a.New.Pos, "stop", a.Stop, "why", w.T("why."+string(a.Obstacle)),
		"unread", a.FileSize-a.Stop)
	if a.Stop > a.Cut-a.Torn {
		said += " " + w.T("result.whole")
	}
	return said
}

// cutFault gives what the widget says of every cut and this one denies; "" for nothing.
func cutFault(a *cut.Appended) string {
	edge := a.Torn == 0
	switch {
	case edge && (a.Blind || !a.Found):
		return fmt.Sprintf("cut at %d, at a batch's edge, a batch is not taken and read back, "+
			"and the page says that it is", a.Cut)
	case a.Truncate && (!a.Found || a.New.Pos != a.Cut-a.Torn || a.Stop != a.FileSize):
		return fmt.Sprintf("cut at %d and truncated, not everything is read back, and the page "+
			"says that it is", a.Cut)
	case !edge && !a.Truncate && (!a.Blind || a.Found || a.New.Pos != a.Cut):
		return fmt.Sprintf("cut at %d and not truncated, a batch is taken or read back, and the "+
			"page says that it never is", a.Cut)
	}
	return ""
}

// everyFault gives what the widget says of all lengths and these outcomes, of this log's whole
// batches, deny.
func everyFault(all []cut.Outcome, batches []cut.Batch) string {
	whole, kept, logEnd := 0, int64(0), int64(0)
	for n, o := range all {
		if whole < len(batches) && batches[whole].Pos+batches[whole].Size == int64(n) {
			kept, logEnd = int64(n), batches[whole].Last+1
			whole++
		}
		if o.Length != int64(n) || o.Kept != kept || o.LogEnd != logEnd ||
			o.Batches != int64(whole) {
			return fmt.Sprintf("of %d bytes recovery keeps %d, and the page says that it keeps "+
				"what is whole: %d", n, o.Kept, kept)
		}
	}
	if whole != len(batches) {
		return "the log is longer than its lengths"
	}
	return ""
}
