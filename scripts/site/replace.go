package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// manifestName is the file that lists what a build wrote. It is also how a build knows a folder
// as an earlier build's, which it may replace.
const manifestName = "manifest.json"

// Manifests of other programs have the same file name; these two tell ours.
const (
	manifestGenerator = "kaen-log site"
	manifestFormat    = 1
)

// maxManifest is far more than a manifest of this site's few files is long.
const maxManifest = 1 << 20

type manifest struct {
	Generator string          `json:"generator"`
	Format    int             `json:"format"`
	Files     []manifestEntry `json:"files"`
}

type manifestEntry struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// encode gives the bytes of the manifest's file.
func (m manifest) encode() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", "  ")
	return append(data, '\n'), err
}

// decodeManifest reads a manifest. Only the very bytes that a build writes are one: a file that
// somebody has worked on since is theirs.
func decodeManifest(data []byte) (manifest, error) {
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return m, err
	}
	if m.Generator != manifestGenerator || m.Format != manifestFormat {
		return m, fmt.Errorf("its generator is %.40q, format %d", m.Generator, m.Format)
	}
	same, err := m.encode()
	if err == nil && !bytes.Equal(data, same) {
		err = errors.New("it has changed since")
	}
	return m, err
}

// refusal says why a folder is not replaced.
func refusal(out, name, why string) error {
	return fmt.Errorf("%s is left as it is: %q in it %s; choose another -out (OUT with make), "+
		"or move away what is there", out, name, why)
}

// checkReplaceable says whether a build may put its site where out is: where nothing is, in an
// empty folder, or in place of what an earlier build wrote and nobody has touched since. A file
// of that build's that is gone is no loss; anything else that is there would be one.
//
// Errors: the first path that no build wrote, or that has changed. Nothing is touched, ever.
func checkReplaceable(out string) error { return checkFolder(out, out) }

// fileAbove gives the path above out that is there and no folder; "" where there is none.
func fileAbove(out string) string {
	for dir := filepath.Dir(out); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir(), dir == filepath.Dir(dir):
			return ""
		case err == nil:
			return dir
		}
	}
}

// checkFolder is checkReplaceable of dir, which errors call out.
func checkFolder(dir, out string) error {
	if file := fileAbove(out); file != "" {
		return fmt.Errorf("%s cannot be made: %s is no folder; choose another -out "+
			"(OUT with make)", out, file)
	}
	switch info, err := os.Lstat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is left as it is: it is no folder; choose another -out "+
			"(OUT with make)", out)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return err
	}
	files, folders, err := readManifest(dir, out, entries[0].Name())
	if err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || file == dir {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		want, listed := files[name]
		switch {
		case name == manifestName:
			return nil
		case d.IsDir() && folders[name]:
			return nil
		case !d.Type().IsRegular() || !listed:
			return refusal(out, name, "was not written by a build of kaen-log")
		}
		same, err := holds(file, want)
		if err == nil && !same {
			err = refusal(out, name, "has changed since the build that wrote it")
		}
		return err
	})
}

// readManifest gives the files that the manifest in dir lists, and the folders that they are
// in; first is the entry to name when there is no manifest at all.
func readManifest(dir, out, first string) (map[string]manifestEntry, map[string]bool, error) {
	file := filepath.Join(dir, manifestName)
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, refusal(out, first, "was not written by a build of kaen-log (there is no "+
			manifestName+")")
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular() || info.Size() > maxManifest:
		return nil, nil, refusal(out, manifestName, "is not a build's list of files")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	m, err := decodeManifest(data)
	if err != nil {
		return nil, nil, refusal(out, manifestName,
			fmt.Sprintf("is not what a build of this version of kaen-log writes (%v)", err))
	}
	files, folders := map[string]manifestEntry{}, map[string]bool{}
	for _, e := range m.Files {
		files[e.Path] = e
		for d := path.Dir(e.Path); d != "." && d != "/"; d = path.Dir(d) {
			folders[d] = true
		}
	}
	return files, folders, nil
}

// holds tells whether a regular file has the contents listed. Its size is asked first: a large
// file of somebody's need not be read.
func holds(file string, want manifestEntry) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() != want.Size {
		return false, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return false, err
	}
	return hex.EncodeToString(sum.Sum(nil)) == want.SHA256, nil
}

// Beside out, a build works in a folder of its own: the new site lies in new until it is put in
// place, and the one it replaces in old until that has succeeded.
const (
	workPattern = ".dist-*"
	workNew     = "new"
	workOld     = "old"
)

// replace puts the site in work's new where out is.
//
// Errors: out as it was, and work gone; where the earlier site could not be put back, it is
// kept in work, and the error says so.
func replace(out, work string, rename func(from, to string) error) error {
	fresh, old := filepath.Join(work, workNew), filepath.Join(work, workOld)
	err := rename(out, old)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	// What lies there counts, not what was said: a file server may move it and report an error.
	_, missing := os.Lstat(old)
	had := missing == nil
	if had && err == nil {
		// Under its own name somebody may have put something into it since it was checked.
		err = checkFolder(old, out)
	}
	if err == nil {
		err = rename(fresh, out)
	}
	if err == nil {
		return os.RemoveAll(work)
	}
	if had {
		if back := rename(old, out); back != nil {
			return fmt.Errorf("%w; the earlier site could not be put back either (%w): "+
				"it is kept in %s", err, back, old)
		}
	}
	return errors.Join(err, os.RemoveAll(work))
}

// leftOvers tells, a line each, of the working folders beside out: of builds that were killed,
// or are at work. None is removed: the only copy of a site may be in it.
func leftOvers(out string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(out))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var lines []string
	for _, e := range entries {
		if match, _ := filepath.Match(workPattern, e.Name()); !match || !e.IsDir() {
			continue
		}
		work := filepath.Join(filepath.Dir(out), e.Name())
		line := "left over from a build that was ended, unless one is running: " + work
		if _, err := os.Lstat(filepath.Join(work, workOld)); err == nil {
			line += " (the site that was to be replaced is in " +
				filepath.Join(work, workOld) + ")"
		}
		lines = append(lines, line)
	}
	return lines, nil
}
