package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// repository makes a module with one package and its test.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module sample\n\ngo 1.26\n",
		"sum/sum.go": `package sum

// Sum adds a and b.
func Sum(a, b int) int { return a + b }

// Unused is not tested.
func Unused() int { return 1 }

// Wait returns at once.
func Wait(n int) int { for n < 0 { }; return n }
`,
		"sum/sum_test.go": `package sum

import "testing"

func TestSumAdds(t *testing.T) {
	if Sum(2, 3) != 5 {
		t.Fatal("wrong")
	}
}

func TestWaitReturns(t *testing.T) { Wait(1) }
`,
		"other/other_test.go": "package other\n\nimport \"testing\"\n\nfunc TestOther(*testing.T) {}\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func change(name, before, after string, packages ...string) mutation {
	if len(packages) == 0 {
		packages = []string{"./sum", "./other"}
	}
	return mutation{name: name, packages: packages,
		edits: []edit{{"sum/sum.go", before, after}}}
}

func TestEachKindOfEndIsTold(t *testing.T) {
	root := repository(t)
	var progress bytes.Buffer
	r := runner{root: root, jobs: 2, timeout: 3 * time.Second, progress: &progress}
	results, err := r.all(t.Context(), []mutation{
		change("wrong sign", "a + b", "a - b"),
		change("not tested", "return 1", "return 2"),
		change("does not compile", "a + b", "a + c"),
		change("hangs", "n < 0", "n > 0"),
		change("ends the process", "return a + b", "panic(\"end\")"),
		change("tests elsewhere", "a + b", "a * b", "./other"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		verdict verdict
		detail  string
	}{
		{noticedBy, "sample/sum TestSumAdds"},
		{survived, "./sum ./other"},
		{doesNotBuild, "undefined: c"},
		{timedOut, "3s"},
		{noticedBy, "sample/sum TestSumAdds"},
		{survived, "./other"},
	} {
		got := results[i]
		if got.verdict != want.verdict || !strings.Contains(got.detail, want.detail) {
			t.Errorf("%s: %s (%s), want %s (%s)", got.mutation.name, got.verdict, got.detail,
				want.verdict, want.detail)
		}
	}
	if n := strings.Count(progress.String(), "\n"); n != len(results) {
		t.Errorf("%d lines of progress, want %d:\n%s", n, len(results), progress.String())
	}
	data, err := os.ReadFile(filepath.Join(root, "sum", "sum.go"))
	if err != nil || !strings.Contains(string(data), "a + b") {
		t.Fatalf("the repository itself was changed: %v\n%s", err, data)
	}
}

func TestAPlaceThatIsNotThereOnceIsAnError(t *testing.T) {
	root := repository(t)
	r := runner{root: root, jobs: 1, timeout: time.Minute}
	_, err := r.all(t.Context(), []mutation{
		change("moved away", "a / b", "a"),
		change("fine", "a + b", "a"),
		change("twice", "return ", "return  "),
		change("nothing", "a + b", "a + b"),
		{name: "empty"},
		{name: "no file", packages: []string{"./sum"}, edits: []edit{{"gone.go", "a", "b"}}},
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"moved away: this stands 0 times in sum/sum.go",
		"twice: this stands 3 times", "nothing: the edit changes nothing",
		"empty: no edit or no package", "no file: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "fine") {
		t.Errorf("the entry that is right is told too: %v", err)
	}
}

func TestTestsThatFailAnywayAreAnError(t *testing.T) {
	root := repository(t)
	file := filepath.Join(root, "other", "other_test.go")
	text := "package other\n\nimport \"testing\"\n\nfunc TestRed(t *testing.T) { t.Fatal() }\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r := runner{root: root, jobs: 1, timeout: time.Minute}
	_, err := r.all(t.Context(), []mutation{change("wrong sign", "a + b", "a - b")})
	if err == nil || !strings.Contains(err.Error(), "TestRed") {
		t.Fatalf("error %v, want one that names TestRed", err)
	}
}

func TestTheTableSaysWhetherAllWereNoticed(t *testing.T) {
	good := result{mutation{name: "one"}, noticedBy, "TestOne"}
	bad := result{mutation{name: "two"}, survived, "./two"}
	var b bytes.Buffer
	if printTable(&b, []result{good, bad}) {
		t.Error("a survivor, and all is well")
	}
	if !strings.Contains(b.String(), "1 of 2 mutations were noticed") {
		t.Errorf("table:\n%s", b.String())
	}
	if !printTable(&b, []result{good, good}) {
		t.Error("none survived, and all is not well")
	}
}
