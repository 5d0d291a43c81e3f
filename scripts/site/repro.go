package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"kaenlog/scripts/internal/tree"
)

// repro builds the site from two copies of the sources, in folders of different names and
// depths, and compares every byte of dist/, downloads and all. The second build compiles everything
// anew, in an empty build cache: otherwise it would be handed the first one's program.
func repro(ctx context.Context, root string, stdout io.Writer) error {
	temp, err := os.MkdirTemp("", "kaenlog-repro-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	first := filepath.Join(temp, "a")
	second := filepath.Join(temp, "another", "with-a-longer-name")
	for _, dir := range []string{first, second} {
		if err := interrupted(ctx, tree.Copy(root, dir)); err != nil {
			return err
		}
	}
	if err := buildCopy(ctx, first, filepath.Join(temp, "site-1"), nil); err != nil {
		return err
	}
	env := []string{"GOCACHE=" + filepath.Join(temp, "cache"), "TZ=Asia/Bangkok", "LANG=th_TH.UTF-8"}
	if err := buildCopy(ctx, second, filepath.Join(temp, "site-2"), env); err != nil {
		return err
	}
	n, err := compareFolders(filepath.Join(first, "dist"), filepath.Join(second, "dist"))
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "reproducible: %d files of dist/ are the same bytes from two folders\n", n)
	return nil
}

// buildCopy compiles the generator of the sources in dir to the file tool and runs it there,
// with env.
func buildCopy(ctx context.Context, dir, tool string, env []string) error {
	compile := program(ctx, dir, "go", "build", "-o", tool, "./scripts/site")
	compile.Env = append(os.Environ(), "GOTMPDIR="+filepath.Dir(tool)) // of a compile that is ended
	if out, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("go build ./scripts/site in %s: %w\n%s", dir, err, out)
	}
	cmd := program(ctx, dir, tool, "dist", "-heavy") // the weight is judged by the build itself
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build of the copy in %s: %w\n%s", dir, err, out)
	}
	return nil
}

// compareFolders compares two folders file by file and gives how many files each has.
//
// Errors: the first file that only one has, or that differs, with the position.
func compareFolders(a, b string) (int, error) {
	filesA, err := filesBelow(a)
	if err != nil {
		return 0, err
	}
	filesB, err := filesBelow(b)
	if err != nil {
		return 0, err
	}
	if !slices.Equal(filesA, filesB) {
		return 0, fmt.Errorf("two builds have other files:\n%q\n%q", filesA, filesB)
	}
	if len(filesA) == 0 {
		return 0, fmt.Errorf("no file in %s", a)
	}
	for _, name := range filesA {
		dataA, err := os.ReadFile(filepath.Join(a, name))
		if err != nil {
			return 0, err
		}
		dataB, err := os.ReadFile(filepath.Join(b, name))
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(dataA, dataB) {
			return 0, fmt.Errorf("two builds differ: %s (%d and %d bytes) at byte %d", name,
				len(dataA), len(dataB), firstDifference(dataA, dataB))
		}
	}
	return len(filesA), nil
}

func firstDifference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

func filesBelow(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, rel)
		return err
	})
	return files, err
}
