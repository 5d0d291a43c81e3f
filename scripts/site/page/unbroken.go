package page

import (
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/util"
)

// longName is the shortest name, in bytes, that a phone may not have room for in one line.
const longName = 15

var (
	// longNames are what a line may end inside of where it must: file paths, settings, constants.
	longNames = regexp.MustCompile(`[A-Za-z0-9_./]+`)
	// joints are where a reader takes a name apart.
	joints = regexp.MustCompile(`[_./][A-Za-z]|[a-z][A-Z]`)
	// hyphened are words whose hyphen ends no line.
	hyphened = regexp.MustCompile(`kaen-log|[0-9]+-byte`)
	// compounds are Thai words that browsers' dictionaries take for two, of which the first alone
	// reads as another sentence.
	compounds = regexp.MustCompile("ไม่ได้|ไฟดับ|ส่งซ้ำ|ตรงไหน|ไปไหน|บอกมา|เป็นใคร|คำตอบ|ก่อนตอบไหม|" +
		"แล้วเงียบ|กู้อะไร|วาดไว้|หรือยัง|รอไหม|อ่านต่อ|เขียนแล้ว|ยาวกว่า")
	headingTag = regexp.MustCompile(`(?s)<h[1-3][ >].*?</h[1-3]>`)
	codeOrTag  = regexp.MustCompile(`(?s)<(?:code|pre)\b.*?</(?:code|pre)>|<[^>]*>`)
)

// breakable is text as HTML in which a long name has a <wbr> at each of its joints: there it may
// end a line, and what is copied and compared stays the same.
func breakable(text string) template.HTML {
	escaped := string(util.EscapeHTML([]byte(text)))
	return template.HTML(longNames.ReplaceAllStringFunc(escaped, func(name string) string {
		if len(name) < longName {
			return name
		}
		rest := strings.TrimLeft(name, "_") // a line that ends there has no name in it
		return name[:len(name)-len(rest)] + joints.ReplaceAllStringFunc(rest,
			func(joint string) string { return joint[:1] + "<wbr>" + joint[1:] })
	}))
}

// unbroken is text as HTML in which no line ends inside a word that is one to its reader.
func unbroken(text string) template.HTML {
	escaped := string(util.EscapeHTML([]byte(text)))
	return template.HTML(whole(whole(escaped, hyphened), compounds))
}

func whole(text string, words *regexp.Regexp) string {
	return words.ReplaceAllString(text, `<span class="unbroken">$0</span>`)
}

// keepWhole does to the words of a piece of HTML, but not to its code, what unbroken does: in
// headings, which are set in short lines, to all such words, elsewhere to those with a hyphen.
func keepWhole(piece []byte) []byte {
	text := outsideTags(string(piece), func(s string) string { return whole(s, hyphened) })
	return []byte(headingTag.ReplaceAllStringFunc(text, func(h string) string {
		return outsideTags(h, func(s string) string { return whole(s, compounds) })
	}))
}

// outsideTags changes what stands outside tags and code.
func outsideTags(text string, change func(string) string) string {
	var b strings.Builder
	at := 0
	for _, tag := range codeOrTag.FindAllStringIndex(text, -1) {
		b.WriteString(change(text[at:tag[0]]))
		b.WriteString(text[tag[0]:tag[1]])
		at = tag[1]
	}
	b.WriteString(change(text[at:]))
	return b.String()
}
