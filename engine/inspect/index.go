package inspect

import (
	"encoding/binary"
	"strconv"
	"strings"

	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// indexPiece is how much of an index file is read at once: whole entries of both kinds.
const indexPiece = 8 * 12 * 512

// indexes tells in notes how the two index files of a segment are. Neither is trusted when a
// log is opened, so nothing about them is a fault.
func (w *walker) indexes(f *File) {
	if !f.Named {
		return
	}
	stem := strings.TrimSuffix(f.name, segment.LogSuffix)
	label := strings.TrimSuffix(f.Label, segment.LogSuffix)
	for _, suffix := range []string{segment.IndexSuffix, segment.TimeIndexSuffix} {
		state, there := w.t.indexState(stem+suffix, suffix, f.Size)
		if there || !f.alone { // a copy of the log alone is nothing to remark on
			w.v.Note(label+suffix, state)
		}
	}
}

func (t *Target) indexState(name, suffix string, logSize int64) (state string, there bool) {
	e, err := t.FS.Stat(name)
	switch {
	case err != nil:
		return "index missing: reading by offset takes longer", false
	case !e.Regular:
		return "index is no ordinary file", true
	}
	r, err := t.FS.Open(name)
	if err != nil {
		return "index can't be read: " + err.Error(), true
	}
	defer r.Close()
	c := indexCheck{size: 8, logSize: logSize}
	if suffix == segment.TimeIndexSuffix {
		c.size = 12
	}
	if err := c.read(r); err != nil {
		return "index can't be read: " + err.Error(), true
	}
	return c.text(), true
}

// indexCheck goes over an index file's entries. Kafka makes the active segment's index files
// as large as they may become, so zeros behind the last entry are as they should be.
type indexCheck struct {
	size    int64 // of an entry: 8 in .index, 12 in .timeindex
	logSize int64

	entries, zeros, seen int64
	key                  int64 // of the entry before: relative offset, or timestamp
	at                   int64 // its position in the log, or relative offset
	wrong                string
	odd                  int64 // bytes behind the last whole entry
}

func (c *indexCheck) read(r vfs.File) error {
	size, err := r.Size()
	if err != nil {
		return err
	}
	c.odd = size % c.size
	end := size - c.odd
	buf := make([]byte, min(end, indexPiece))
	for pos := int64(0); pos < end; pos += int64(len(buf)) {
		buf = buf[:min(end-pos, indexPiece)]
		if _, err := r.ReadAt(buf, pos); err != nil {
			return err
		}
		for i := int64(0); i < int64(len(buf)); i += c.size {
			c.entry(buf[i : i+c.size])
		}
	}
	return nil
}

func (c *indexCheck) entry(b []byte) {
	c.seen++
	var key, at int64
	if c.size == 8 {
		key = int64(int32(binary.BigEndian.Uint32(b)))
		at = int64(int32(binary.BigEndian.Uint32(b[4:])))
	} else {
		key = int64(binary.BigEndian.Uint64(b))
		at = int64(int32(binary.BigEndian.Uint32(b[8:])))
	}
	if key == 0 && at == 0 {
		c.zeros++
		return
	}
	first := c.entries == 0
	c.entries += 1 + c.zeros // zeros before an entry were entries
	c.zeros = 0
	switch {
	case c.wrong != "":
	case key < 0 || at < 0 || !first && (key <= c.key || at < c.at):
		c.wrong = "out of order at entry " + strconv.FormatInt(c.seen-1, 10)
	case c.size == 8 && at >= c.logSize:
		c.wrong = "entry " + strconv.FormatInt(c.seen-1, 10) + " points past the end of the log"
	}
	c.key, c.at = key, at
}

func (c *indexCheck) text() string {
	s := "index, entries " + strconv.FormatInt(c.entries, 10)
	if c.zeros > 0 {
		s += ", then " + bytesText(c.zeros*c.size) + " of zeros"
	}
	if c.odd > 0 {
		s += ", then " + bytesText(c.odd) + " that are no whole entry"
	}
	if c.wrong != "" {
		s += ": " + c.wrong
	}
	return s
}
