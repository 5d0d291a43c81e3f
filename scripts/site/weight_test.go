package main

import (
	"errors"
	"strings"
	"testing"
)

func TestAPageWeighsWhatItsReaderFetches(t *testing.T) {
	rest := []size{
		{name: "assets/worker.1.js", gzip: 9000}, {name: "assets/engine.1.js", gzip: 9000},
		{name: "assets/page.1.js", gzip: 20_000}, {name: "assets/page.1.css", gzip: 5000},
		{name: favicon, gzip: 300}, {name: "klog.mjs", gzip: 11_000},
		{name: "index.html", gzip: 3000}, {name: "en/03-produce.html", gzip: 34_700},
		{name: "primer.html", gzip: 9000},
	}
	got := heaviest("assets/page.1.css", "assets/page.1.js", rest)
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
