package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/cli"
	"kaenlog/wasm/api"
	"kaenlog/wasm/httpapi"
)

// curlBlock is the README's block of requests and what they print.
var curlBlock = regexp.MustCompile("(?s)```console\n(\\$ curl .*?)```\n")

// buildOf finds the build in an entity tag: another at each change of the program.
var buildOf = regexp.MustCompile(`"[0-9a-f]{10,12}-`)

// What README.md shows of the server is what it prints. UPDATE_GOLDEN=1 writes it anew.
func TestTheReadmeShowsWhatTheServerPrints(t *testing.T) {
	readme, err := filepath.Abs("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	at := curlBlock.FindSubmatchIndex(data)
	if at == nil {
		t.Fatal("README.md has no block of requests")
	}
	t.Chdir(t.TempDir())
	made := cli.Run([]string{"produce-demo", "--dir", "data/orders-0"}, cli.Env{Place: place})
	if made.Exit != cli.ExitDone {
		t.Fatal(made.Stderr)
	}
	server := httptest.NewServer(httpapi.New("8c1f0e52d7aa"))
	defer server.Close()
	var want strings.Builder
	commands := 0
	for line := range strings.Lines(string(data[at[2]:at[3]])) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands++
			printed := asked(t, server.URL, strings.TrimSuffix(command, "\n"))
			want.WriteString(line + strings.TrimSuffix(printed, "\n") + "\n")
		}
	}
	if commands < 6 {
		t.Errorf("README.md has %d requests: one for each route, and an error", commands)
	}
	plain := func(text string) string { return buildOf.ReplaceAllString(text, `"BUILD-`) }
	if plain(want.String()) == plain(string(data[at[2]:at[3]])) {
		return
	}
	if os.Getenv("UPDATE_GOLDEN") != "1" || os.Getenv("CI") != "" {
		t.Fatalf("README.md does not show what is printed; UPDATE_GOLDEN=1 writes this:\n%s",
			want.String())
	}
	data = append(append(bytes.Clone(data[:at[2]]), want.String()...), data[at[3]:]...)
	if err := os.WriteFile(readme, data, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Error("README.md was updated: look at the difference, then run without UPDATE_GOLDEN")
}

// asked does what a line with curl says, of as much of curl, head and grep as README.md uses.
func asked(t *testing.T, origin, line string) string {
	t.Helper()
	first, rest, _ := strings.Cut(line, " | ")
	words, err := api.SplitLine(first)
	if err != nil {
		t.Fatal(err)
	}
	method, address := http.MethodGet, ""
	header := http.Header{}
	var body io.Reader
	show := false
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "-s":
		case "-I":
			method, show = http.MethodHead, true
		case "-H":
			i++
			name, value, _ := strings.Cut(words[i], ": ")
			header.Set(name, value)
		case "--data-binary":
			i++
			data, err := os.ReadFile(strings.TrimPrefix(words[i], "@"))
			if err != nil {
				t.Fatal(err)
			}
			method, body = http.MethodPost, bytes.NewReader(data)
		default:
			path, ok := strings.CutPrefix(words[i], "http://127.0.0.1:8090")
			if !ok {
				t.Fatalf("%s: %s is not known here", line, words[i])
			}
			address = origin + path
		}
	}
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	printed, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	text := string(printed)
	if show {
		var b strings.Builder
		fmt.Fprintf(&b, "%s %s\n", res.Proto, res.Status)
		res.Header.Write(&b)
		text = strings.ReplaceAll(b.String(), "\r", "")
	}
	return piped(t, text, rest)
}

// piped does what stands behind curl: head -n N, head -c N or grep -i -v WORD.
func piped(t *testing.T, text, command string) string {
	t.Helper()
	words := strings.Fields(command)
	switch {
	case command == "":
		return text
	case len(words) == 4 && strings.HasPrefix(command, "grep -i -v "):
		var kept strings.Builder
		for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
			if !strings.Contains(strings.ToLower(lines.Text()), words[3]) {
				kept.WriteString(lines.Text() + "\n")
			}
		}
		return kept.String()
	case len(words) == 3 && words[0] == "head":
		n, err := strconv.Atoi(words[2])
		if err != nil {
			t.Fatal(err)
		}
		if words[1] == "-c" {
			return text[:n]
		}
		return strings.Join(strings.SplitAfter(text, "\n")[:n], "")
	}
	t.Fatalf("%q is not known here", command)
	return ""
}
