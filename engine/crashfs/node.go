package crashfs

import (
	"slices"
	"sort"
	"time"

	"github.com/hack-pad/hackpadfs"
)

// maxFileSize bounds a file, so that a size out of a damaged header can't take all memory.
const maxFileSize = 1<<31 - 1

// node is a file or a directory, whatever names it has.
type node struct {
	dir  bool
	mode hackpadfs.FileMode // permission bits
	time time.Time

	data     []byte           // a file's bytes in the page cache
	diskData []byte           // its bytes on the disk, before ops
	names    map[string]*node // a directory's names in the page cache
	diskName map[string]*node // its names on the disk, before ops

	ops []*op // changes after that, in order; the first is not certain
}

// certainty says what is known of a change's way to the disk.
type certainty uint8

const (
	pending certainty = iota // may have arrived; the next sync makes it arrive
	adrift                   // may have arrived; no sync will change that any more
	certain                  // has arrived, behind one that may not have
)

// op is one change of one node.
type op struct {
	seq   int
	kind  Kind
	state certainty
	path  string // what the caller named
	to    string // the new path of a rename

	name  string // the names in the directory that it changes
	other string // the new name of a Rename
	node  *node  // what the name gets; nil for those that take it away

	pos   int64 // Write: the place; Truncate: the new size
	data  []byte
	grows bool // the write made the file longer
}

func newDir(mode hackpadfs.FileMode, at time.Time) *node {
	return &node{dir: true, mode: mode & hackpadfs.ModePerm, time: at,
		names: map[string]*node{}, diskName: map[string]*node{}}
}

func newFile(mode hackpadfs.FileMode, at time.Time) *node {
	return &node{mode: mode & hackpadfs.ModePerm, time: at}
}

// change makes the change in the page cache and puts it on the list.
func (n *node) change(o *op) {
	if n.dir {
		o.applyNames(n.names)
	} else {
		o.grows = o.kind == Write && o.pos+int64(len(o.data)) > int64(len(n.data))
		n.data = o.apply(n.data, o.outcomes()-1)
	}
	n.ops = append(n.ops, o)
}

// sync makes everything certain that is not adrift, and folds into the disk's side what no
// uncertain change precedes.
func (n *node) sync() {
	for _, o := range n.ops {
		if o.state == pending {
			o.state = certain
		}
	}
	i := 0
	for ; i < len(n.ops) && n.ops[i].state == certain; i++ {
		if o := n.ops[i]; n.dir {
			o.applyNames(n.diskName)
		} else {
			n.diskData = o.apply(n.diskData, o.outcomes()-1)
		}
	}
	n.ops = slices.Clone(n.ops[i:])
}

// syncFailed sets adrift what the sync should have written.
func (n *node) syncFailed() {
	for _, o := range n.ops {
		if o.state == pending {
			o.state = adrift
		}
	}
}

// children gives the names of a directory in the page cache, sorted.
func (n *node) children() []string { return sortedNames(n.names) }

func sortedNames(m map[string]*node) []string {
	names := make([]string, 0, len(m))
	for name := range m { // each put in its place: they are few, and a sort of strings is not small
		at := sort.SearchStrings(names, name)
		names = append(names, "")
		copy(names[at+1:], names[at:])
		names[at] = name
	}
	return names
}

// cloneNames copies a directory's names: maps.Clone takes 0.9 kB more of the page's program.
func cloneNames(m map[string]*node) map[string]*node {
	clone := make(map[string]*node, len(m))
	for name, n := range m {
		clone[name] = n
	}
	return clone
}

// applyNames makes the change in a directory's names.
func (o *op) applyNames(names map[string]*node) {
	switch o.kind {
	case Create, Mkdir, RenameIn:
		names[o.name] = o.node
	case Remove, RenameOut:
		delete(names, o.name)
	case Rename:
		delete(names, o.name)
		names[o.other] = o.node
	}
}

// outcomes tells in how many ways the change can come out of a crash, the first being lost
// and the last whole.
func (o *op) outcomes() int {
	if o.kind != Write {
		return 2
	}
	if o.grows {
		return 3 * len(o.data)
	}
	return 2 * len(o.data)
}

// landed gives which of the write's bytes arrive in an outcome, and whether the length does
// beside them. For n bytes the outcomes are: 0 lost; 1 to n-1 the first bytes; for one that
// makes the file longer, n more with the length and 0 to n-1 first bytes; n-1 with the last
// bytes; whole.
func (o *op) landed(outcome int) (from, to int, length bool) {
	n := len(o.data)
	if outcome < n {
		return 0, outcome, false
	}
	outcome -= n
	if o.grows {
		if outcome < n {
			return 0, outcome, true
		}
		outcome -= n
	}
	return n - 1 - outcome, n, false
}

// apply makes the change in a file's bytes, as far as the outcome lets it.
func (o *op) apply(b []byte, outcome int) []byte {
	if outcome == 0 {
		return b
	}
	if o.kind == Truncate {
		return resize(b, o.pos)
	}
	from, to, length := o.landed(outcome)
	if end := o.pos + int64(len(o.data)); length && end > int64(len(b)) {
		b = resize(b, end)
	}
	if from == to {
		return b
	}
	at := o.pos + int64(from)
	if at > int64(len(b)) {
		b = resize(b, at)
	}
	n := copy(b[at:], o.data[from:to])
	return append(b, o.data[from+n:to]...)
}

// resize cuts the bytes, or adds zeros.
func resize(b []byte, size int64) []byte {
	if size <= int64(len(b)) {
		return b[:size]
	}
	return append(b, make([]byte, size-int64(len(b)))...)
}
