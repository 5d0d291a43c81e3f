package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

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

// addManifest puts in the list of all files so far: path, size, SHA-256.
func (o output) addManifest() error {
	list := manifest{Generator: manifestGenerator, Format: manifestFormat}
	for _, name := range o.names() {
		sum := sha256.Sum256(o[name])
		list.Files = append(list.Files, manifestEntry{Path: name, Size: int64(len(o[name])),
			SHA256: hex.EncodeToString(sum[:])})
	}
	data, err := list.encode()
	if err != nil {
		return err
	}
	return o.add(manifestName, data)
}

// publish makes out hold exactly the files of o. They are written beside it first and put in
// place by a rename: who looks meanwhile sees the old site or the new one, never a mixture, and
// a build that fails leaves the old one.
//
// Errors: out holds anything but an earlier build's files, or ctx has ended (nothing is touched).
func (o output) publish(ctx context.Context, out string) error {
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
	work, err := os.MkdirTemp(filepath.Dir(out), workPattern)
	if err != nil {
		return fmt.Errorf("%s cannot be made: nothing can be written in %s: %w", out,
			filepath.Dir(out), withoutPath(err))
	}
	err = interrupted(ctx, o.write(filepath.Join(work, workNew)))
	if err != nil {
		return errors.Join(err, os.RemoveAll(work))
	}
	return replace(out, work, os.Rename)
}

// withoutPath is what the system said, without the name of a file that nobody asked for.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
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
