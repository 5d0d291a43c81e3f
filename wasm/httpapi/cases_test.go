package httpapi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaenlog/engine/demo"
)

// cases reads a file of testdata: fields parted by bars, a case a line.
func cases(t *testing.T, name string, fields int) [][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.ReplaceAll(line, "<tab>", "\t"), "|")
		if len(parts) != fields {
			t.Fatalf("%s: %q has %d fields, not %d", name, line, len(parts), fields)
		}
		all = append(all, parts)
	}
	if len(all) < 20 {
		t.Fatalf("%s has %d cases only", name, len(all))
	}
	return all
}

func TestNegotiation(t *testing.T) {
	words := map[string]string{"text": kindText, "json": kindJSON, "none": ""}
	for _, c := range cases(t, "accept.txt", 2) {
		var accept []string
		if c[0] != "" {
			accept = []string{c[0]}
		}
		got, ok := Negotiate(accept, runKinds)
		if want := words[c[1]]; got != want || ok != (want != "") {
			t.Errorf("Accept %q gives %q, want %q", c[0], got, want)
		}
	}
}

func TestSeveralAcceptHeadersAreOne(t *testing.T) {
	got, _ := Negotiate([]string{"text/plain;q=0.1", "application/json"}, runKinds)
	if got != kindJSON {
		t.Errorf("two headers give %q", got)
	}
}

func TestCanonicalQueries(t *testing.T) {
	for _, c := range cases(t, "queries.txt", 3) {
		spec, ok := SpecOf(c[0])
		if !ok {
			t.Fatalf("no demo %q", c[0])
		}
		flags, wrong := ParseQuery(spec, c[1])
		got := flags.Canonical
		if wrong != nil {
			got = "wrong"
			if wrong.Status != 400 || wrong.Detail == "" || wrong.Field == "" && c[1][0] != '=' {
				t.Errorf("%s?%s: %+v", c[0], c[1], wrong)
			}
		}
		if got != c[2] {
			t.Errorf("%s?%s is %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// Invariants, for any demo and query:
//  1. The canonical form of a right query is a right query.
//  2. It is its own canonical form.
//  3. Both give the same options.
func FuzzCanonical(f *testing.F) {
	for _, spec := range demo.Specs() {
		f.Add(spec.Name, goldenQuery(spec))
	}
	f.Add("dedup", "resend&seq=1..2&pid=%31")
	f.Fuzz(func(t *testing.T, name, raw string) {
		spec, ok := SpecOf(name)
		if !ok {
			return
		}
		flags, wrong := ParseQuery(spec, raw)
		if wrong != nil {
			return
		}
		again, wrong := ParseQuery(spec, flags.Canonical)
		if wrong != nil || again.Canonical != flags.Canonical {
			t.Errorf("%q has the canonical form %q, that has %q (%v)", raw, flags.Canonical,
				again.Canonical, wrong)
		}
		one, err1 := spec.Parse(flags.sets)
		two, err2 := spec.Parse(again.sets)
		if err1 != nil || err2 != nil || one != two {
			t.Errorf("%q and its canonical form are different options: %v, %v", raw, one, two)
		}
	})
}

func TestTagsOfIfNoneMatch(t *testing.T) {
	const tag = `"b-dedup-text/plain-pid=1"`
	for given, want := range map[string]bool{
		tag: true, "W/" + tag: true, `"x", ` + tag: true, `"x",W/"y" , W/` + tag + `,"z"`: true,
		"*": true, " * ": true, `"a,b", ` + tag: true,
		"": false, `"x"`: false, `b-dedup-text/plain-pid=1`: false, `"b-dedup-text/plain-pid=1`: false,
		`"b-dedup-text/plain-pid=11"`: false, "w/" + tag: false, `"*"`: false, `x ` + tag: false,
	} {
		if got := matches([]string{given}, tag); got != want {
			t.Errorf("If-None-Match: %s matches %v, want %v", given, got, want)
		}
	}
	if !matches([]string{`"x"`, tag}, tag) {
		t.Error("the second header is not looked at")
	}
}
