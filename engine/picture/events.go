package picture

import (
	"fmt"
	"strings"

	"kaenlog/engine/demo"
	"kaenlog/engine/trace"
)

// request is what happened to one Produce request, from its frame to its answer.
type request struct {
	sent      trace.FrameSent
	read      trace.FrameRead
	judged    *trace.Judged // nil: no producer id
	refused   *trace.Refused
	assigned  *trace.Assigned
	written   *trace.Written
	evicted   *trace.Evicted // nil: nothing fell out of the window
	synced    *trace.Synced
	published *trace.Published
	answered  *trace.Answered // nil: no answer
	events    []trace.Event   // in their order, its syncs of directories left out
}

// requests takes events apart at each frame that was sent.
func requests(events []trace.Entry) []*request {
	var all []*request
	var r *request
	for _, entry := range events {
		if sent, ok := entry.Event.(trace.FrameSent); ok {
			r = &request{sent: sent}
			all = append(all, r)
		}
		if r != nil && r.note(entry.Event) {
			r = nil
		}
	}
	return all
}

// note adds an event, and reports whether it was the request's last.
func (r *request) note(e trace.Event) (last bool) {
	switch e := e.(type) {
	case trace.FrameRead:
		r.read = e
	case trace.Judged:
		r.judged = &e
	case trace.Refused:
		r.refused = &e
	case trace.Assigned:
		r.assigned = &e
	case trace.Written:
		r.written = &e
	case trace.Evicted:
		r.evicted = &e
	case trace.Synced:
		if e.UpTo < 0 {
			return false
		}
		r.synced = &e
	case trace.Published:
		r.published = &e
	case trace.Answered:
		r.answered, last = &e, true
	case trace.NoAnswer:
		last = true
	}
	r.events = append(r.events, e)
	return last
}

// rows counts a section's rows: lines of a table whose id is row or begins with "row-".
func rows(s *demo.Section) []demo.Line {
	var found []demo.Line
	for _, l := range s.Lines {
		if l.ID == "row" || strings.HasPrefix(l.ID, "row-") {
			found = append(found, l)
		}
	}
	return found
}

// value gives a measured number of a line.
func value(l demo.Line, name string) int64 {
	for _, v := range l.Values {
		if n, ok := v.V.(int64); ok && v.Name == name {
			return n
		}
	}
	return -1
}

// sectionRequests gives the requests that a section's rows tell of: those of offsets come
// first on the connection, those of acks behind them.
func sectionRequests(run *demo.Run, id string) ([]*request, []demo.Line, error) {
	all, from := requests(run.Events), 0
	for _, s := range run.Sections {
		lines := rows(&s)
		if s.ID == id && from+len(lines) <= len(all) && len(lines) > 0 {
			return all[from : from+len(lines)], lines, nil
		}
		if s.ID == "offsets" {
			from += len(lines)
		}
	}
	return nil, nil, fmt.Errorf("the run has no requests of section %s", id)
}
