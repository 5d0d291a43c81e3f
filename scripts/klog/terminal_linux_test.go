package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal gives the two ends of a new terminal, which has so many columns.
func terminal(t *testing.T, width uint16) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: width})
	}
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	program, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

func TestATerminalIsToldFromWhatIsNone(t *testing.T) {
	_, wide := terminal(t, 123)
	_, unknown := terminal(t, 0)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for f, want := range map[*os.File]int{wide: 123, unknown: 80, w: 0, null: 0} {
		if n, ok := columns(f); n != want || ok != (want > 0) {
			t.Errorf("%s has %d columns (%t), want %d", f.Name(), n, ok, want)
		}
	}
}

func TestProgressOnATerminalWhileTheOutputIsInAFile(t *testing.T) {
	person, program := terminal(t, 60)
	t.Chdir(t.TempDir())
	someBatches(t, "d/00000000000000000000.log", 0, 3)
	file, err := os.Create("out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var now time.Time
	line := &progress{w: program, columns: func() (int, bool) { return columns(program) },
		now: func() time.Time { now = now.Add(time.Second); return now }}
	if exit := run([]string{"verify", "d"}, file, program, line, new(interrupts)); exit != 0 {
		t.Fatal("exit status ", exit)
	}
	if _, err := program.WriteString("$"); err != nil {
		t.Fatal(err)
	}
	var all []byte
	for buf := make([]byte, 1000); !strings.HasSuffix(string(all), "$"); {
		n, err := person.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, buf[:n]...)
	}
	var s screen
	s.Write(all)
	if s.String() != "$" || !strings.Contains(string(all), "\rd/00000000000000000000.log: 2") {
		t.Errorf("the terminal shows %q, after %q", s.String(), all)
	}
	if text, err := os.ReadFile("out"); err != nil || strings.ContainsAny(string(text), "\r\b") ||
		!strings.Contains(string(text), "batches 3") {
		t.Errorf("the file holds %q (%v)", text, err)
	}
}
