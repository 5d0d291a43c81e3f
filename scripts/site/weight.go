package main

import (
	"fmt"
	"path"
)

// maxPageGzip is what a page may weigh in all before anything is run on it.
const maxPageGzip = 60_000

// readingSet gives what a browser fetches for a page that is only read, and the pages beside it:
// the size of each is in rest.
func readingSet(css, script string, rest []size) (shared int64, pages []size) {
	for _, s := range rest {
		switch {
		case s.name == css || s.name == script || s.name == favicon:
			shared += s.gzip
		case path.Ext(s.name) == ".html":
			pages = append(pages, s)
		}
	}
	return shared, pages
}

// heaviest gives the page that weighs most, with all that a reader of it fetches.
func heaviest(css, script string, rest []size) size {
	shared, pages := readingSet(css, script, rest)
	most := size{}
	for _, p := range pages {
		if p.gzip > most.gzip {
			most = p
		}
	}
	most.gzip += shared
	return most
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
