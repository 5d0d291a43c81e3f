package page

import (
	"html"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// wants looks for pieces of HTML, in this order.
func wants(t *testing.T, page string, pieces ...string) {
	t.Helper()
	at := 0
	for _, piece := range pieces {
		i := strings.Index(page[at:], piece)
		if i < 0 {
			t.Fatalf("no %s\nafter %d bytes of the page", piece, at)
		}
		at += i + len(piece)
	}
}

func TestALessonHasItsPartsInOrder(t *testing.T) {
	page := string(renderTestSite(t)["en/lesson.html"])
	wants(t, page,
		`<body class="has-page-rail has-rails">`,
		`<main id="content" tabindex="-1">`,
		`<div class="rail-bar" data-demo="recovery" aria-hidden="true">`,
		`<nav class="rail" data-demo="recovery" aria-label="Sections of recovery;`,
		`<a href="#recovery-torn-tail" aria-label="`, `data-rail="torn-tail"`,
		`<a href="#recovery-restart" aria-label="`, `data-rail="restart"`,
		`<noscript><p class="no-script">`,
		"<div class=\"part has-title has-heading words-only\">\n<div class=\"words\">\n"+
			"<h1 id=\"top\">What is left?</h1>",
		`<a href="glossary.html#term-batch" class="term">batch</a>`,
		`<sup class="source"><a id="use-crc" href="#ref-crc">[1]</a></sup>`,
		`<a href="index.html#produce">first page</a>`, `<a href="glossary.html">page two</a>`,
		`<nav class="toc" aria-label="On this page">`,
		`<li><a href="#tail">What survives a tear?</a></li>`,
		`<li><a href="#state">`, `<li><a href="#questions">Questions</a></li>`,
		"<div class=\"part has-heading asks\">\n<div class=\"words\">\n<h2 id=\"tail\">",
		`The cut keeps 1,278 bytes<sup class="source"><a id="use-cut" href="#ref-cut">[2]</a></sup>`,
		`<code lang="en" translate="no">1278</code>, row 3.`,
		"</div>\n<div class=\"exhibits\">\n<section class=\"demo\"", `data-part="torn-tail"`,
		`aria-labelledby="tail recovery-torn-tail"`, `id="picture-torn-tail"`,
		`<figure class="code"><figcaption lang="en" translate="no">engine/sample/sample.go</figcaption>`,
		`<span class="k">func</span> <span class="nf">cut</span>(size`,
		"</code></pre></figure>\n</div>\n</div>",
		"<div class=\"part goes-on words-only\">\n<div class=\"words\">\n<p>More words",
		`<sup class="source"><a href="#ref-crc">[1]</a></sup>`,
		`<details class="note"><summary>Where Kafka differs</summary>`,
		`<div class="table-scroll" role="region" tabindex="0" aria-label="Table of topic, here, Kafka;`,
		`<thead><tr><th scope="col">topic</th>`, `<tbody><tr><td data-label="topic">tail</td>`,
		`<td data-label="here">cut at 1,278</td>`,
		`<pre class="code" role="group" tabindex="0" aria-label="An example; scrolls sideways">`+
			"<code lang=\"en\" translate=\"no\">$ klog recover orders-0\n</code></pre>",
		"<h3 id=\"closer\">",
		"</div>\n</div>\n<div class=\"part has-heading asks\">\n<div class=\"words\">\n<h2 id=\"state\">",
		`data-part="restart"`, `<section class="plug"`,
	)
}

func TestAnEmptyCellHeadsNothing(t *testing.T) {
	site := copySite(t)
	for name, old := range map[string]string{enLesson: "| topic |", thLesson: "| เรื่อง |"} {
		edit(t, site, name, old, "| |")
	}
	pages, err := render(site, testAssets, sourceOf(sampleRepo()))
	if err != nil {
		t.Fatal(err)
	}
	wants(t, string(pages["en/lesson.html"]), `aria-label="Table of here, Kafka;`,
		`<thead><tr><td></td><th scope="col">here</th>`, `<tr><td>tail</td><td data-label="here">`)
}

func TestQuestionsCanBeReadWithoutScripts(t *testing.T) {
	page := html.UnescapeString(string(renderTestSite(t)["en/lesson.html"]))
	wants(t, page,
		`<section class="quiz" id="quiz-survives" data-quiz="survives" aria-label="Question 1">`,
		"<div class=\"quiz-question\"><p>What survives a tear?</p>\n<p>Choose one.</p>",
		`<details class="quiz-answers"><summary>All answers, and why</summary>`,
		`<li class="quiz-answer" data-right="false"><div class="quiz-text">Nothing at all.</div>`,
		`<p class="quiz-mark">Not right.</p>`,
		`<div class="quiz-feedback"><p>Then the <a href="#recovery-torn-tail">run</a> would say so.</p>`,
		`data-right="true"><div class="quiz-text">Every whole `+
			`<code lang="en" translate="no">batch</code>, by `+
			`<code lang="en" translate="no"><span class="unbroken">--keep</span></code>.`,
		`<p class="quiz-mark">Right.</p>`, "<div class=\"quiz-feedback\"><p>It does.</p>",
		`<section class="predict" id="predict-more" data-predict="more" data-demo="produce" `+
			`data-flags="{"acks":"2","batches":"4"}" data-answer-section="offsets" `+
			`data-answer-line="log-end" data-answer-index="0" data-answer-value="logEnd" `+
			`data-answer-kind="int" aria-label="Predict 1">`,
		`<div class="predict-question"><p>What is the log end with <strong>acks 2</strong>?</p>`,
		`<code lang="en" translate="no">klog produce-demo <span class="unbroken">--acks</span> 2 `+
			`<span class="unbroken">--batches</span> 4</code>`,
		`<details class="predict-answer">`, `The engine prints <strong>0</strong>`,
		`<span lang="th" translate="no">log end offset สุดท้าย 0</span><br>Final log end offset: 0.`,
		`<p>It is 0, as nothing was written; the second row says 21.</p>`,
		`<script type="application/json" class="gloss-templates">{"offsets.acks"`,
		`<section class="references"><ol>`, `<li id="ref-crc">What the CRC covers.`,
		`Default<wbr>Record<wbr>Batch.<wbr>java</code>`,
		`compute<wbr>Checksum</span>, <span class="unbroken">Kafka 4.1.0`, `<a href="#use-crc"`,
		`<li id="ref-cut">A torn tail is cut.`,
	)
	if strings.Contains(page, "<details open") {
		t.Error("an answer stands open")
	}
}

func TestTheGlossaryHasEveryTermAndWhereItIsExplained(t *testing.T) {
	pages := renderTestSite(t)
	wants(t, string(pages["en/glossary.html"]), `<dl class="glossary">`,
		`<div id="term-batch"><dt lang="en" translate="no">batch</dt><dd>Records that travel together, `+
			`see <a href="#term-offset" class="term">offset</a>. <a href="lesson.html#tail">`+
			`Read on: What survives a tear?</a></dd></div>`,
		`<div id="term-offset"><dt lang="en" translate="no">offset</dt><dd>A record's number.`)
	wants(t, string(pages["glossary.html"]), `<div id="term-batch">`, `record ที่เดินทางด้วยกัน`)
}

func TestPagesLeadToEachOtherInTheOrderOfTheList(t *testing.T) {
	pages := renderTestSite(t)
	wants(t, string(pages["en/lesson.html"]),
		`<link rel="alternate" hreflang="th" href="../lesson.html">`, `<nav class="pages"`,
		`<li><a href="index.html">Look inside`,
		`<li><a href="lesson.html" aria-current="page">What is left?`,
		`<li><a href="glossary.html">Words</a></li>`, `<a class="lang-switch" href="../lesson.html"`,
		`<nav class="turn"`, `<a class="turn-prev" rel="prev" href="index.html">`,
		`<a class="turn-next" rel="next" href="glossary.html"><span>Next</span> <span>Words</span></a>`)
	if page := string(pages["index.html"]); strings.Contains(page, "turn-prev") ||
		!strings.Contains(page, `rel="next" href="lesson.html"`) || strings.Contains(page,
		`class="toc"`) {
		t.Error("the first page has one before it, or none after it, or a list of its headings")
	}
	if page := string(pages["glossary.html"]); strings.Contains(page, "turn-next") ||
		!strings.Contains(page, `rel="prev" href="lesson.html"`) || strings.Contains(page, "<noscript>") {
		t.Error("the last page has one after it, or none before it, or says what can't be run")
	}
}

// A page with the rail of the whole file has none beside its parts, and glosses for each part
// alone.
func TestAChapterHasOneRailAndEachGlossOnce(t *testing.T) {
	pages := renderTestSite(t)
	page := string(pages["en/lesson.html"])
	if n := strings.Count(page, `<nav class="rail"`); n != 1 {
		t.Errorf("%d rails", n)
	}
	for _, key := range []string{`"torn-tail.kept"`, `"restart.window"`} {
		if n := strings.Count(page, key+":"); n != 1 {
			t.Errorf("%s stands %d times in the page", key, n)
		}
	}
	if n := strings.Count(string(pages["en/index.html"]), `<nav class="rail"`); n != 3 {
		t.Errorf("%d rails on a page of three whole files", n)
	}
}

func TestEveryShortTextIsUsed(t *testing.T) {
	repo := os.DirFS(repoDir)
	assets := testAssets
	assets.Downloads = []Download{{"downloads/one.zip", "one.zip", "1.0"}}
	s, err := read(os.DirFS(siteDir), assets, sourceOf(repo))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.render(); err != nil {
		t.Fatal(err)
	}
	for _, l := range langs {
		for key, e := range s.words[l.code] {
			if !e.used {
				t.Errorf("%s:%d: no page says %q", e.file, e.line, key)
			}
		}
	}
}

// The real chapter shows the bytes of its golden file, whatever the order.
func TestTheChapterHoldsEverySectionOfItsGoldenFile(t *testing.T) {
	pages := renderSite(t)
	for _, name := range []string{"03-produce.html", "en/03-produce.html"} {
		page := string(pages[name])
		for _, id := range []string{"frame", "header-v2", "length-check", "offsets", "acks",
			"torn-tail"} {
			if n := strings.Count(page, `<section class="golden-section" data-section="`+id+`"`); n != 1 {
				t.Errorf("%s shows section %s %d times", name, id, n)
			}
		}
	}
}

func TestHeadingsGoDownOneLevelAtATime(t *testing.T) {
	heading := regexp.MustCompile(`<h([1-6])[ >]|role="heading" aria-level="([1-6])"`)
	for name, page := range renderSite(t) {
		if path.Ext(name) != ".html" {
			continue
		}
		level, firsts := "0", 0
		for _, m := range heading.FindAllSubmatch(page, -1) {
			next := string(m[1]) + string(m[2])
			if next[0] > level[0]+1 {
				t.Errorf("%s: a heading of level %s after one of level %s", name, next, level)
			}
			if level = next; next == "1" {
				firsts++
			}
		}
		if firsts != 1 && name != EmbedName { // which is a part of others' pages
			t.Errorf("%s has %d headings of the first level", name, firsts)
		}
	}
}
