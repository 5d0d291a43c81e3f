package demo

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kaenlog/engine/vfs"
)

// MarkerName is the file by which a demo knows its own directory: it lists what a demo wrote
// there. RunningName stands there from before the first change until the run is over; a
// directory in which a run was killed keeps it, and is left alone like any other.
const (
	MarkerName  = ".kaen-log-demo"
	RunningName = MarkerName + ".running"
)

// The marker is text: its first line, then a line for each file that the demo wrote: size in
// bytes, CRC-32C in hex, path below the directory.
const markerHead = "kaen-log demo, format 1"

// ErrForeign: the directory holds something that no demo wrote, or that changed since.
// Nothing in it was touched.
var ErrForeign = errors.New("directory holds what no demo wrote")

// ErrRunning: a demo is running in the directory, or was ended before it was done. Nothing in it
// was touched.
var ErrRunning = errors.New("a demo is running in this directory")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// written is one file of a demo.
type written struct {
	size int64
	sum  uint32
}

// claimed is a directory that one run has for itself.
type claimed struct {
	vfs.FS
	dir string

	mu      sync.Mutex
	created []string // files by their paths below dir, in order
	made    []string // directories likewise, parents first
}

// MkdirAll implements vfs.FS and remembers the name.
func (c *claimed) MkdirAll(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made = append(c.made, name)
	return c.FS.MkdirAll(name)
}

// Create implements vfs.FS and remembers the name: what a run did not create is not its own,
// whoever put it there meanwhile.
func (c *claimed) Create(name string) (vfs.File, error) {
	f, err := c.FS.Create(name)
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.created = append(c.created, strings.TrimPrefix(name, c.dir+"/"))
	}
	return f, err
}

// acquire makes dir ready for a demo: missing or empty, or holding a demo's own earlier
// files, which are removed. Of two runs at once, one gets it.
//
// Errors: ErrForeign and ErrRunning, nothing was touched; the file system's own, then what a
// demo wrote earlier may be gone in part, and nothing else.
func acquire(fsys vfs.FS, dir string) (*claimed, error) {
	if dir == "" || !fs.ValidPath(dir) {
		return nil, fmt.Errorf("%q is no path of a directory", dir)
	}
	switch st, err := fsys.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		if err := fsys.MkdirAll(dir); err != nil { // durable when the log in it is
			return nil, fmt.Errorf("making directory %s: %w", dir, err)
		}
	case err != nil:
		return nil, fmt.Errorf("looking at %s: %w", dir, err)
	case st.Regular:
		return nil, fmt.Errorf("%w: %s is a file", ErrForeign, dir)
	}
	if _, err := fsys.Stat(path.Join(dir, RunningName)); err == nil {
		return nil, running(dir) // first: what else is there may be half written
	}
	if _, _, err := ownFiles(fsys, dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) { // another run removes what is its own
			err = foreign(dir, "", "changes while it is looked at")
		}
		return nil, err
	}
	c := &claimed{FS: fsys, dir: dir}
	if err := c.begin(); err != nil {
		return nil, err
	}
	if err := c.removeEarlier(); err != nil {
		return nil, errors.Join(err, c.end())
	}
	return c, nil
}

// begin puts the running file there, unless another run did. It is not made durable: after a
// power cut a directory is refused without it, too, unless it holds just what a marker says.
func (c *claimed) begin() error {
	name := path.Join(c.dir, RunningName)
	err := writeFile(c.FS, name, "a demo is running here, or was ended before it was done\n", false)
	if errors.Is(err, vfs.ErrExist) {
		return running(c.dir)
	}
	return err
}

func running(dir string) error {
	return fmt.Errorf("%w, or was ended there: %s; choose an empty directory, or delete this one "+
		"when none is running", ErrRunning, path.Join(dir, RunningName))
}

// removeEarlier removes what a demo wrote here before, after a second look: what came between
// the first and the running file is seen now.
func (c *claimed) removeEarlier() error {
	files, dirs, err := ownFiles(c.FS, c.dir)
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := c.Remove(path.Join(c.dir, name)); err != nil {
			return fmt.Errorf("removing an earlier demo's file: %w", err)
		}
	}
	for i := len(dirs) - 1; i >= 0; i-- {
		if err := c.Remove(path.Join(c.dir, dirs[i])); err != nil {
			return fmt.Errorf("removing an earlier demo's directory: %w", err)
		}
	}
	return nil
}

// end takes the running file away: the directory is free.
func (c *claimed) end() error {
	if err := c.Remove(path.Join(c.dir, RunningName)); err != nil {
		return fmt.Errorf("ending the run: %w", err)
	}
	if !c.FS.Durable() {
		return nil
	}
	return c.FS.SyncDir(c.dir)
}

// abandon removes what a run that failed has written, so that the next can begin. Where that
// fails too the running file stays.
func (c *claimed) abandon() error {
	for i := len(c.created) - 1; i >= 0; i-- {
		err := c.Remove(path.Join(c.dir, c.created[i]))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing what the failed demo wrote: %w", err)
		}
	}
	for i := len(c.made) - 1; i >= 0; i-- {
		_ = c.Remove(c.made[i]) // stays where somebody's file is in it
	}
	return c.end()
}

// ownFiles gives the files and directories of an earlier demo, and ErrForeign where there is
// anything else.
func ownFiles(fsys vfs.FS, dir string) (files, dirs []string, err error) {
	files, dirs, err = tree(fsys, dir)
	if err != nil {
		return nil, nil, err
	}
	own, err := readMarker(fsys, dir, files)
	if err != nil {
		return nil, nil, err
	}
	if err := checkOwn(fsys, dir, files, dirs, own); err != nil {
		return nil, nil, err
	}
	return slices.DeleteFunc(files, isMarker), dirs, nil
}

func isMarker(name string) bool { return name == MarkerName || name == RunningName }

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
		for _, name := range files {
			if !isMarker(name) {
				return nil, foreign(dir, name, "is not from a demo")
			}
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
	lines, ok := strings.CutPrefix(text, markerHead+"\n")
	if !ok || !strings.HasSuffix(text, "\n") {
		return nil, foreign(dir, MarkerName, "is not a demo's, or was cut off")
	}
	own := map[string]written{}
	for lines != "" {
		line, rest, _ := strings.Cut(lines, "\n")
		lines = rest
		sizeText, line, _ := strings.Cut(line, " ")
		sumText, name, _ := strings.Cut(line, " ")
		size, err1 := strconv.ParseInt(sizeText, 10, 64)
		sum, err2 := strconv.ParseUint(sumText, 16, 32)
		if err1 != nil || err2 != nil || size < 0 || !fs.ValidPath(name) {
			return nil, foreign(dir, MarkerName, "has a line that no demo wrote")
		}
		own[name] = written{size, uint32(sum)}
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
		if isMarker(name) {
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
		have, err := sumFile(fsys, path.Join(dir, name), false)
		if err != nil {
			return err
		}
		if have != want {
			return foreign(dir, name, "has changed since a demo wrote it")
		}
	}
	return nil
}

// complete lists what the run wrote in the marker, and lets the directory go.
//
// Durability: all of it is when complete returns, index files too, which the log itself does not
// sync: the marker tells their sums.
func (c *claimed) complete() error {
	text := markerHead + "\n"
	for _, name := range c.created {
		w, err := sumFile(c.FS, path.Join(c.dir, name), true)
		if err != nil {
			return err
		}
		text += fmt.Sprintf("%d %08x %s\n", w.size, w.sum, name)
	}
	marker := path.Join(c.dir, MarkerName)
	if err := c.Remove(marker); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("replacing the marker: %w", err)
	}
	if err := writeFile(c.FS, marker, text, true); err != nil {
		return err
	}
	return c.end()
}

// writeFile makes a new file, or none; synced, it survives a crash where its name does.
func writeFile(fsys vfs.FS, name, text string, synced bool) error {
	f, err := fsys.Create(name)
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	_, err = f.Append([]byte(text))
	if err == nil && synced {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		err = fmt.Errorf("writing %s: %w", name, err)
		return errors.Join(err, fsys.Remove(name))
	}
	return nil
}

// sumPiece is how much of a file is summed at once.
const sumPiece = 1 << 16

// sumFile gives a file's size and CRC-32C, reading it piece by piece; synced, it makes the bytes
// durable first.
func sumFile(fsys vfs.FS, name string, synced bool) (written, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return written{}, err
	}
	defer f.Close()
	if synced {
		if err := f.Sync(); err != nil {
			return written{}, fmt.Errorf("syncing %s: %w", name, err)
		}
	}
	size, err := f.Size()
	if err != nil {
		return written{}, fmt.Errorf("reading %s: %w", name, err)
	}
	sum := uint32(0)
	buf := make([]byte, min(size, sumPiece))
	for pos := int64(0); pos < size; pos += int64(len(buf)) {
		buf = buf[:min(size-pos, sumPiece)]
		if _, err := f.ReadAt(buf, pos); err != nil {
			return written{}, fmt.Errorf("reading %s: %w", name, err)
		}
		sum = crc32.Update(sum, castagnoli, buf)
	}
	return written{size, sum}, nil
}
