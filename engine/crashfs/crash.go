package crashfs

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Kind is what a change does.
type Kind string

// The kinds of changes.
const (
	Create    Kind = "create"     // a file's name
	Mkdir     Kind = "mkdir"      // a directory's name
	Remove    Kind = "remove"     // a name
	Rename    Kind = "rename"     // within one directory
	RenameIn  Kind = "rename in"  // the new name, where it is in another directory
	RenameOut Kind = "rename out" // and the old one
	Write     Kind = "write"      // bytes
	Truncate  Kind = "truncate"   // a size
)

// Change is a change that is not certain to be on the disk.
type Change struct {
	Number   int // counts all changes since the file system was made
	Kind     Kind
	Name     string // path, as the caller named it
	To       string // the new path of a rename
	Pos      int64  // Write: where; Truncate: the new size
	Size     int64  // Write: bytes
	Adrift   bool   // a sync of it failed; no later one writes it (8)
	Outcomes int    // in how many ways it can come out of a crash: see Choice
}

// Choice says what becomes of each change in Pending, in that order: 0 is lost, Whole is
// kept; for a write, what lies between are its cuts (4): of n bytes 1 to n-1 keep that many
// of the first, and the rest are the other ways, up to Outcomes - 1, which is Whole. What it
// does not reach is lost; a number out of bounds counts as the nearest.
type Choice []int

// Lost and Whole are the outcomes that every change has.
const (
	Lost  = 0
	Whole = math.MaxInt
)

// Pending lists the changes that a crash may keep or lose, in the order in which they were
// made. Those of files that no crash can bring back by any name are not among them.
func (f *FS) Pending() []Change {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []Change
	for _, o := range f.uncertain() {
		c := Change{Number: o.seq, Kind: o.kind, Name: o.path, To: o.to, Pos: o.pos,
			Size: int64(len(o.data)), Adrift: o.state == adrift, Outcomes: o.outcomes()}
		all = append(all, c)
	}
	return all
}

// uncertain gives the uncertain changes of all that a crash could leave, sorted by number.
func (f *FS) uncertain() []*op {
	var all []*op
	seen := map[*node]bool{}
	var visit func(*node)
	visit = func(n *node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		for _, o := range n.ops {
			if o.state != certain {
				at := sort.Search(len(all), func(i int) bool { return all[i].seq > o.seq })
				all = append(all, nil) // at its end, mostly; a generic sort is large in a page
				copy(all[at+1:], all[at:])
				all[at] = o
			}
			visit(o.node)
		}
		for _, child := range n.diskName {
			visit(child)
		}
	}
	visit(f.root)
	return all
}

// Crash gives the file system that is there after a power cut: the durable part, and of the
// rest what the choice says; nil loses all of it. Everything in it is durable, and its
// counters begin anew. The file system itself stays as it is.
func (f *FS) Crash(choice Choice) *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.crash(choice, "")
}

// CrashSeed is Crash with what Draw chooses for the seed; Origin of the new one names it.
func (f *FS) CrashSeed(seed uint64) *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.crash(f.draw(seed), fmt.Sprintf("seed %d: ", seed))
}

// Origin tells, for people, of which crash this file system is what was left; "" for one
// that New made.
func (f *FS) Origin() string {
	if f.origin == nil {
		return ""
	}
	return f.origin()
}

// Draw chooses by chance: the same for the same seed and the same changes. A third of the
// changes is lost, a third is kept, and the others come out in any way.
func (f *FS) Draw(seed uint64) Choice {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.draw(seed)
}

func (f *FS) draw(seed uint64) Choice {
	var choice Choice
	for _, o := range f.uncertain() {
		outcome := Lost
		switch below(&seed, 3) {
		case 1:
			outcome = o.outcomes() - 1
		case 2:
			outcome = below(&seed, o.outcomes())
		}
		choice = append(choice, outcome)
	}
	return choice
}

// below draws a number from 0 to n-1.
//
// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
func below(state *uint64, n int) int {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// States gives every state that a crash can leave, each once, with a choice that leads to
// it. The number of choices is the product of all Outcomes: for small histories only, or for
// the first states of large ones. The file system must not change meanwhile.
func (f *FS) States() iter.Seq2[Choice, *FS] {
	return func(yield func(Choice, *FS) bool) {
		pending := f.Pending()
		choice := make(Choice, len(pending))
		seen := map[string]bool{}
		for {
			after := f.Crash(choice)
			if key := after.fingerprint(); !seen[key] {
				seen[key] = true
				if !yield(slices.Clone(choice), after) {
					return
				}
			}
			i := 0
			for ; i < len(choice) && choice[i] == pending[i].Outcomes-1; i++ {
				choice[i] = Lost
			}
			if i == len(choice) {
				return
			}
			choice[i]++
		}
	}
}

// fingerprint is the same for two file systems with the same names and bytes.
func (f *FS) fingerprint() string {
	var b []byte
	var visit func(string, *node)
	visit = func(name string, n *node) {
		for _, part := range [][]byte{[]byte(name), n.data} {
			b = strconv.AppendInt(b, int64(len(part)), 10)
			b = append(append(b, ' '), part...)
		}
		b = strconv.AppendBool(b, n.dir)
		for _, child := range n.children() {
			visit(name+"/"+child, n.names[child])
		}
	}
	visit(".", f.root)
	return string(b)
}

// crasher builds what a crash leaves.
type crasher struct {
	outcome map[*op]int
	done    map[*node]*node
}

func (f *FS) crash(choice Choice, why string) *FS {
	c := crasher{outcome: map[*op]int{}, done: map[*node]*node{}}
	pending := f.uncertain()
	for i, o := range pending[:min(len(pending), len(choice))] {
		c.outcome[o] = min(max(choice[i], Lost), o.outcomes()-1)
	}
	return &FS{clock: f.clock, root: c.keep(f.root), origin: func() string {
		told := make([]string, 0, len(pending)) // made late: few of many crashes are told of
		for _, o := range pending {
			told = append(told, o.tell(c.outcome[o]))
		}
		return "crash, " + why + strings.Join(told, "; ")
	}}
}

// keep gives a copy of what is left of a node.
func (c *crasher) keep(n *node) *node {
	if n.dir {
		return c.keepDir(n)
	}
	if left := c.done[n]; left != nil {
		return left // one file that came out with two names (7)
	}
	data := slices.Clone(n.diskData)
	for _, o := range n.ops {
		data = o.apply(data, c.of(o))
	}
	left := &node{mode: n.mode, time: n.time, data: data, diskData: slices.Clone(data)}
	c.done[n] = left
	return left
}

func (c *crasher) keepDir(n *node) *node {
	left := newDir(n.mode, n.time)
	c.done[n] = left
	names := cloneNames(n.diskName)
	for _, o := range n.ops {
		if c.of(o) != Lost {
			o.applyNames(names)
		}
	}
	for _, name := range sortedNames(names) {
		child := names[name]
		if child.dir && c.done[child] != nil {
			continue // a second name of a directory (7)
		}
		left.names[name] = c.keep(child)
	}
	left.diskName = cloneNames(left.names)
	return left
}

func (c *crasher) of(o *op) int {
	if o.state == certain {
		return o.outcomes() - 1
	}
	return c.outcome[o]
}

// tell says in words what became of the change.
func (o *op) tell(outcome int) string {
	what := fmt.Sprintf("%d %s %s", o.seq, o.kind, o.path)
	switch o.kind {
	case Write:
		what += fmt.Sprintf(" %d..%d", o.pos, o.pos+int64(len(o.data)))
	case Truncate:
		what += fmt.Sprintf(" to %d", o.pos)
	case Rename, RenameIn, RenameOut:
		what += " to " + o.to
	}
	switch outcome {
	case Lost:
		return what + " lost"
	case o.outcomes() - 1:
		return what + " kept"
	}
	from, to, length := o.landed(outcome)
	what += fmt.Sprintf(" kept in %d..%d", o.pos+int64(from), o.pos+int64(to))
	if length {
		what += " with zeros behind"
	}
	return what
}
