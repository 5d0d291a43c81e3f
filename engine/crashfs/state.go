package crashfs

import (
	"maps"
	"path"
	"slices"
)

// Entry is what is known of one name: what the page cache shows, and what a crash would keep
// of it in any case.
type Entry struct {
	Name        string // path
	Dir         bool
	NameDurable bool // this name, and those of all directories above it, survive any crash
	Gone        bool // not there any more, but a crash may bring the name back

	// For a file that is there: its size, the least and the most that a crash can leave of
	// it where the name survives, and all of its bytes in order.
	Size, LeastSize, MostSize int64
	Ranges                    []Range
}

// Range is a stretch of a file's bytes that are alike. Durable ones are in every state that
// a crash can leave, with the values that the page cache shows.
type Range struct {
	From, To int64
	Durable  bool
}

// State tells of every name, a directory before what is in it, sorted by name in each. What
// stood in a directory that is gone is not listed.
func (f *FS) State() []Entry {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.root.appendState(nil, ".", true)
}

func (n *node) appendState(all []Entry, name string, durable bool) []Entry {
	sure, unsure := n.fates()
	names := maps.Clone(n.names)
	for child := range unsure {
		if names[child] == nil {
			names[child] = nil // gone, perhaps
		}
	}
	for _, last := range sortedNames(names) {
		child := names[last]
		e := Entry{Name: path.Join(name, last), Gone: child == nil}
		if child == nil {
			e.Dir = unsure[last].dir
			all = append(all, e)
			continue
		}
		e.Dir = child.dir
		e.NameDurable = durable && unsure[last] == nil && sure[last] == child
		if child.dir {
			all = child.appendState(append(all, e), e.Name, e.NameDurable)
			continue
		}
		e.Size = int64(len(child.data))
		e.LeastSize, e.MostSize, e.Ranges = child.bytes()
		all = append(all, e)
	}
	return all
}

// fates gives a directory's names on the disk as far as they are certain, and those that a
// crash may leave in more than one way, with a node that each may have.
func (n *node) fates() (sure, unsure map[string]*node) {
	sure, unsure = maps.Clone(n.diskName), map[string]*node{}
	for _, o := range n.ops {
		if o.state == certain {
			o.applyNames(sure)
			delete(unsure, o.name)
			delete(unsure, o.other)
			continue
		}
		for _, name := range []string{o.name, o.other} {
			switch {
			case name == "" || unsure[name] != nil:
			case sure[name] != nil:
				unsure[name] = sure[name]
			case o.node != nil && (name == o.other || o.kind != Rename):
				unsure[name] = o.node
			}
		}
	}
	return sure, unsure
}

// bytes gives the least and the most size that a crash can leave, and the ranges.
func (n *node) bytes() (least, most int64, ranges []Range) {
	least = int64(len(n.diskData))
	most = least
	// loose are the places, whether inside the file or behind its end, at which a crash may
	// leave something else than the page cache shows.
	var loose spans
	for _, o := range n.ops {
		end := o.pos + int64(len(o.data))
		switch {
		case o.kind == Write && o.state == certain:
			loose = loose.without(o.pos, end)
			least, most = max(least, end), max(most, end)
		case o.kind == Write:
			loose = append(loose.without(o.pos, end), span{o.pos, end})
			most = max(most, end)
		case o.state == certain:
			loose = loose.without(o.pos, maxFileSize)
			least, most = o.pos, o.pos
		default:
			if most > o.pos { // what is cut may come back under what is written later
				loose = append(loose.without(o.pos, most), span{o.pos, most})
			}
			least, most = min(least, o.pos), max(most, o.pos)
		}
	}
	size := int64(len(n.data))
	if least < size {
		loose = append(loose.without(least, size), span{least, size})
	}
	slices.SortFunc(loose, func(a, b span) int { return int(a.from - b.from) })
	at := int64(0)
	for _, s := range loose {
		s.to = min(s.to, size)
		if s.from >= s.to {
			continue
		}
		ranges = appendRange(ranges, Range{at, s.from, true})
		ranges = appendRange(ranges, Range{s.from, s.to, false})
		at = s.to
	}
	return least, most, appendRange(ranges, Range{at, size, true})
}

// appendRange adds a range that is not empty, to the last one where they are alike.
func appendRange(all []Range, r Range) []Range {
	if r.From >= r.To {
		return all
	}
	if k := len(all) - 1; k >= 0 && all[k].Durable == r.Durable {
		all[k].To = r.To
		return all
	}
	return append(all, r)
}

// span is a stretch of places; spans are those that don't touch one another, in no order.
type span struct{ from, to int64 }
type spans []span

// without gives the places that are not in from..to.
func (all spans) without(from, to int64) spans {
	var left spans
	for _, s := range all {
		if s.from < from {
			left = append(left, span{s.from, min(s.to, from)})
		}
		if s.to > to {
			left = append(left, span{max(s.from, to), s.to})
		}
	}
	return left
}
