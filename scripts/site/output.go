package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// manifestName lists what a build wrote. It is also how a build knows a folder as an earlier
// build's, which it may replace.
const manifestName = "manifest.json"

// output is a site in the making: every file of dist/, by its path with slashes.
type output map[string][]byte

// add puts a file in; a name may be used once.
func (o output) add(name string, data []byte) error {
	if !fs.ValidPath(name) || name == "." {
		return fmt.Errorf("%q is no path of a file in dist/", name)
	}
	if _, ok := o[name]; ok {
		return fmt.Errorf("two files of dist/ are called %s", name)
	}
	o[name] = data
	return nil
}

// addHashed puts a file in under a name that carries its contents' hash, base.HASH.ext, so that
// it can be cached for ever, and gives that name.
func (o output) addHashed(base, ext string, data []byte) (string, error) {
	name := base + "." + hashOf(data) + ext
	return name, o.add(name, data)
}

// hashOf is short enough for a name and long enough that two builds never meet.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:5])
}

// names lists the files, sorted.
func (o output) names() []string {
	var names []string
	for name := range o {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

type manifestEntry struct {
	Path   string `json:"path"`
	Size   int    `json:"size"`
	SHA256 string `json:"sha256"`
}

// addManifest puts in the list of all files so far: path, size, SHA-256.
func (o output) addManifest() error {
	list := struct {
		Files []manifestEntry `json:"files"`
	}{}
	for _, name := range o.names() {
		sum := sha256.Sum256(o[name])
		list.Files = append(list.Files, manifestEntry{Path: name, Size: len(o[name]),
			SHA256: hex.EncodeToString(sum[:])})
	}
	data, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return o.add(manifestName, append(data, '\n'))
}

// publish makes out hold exactly the files of o. They are written beside it first and put in
// place by a rename: who looks meanwhile sees the old site or the new one, never a mixture, and
// a build that fails leaves the old one.
//
// Errors: out exists, is not empty and was not written by a build (nothing is touched).
func (o output) publish(out string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := checkReplaceable(out); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(out), ".dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	fresh, old := filepath.Join(temp, "new"), filepath.Join(temp, "old")
	if err := o.write(fresh); err != nil {
		return err
	}
	if err := os.Rename(out, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, out); err != nil {
		// Put the old site back; the error that matters is the first.
		_ = os.Rename(old, out)
		return err
	}
	return nil
}

func (o output) write(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	for _, name := range o.names() {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, o[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// checkReplaceable says whether a build may put its site where out is.
func checkReplaceable(out string) error {
	entries, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(out, manifestName)); err != nil {
		return fmt.Errorf("%s holds files and no %s of an earlier build: "+
			"it is left as it is; choose another -out or empty it", out, manifestName)
	}
	return nil
}

// checkNoPaths refuses an output that tells where it was built: such a byte differs between two
// folders, and is nobody's business.
func (o output) checkNoPaths(folders ...string) error {
	for _, name := range o.names() {
		for _, folder := range folders {
			if len(folder) > 3 && bytes.Contains(o[name], []byte(folder)) {
				return fmt.Errorf("dist/%s holds the path %s of the building machine", name, folder)
			}
		}
	}
	return nil
}
