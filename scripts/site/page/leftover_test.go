package page

import (
	"testing"
)

func TestMarksThatWouldBeShownAsTypedAreRefused(t *testing.T) {
	const value = "recovery:torn-tail.kept.keptBytes"
	says := func(mark string) string { return `"` + mark + `" would be shown as it stands` }
	var cases []faultCase
	for _, row := range []struct{ story, text, mark string }{
		{"a value without its last brace", "Here: {{" + value + "}.", "{{"},
		{"a value without its first brace", "Here: {" + value + "}}.", "{"},
		{"a value between single braces", "Here: {" + value + "}.", "{"},
		{"a value without its end", "Here: {{" + value + ".", "{{"},
		{"a value without its beginning", "Here: " + value + "}}.", "}}"},
		{"a value over two lines", "Here: {{recovery:\ntorn-tail.kept.keptBytes}}.", "{{"},
		{"a link with a space in it", "Here: [cut] (index).", "["},
		{"a link without its end", "Here: [cut](index.", "["},
		{"a link without its beginning", "Here: cut](index).", "]("},
		{"a source without its end", "Here: cut[^cut.", "[^"},
		{"strong words without an end", "Here: **cut.", "**"},
		{"strong words with half an end", "Here: **cut*.", "*"},
		{"strong words with a space inside", "Here: ** cut**.", "**"},
		{"code without its end", "Here: `cut.", "`"},
		{"a mark in a list", "- Here: **cut.", "**"},
		{"a mark after code", "Here: `code` and {{" + value + "}.", "{{"},
		{"a mark beside strong words", "Here: **a** and **b.", "**"},
		{"a damaged value in code", "Here: `{{" + value + "}`.", "{" + value},
		{"a value in code with one brace", "Here: `" + value + "}`.", value + "}"},
	} {
		cases = append(cases, faultCase{row.story, beforeIt(":::plug", "One line.\n"+row.text),
			thLesson, "Here:", says(row.mark)})
		if row.text[0] == '-' {
			cases[len(cases)-1].needle = "- Here:"
		}
	}
	cases = append(cases,
		faultCase{"a mark on a paragraph's second line", beforeIt(":::plug", "One\nTwo ** line"),
			thLesson, "Two", says("**")},
		faultCase{"a mark in a cell", both("lesson", "| --- |\n| ", "| --- |\n| **"),
			thLesson, "| **",
			says("**")},
		faultCase{"a mark in a heading", in(enLesson, "## What", "## {What"), enLesson, "## {What",
			says("{")},
		faultCase{"a mark in the front matter", in(thIndex, "title: ", "title: **"), thIndex,
			"title:", says("**")},
		faultCase{"a mark in the glossary", in(glossaryFile, "see [offset](term:offset)",
			"see [offset] (term:offset)"), glossaryFile, `"batch"`, says("[")},
		faultCase{"a mark in a gloss", in(produce, "The trap", "The **trap**"), produce,
			`"header-v2.title"`, says("**")},
	)
	checkFaults(t, cases)
}

func TestMarksThatAreMeantAreShown(t *testing.T) {
	site := copySite(t)
	change := beforeIt(":::plug", "\\{a.b\\} \\[x\\] (y) 2 \\* 3 \\` and `{x} ** [y] (z)`.")
	change(t, site)
	if _, err := render(site, testAssets, sourceOf(sampleRepo())); err != nil {
		t.Error(err)
	}
}
