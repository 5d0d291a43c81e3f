package page

import (
	"testing"
	"testing/fstest"
)

const (
	kafkaSources = "content/references/kafka.json"
	enGlossary   = "content/en/glossary.md"
)

// beforeIt puts text before the first directive of a line in the lesson of both languages.
func beforeIt(line, text string) func(*testing.T, fstest.MapFS) {
	return both("lesson", line, text+"\n\n"+line)
}

func TestMarkdownOfAnotherKindIsRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"a directive nobody knows", both("index", ":::golden recovery", ":::goldne recovery"),
			thIndex, ":::goldne", `unknown directive ":::goldne"`},
		{"an end of nothing", both("index", ":::golden recovery", ":::golden recovery\n:::"),
			thIndex, ":::\n", "::: ends nothing here"},
		{"a directive without an end", both("lesson", ":::\n\n:::references", "\n\n:::references"),
			thLesson, ":::predict", "no line ::: ends this :::predict"},
		{"a directive in a list", both("index", ":::golden recovery", "- item\n\n  :::golden recovery"),
			thIndex, "  :::golden", "no list, quote"},
		{"a directive in a note", both("lesson", "\n:::\n\n| ", "\n:::plug\n:::\n\n| "),
			thLesson, ":::plug", "no list, quote or other directive"},
		{"HTML in Markdown", beforeIt(":::plug", "<b>x</b>"), thLesson, "<b>", "HTML in Markdown"},
		{"HTML in a sentence", beforeIt(":::plug", "a <b>x</b>"), thLesson, "<b>", "HTML in Markdown"},
		{"an image", beforeIt(":::plug", "![x](x)"), thLesson, "![x]", "an image"},
		{"code by indentation", beforeIt(":::plug", "    x := 1"), thLesson, "    x := 1",
			"code by indentation"},
		{"code in a language of its own", both("lesson", "```console", "```bash"), thLesson, "```bash",
			"want ```go lesson=NAME"},
		{"Go code typed into the page", both("lesson", "```console", "```go"), thLesson, "```go\n$",
			"want ```go lesson=NAME"},
		{"lesson code typed into the page", both("lesson", "lesson=sample\n", "lesson=sample\nx := 1\n"),
			thLesson, "```go lesson", "lesson code comes from its source"},
		{"lesson code in a list", both("lesson", "```go lesson=sample\n```",
			"- x\n\n  ```go lesson=sample\n  ```"),
			thLesson, "```go lesson", "lesson code stands on its own"},
		{"lesson code that is not there", both("lesson", "lesson=sample", "lesson=simple"),
			thLesson, "lesson=simple", "no //lesson:begin simple"},
		{"a picture without a name", both("lesson", ":::trace produce#torn-tail", ":::trace produce"),
			thLesson, ":::trace", "want :::trace DEMO#NAME"},
		{"a picture that is not there", both("lesson", ":::trace produce#torn-tail",
			":::trace produce#x"),
			thLesson, ":::trace", "no picture produce#x"},
		{"a second plug", both("lesson", ":::plug", ":::plug\n\n:::plug"), thLesson, ":::plug\n\n#",
			"want :::plug alone, once a page"},
		{"a plug with words", both("lesson", ":::plug", ":::plug it"), thLesson, ":::plug it",
			"want :::plug alone, once a page"},
		{"a note of another kind", both("lesson", ":::note kafka", ":::note pulsar"),
			thLesson, ":::note pulsar", "want :::note kafka"},
		{"a second note in one section", beforeIt("| ", ":::note kafka\nMore.\n:::"),
			thLesson, ":::note kafka\nMore", "a second :::note kafka"},
		{"an empty note", beforeIt(":::plug", ":::note kafka\n:::"), thLesson, ":::note kafka\n:::",
			"a note with nothing in it"},
		{"boxes outside of a quiz", beforeIt(":::plug", "- [ ] milk"), thLesson, "- [ ] milk",
			"stands in a :::quiz"},
		{"no front matter", in(thIndex, "---\n", ""), thIndex, "", "want front matter"},
		{"front matter of another kind", in(thIndex, "title:", "author: x\ntitle:"),
			thIndex, "author", "front matter has title"},
		{"no description", in(thIndex, "description:", "title:"), thIndex, "", "needs both"},
	})
}

func TestHeadingsOutOfOrderAreRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"a heading without an id", both("index", " {#dedup}", ""), enIndex, "## The ack is lost",
			"heading has no id"},
		{"two headings with one id", both("index", "{#dedup}", "{#produce}"),
			enIndex, "## The ack is lost", "stands twice on this page"},
		{"a heading with a section's id", both("lesson", "{#tail}", "{#recovery-restart}"),
			thLesson, ":::golden recovery#restart", "or its id"},
		{"no heading at all", in(enGlossary, "# Words {#top}", "Words"), enGlossary, "",
			"a page begins with a heading"},
		{"a page that begins with a lower heading", both("glossary", "# ", "## "),
			enGlossary, "## Words", "a page begins with a heading of the first level"},
		{"two first headings", both("lesson", "## ", "# "), enLesson, "# What survives",
			"a second heading of the first level"},
		{"a level left out", both("lesson", "## ", "### "), enLesson, "### What survives",
			"stands in none of the level above"},
		{"a level too deep", both("lesson", "### ", "#### "), enLesson, "#### A closer",
			"stands in none of the level above"},
		{"a heading in a quote", beforeIt(":::plug", "> ## In here {#here}"), enLesson, "> ##",
			"a heading stands on its own"},
	})
}

func TestLinksThatLeadNowhereAreRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"to no id of the page", beforeIt(":::plug", "[x](#nowhere)"), thLesson, "[x]",
			"link to #nowhere: nothing on site/content/th/lesson.md has this id"},
		{"to no id of another page", beforeIt(":::plug", "[x](index#nowhere)"), thLesson, "[x]",
			"link to #nowhere: nothing on site/content/th/index.md has this id"},
		{"to no page", beforeIt(":::plug", "[x](nowhere)"), thLesson, "[x]",
			"link to nowhere: no page is called so"},
		{"to no term", beforeIt(":::plug", "[x](term:nothing)"), thLesson, "[x]",
			`no term is called "nothing"`},
		{"to a file", beforeIt(":::plug", "[x](index.html)"), thLesson, "[x]", "want a link to #id"},
		{"to nothing", beforeIt(":::plug", "[x]()"), thLesson, "[x]", "want a link to #id"},
		{"out of the site", beforeIt(":::plug", "[x](https://kafka.apache.org/)"), thLesson, "[x]",
			"want a link to #id"},
		{"out of the site by itself", beforeIt(":::plug", "<https://kafka.apache.org/>"), thLesson,
			"<https", "a link out of the site"},
		{"with a title", beforeIt(":::plug", `[x](index "y")`), thLesson, "[x]", "a link with a title"},
		{"from a term", in(glossaryFile, "lesson#tail", "lesson#head"), glossaryFile, `"batch"`,
			"link to #head"},
		{"from a term to a term", in(glossaryFile, "see [offset](term:offset)", "see [x](term:x)"),
			glossaryFile, `"batch"`, `no term is called "x"`},
	})
}

func TestTranslationsOfAnotherShapeAreRefused(t *testing.T) {
	gone := func(name string) func(*testing.T, fstest.MapFS) {
		return func(_ *testing.T, s fstest.MapFS) { delete(s, name) }
	}
	checkFaults(t, []faultCase{
		{"a page in one language only", gone(enIndex), enIndex, "", "no such page"},
		{"a page that nothing lists", in(orderFile, `"lesson", `, ""), thLesson, "",
			"does not list this page"},
		{"a page listed twice", in(orderFile, `"lesson"`, `"lesson", "lesson"`), orderFile, "",
			`page "lesson" stands here a second time`},
		{"a page with an odd name", in(orderFile, `"lesson"`, `"a lesson"`), orderFile, "",
			"want a page's name"},
		{"a list without a first page", in(orderFile, `"index", "lesson"`, `"lesson", "index"`),
			orderFile, "", `begins with "index"`},
		{"no list of pages", gone(orderFile), orderFile, "", "file does not exist"},
		{"another heading", in(enIndex, "{#dedup}", "{#idempotence}"), enIndex, "## The ack",
			"heading #idempotence stands here, in its place site/content/th/index.md"},
		{"output left out", in(enIndex, ":::golden recovery\n", ""), enIndex,
			"### Where Kafka differs {#recovery",
			"in its place site/content/th/index.md"},
		{"output in another order", func(t *testing.T, s fstest.MapFS) {
			edit(t, s, enIndex, ":::golden recovery\n", ":::golden 07-idem\n")
			edit(t, s, enIndex, ":::golden 07-idem\n", ":::golden recovery\n")
		}, enIndex, ":::golden recovery", "golden recovery stands here"},
		{"a picture left out", in(enLesson, ":::trace produce#torn-tail\n", ""), enLesson, "```go lesson",
			"code sample stands here"},
		{"code left out", in(enLesson, "```go lesson=sample\n```\n", ""), enLesson, ":::note",
			"note kafka stands here"},
		{"a note left out", in(enLesson, ":::note kafka\nKafka does it like this[^cut].\n:::\n", ""),
			enLesson, "| topic", "a table stands here"},
		{"another quiz", in(enLesson, ":::quiz survives", ":::quiz remains"), enLesson, ":::quiz",
			"quiz remains stands here"},
		{"another predict", in(enLesson, "--batches 4", "--batches 5"), enLesson, ":::predict",
			"--batches 5"},
		{"the end left out", in(enIndex, "\n### Where Kafka differs {#recovery-notes}", ""), enIndex,
			":::golden recovery", "heading #recovery-notes is missing from here on"},
		{"something at the end", in(thIndex, "\n### Kafka ต่างจากนี้ตรงไหน {#recovery-notes}", ""),
			enIndex,
			"### Where Kafka differs {#recovery", "and nowhere in site/content/th/index.md"},
		{"a source in one language only", func(t *testing.T, s fstest.MapFS) {
			edit(t, s, enLesson, "bytes[^cut]", "bytes")
			edit(t, s, enLesson, "this[^cut]", "this")
		}, enLesson, "A [batch]",
			`the source "cut" is not named on this page`},
		{"a chapter in one language only", in(enLesson, "golden: recovery\n", ""), enLesson, "",
			`golden is "", in site/content/th/lesson.md it is "recovery"`},
	})
}
