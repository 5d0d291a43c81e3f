package api

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// SplitLine takes a command line that a person typed apart into words, without the word
// "klog" that it may begin with, nor the "$" of a prompt before that.
//
//	white space   ends a word; so does a backslash at the end of a line
//	'…'           everything between is taken as it is
//	"…"           the same, but \" and \\ stand for " and \
//
// There is no shell: the signs that would need one are refused outside quotes, so that
// nobody waits for a file that "> out.txt" never writes.
//
// Errors: *Error with code usage.
func SplitLine(line string) ([]string, error) {
	s := splitter{rest: line}
	for s.rest != "" {
		before := line[:len(line)-len(s.rest)]
		if wrong := s.step(); wrong != "" {
			at := "at character " + strconv.Itoa(utf8.RuneCountInString(before)+1) + ": "
			return nil, &Error{Name: ErrorName, Code: CodeUsage, Message: at + wrong}
		}
	}
	s.end()
	words := s.words
	if len(words) > 0 && words[0] == "$" {
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "klog" {
		words = words[1:]
	}
	return words, nil
}

type splitter struct {
	rest  string
	words []string
	word  strings.Builder
	open  bool // a word has begun, though it may be empty: ''
}

func (s *splitter) end() {
	if s.open {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.open = false
}

// step takes one sign, or one quotation; it gives what is wrong with it, "" for nothing.
func (s *splitter) step() (wrong string) {
	c := s.rest[0]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.end()
	case strings.HasPrefix(s.rest, "\\\n") || strings.HasPrefix(s.rest, "\\\r\n"):
		s.end()
	case c == '\'' || c == '"':
		s.open = true
		return s.quotation(c)
	case strings.IndexByte("|<>&;`", c) >= 0:
		return "there is no shell here that knows " + string(c) +
			" (in quotes it is a sign like others)"
	default:
		s.open = true
		s.word.WriteByte(c)
	}
	s.rest = s.rest[1:]
	return ""
}

// quotation takes everything up to the closing quote.
func (s *splitter) quotation(quote byte) (wrong string) {
	for i := 1; i < len(s.rest); i++ {
		c := s.rest[i]
		if c == quote {
			s.rest = s.rest[i+1:]
			return ""
		}
		if quote == '"' && c == '\\' && i+1 < len(s.rest) {
			if next := s.rest[i+1]; next == '"' || next == '\\' {
				c = next
				i++
			}
		}
		s.word.WriteByte(c)
	}
	return "the quote " + string(quote) + " is not closed"
}
