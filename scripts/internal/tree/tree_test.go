package tree

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRootIsFoundFromAFolderBelow(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"go.mod": "module x\n", "a/b/c.txt": ""})
	got, err := RootFrom(filepath.Join(root, "a", "b"))
	if err != nil || got != root {
		t.Fatalf("RootFrom = %q, %v; want %q", got, err, root)
	}
}

func TestFilesAreTheTrackedAndTheNewOnesButNotTheIgnored(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	root := t.TempDir()
	write(t, root, map[string]string{".gitignore": "/dist/\n", "dist/x": "", "tracked.go": "",
		"gone.go": "", "sub/new.go": ""})
	for _, args := range [][]string{{"init", "-q"}, {"add", "tracked.go", "gone.go"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	if err := os.Remove(filepath.Join(root, "gone.go")); err != nil {
		t.Fatal(err)
	}
	got, err := Files(root)
	want := []string{".gitignore", "sub/new.go", "tracked.go"}
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("Files = %q, %v; want %q", got, err, want)
	}
}

func TestCopyOfAnUnpackedArchiveLeavesOutWhatTheBuildMade(t *testing.T) {
	root, to := t.TempDir(), t.TempDir()
	write(t, root, map[string]string{"go.mod": "m", "a/b.go": "b", "dist/x": "x",
		"site/node_modules/y": "y"})
	if err := os.Chmod(filepath.Join(root, "a", "b.go"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Copy(root, to); err != nil {
		t.Fatal(err)
	}
	got, err := walk(to)
	if err != nil || !slices.Equal(got, []string{"a/b.go", "go.mod"}) {
		t.Fatalf("copied %q, %v", got, err)
	}
	info, err := os.Stat(filepath.Join(to, "a", "b.go"))
	if err != nil || info.Mode().Perm() != 0o755 {
		t.Fatalf("mode = %v, %v; want 0755", info.Mode(), err)
	}
}
