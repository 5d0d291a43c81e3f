package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaenlog/engine/batch"
	"kaenlog/engine/inspect"
)

// screen is a terminal as far as a line that is rewritten needs one.
type screen struct {
	lines [][]rune
	at    int
}

func (s *screen) Write(b []byte) (int, error) {
	if len(s.lines) == 0 {
		s.lines = append(s.lines, nil)
	}
	for _, r := range string(b) {
		last := &s.lines[len(s.lines)-1]
		switch r {
		case '\r':
			s.at = 0
		case '\b':
			s.at--
		case '\n':
			s.lines, s.at = append(s.lines, nil), 0
		default:
			for len(*last) <= s.at {
				*last = append(*last, ' ')
			}
			(*last)[s.at] = r
			s.at++
		}
	}
	return len(b), nil
}

func (s *screen) String() string {
	var lines []string
	for _, l := range s.lines {
		lines = append(lines, strings.TrimRight(string(l), " "))
	}
	return strings.Join(lines, "\n")
}

// clock goes on when it is told to.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func onScreen(s *screen, c *clock, width int) *progress {
	return &progress{w: s, now: c.now,
		columns: func() (int, bool) { return width, width > 0 }}
}

func at(file string, done, size int64) inspect.Progress {
	return inspect.Progress{File: file, Done: done, Size: size, Number: 1, Files: 1}
}

func TestProgressIsToldAfterASecondAndGoneAtTheEnd(t *testing.T) {
	var s screen
	c := &clock{time.Unix(0, 0)}
	p := onScreen(&s, c, 80)
	p.begin()
	for _, step := range []struct {
		after time.Duration
		done  int64
		want  string
	}{
		{0, 0, ""},
		{999 * time.Millisecond, 500 << 20, ""},
		{time.Millisecond, 512 << 20, "long-name.log: 512 of 2048 MiB (25 %)"},
		{99 * time.Millisecond, 1024 << 20, "long-name.log: 512 of 2048 MiB (25 %)"},
		{time.Millisecond, 2048 << 20, "long-name.log: 2048 of 2048 MiB (100 %)"},
	} {
		c.t = c.t.Add(step.after)
		p.tell(at("long-name.log", step.done, 2048<<20))
		if s.String() != step.want {
			t.Errorf("at %v: %q, want %q", c.t, s.String(), step.want)
		}
	}
	c.t = c.t.Add(time.Second)
	p.tell(at("x.log", 0, 100<<10))
	if want := "x.log: 0 of 100 KiB (0 %)"; s.String() != want || s.at != len(want) {
		t.Errorf("a shorter line in the place of a longer one: %q", s.String())
	}
	p.erase()
	if s.String() != "" || s.at != 0 {
		t.Errorf("it left %q behind", s.String())
	}
}

func TestProgressIsToldOnTerminalsAlone(t *testing.T) {
	var s screen
	c := &clock{time.Unix(0, 0)}
	p := onScreen(&s, c, 0)
	p.begin()
	c.t = c.t.Add(time.Hour)
	p.tell(at("x", 1, 2))
	p.erase()
	if len(s.lines) > 0 {
		t.Errorf("written where no terminal is: %q", s.String())
	}
}

func TestProgressKeepsToOneLine(t *testing.T) {
	for _, row := range []struct {
		at    inspect.Progress
		width int
		want  string
	}{
		{at("orders-0/00000000000000000000.log", 1<<30, 2<<30), 41,
			"…00000000000.log: 1024 of 2048 MiB (50 %)"},
		{at("ab\ncd\x1b[2J", 1<<20, 2<<20), 80, "ab cd [2J: 1024 of 2048 KiB (50 %)"},
		{at("日本語.log", 0, 1), 26, "…語.log: 0 of 0 KiB (0 %)"},
		{at("x", 0, 0), 80, "x: 0 of 0 KiB (0 %)"},
		{at("x", 1<<62, 1<<62), 8, ""},
		{inspect.Progress{File: "d/x", Done: 3 << 20, Size: 12 << 20, Number: 2, Files: 7}, 80,
			"d/x: 3 of 12 MiB (25 %), file 2 of 7"},
	} {
		got := progressText(row.at, row.width)
		if got != row.want || columnsOf(got) > row.width {
			t.Errorf("%+v in %d columns: %q, want %q", row.at, row.width, got, row.want)
		}
	}
}

func TestStandardOutputAndProgressShareATerminal(t *testing.T) {
	var s screen
	c := &clock{time.Unix(0, 0)}
	p := onScreen(&s, c, 80)
	p.begin()
	out := &above{Writer: &s, p: p, terminal: true}
	tell := func() {
		c.t = c.t.Add(time.Second)
		p.tell(at("x", 5<<20, 10<<20))
	}
	const line = "x: 5 of 10 MiB (50 %)"
	tell()
	fmt.Fprintln(out, "pos 0")
	if s.String() != "pos 0\n" {
		t.Errorf("a line below the progress: %q", s.String())
	}
	tell()
	if s.String() != "pos 0\n"+line {
		t.Errorf("the progress below a line: %q", s.String())
	}
	fmt.Fprint(out, `{"half":`)
	tell()
	if s.String() != "pos 0\n"+`{"half":` {
		t.Errorf("the progress over half a line: %q", s.String())
	}
	fmt.Fprintln(out, `1}`)
	tell()
	p.erase()
	if s.String() != "pos 0\n{\"half\":1}\n" {
		t.Errorf("in the end: %q", s.String())
	}
}

// someBatches writes a log of so many batches with a megabyte each.
func someBatches(t *testing.T, name string, base int64, n int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	value := bytes.Repeat([]byte("v"), 1<<20)
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{{Value: value}})
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for i := range n {
		batch.Batch(b).Stamp(base+int64(i), 0)
		all = append(all, b...)
	}
	if err := os.WriteFile(name, all, 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestEachCommandSaysHowFarItIs(t *testing.T) {
	t.Chdir(t.TempDir())
	someBatches(t, "d/00000000000000000000.log", 0, 3)
	someBatches(t, "d/00000000000000000003.log", 3, 2)
	someBatches(t, "torn.log", 0, 2)
	someBatches(t, "old.log", 0, 2)
	for name, tail := range map[string][]byte{"torn.log": bytes.Repeat([]byte{7}, 3<<20),
		"old.log": oldMessage(2)} {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(tail); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	for _, row := range []struct {
		line string
		exit int
		want []string
	}{
		{"recover old.log", 1, []string{"old.log: 1"}}, // it says nothing on standard output
		{"verify d", 0, []string{"d/00000000000000000000.log: 0 of 3072 KiB (0 %), file 1 of 2",
			"d/00000000000000000000.log: 1", "d/00000000000000000000.log: 2",
			"d/00000000000000000003.log: 0 of 2048 KiB (0 %), file 2 of 2"}},
		{"dump d", 0, []string{"file 1 of 2", "file 2 of 2"}},
		{"recover torn.log", 0, []string{"torn.log: 0 of 5120 KiB (0 %)",
			"torn.log.cut: 0 of 3072 KiB (0 %)", "torn.log.cut: 2048 of 3072 KiB (66 %)"}},
	} {
		var all bytes.Buffer
		var s screen
		c := &clock{time.Unix(0, 0)}
		p := onScreen(&s, c, 80)
		p.w = &all
		p.now = func() time.Time { c.t = c.t.Add(time.Second); return c.t }
		if exit := run(strings.Split(row.line, " "), &s, &s, p, new(interrupts)); exit != row.exit {
			t.Fatalf("klog %s: %s", row.line, s.String())
		}
		for _, want := range row.want {
			if !strings.Contains(all.String(), want) {
				t.Errorf("klog %s: no %q in %q", row.line, want, all.String())
			}
		}
		s.lines = nil
		if s.Write(all.Bytes()); s.String() != "" {
			t.Errorf("klog %s leaves %q", row.line, s.String())
		}
	}
}
