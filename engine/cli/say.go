package cli

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kaenlog/engine/demo"
)

// maxShown is how many characters of somebody's words an error repeats.
const maxShown = 60

// Quote shows a word that somebody typed: on one line whatever is in it, and not all of a
// very long one.
func Quote(word string) string {
	n := 0
	for i := range word {
		if n == maxShown {
			return strconv.Quote(word[:i]) + "…"
		}
		n++
	}
	return strconv.Quote(word)
}

// flagMessage says what stood for a flag and what may stand there.
func flagMessage(name string, e *demo.FlagError) string {
	return name + " is " + Quote(e.Found) + ", allowed is " + e.Allowed
}

// OptionMessage says what is wrong with a demo's option, by its name in JavaScript.
func OptionMessage(spec demo.Spec, e *demo.FlagError) string {
	if e.Allowed != "" {
		return flagMessage(e.JSON, e)
	}
	var names []string
	for _, f := range spec.Flags {
		names = append(names, f.JSON)
	}
	what := "unknown option " + Quote(e.Field)
	if found := near(e.Field, names); len(found) > 0 {
		return what + didYouMean(found)
	}
	if len(names) == 0 {
		return what
	}
	return what + ", known are " + strings.Join(names, ", ")
}

// maxLine is how many characters of an error's text are told; of a longer one the middle is
// left out, since what failed stands at its beginning and why at its end.
const (
	maxLine  = 1200
	lineHead = 800
	lineTail = 300
)

// OneLine makes one line of an error's text, safe for a terminal: control characters become
// spaces, and others that are not seen (those that turn the direction of writing, say) are
// written as Go's escapes.
func OneLine(text string) string {
	if len(text) <= maxLine && strings.IndexFunc(text, notPlain) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case r != ' ' && !strconv.IsPrint(r):
			escaped := strconv.QuoteRune(r)
			b.WriteString(escaped[1 : len(escaped)-1])
		default:
			b.WriteRune(r)
		}
	}
	line := b.String()
	all := utf8.RuneCountInString(line)
	if all <= maxLine {
		return line
	}
	head, tail, n := 0, 0, 0
	for i := range line {
		switch n {
		case lineHead:
			head = i
		case all - lineTail:
			tail = i
		}
		n++
	}
	return line[:head] + " … " + line[tail:]
}

// notPlain tells what OneLine may have to change.
func notPlain(r rune) bool { return r < ' ' || r > '~' }

// DidYouMean names those of the words that somebody may have meant, as a question; "" for none.
func DidYouMean(typed string, words []string) string { return didYouMean(near(typed, words)) }

func didYouMean(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return ", did you mean " + strings.Join(words, " or ") + "?"
}

// near gives the words that somebody may have meant: those that begin with what was typed,
// else those at most two slips of the finger away, the nearest alone.
func near(typed string, words []string) []string {
	typed = plain(typed)
	if typed == "" || len(typed) > 40 {
		return nil
	}
	var begin, alike []string
	best := min(2, (len(typed)-1)/2) // of a short word, two slips leave nothing
	for _, w := range words {
		p := plain(w)
		if strings.HasPrefix(p, typed) {
			begin = append(begin, w)
		}
		switch d := slips(typed, p); {
		case d < best:
			best, alike = d, []string{w}
		case d == best:
			alike = append(alike, w)
		}
	}
	if len(begin) > 0 {
		return begin
	}
	return alike
}

// plain folds what people mix up: case, nowMs or now_ms for now-ms.
func plain(word string) string {
	var b strings.Builder
	for i := range len(word) {
		switch c := word[i]; {
		case c == '-' || c == '_':
		case c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// slips counts the letters left out, put in, mistaken or swapped with their neighbour that
// lie between two words.
func slips(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j], row[j-1]) + 1
			if a[i-1] == b[j-1] {
				row[j] = min(row[j], last[j-1])
			} else {
				row[j] = min(row[j], last[j-1]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
