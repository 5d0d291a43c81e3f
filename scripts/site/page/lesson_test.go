package page

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestLessonCodeThatDoesNotHoldIsRefused(t *testing.T) {
	wide := "\tx := \"" + strings.Repeat("a", 63) + "\""
	for _, tc := range []struct {
		story, old, new string
		at              string // what stands on the line that is named
		says            string
	}{
		{"a pair that no page shows", "//lesson:begin sample",
			"//lesson:begin idle\nx\n//lesson:end idle\n" +
				"//lesson:begin sample", "//lesson:begin idle", `no page shows lesson code "idle"`},
		{"a begin without an end", "//lesson:end sample", "", "//lesson:begin sample", "does not end"},
		{"an end without a begin", "//lesson:begin sample", "", "//lesson:end sample", "did not begin"},
		{"an end of another", "//lesson:end sample", "//lesson:end simple", "//lesson:end simple",
			"did not begin"},
		{"one inside of another", "func cut", "//lesson:begin inner\nfunc cut", "//lesson:begin inner",
			`begins inside of "sample"`},
		{"a name used twice", "//lesson:end sample\n", "//lesson:end sample\n//lesson:begin sample\n" +
			"x\n//lesson:end sample\n", "//lesson:begin sample\nx", `"sample" stands in ` + sampleFile},
		{"a misspelt marker", "//lesson:end sample", "//lesson:stop sample", "//lesson:stop",
			"want //lesson:begin NAME"},
		{"a marker without a name", "//lesson:end sample", "//lesson:end", "//lesson:end\n",
			"want //lesson:begin NAME"},
		{"a marker behind code", "\treturn size, nil", "\treturn size, nil //lesson:end sample",
			"\treturn size, nil //", "alone on its line"},
		{"nothing between", "//lesson:begin sample\n", "//lesson:begin sample\n\n//lesson:end sample\n" +
			"//lesson:begin other\n", "//lesson:begin sample", "lesson code with nothing in it"},
		{"a line too wide", "\treturn size, nil", wide, wide,
			"lesson code has 74 columns, allowed are 72"},
	} {
		t.Run(tc.story, func(t *testing.T) {
			code := strings.Replace(sampleCode, tc.old, tc.new, 1)
			repo := sampleRepo()
			repo[sampleFile].Data = []byte(code)
			_, err := render(copySite(t), testAssets, sourceOf(repo))
			if err == nil {
				t.Fatal("rendered without complaint")
			}
			want := faultf(sampleFile, lineAt([]byte(code), strings.Index(code, tc.at)), "").Error()
			if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("want %s… %s, got\n%v", want, tc.says, err)
			}
		})
	}
}

func TestLessonCodeIsCutOutOfAllGoCodeAndNothingElse(t *testing.T) {
	repo := noCode()
	repo["wasm/a.go"] = &fstest.MapFile{
		Data: []byte("package a\n//lesson:begin a\nvar A int\n//lesson:end a\n")}
	repo["scripts/b_test.go"] = &fstest.MapFile{
		Data: []byte("package b\n//lesson:begin b\nvar B int\n//lesson:end b\n")}
	repo["scripts/c.txt"] = &fstest.MapFile{Data: []byte("//lesson:begin c\n")}
	all, faults := readLessons(repo)
	if len(faults) > 0 || len(all) != 2 || all["a"].code != "var A int\n" || all["b"].line != 2 {
		t.Errorf("%v %v", all, faults)
	}
}

func TestLessonCodeIsDedented(t *testing.T) {
	got, faults := dedent("x.go", 1, strings.Split(
		"\n\t\tif x {\n\t\t\ty() // a\tb\n\n\t\t}\n", "\n"))
	if want := "if x {\n    y() // a    b\n\n}\n"; got != want || len(faults) > 0 {
		t.Errorf("got %q %v, want %q", got, faults, want)
	}
	_, faults = dedent("x.go", 1, []string{"\t" + strings.Repeat("ก", lessonColumns)})
	if len(faults) > 0 {
		t.Errorf("%d letters are too many: %v", lessonColumns, faults)
	}
}

func TestCodeIsHighlightedAndEscaped(t *testing.T) {
	html, err := highlight("func f(n int64) string { return \"<\" + s[3] } // &\n")
	if err != nil {
		t.Fatal(err)
	}
	const want = `<span class="k">func</span> <span class="nf">f</span>(n ` +
		`<span class="kt">int64</span>) <span class="kt">string</span> { ` +
		`<span class="k">return</span> <span class="s">&#34;&lt;&#34;</span> ` +
		`+ s[<span class="m">3</span>] } <span class="c">// &amp;</span>` + "\n"
	if string(html) != want {
		t.Errorf("got\n%s\nwant\n%s", html, want)
	}
}
