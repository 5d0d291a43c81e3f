package main

import "regexp"

var (
	// blockEdge is the end of a block, or the beginning of one that holds blocks, and the line end
	// after it, which no browser shows.
	blockEdge = regexp.MustCompile(`(</(?:div|p|section|li|ol|ul|tr|td|th|table|thead|tbody|figure|` +
		`figcaption|details|summary|nav|h[1-6]|form|dl|dt|dd|header|footer|main|pre)>|` +
		`<(?:div|section|ol|ul|table|tr|figure|details|nav|form|dl|main|header|footer|tbody|thead)` +
		`(?: [^<>]*)?>)\n+`)
	// impliedEnd is an end tag that the next tag implies.
	impliedEnd = regexp.MustCompile(`</(?:li(>)(?:<li|</ol|</ul)|t[dh](>)(?:<t[dh]|</tr)|` +
		`tr(>)(?:<tr|</tbody|</thead|</table)|d[td](>)(?:<d[td]|</dl|</div)|` +
		`p(>)(?:<(?:details|div|dl|figure|form|h[1-6]|nav|ol|p|pre|section|table|ul)|` +
		`</(?:details|div|figure|footer|form|li|main|nav|section|td)))\b`)
)

// tight leaves out of a page what a browser puts in by itself: line ends between blocks and end
// tags that the next tag implies. What is shown and copied stays the same. The libraries that make
// HTML smaller join blanks too, which in golden output are bytes.
func tight(page []byte) []byte {
	page = blockEdge.ReplaceAll(page, []byte("$1"))
	var out []byte
	at := 0
	for {
		found := impliedEnd.FindSubmatchIndex(page[at:])
		if found == nil {
			return append(out, page[at:]...)
		}
		out = append(out, page[at:at+found[0]]...)
		for i := 2; i < len(found); i += 2 {
			if found[i] >= 0 {
				at += found[i+1] // the next tag is looked at anew
				break
			}
		}
	}
}
