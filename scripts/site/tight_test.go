package main

import (
	"bytes"
	"os"
	"path"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kaenlog/scripts/site/page"
)

// TestTightPagesAreTheSame reads each page with a parser of HTML, before and after.
func TestTightPagesAreTheSame(t *testing.T) {
	files, err := page.Render(os.DirFS("../.."), page.Assets{})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		small := tight(data)
		if len(small) >= len(data) {
			t.Errorf("%s: %d bytes, and %d before", name, len(small), len(data))
		}
		got, want := nodesOf(t, small), nodesOf(t, data)
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("%s: node %d is %q, and %q before, after %q", name, i, got[i], want[i],
					want[max(0, i-3):i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d nodes, and %d before", name, len(got), len(want))
		}
	}
}

// nodesOf lists a page's nodes, each with its depth. A line end between two tags is no node: it is
// shown as a blank at most, and only in a line, where tight leaves it.
func nodesOf(t *testing.T, data []byte) []string {
	t.Helper()
	// As a browser without scripts reads it: what is in <noscript> is HTML too.
	root, err := html.ParseWithOptions(bytes.NewReader(data), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	var nodes []string
	var walk func(n *html.Node, depth int)
	walk = func(n *html.Node, depth int) {
		text := n.Data
		if n.Type == html.TextNode && strings.Trim(text, "\n") == "" {
			if inLine(n.PrevSibling) && inLine(n.NextSibling) {
				nodes = append(nodes, "a blank in a line")
			}
			return
		}
		for _, a := range n.Attr {
			text += " " + a.Namespace + a.Key + "=" + a.Val
		}
		nodes = append(nodes, strings.Repeat(" ", depth)+text)
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, depth+1)
		}
	}
	walk(root, 0)
	return nodes
}

// inLine reports whether a node stands in a line of text, where a blank beside it is shown.
func inLine(n *html.Node) bool {
	if n == nil || n.Type == html.CommentNode {
		return false
	}
	switch n.Data {
	case "a", "b", "button", "code", "em", "input", "label", "math", "small", "span", "strong", "sup",
		"svg":
		return true
	}
	return n.Type == html.TextNode
}

func TestTight(t *testing.T) {
	for given, want := range map[string]string{
		"<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>c":     "<ul><li>a<li>b</ul><p>c",
		"<tr>\n<td>a</td>\n<td>b</td></tr>\n</tbody>":   "<tr><td>a<td>b</tbody>",
		"<p>a\n<b>b</b>\n<i>c</i></p>\n<pre>\n\nd\n":    "<p>a\n<b>b</b>\n<i>c</i><pre>\n\nd\n",
		"<p>a</p><p>b</p>\n<ul><li><p>c</p></li>":       "<p>a<p>b<ul><li><p>c</li>",
		"<p>a</p> <p>b</p><b>c</b><a><p>d</p></a>":      "<p>a</p> <p>b</p><b>c</b><a><p>d</p></a>",
		"<li>a</li> <link><td>a</td><div>":              "<li>a</li> <link><td>a</td><div>",
		"<div><dt>a</dt>\n<dd>b</dd></div>  |  |</div>": "<div><dt>a<dd>b</div>  |  |</div>",
	} {
		if got := string(tight([]byte(given))); got != want {
			t.Errorf("tight(%q) = %q, want %q", given, got, want)
		}
	}
}
