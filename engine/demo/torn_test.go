package demo_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hack-pad/hackpadfs/mem"

	"kaenlog/engine/demo"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// The log that is told is the one that the recovery demo cuts: its trace says how long it was,
// and a look at its file at that moment what was in it.
func TestTheTornLogIsTheOneThatTheRecoveryDemoCuts(t *testing.T) {
	log, next, err := demo.TornLog()
	if err != nil {
		t.Fatal(err)
	}
	files, err := mem.NewFS()
	if err != nil {
		t.Fatal(err)
	}
	fsys, beside := vfstest.Wrap(vfs.FromHackpad(files, vfs.Options{})),
		vfs.FromHackpad(files, vfs.Options{}) // reads while the log is open
	name, seen := "", []byte(nil)
	fsys.FailIf(false, func(_ int, c vfstest.Call) (err error) { // none fails: it looks on
		if c.Op == "truncate" && strings.HasSuffix(c.Name, ".log") {
			name = c.Name
			seen, err = vfs.ReadFile(beside, name)
		}
		return err
	})
	run := do(t, fsys, "d", "recovery", "")
	from, to := int64(0), int64(0)
	for _, e := range run.Events {
		if e, ok := e.Event.(trace.Truncated); ok {
			from, to = e.From, e.To
		}
	}
	if from != 1425 || to != 1278 || int64(len(log)) != from || !bytes.Equal(log, seen) {
		t.Fatalf("%d bytes; the demo cuts from %d to %d, and its log has %d bytes, the same: %t",
			len(log), from, to, len(seen), bytes.Equal(log, seen))
	}
	after, err := vfs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	// Offset, length and leader epoch stand before byte 16; the broker stamps the first and the last.
	if got := after[to:]; len(got) != len(next) || !bytes.Equal(got[16:], next[16:]) {
		t.Errorf("the demo appends %x, want %x with offset and epoch stamped", got, next)
	}
	if again, _, err := demo.TornLog(); err != nil || !bytes.Equal(again, log) {
		t.Errorf("the second time it is another: %v", err)
	}
}
