package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"kaenlog/engine/cli"
	"kaenlog/engine/inspect"
)

const (
	progressAfter = time.Second            // what is done sooner needs no word
	progressEvery = 100 * time.Millisecond // as often as an eye can follow
)

// progress is a line on a terminal that says how far a command is. It is rewritten in its place,
// and gone when the command has ended.
//
// Concurrency: stop may be called from another goroutine.
type progress struct {
	w       io.Writer
	columns func() (n int, ok bool) // of the terminal that w is; false where it is none
	now     func() time.Time

	mu     sync.Mutex
	next   time.Time // when to write again
	shown  int       // columns that are written
	inLine bool      // the terminal's last line is standard output's, and not ended
}

// begin starts the time.
func (p *progress) begin() {
	if _, ok := p.columns(); ok {
		p.next = p.now().Add(progressAfter)
	}
}

// tell says how far a file is; it implements cli.Env's Progress.
func (p *progress) tell(at inspect.Progress) {
	if p.next.IsZero() || p.now().Before(p.next) {
		return
	}
	width, _ := p.columns()
	text := progressText(at, width-1) // in a terminal's last column some begin a new line
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = p.now().Add(progressEvery)
	if p.inLine {
		return
	}
	n := columnsOf(text)
	rest := strings.Repeat(" ", max(0, p.shown-n))
	io.WriteString(p.w, "\r"+text+rest+strings.Repeat("\b", len(rest)))
	p.shown = n
}

// stop takes the line away for good: whoever has something to write waits for ever.
func (p *progress) stop() {
	p.mu.Lock()
	p.clear()
}

// erase takes the line away.
func (p *progress) erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) clear() {
	if p.shown > 0 {
		io.WriteString(p.w, "\r"+strings.Repeat(" ", p.shown)+"\r")
		p.shown = 0
	}
}

// above gives a writer to w whose text never meets the line, should both be one terminal.
func (p *progress) above(w io.Writer) io.Writer {
	file, ok := w.(*os.File)
	if ok {
		_, ok = columns(file)
	}
	return &above{Writer: w, p: p, terminal: ok}
}

type above struct {
	io.Writer
	p        *progress
	terminal bool
}

// Write implements io.Writer.
func (a *above) Write(b []byte) (int, error) {
	a.p.erase()
	if a.terminal && len(b) > 0 {
		a.p.inLine = b[len(b)-1] != '\n'
	}
	return a.Writer.Write(b)
}

// progressText says how far a file is in at most so many columns; of a long name the end is
// kept.
func progressText(at inspect.Progress, most int) string {
	unit, name := int64(1<<20), "MiB"
	if at.Size < 10<<20 {
		unit, name = 1<<10, "KiB"
	}
	text := fmt.Sprintf(": %d of %d %s (%d %%)", at.Done/unit, at.Size/unit, name,
		at.Done*100/max(at.Size, 1))
	if at.Files > 1 {
		text += fmt.Sprintf(", file %d of %d", at.Number, at.Files)
	}
	file := []rune(cli.OneLine(at.File))
	cut := ""
	for len(file) > 0 && columnsOf(cut+string(file)+text) > most {
		file, cut = file[1:], "…"
	}
	text = cut + string(file) + text
	if columnsOf(text) > most {
		return ""
	}
	return text
}

// columnsOf counts the columns that a text takes at most: those scripts whose letters may take
// two begin at Hangul.
func columnsOf(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r >= 0x1100 && r != '…' {
			n++
		}
	}
	return n
}
