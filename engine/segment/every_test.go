package segment_test

import (
	"errors"
	"reflect"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/inspect"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// Over the golden demo's own log, everything that can happen to it in one place: what the
// models say must become of each file is what opening, reading, TruncateTail, appending, and
// inspect's walk and recovery make of it. The table of counts is logged; -v shows it.
func TestEveryDamageIsRecoveredAsTheContractSays(t *testing.T) {
	good, torn := demoLogs(t)
	tb := &table{}
	for _, group := range []struct {
		name   string
		inputs func(*testing.T, []byte, []byte, func(input))
	}{
		{"cuts", everyCut}, {"flips", everyFlip}, {"zeros", everyZeroedPlace},
		{"tails", everyTail}, {"order", everyDisorder},
	} {
		t.Run(group.name, func(t *testing.T) {
			fsys := memory(t)
			group.inputs(t, good, torn, func(in input) { tb.try(t, fsys, in) })
		})
	}
	t.Logf("of the bits, and of the places made zero, one in %d had its turn", oneIn())
	tb.print(t)
}

// try makes a file the last segment of a log and holds what becomes of it against the models.
func (tb *table) try(t *testing.T, fsys vfs.FS, in input) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Fatalf("this was: %s, %s", in.name, in.what)
		}
	}()
	v := here(in.file)
	put(t, fsys, file(0, ".log"), in.file)
	v.openAndRead(t, fsys, in.file)
	reason := v.lookAt(t, fsys, in.file)

	r := recoverAndUse(t, fsys, 0, in.file)
	if r.Batches != len(v.bases) || r.Kept != v.kept || r.HasLast != (len(v.bases) > 0) ||
		r.HasLast && r.LastOffset != v.end-1 || !reflect.DeepEqual(r.Gaps, v.gaps) {
		t.Errorf("recovery says %+v, the model %+v", r, v)
	}
	if v.kind != nil {
		wantAt(t, r.Reason, v.kind, file(0, ".log"), v.at)
	}
	if got := errorText(r.Reason); got != reason {
		t.Errorf("recovery says %q, inspect %q", got, reason)
	}
	k := inKafka(in.file)
	tb.add(in.class, in.outcome(v), in.outcome(k),
		!k.fails && k.kept == v.kept && k.end == v.end)
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// openAndRead opens the log as it is: it ends where the model says, gives its batches up to
// there, and takes appends only when nothing is torn.
func (v verdict) openAndRead(t *testing.T, fsys vfs.FS, content []byte) {
	t.Helper()
	var bases []int64
	l, err := segment.Open(fsys, dir, segment.Config{}, func(b batch.Batch) {
		bases = append(bases, b.BaseOffset())
	})
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, l)
	torn := int64(len(content)) - v.kept
	if l.End() != v.end || l.TornBytes() != torn ||
		errors.Is(l.Writable(), segment.ErrTornTail) != (torn > 0) {
		t.Errorf("open: end %d, %d bytes torn, %v; the model says %+v", l.End(), l.TornBytes(),
			l.Writable(), v)
	}
	if !reflect.DeepEqual(bases, v.bases) {
		t.Errorf("open shows batches at %d, the model %d", bases, v.bases)
	}
	wantBytes(t, "before recovery", readAll(t, l, 300), content[:v.kept])
}

// lookAt holds the model against what inspect says of the file and makes of a copy, and gives
// its reason for what is no part of the log; "" for none.
func (v verdict) lookAt(t *testing.T, fsys vfs.FS, content []byte) (reason string) {
	t.Helper()
	name := file(0, ".log")
	s := walkToFault(t, fsys, name)
	torn := int64(len(content)) - v.kept
	if (s.fault != nil) != (torn > 0) || s.batches != len(v.bases) ||
		!reflect.DeepEqual(s.gaps, v.gaps) {
		t.Errorf("a walk finds %+v, the model says %+v", s, v)
	}
	if s.fault != nil {
		reason = s.fault.Reason
		if s.fault.File != name || s.fault.Pos != v.kept {
			t.Errorf("a walk finds %+v, the model a fault at byte %d", s.fault, v.kept)
		}
	}
	const copied = "copy/00000000000000000000.log"
	for _, dry := range []bool{true, false} {
		at, left, cut := name, content, ""
		if !dry {
			at, left = copied, content[:v.kept]
			put(t, fsys, copied, content)
			if torn > 0 {
				cut = copied + ".cut"
			}
		}
		var gaps []segment.Gap
		r, err := inspect.Recover(&inspect.Target{FS: fsys, Name: at, Label: name}, dry,
			func(_ string, pos, first, last int64) {
				gaps = append(gaps, segment.Gap{Pos: pos, First: first, Last: last})
			})
		want := inspect.Report{File: name, Batches: int64(len(v.bases)), NextOffset: v.end,
			Kept: v.kept, Dropped: torn, Reason: reason, Good: r.Good}
		if least := int64(batch.HeaderSize + batch.MinRecordSize); r.Good*least > torn {
			t.Errorf("dry %t: %d good batches in %d bytes", dry, r.Good, torn)
		}
		if cut != "" {
			want.Cut = name + ".cut"
		}
		if err != nil || r != want || !reflect.DeepEqual(gaps, v.gaps) {
			t.Errorf("dry %t: %+v, gaps %v, %v; want %+v", dry, r, gaps, err, want)
		}
		wantBytes(t, at, get(t, fsys, at), left)
		if cut != "" {
			wantBytes(t, cut, get(t, fsys, cut), content[v.kept:])
			remove(t, fsys, cut)
		}
	}
	return reason
}
