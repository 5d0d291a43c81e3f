package crashfs_test

import (
	"errors"
	"testing"

	"github.com/hack-pad/hackpadfs"

	"kaenlog/engine/crashfs"
)

func TestFailedCallDoesWhatItsShortSays(t *testing.T) {
	broken := errors.New("the disk is gone")
	write := func(s story) (int, error) {
		return hackpadfs.WriteFile(s.open("f", toAppend), []byte("xyz"))
	}
	for _, row := range []struct {
		name  string
		at    int // open is call 0, the write call 1
		short int
		n     int
		left  string
	}{
		{"nothing written", 1, 0, 0, "f=ab"},
		{"stopped short", 1, 2, 2, "f=abxy"},
		{"all written and an error all the same", 1, 9, 3, "f=abxyz"},
		{"less than nothing is nothing", 1, -1, 0, "f=ab"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := begin(t)
			s.add("f", "ab")
			s.FailAt(row.at, broken, row.short)
			n, err := write(s)
			if n != row.n || !errors.Is(err, broken) || s.Waiting() {
				t.Errorf("got %d, %v", n, err)
			}
			if got := look(t, s.FS); got != row.left {
				t.Errorf("there is %s, want %s", got, row.left)
			}
		})
	}
}

func TestShortReadGivesItsBytes(t *testing.T) {
	s := begin(t)
	s.add("f", "abc")
	f, b := s.open("f", toRead), make([]byte, 3)
	s.FailAt(0, nil, 2)
	n, err := hackpadfs.ReadAtFile(f, b, 0)
	if n != 2 || !errors.Is(err, crashfs.ErrInjected) {
		t.Errorf("got %d, %v", n, err)
	}
}

// Every call of a run fails once; the run that no failure meets is the last. None leaves a
// change behind but a failed Close and a failed Sync.
func TestEachCallFailsOnceUntilARunSucceeds(t *testing.T) {
	run := func(f *crashfs.FS) error {
		if err := f.MkdirAll("d/e", 0o755); err != nil {
			return err
		}
		file, err := f.OpenFile("d/f", toAppend, 0o644)
		if err != nil {
			return err
		}
		for _, step := range []func() error{
			func() error { _, err := hackpadfs.WriteFile(file, []byte("a")); return err },
			func() error { return hackpadfs.SyncFile(file) },
			func() error { return hackpadfs.TruncateFile(file, 0) },
			func() error { _, err := file.Stat(); return err },
			file.Close,
			func() error { _, err := f.Stat("d/f"); return err },
			func() error { _, err := f.ReadDir("d"); return err },
			func() error { return f.Rename("d/f", "d/g") },
			func() error { return f.Chmod("d/g", 0o600) },
			func() error { return f.Remove("d/g") },
			func() error { return f.Mkdir("x", 0o755) },
		} {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	}
	for n := 0; ; n++ {
		f := crashfs.New()
		f.FailAt(n, nil, 0)
		err := run(f)
		if f.Waiting() {
			if err != nil || f.Calls() != n {
				t.Fatalf("after %d calls of %d: %v", f.Calls(), n, err)
			}
			return
		}
		if !errors.Is(err, crashfs.ErrInjected) || f.Calls() != n+1 {
			t.Fatalf("call %d of %d gave %v", n, f.Calls(), err)
		}
	}
}

func TestWaitingFailureCanBeTakenBack(t *testing.T) {
	s := begin(t)
	s.FailAt(0, nil, 0)
	s.FailAt(-1, nil, 0)
	s.add("f", "a")
	if s.Waiting() {
		t.Error("it still waits")
	}
}
