package demo

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"kaenlog/engine/vfs"
)

// MarkerName is the file by which a demo knows its own directory.
const MarkerName = ".kaen-log-demo"

// The marker is text: its first line, then a state, then a line for each file that the
// demo wrote: size in bytes, CRC-32C in hex, path below the directory.
const (
	markerHead    = "kaen-log demo, format 1"
	stateRunning  = "running"
	stateComplete = "complete"
)

// ErrForeign: the directory holds something that no demo wrote, or that changed since.
// Nothing in it was touched.
var ErrForeign = errors.New("directory holds what no demo wrote")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// written is one file of a demo.
type written struct {
	size int64
	sum  uint32
}

// acquire makes dir ready for a demo: missing or empty, or holding a demo's own earlier
// files, which are removed. The marker stands there from before the first change until
// complete; a directory in which it is not complete is left alone like any other.
//
// Errors: ErrForeign, nothing was touched; the file system's own.
func acquire(fsys vfs.FS, dir string) error {
	if dir == "" || !fs.ValidPath(dir) {
		return fmt.Errorf("%q is no path of a directory", dir)
	}
	switch st, err := fsys.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		if err := vfs.MkdirAllSync(fsys, dir); err != nil {
			return fmt.Errorf("making directory %s: %w", dir, err)
		}
	case err != nil:
		return fmt.Errorf("looking at %s: %w", dir, err)
	case st.Regular:
		return fmt.Errorf("%w: %s is a file", ErrForeign, dir)
	}
	files, dirs, err := tree(fsys, dir)
	if err != nil {
		return err
	}
	own, err := readMarker(fsys, dir, files)
	if err != nil {
		return err
	}
	if err := checkOwn(fsys, dir, files, dirs, own); err != nil {
		return err
	}
	if err := writeMarker(fsys, dir, stateRunning, nil, nil); err != nil {
		return err
	}
	return removeOwn(fsys, dir, files, dirs)
}

// tree lists what is below dir: files and directories by their paths below it, parents
// before what is in them.
func tree(fsys vfs.FS, dir string) (files, dirs []string, err error) {
	var walk func(sub string) error
	walk = func(sub string) error {
		entries, err := fsys.ReadDir(path.Join(dir, sub))
		if err != nil {
			return fmt.Errorf("listing %s: %w", path.Join(dir, sub), err)
		}
		for _, e := range entries {
			name := path.Join(sub, e.Name)
			switch {
			case e.Regular:
				files = append(files, name)
			case e.Dir:
				dirs = append(dirs, name)
				if err := walk(name); err != nil {
					return err
				}
			default:
				return foreign(dir, name, "is neither a file nor a directory")
			}
		}
		return nil
	}
	err = walk("")
	return files, dirs, err
}

func foreign(dir, name, why string) error {
	return fmt.Errorf("%w: %s %s; choose an empty directory", ErrForeign, path.Join(dir, name), why)
}

// readMarker gives the files that the marker lists; none where there is nothing at all.
func readMarker(fsys vfs.FS, dir string, files []string) (map[string]written, error) {
	st, err := fsys.Stat(path.Join(dir, MarkerName))
	if errors.Is(err, fs.ErrNotExist) {
		if len(files) > 0 {
			return nil, foreign(dir, files[0], "is not from a demo")
		}
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("looking for %s: %w", MarkerName, err)
	}
	const most = 1 << 20 // a marker lists a few dozen files
	if !st.Regular || st.Size > most {
		return nil, foreign(dir, MarkerName, "is not a demo's")
	}
	b, err := vfs.ReadFile(fsys, path.Join(dir, MarkerName))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", MarkerName, err)
	}
	return parseMarker(dir, string(b))
}

func parseMarker(dir, text string) (map[string]written, error) {
	body, ok := strings.CutSuffix(text, "\n")
	lines := strings.Split(body, "\n")
	if !ok || len(lines) < 2 || lines[0] != markerHead {
		return nil, foreign(dir, MarkerName, "is not a demo's, or was cut off")
	}
	if lines[1] != stateComplete {
		return nil, foreign(dir, MarkerName, "says that a demo is running or was ended here")
	}
	own := map[string]written{}
	for _, l := range lines[2:] {
		parts := strings.SplitN(l, " ", 3)
		if len(parts) != 3 || !fs.ValidPath(parts[2]) {
			return nil, foreign(dir, MarkerName, "has a line that no demo wrote")
		}
		size, err1 := strconv.ParseInt(parts[0], 10, 64)
		sum, err2 := strconv.ParseUint(parts[1], 16, 32)
		if err1 != nil || err2 != nil || size < 0 {
			return nil, foreign(dir, MarkerName, "has a line that no demo wrote")
		}
		own[parts[2]] = written{size, uint32(sum)}
	}
	return own, nil
}

// checkOwn holds everything below dir to the marker: listed, unchanged, and no directory
// that holds none of the files.
func checkOwn(fsys vfs.FS, dir string, files, dirs []string, own map[string]written) error {
	needed := map[string]bool{}
	for name := range own {
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			needed[d] = true
		}
	}
	for _, d := range dirs {
		if !needed[d] {
			return foreign(dir, d, "is not from a demo")
		}
	}
	for _, name := range files {
		if name == MarkerName {
			continue
		}
		want, ok := own[name]
		if !ok {
			return foreign(dir, name, "is not from a demo")
		}
		st, err := fsys.Stat(path.Join(dir, name))
		if err != nil {
			return fmt.Errorf("looking at %s: %w", name, err)
		}
		if st.Size != want.size { // asked first: a large file need not be read
			return foreign(dir, name, "has changed since a demo wrote it")
		}
		have, err := sumFile(fsys, path.Join(dir, name))
		if err != nil {
			return err
		}
		if have != want {
			return foreign(dir, name, "has changed since a demo wrote it")
		}
	}
	return nil
}

func removeOwn(fsys vfs.FS, dir string, files, dirs []string) error {
	for _, name := range files {
		if name == MarkerName {
			continue
		}
		if err := fsys.Remove(path.Join(dir, name)); err != nil {
			return fmt.Errorf("removing an earlier demo's %s: %w", name, err)
		}
	}
	for i := len(dirs) - 1; i >= 0; i-- {
		if err := fsys.Remove(path.Join(dir, dirs[i])); err != nil {
			return fmt.Errorf("removing an earlier demo's %s: %w", dirs[i], err)
		}
	}
	return nil
}

// complete lists what the demo wrote in the marker.
func complete(fsys vfs.FS, dir string) error {
	files, _, err := tree(fsys, dir)
	if err != nil {
		return err
	}
	own := map[string]written{}
	for _, name := range files {
		if name != MarkerName {
			if own[name], err = sumFile(fsys, path.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return writeMarker(fsys, dir, stateComplete, files, own)
}

// writeMarker writes the marker and makes it durable; files gives the order of own.
func writeMarker(fsys vfs.FS, dir, state string, files []string, own map[string]written) error {
	name := path.Join(dir, MarkerName)
	text := markerHead + "\n" + state + "\n"
	for _, f := range files {
		if w, ok := own[f]; ok {
			text += fmt.Sprintf("%d %08x %s\n", w.size, w.sum, f)
		}
	}
	f, err := fsys.OpenAppend(name)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = fsys.Create(name)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.Append([]byte(text))
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil && fsys.Durable() {
		err = fsys.SyncDir(dir)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

// sumFile gives a file's size and CRC-32C, reading it piece by piece.
func sumFile(fsys vfs.FS, name string) (written, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return written{}, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return written{}, fmt.Errorf("reading %s: %w", name, err)
	}
	h := crc32.New(castagnoli)
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, size)); err != nil {
		return written{}, fmt.Errorf("reading %s: %w", name, err)
	}
	return written{size, h.Sum32()}, nil
}
