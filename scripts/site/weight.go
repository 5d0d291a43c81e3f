package main

import (
	"bytes"
	"fmt"
	"path"
)

// maxPageGzip is what a page may weigh in all before anything is run on it.
const maxPageGzip = 60_000

// heaviest gives the page that weighs most, with all that a reader of it fetches: what it names as
// a style sheet, a script or an icon. The size of each is in rest.
func heaviest(out output, rest []size) size {
	most := size{}
	for _, page := range rest {
		if path.Ext(page.name) != ".html" {
			continue
		}
		html := out[page.name]
		for _, s := range rest {
			if names(html, s.name) {
				page.gzip += s.gzip
			}
		}
		if page.gzip > most.gzip {
			most = page
		}
	}
	return most
}

// names tells whether the page's browser fetches the file of that name with it: a link to another
// page is none of those, nor is the engine's, which the page's script fetches when it is run.
func names(html []byte, name string) bool {
	for _, start := range []string{`href="`, `href="../`, `src="`, `src="../`} {
		if path.Ext(name) != ".html" && bytes.Contains(html, []byte(start+name+`"`)) {
			return true
		}
	}
	return false
}

// checkPage fails when the heaviest page is heavier than it may be.
func checkPage(page size) error {
	if page.gzip <= maxPageGzip {
		return nil
	}
	return fmt.Errorf("%w: to read %s a browser fetches %s bytes gzip, more than %s: what is needed "+
		"only after a press of Run belongs into js/engine.js", errTooHeavy, page.name,
		thousands(page.gzip), thousands(maxPageGzip))
}
