package inspect_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"kaenlog/engine/inspect"
)

// tornBy gives Kafka's log with so many bytes of rubbish behind it.
func tornBy(t *testing.T, n int) []byte {
	t.Helper()
	return append(kafka(t), bytes.Repeat([]byte{0x55}, n)...)
}

func TestRecoverThatIsInterruptedLeavesEverythingAsItWas(t *testing.T) {
	const pieces = 3 // of the tail; then it is asked once more, before the cut
	for at := range pieces + 2 {
		fsys := fresh(t)
		before := tornBy(t, pieces<<20-7)
		put(t, fsys, name, before)
		asked, guarded := 0, 0
		target := inspect.Target{FS: fsys, Name: dir, Label: dir,
			Guard: func(work func(interrupted func() bool) error) error {
				guarded++
				return work(func() bool { asked++; return asked > at })
			}}
		r, err := inspect.Recover(&target, false, func(string, int64, int64, int64) {})
		if guarded != 1 {
			t.Fatalf("guarded %d times", guarded)
		}
		if at == pieces+1 { // nobody interrupts it
			if err != nil || asked != pieces+1 || r.Cut == "" || len(get(t, fsys, name)) != 220 ||
				!bytes.Equal(get(t, fsys, name+".cut"), before[220:]) {
				t.Errorf("not interrupted: %+v, %v, asked %d times", r, err, asked)
			}
			continue
		}
		if !errors.Is(err, inspect.ErrInterrupted) || r.Cut != "" {
			t.Errorf("at %d: %+v, %v", at, r, err)
		}
		list, err := fsys.ReadDir(dir)
		if err != nil || len(list) != 1 || !bytes.Equal(get(t, fsys, name), before) {
			t.Errorf("at %d: %v (%v) is left, and the log changed", at, list, err)
		}
	}
}

func TestRecoverGuardsNothingWhereNothingIsCut(t *testing.T) {
	for _, row := range []struct {
		story string
		dry   bool
		log   []byte
	}{{"a good log", false, kafka(t)}, {"a dry run", true, tornBy(t, 7)}} {
		fsys := fresh(t)
		put(t, fsys, name, row.log)
		target := inspect.Target{FS: fsys, Name: dir, Label: dir,
			Guard: func(func(interrupted func() bool) error) error {
				t.Errorf("%s: guarded", row.story)
				return nil
			}}
		if _, err := inspect.Recover(&target, row.dry, nil); err != nil {
			t.Errorf("%s: %v", row.story, err)
		}
	}
}

// steps writes progress down.
type steps []string

func (p *steps) tell(at inspect.Progress) {
	*p = append(*p, fmt.Sprintf("%s %d/%d, %d of %d", at.File, at.Done, at.Size, at.Number, at.Files))
}

func TestProgressIsToldOfEachFileMebibyteByMebibyte(t *testing.T) {
	fsys := fresh(t)
	const second = dir + "/00000000000000000004.log"
	put(t, fsys, name, kafka(t))
	put(t, fsys, second, append(stamped(unhex(t, hx3), 4), bytes.Repeat([]byte{0x55}, 2<<20)...))
	var got steps
	target := inspect.Target{FS: fsys, Name: dir, Label: "d", Progress: got.tell}
	if err := inspect.Walk(&target, false, &seen{}); err != nil {
		t.Fatal(err)
	}
	want := steps{"d/00000000000000000000.log 0/220, 1 of 2",
		"d/00000000000000000004.log 0/2097220, 2 of 2"}
	if !slices.Equal(got, want) {
		t.Errorf("walk: %q", got)
	}
	got = nil
	if _, err := inspect.Recover(&target, false, func(string, int64, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	const cut = "d/00000000000000000004.log.cut "
	want = steps{"d/00000000000000000004.log 0/2097220, 1 of 1", cut + "0/2097152, 1 of 1",
		cut + "1048576/2097152, 1 of 1"}
	if !slices.Equal(got, want) {
		t.Errorf("recover: %q", got)
	}
}
