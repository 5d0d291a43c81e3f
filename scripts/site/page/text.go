package page

import (
	"bytes"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readText reads a file of words and refuses bytes that a browser would show as something else
// or not at all.
//
// Errors: *Fault for a file that cannot be read, and at the first line with such a byte.
func readText(site fs.FS, name string) ([]byte, error) {
	shown := "site/" + name
	src, err := fs.ReadFile(site, name)
	if err != nil {
		return nil, faultf(shown, 1, "%v", err)
	}
	if bytes.HasPrefix(src, []byte("\uFEFF")) {
		return nil, faultf(shown, 1, "the file begins with a byte order mark: save it as UTF-8 without")
	}
	for at := 0; at < len(src); {
		r, size := utf8.DecodeRune(src[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			return nil, faultf(shown, lineAt(src, at), "byte 0x%02X is not UTF-8", src[at])
		case r == '\r':
			return nil, faultf(shown, lineAt(src, at), "line ends are CRLF or CR; want LF")
		case !shows(r) && r != '\n' && r != '\t':
			return nil, faultf(shown, lineAt(src, at), "%U is no character of a text", r)
		}
		at += size
	}
	return src, nil
}

// shows reports whether a character may stand in a text: none that controls a terminal, and not
// the one that stands for what could not be read.
func shows(r rune) bool { return !unicode.IsControl(r) && r != utf8.RuneError && r != '\uFEFF' }

// hidden gives the first character that may not stand in a text that JSON spelled with escapes.
func hidden(text string) (rune, bool) {
	i := strings.IndexFunc(text, func(r rune) bool { return !shows(r) && r != '\n' && r != '\t' })
	if i < 0 {
		return 0, false
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return r, true
}
