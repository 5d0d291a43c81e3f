package trace_test

import (
	"regexp"
	"sync"
	"testing"

	"kaenlog/engine/trace"
)

var all = []trace.Event{
	trace.FrameSent{}, trace.FrameRead{}, trace.Refused{}, trace.Judged{}, trace.Assigned{},
	trace.Rolled{}, trace.Written{}, trace.Synced{}, trace.SyncFailed{}, trace.Published{},
	trace.Answered{}, trace.NoAnswer{}, trace.AckLost{}, trace.Opened{}, trace.BatchChecked{},
	trace.Truncated{}, trace.WindowRebuilt{}, trace.Evicted{},
}

func TestEventsArePlainValuesUnderTheirOwnNames(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	camel := regexp.MustCompile(`^[a-z]+([A-Z][a-z]*)*$`)
	seen := map[string]bool{}
	for _, e := range all {
		if seen[e.Type()] || !kebab.MatchString(e.Type()) {
			t.Errorf("%T is called %q", e, e.Type())
		}
		seen[e.Type()] = true
		names := map[string]bool{"step": true, "type": true} // taken by the shape around it
		for _, f := range e.Fields() {
			if names[f.Name] || !camel.MatchString(f.Name) {
				t.Errorf("%s: field %q", e.Type(), f.Name)
			}
			names[f.Name] = true
			switch f.Value.(type) {
			case int64, string, bool, []string:
			default:
				t.Errorf("%s: %s is a %T", e.Type(), f.Name, f.Value)
			}
		}
	}
}

func TestRecorderNumbersWhatManySend(t *testing.T) {
	var r trace.Recorder
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				r.Emit(trace.Rolled{})
			}
		})
	}
	wg.Wait()
	for i, e := range r.Entries() {
		if e.Step != i+1 {
			t.Fatalf("step %d stands at %d", e.Step, i+1)
		}
	}
	if r.Len() != 800 || len(r.Since(790)) != 10 {
		t.Errorf("%d entries, %d since 790", r.Len(), len(r.Since(790)))
	}
}
