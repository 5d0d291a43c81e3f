package main

import (
	"errors"
	"strings"
	"testing"
)

func TestAPageWeighsWhatItsReaderFetches(t *testing.T) {
	rest := []size{
		{name: "assets/worker.1.js", gzip: 9000}, {name: "assets/engine.1.js", gzip: 9000},
		{name: "assets/page.1.js", gzip: 12_000}, {name: "assets/page.1.css", gzip: 5000},
		{name: "assets/page-plug.1.js", gzip: 20_000}, {name: "assets/page-plug.1.css", gzip: 5000},
		{name: favicon, gzip: 300}, {name: "klog.mjs", gzip: 11_000},
		{name: "index.html", gzip: 300}, {name: "en/03-produce.html", gzip: 34_700},
		{name: "primer.html", gzip: 900},
	}
	const shared = `data-engine="assets/engine.1.js" data-worker="assets/worker.1.js"
<a href="primer.html"> <a href="klog.mjs.html"> <link href="../favicon.svg">`
	head := func(root, kind string) []byte {
		return []byte(`<link href="` + root + "assets/" + kind + `.1.css"><script src="` + root +
			"assets/" + kind + `.1.js">` + shared)
	}
	out := output{"index.html": head("", "page"), "en/03-produce.html": head("../", "page-plug"),
		"primer.html": head("", "page")}
	got := heaviest(out, rest)
	if got.name != "en/03-produce.html" || got.gzip != 60_000 {
		t.Errorf("heaviest is %s with %d bytes", got.name, got.gzip)
	}
	if err := checkPage(got); err != nil {
		t.Error(err)
	}
	got.gzip++
	err := checkPage(got)
	if !errors.Is(err, errTooHeavy) || !strings.Contains(err.Error(), "60,001") {
		t.Errorf("got %v", err)
	}
}
