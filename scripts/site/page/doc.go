// Package page makes the site's HTML: Markdown with directives in, whole pages in two
// languages out.
//
// What a page shows of the engine comes from the engine: a golden directive puts the golden
// file's text into the HTML itself, with the ids and the measured values of each line taken
// from a run made while the page is built. The package refuses what does not hold together
// (a run that differs from its golden file, a line without a gloss, a gloss that names a
// value that is not there, an unknown directive, a page missing in one language), and each
// refusal names file and line.
//
// Read in this order: page.go (what goes in and out), source.go (golden files and runs),
// markdown.go (a file into parts), gloss.go (English under Thai lines), view.go (what the
// templates see).
package page
