package page

import (
	"errors"
	"testing"
	"testing/fstest"
)

func TestQuestionsWithoutTheirAnswerAreRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"a quiz without an id", both("lesson", ":::quiz survives", ":::quiz"), thLesson, ":::quiz",
			"want an id of small letters"},
		{"two quizzes with one id", both("lesson", ":::predict", ":::quiz survives\n?\n\n- [x] a\n\n"+
			"  b\n\n- [ ] c\n\n  d\n:::\n\n:::predict"), thLesson, ":::quiz survives\n?",
			`id "quiz-survives" stands twice`},
		{"a quiz without answers", both("lesson", ":::quiz survives",
			":::quiz none\n?\n:::\n\n:::quiz survives"),
			thLesson, ":::quiz none", "want a question and a list of answers"},
		{"a quiz that goes on", both("lesson", "\n:::\n\n:::predict",
			"\n\nAnd so on.\n:::\n\n:::predict"),
			thLesson, "And so on", "a quiz ends with its list of answers"},
		{"a quiz without a right answer", both("lesson", "- [x]", "- [ ]"), thLesson, ":::quiz",
			"has 2 answers, 0 of them right"},
		{"a quiz with two", both("lesson", "- [ ]", "- [x]"), thLesson, ":::quiz",
			"has 2 answers, 2 of them right"},
		{"an answer without a box", both("lesson", "- [ ] ", "- "), enLesson, "- Nothing",
			"want - [ ] or - [x] before an answer"},
		{"an answer with nothing in it", both("lesson", "- [x]", "-\n- [x]"), thLesson, "- [ ]",
			"an answer with nothing in it"},
		{"an answer without feedback", in(enLesson, "\n\n  It does.", ""), enLesson, "- [x]",
			"an answer without feedback"},
		{"a predict without a value", both("lesson", " = offsets.log-end.logEnd", ""), thLesson,
			":::predict", "want :::predict ID DEMO FLAGS = section.line.value"},
		{"a predict with an odd id", both("lesson", ":::predict more", ":::predict More"), thLesson,
			":::predict", "want an id of small letters"},
		{"a predict of no demo", both("lesson", "more produce", "more fetch"), thLesson, ":::predict",
			`no demo is called "fetch"`},
		{"a predict with an unknown flag", both("lesson", "--batches 4", "--batchez 4"), thLesson,
			":::predict", "unknown flag --batchez"},
		{"a predict with a flag that has no value", both("lesson", "--batches 4", "--batches"), thLesson,
			":::predict", "--batches is"},
		{"a predict with a value out of bounds", both("lesson", "--batches 4", "--batches 400"), thLesson,
			":::predict", "a whole number from 1 to 64"},
		{"a predict of the golden run", both("lesson", "--acks 2 --batches 4",
			"--acks 1 --batches 3 --truncate-tail"), thLesson, ":::predict", "these are the golden flags"},
		{"a predict of a section that is not printed", both("lesson", "= offsets.log-end.logEnd",
			"= torn-tail.kept.keptBytes"), thLesson, ":::predict", `no section "torn-tail"`},
		{"a predict of another demo's value", both("lesson", "= offsets.", "= produce:offsets."),
			thLesson,
			":::predict", `leave "produce:" out`},
		{"a predict of what is no path", both("lesson", "= offsets.log-end.logEnd", "= logEnd"), thLesson,
			":::predict", "want {{demo:section.line.value}}"},
		{"a predict without an explanation", in(enLesson, "2**?\n---\n", "2**?\n"), enLesson,
			":::predict",
			"a line ---, and the explanation"},
	})
}

func TestWrongValuesAreRefused(t *testing.T) {
	value := func(path string) func(*testing.T, fstest.MapFS) {
		return beforeIt(":::plug", "Here: {{"+path+"}}.")
	}
	checkFaults(t, []faultCase{
		{"no path", value("keptBytes"), thLesson, "Here:", "want {{demo:section.line.value}}"},
		{"no demo", value("fetch:torn-tail.kept.keptBytes"), thLesson, "Here:",
			`no demo is called "fetch"`},
		{"a demo left out", value("torn-tail.kept.keptBytes"), thLesson, "Here:", "say of which demo"},
		{"no section", value("produce:tail.kept.keptBytes"), thLesson, "Here:",
			`has no section "tail"; it has frame`},
		{"no line", value("produce:torn-tail.keep.keptBytes"), thLesson, "Here:",
			`has no line "keep"; it has title`},
		{"no value", value("produce:torn-tail.kept.bytes"), thLesson, "Here:",
			`has no value "bytes"; it has keptBytes`},
		{"one of many lines", value("produce:offsets.row.records"), thLesson, "Here:",
			"has 3 lines \"row\": say which"},
		{"a line past the last", value("produce:offsets.row[3].records"), thLesson, "Here:",
			"has lines row[0] to [2] only"},
		{"in code", both("lesson", "`{{recovery:torn-tail.kept.keptBytes,id}}`", "`{{recovery:a.b.c}}`"),
			thLesson, "`{{recovery", `has no section "a"`},
		{"of the predict's own run, elsewhere", in(enLesson, "It is {{", "{{offsets.row[9].error}} {{"),
			enLesson, "{{offsets.row[9]", "has lines row[0] to [3] only"},
	})
}

func TestSourcesAndTermsThatDoNotHoldAreRefused(t *testing.T) {
	checkFaults(t, []faultCase{
		{"a source that is not there", both("lesson", "[^cut]", "[^cat]"), thLesson, "[^cat]",
			`no source is called "cat"`},
		{"a source that no page names", in(kafkaSources, `"crc": {`,
			`"idle": {"file": "x", "where": "x", "version": "1", "th": "x", "en": "x"}, `+
				"\n\"crc\": {"),
			kafkaSources, `"idle"`, `no page names the source "idle"`},
		{"a source in two files", func(_ *testing.T, s fstest.MapFS) {
			s["content/references/more.json"] = s[kafkaSources]
		}, "content/references/more.json", `"crc"`, `source "crc" stands in`},
		{"a source without a version", in(kafkaSources, `"version": "4.1.0",`, ""), kafkaSources, `"crc"`,
			`"crc" has no text "version"`},
		{"a source in one language", in(kafkaSources, `"th": "CRC คุมอะไร",`, ""), kafkaSources, `"crc"`,
			`"crc" has no text "th"`},
		{"a source with more than is read", in(kafkaSources, `"version"`, "\"url\": \"x\",\n\"version\""),
			kafkaSources, `"url"`, `has a field "url" that nothing reads`},
		{"a source with an odd key", in(kafkaSources, `"crc": {`, `"CRC": {`), kafkaSources, `"CRC"`,
			"want a key of small letters"},
		{"a source with sources", in(kafkaSources, "What the CRC covers.", "This[^cut]."), kafkaSources,
			`"crc"`, "want one paragraph without sources"},
		{"sources without a list", both("lesson", "\n:::references", ""), thLesson, "[^crc]",
			"no :::references lists them"},
		{"a list without sources", both("glossary", ":::glossary", ":::glossary\n\n:::references"),
			enGlossary, ":::references", "no source is used"},
		{"two lists", both("lesson", ":::references", ":::references\n\n:::references\n\nx"), thLesson,
			":::references\n\nx", "a second :::references"},
		{"a list with words", both("lesson", ":::references", ":::references all"), thLesson,
			":::references all", "want :::references alone"},
		{"the glossary elsewhere", both("lesson", ":::references", ":::references\n\n:::glossary"),
			thLesson,
			":::glossary", ":::glossary stands on the page glossary"},
		{"a term in one language", in(glossaryFile, `"th": "เลขของ record",`, ""), glossaryFile,
			`"offset": {`,
			`"offset" has no text "th"`},
		{"a term without its spelling", in(glossaryFile, `"term": "offset",`, ""), glossaryFile,
			`"offset": {`, `has no text "term"`},
		{"a term with an odd id", in(glossaryFile, `"batch": {`, `"Batch": {`), glossaryFile, `"Batch"`,
			"want an id of small letters"},
		{"a wrong spelling that is none", in(glossaryFile, `["แบตช์", `, `["", `), glossaryFile, `["",`,
			"holds what is no text"},
	})
}

func TestSpellingsTheGlossarySpeaksAgainstAreRefused(t *testing.T) {
	const says = `"batchlet": the glossary says "batch"`
	word := func(name, old string) func(*testing.T, fstest.MapFS) {
		return in(name, old, "batchlet "+old)
	}
	checkFaults(t, []faultCase{
		{"in a sentence", word(enLesson, "More words"), enLesson, "More words", says},
		{"in a title", word(enLesson, "A lesson"), enLesson, "title:", says},
		{"in a heading", word(enLesson, "What survives a tear? {"), enLesson, "## batchlet", says},
		{"in a table", word(enLesson, "cut at"), enLesson, "cut at", says},
		{"in a quiz", word(enLesson, "Nothing at all"), enLesson, "Nothing at all", says},
		{"in Thai", in(thLesson, "เลือกหนึ่ง", "เลือกแบตช์หนึ่ง"), thLesson, "เลือก",
			`"แบตช์": the glossary says "batch"`},
		{"in a gloss", word(produce, "The trap in header v2"), produce, `"header-v2.title"`, says},
		{"in a short text", word("content/en/words.json", "Skip to"), "content/en/words.json",
			`"skip"`, says},
		{"in the words of pictures", word("content/en/pictures.json", "Where is a torn tail cut"),
			"content/en/pictures.json", "torn-tail.caption", says},
		{"in a source's text", word(kafkaSources, "What the CRC"), kafkaSources, `"en": "batchlet`, says},
		{"in the glossary itself", word(glossaryFile, "A record's"), glossaryFile, `A record's`, says},
		{"in the script's words", func(_ *testing.T, s fstest.MapFS) {
			s["js/words-sample.js"] = &fstest.MapFile{Data: []byte("\nexport const x = `a batchlet`;\n")}
		}, "js/words-sample.js", "export", says},
	})
}

func TestSpellingsAreFoundAsWords(t *testing.T) {
	for _, tc := range []struct {
		text, spelling string
		want           bool
	}{
		{"a batchlet.", "batchlet", true}, {"two batchlets", "batchlet", false},
		{"two batchlets, one batchlet", "batchlet", true}, {"subbatchlet", "batchlet", false},
		{"รับbatchletแล้ว", "batchlet", true}, {"รับแบตช์แล้ว", "แบตช์", true}, {"", "x", false},
	} {
		if got := misspelt(tc.text, tc.spelling); got != tc.want {
			t.Errorf("%q in %q: %v", tc.spelling, tc.text, got)
		}
	}
}

func TestCodeMayBeSpeltAsItIs(t *testing.T) {
	site := copySite(t)
	edit(t, site, enLesson, "`batch`", "`batchlet`")
	edit(t, site, enLesson, "$ klog", "$ batchlet")
	if _, err := render(site, testAssets, sourceOf(sampleRepo())); err != nil {
		t.Error(err)
	}
}

func TestFaultsComeInOrderAndOnce(t *testing.T) {
	a1, a9, b2 := faultf("a.md", 1, "x"), faultf("a.md", 9, "x"), faultf("b.md", 2, "x")
	got := errors.Join(sorted([]error{b2, faultf("a.md", 9, "x"), a1, a9})...)
	if want := errors.Join(a1, a9, b2); got.Error() != want.Error() {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}
