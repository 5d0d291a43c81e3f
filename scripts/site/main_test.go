package main

import (
	"bytes"
	"errors"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestWrongWordsAreSaidAndNothingIsBuilt(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string
	}{
		{nil, "usage: go run"},
		{[]string{"bild"}, `unknown command "bild"`},
		{[]string{"build", "dist"}, `takes no argument, found "dist"`},
		{[]string{"build", "-port", "1"}, "-port"},
		{[]string{"serve", "-port", "70000"}, "allowed are 0 to 65535"},
		{[]string{"serve", "-port", "many"}, "many"},
		{[]string{"build", "-out", ""}, "-out is empty"},
	} {
		var out, bad bytes.Buffer
		err := run(t.Context(), row.args, &out, &bad)
		if !errors.Is(err, errUsage) || out.Len() > 0 || !strings.Contains(bad.String(), row.says) {
			t.Errorf("%q: %v, stdout %q, stderr %q; want %q", row.args, err, out.String(),
				bad.String(), row.says)
		}
	}
}

func TestCheckSaysThatPagesAndSourcesAgree(t *testing.T) {
	var out, bad bytes.Buffer
	err := run(t.Context(), []string{"check"}, &out, &bad)
	if err != nil || !strings.HasPrefix(out.String(), "pages and sources agree: ") {
		t.Errorf("%v, %q", err, out.String())
	}
}

func TestHelpIsNoError(t *testing.T) {
	for _, word := range []string{"help", "-h", "--help"} {
		var out, bad bytes.Buffer
		if err := run(t.Context(), []string{word}, &out, &bad); err != nil || out.String() != usage {
			t.Errorf("%s: %v, %q", word, err, out.String())
		}
	}
}

func TestServeSaysWhatIsWrongWithItsAddressBeforeItBuilds(t *testing.T) {
	var out, bad bytes.Buffer
	dir := filepath.Join(t.TempDir(), "dist")
	put(t, dir, "letter.txt", "the build would refuse this folder")
	err := run(t.Context(), []string{"serve", "-host", "bad.host.invalid", "-out", dir}, &out, &bad)
	if err == nil || !strings.Contains(err.Error(), "bad.host.invalid") || out.Len() > 0 {
		t.Errorf("error %v, want one that names the host; said %q", err, &out)
	}
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := strconv.Itoa(portOf(taken))
	err = run(t.Context(), []string{"serve", "-port", port, "-out", dir}, &out, &bad)
	if err == nil || !strings.Contains(bad.String(), "port "+port+" is in use: ") {
		t.Errorf("error %v, said %q", err, &bad)
	}
}

func TestSiteAddress(t *testing.T) {
	for given, want := range map[string]string{
		"": "", "https://example.org": "https://example.org/",
		"https://example.org/a/b/": "https://example.org/a/b/",
		"http://127.0.0.1:8080/a":  "http://127.0.0.1:8080/a/",
		"example.org":              "?", "/a/": "?", "ftp://example.org/": "?",
		"https://example.org/a/index.html": "?", "https://example.org/a?": "?", "https://:80/": "?",
		"https://example.org:99999/": "?", "https://example.org/a/../b": "?",
		"https://example.org//a/": "?",
		"https://example.org/?a":  "?",
		"https://example.org/#a":  "?", "https:///a": "?", "https://me@example.org/": "?",
	} {
		got, err := siteAddress(given)
		if (err != nil) != (want == "?") || err == nil && got != want {
			t.Errorf("siteAddress(%q) = %q, %v; want %q", given, got, err, want)
		}
	}
}
