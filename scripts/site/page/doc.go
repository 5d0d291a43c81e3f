// Package page makes the site's HTML: Markdown with directives in, whole pages in two
// languages out.
//
// What a page shows of the engine comes from the engine: a golden directive puts the golden
// file's text into the HTML itself, with the ids and the measured values of each line taken
// from a run made while the page is built; a value in a sentence, a picture and the answer to a
// question come from such a run too, and code from the Go source. The package refuses what does
// not hold together (a run that differs from its golden file, a page that is not like its
// translation, a link that leads nowhere, lesson code that no page shows), and each refusal
// names file and line.
//
// In Markdown:
//
//	:::golden FILE#SECTION      golden output with a Run button; FILE alone: all of it, with flags
//	:::trace DEMO#NAME          a picture of a run
//	:::plug, :::lose            a widget, once a page: an experiment with the engine
//	:::quiz ID … :::            a question, then "- [ ] answer" with feedback below; one is [x]
//	:::predict ID DEMO FLAGS = section.line.value … --- … :::
//	:::note kafka … :::         where Kafka differs, once below a heading of the second level
//	:::references :::glossary   the sources that a page names; all terms
//	:::element WHAT             a table of what site/embed/element.json lists; "files": of the files
//	```go lesson=NAME           code between //lesson:begin NAME and //lesson:end NAME
//	{{demo:section.line.value}} a value of the golden run; line[2] is the third of its id; ",id"
//	                            behind the value leaves the commas out
//	{{embed:size FILE}}         of a file of the element <klog-demo>; in code blocks too
//	[^key] [word](term:id)      a source; a word of the glossary
//	[words](page#id)            a link
//
// Read in this order: page.go (what goes in and out), source.go (golden files and runs),
// pages.go (which pages there are), text.go and document.go (a file), inspect.go, leftover.go and
// split.go (a file into parts),
// question.go, lesson.go, glossary.go and sources.go (what stands in them), gloss.go (English
// under Thai lines), widget.go, view.go and demoview.go (what the templates see).
package page
