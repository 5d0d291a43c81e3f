package cli

import (
	"errors"
	"strings"

	"kaenlog/engine/demo"
)

// words is what a command's line says, before any value is looked at.
type words struct {
	given []demo.Set

	plain    string // the one word that is no flag, of a command that takes one
	hasPlain bool
	json     bool
	help     bool
}

// read takes the words after the command apart.
//
// A flag is --name value or --name=value, with one dash or two; the word after a flag that
// needs a value is that value even if it begins with a dash (--acks -1), unless it is a
// flag of the command itself. "--" ends the flags. A --help where a flag may stand wins
// over everything that is wrong elsewhere. A tool's PATH is a word that is no flag, or stands
// behind "--", where it may begin with a dash.
func read(spec demo.Spec, args []string) (words, error) {
	var w words
	var first error // the first thing that is wrong; later words are read for --help alone
	note := func(what string) {
		if first == nil {
			first = errors.New(what)
		}
	}
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			rest := args[i+1:]
			if len(rest) > 0 && w.take(spec, rest[0]) {
				rest = rest[1:]
			}
			if len(rest) > 0 {
				note("unexpected word " + Quote(rest[0]))
			}
			break
		}
		name, text, valued, ok := splitFlag(args[i])
		if !ok {
			if longDash(args[i]) || !w.take(spec, args[i]) {
				note(unexpected(spec, args[:i+1]))
			}
			continue
		}
		if name == "help" || name == "h" {
			if !valued {
				return words{help: true}, nil
			}
			note(Quote(args[i]) + ": --help takes no value")
			continue
		}
		kind, known := kindOf(spec, name)
		if !known {
			note(unknownFlag(spec, name))
			continue
		}
		if !valued {
			if kind == demo.KindBool {
				text = "true"
			} else if i+1 == len(args) {
				note("--" + name + " needs a value: " + allowed(spec, name))
			} else if isFlag(spec, args[i+1]) {
				note("--" + name + " needs a value, but the flag " + Quote(args[i+1]) + " follows")
			} else {
				i++
				text = args[i]
			}
		}
		if name != "format" {
			w.given = append(w.given, demo.Set{Name: name, Text: text})
		} else if text == "text" || text == "json" {
			w.json = text == "json"
		} else {
			note("--format is " + Quote(text) + ", allowed is " + allowed(spec, name))
		}
	}
	return w, first
}

// take takes a tool's first plain word; false for a word that nobody takes.
func (w *words) take(spec demo.Spec, word string) bool {
	if w.hasPlain || !isTool(spec) {
		return false
	}
	w.plain, w.hasPlain = word, true
	return true
}

// splitFlag takes -name, --name, -name=text and --name=text apart.
func splitFlag(word string) (name, text string, valued, ok bool) {
	name, ok = strings.CutPrefix(word, "-")
	if !ok || name == "" {
		return "", "", false, false
	}
	name = strings.TrimPrefix(name, "-")
	name, text, valued = strings.Cut(name, "=")
	return name, text, valued, true
}

// kindOf tells how a flag's value is read; false for a flag that the command doesn't have.
// The table knows flags by their name in JavaScript too, which is no word of this language.
func kindOf(spec demo.Spec, name string) (demo.Kind, bool) {
	if name == "format" {
		return demo.KindPath, true // needs a value
	}
	f, ok := spec.FlagOf(name)
	return f.Kind, ok && f.Name == name
}

// isFlag tells whether a word is one of the command's flags, or ends them.
func isFlag(spec demo.Spec, word string) bool {
	name, _, _, ok := splitFlag(word)
	_, known := kindOf(spec, name)
	return word == "--" || ok && (known || name == "help" || name == "h")
}

func allowed(spec demo.Spec, name string) string {
	if f, ok := spec.FlagOf(name); ok {
		return f.Allowed()
	}
	return "text or json"
}

// unexpected says what is wrong with the last of the words, which is no flag: most often a
// value after a switch that needs none, or a dash that a text program has made longer.
func unexpected(spec demo.Spec, args []string) string {
	word := args[len(args)-1]
	what := "unexpected word " + Quote(word)
	if longDash(word) {
		return what + " (flags begin with two plain hyphens)"
	}
	if (word == "true" || word == "false") && len(args) > 1 {
		name, _, valued, ok := splitFlag(args[len(args)-2])
		if kind, known := kindOf(spec, name); ok && known && !valued && kind == demo.KindBool {
			return what + " (--" + name + "=" + word + " is how to say it)"
		}
	}
	return what
}

func longDash(word string) bool {
	return strings.HasPrefix(word, "–") || strings.HasPrefix(word, "—")
}

func unknownFlag(spec demo.Spec, name string) string {
	what := "unknown flag " + Quote("--"+name)
	if found := near(name, flagWords(spec)); len(found) > 0 {
		for i := range found {
			found[i] = "--" + found[i]
		}
		return what + didYouMean(found)
	}
	for _, other := range commands() {
		if f, ok := other.FlagOf(name); ok && f.Name == name {
			return what + ", which is " + other.Commands[0] + "'s"
		}
	}
	return what
}

// specOf finds a command by a word of the command line; the demos' table knows them by other
// names too.
func specOf(word string) (demo.Spec, bool) {
	for _, spec := range commands() {
		for _, c := range spec.Commands {
			if c == word {
				return spec, true
			}
		}
	}
	return demo.Spec{}, false
}

// commandWords gives every word that may be a command.
func commandWords() []string {
	var all []string
	for _, s := range commands() {
		all = append(all, s.Commands...)
	}
	return append(all, "help", "version")
}

func flagWords(spec demo.Spec) []string {
	var all []string
	for _, f := range spec.Flags {
		all = append(all, f.Name)
	}
	return append(all, "format", "help")
}
