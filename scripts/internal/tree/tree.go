// Package tree finds the repository's folder and copies what belongs to it, for the checks
// that need a second copy: the reproducibility test and the mutations.
package tree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Root gives the absolute path of the folder that holds go.mod, from the working directory
// upwards.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return RootFrom(dir)
}

// RootFrom is Root for a given folder.
func RootFrom(dir string) (string, error) {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("no go.mod in %s or above it: run this inside the repository", dir)
		}
	}
}

// Files lists the files that belong to the repository at root, sorted, with slashes: those
// that git tracks and those that it would track. Where root is no git repository (an unpacked
// archive), all files but those in the folders that the build makes.
func Files(root string) ([]string, error) {
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		return walk(root)
	}
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	var out, bad bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &bad
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("git ls-files in %s: %w: %s", root, err, bytes.TrimSpace(bad.Bytes()))
	}
	var files []string
	for name := range strings.SplitSeq(out.String(), "\x00") {
		if name == "" {
			continue
		}
		// A tracked file may have been deleted from the work tree.
		info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, name)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// made are the folders that hold nothing of the repository's own.
var made = []string{".git", ".build", "dist", "data", "node_modules", "test-results",
	"playwright-report"}

func walk(root string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && slices.Contains(made, d.Name()) {
			return fs.SkipDir
		}
		if d.Type().IsRegular() {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// Copy copies the files that belong to the repository at root into the folder to, with their
// permissions and without their times.
func Copy(root, to string) error {
	files, err := Files(root)
	if err != nil {
		return err
	}
	for _, name := range files {
		from := filepath.Join(root, filepath.FromSlash(name))
		dst := filepath.Join(to, filepath.FromSlash(name))
		info, err := os.Stat(from)
		if errors.Is(err, fs.ErrNotExist) {
			continue // an editor's own temporary file, gone since it was listed
		}
		if err != nil {
			return err
		}
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(dst, data, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}
