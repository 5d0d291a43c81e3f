package inspect

import (
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// The kinds of errors of this package.
var (
	// ErrNoSegment: the directory holds no file with a segment's name.
	ErrNoSegment = kerr.New(kerr.KafkaStorageError, "no segment in this directory")

	// ErrNotAFile: a link or a device; what it leads to is not followed. Name the file or
	// the directory itself.
	ErrNotAFile = kerr.New(kerr.KafkaStorageError, "neither an ordinary file nor a directory")

	// ErrNotALog: no segment's name and not one good batch: nothing says that this is a log,
	// so nothing was cut.
	ErrNotALog = kerr.New(kerr.KafkaStorageError,
		"no segment's name and no good batch at its start, so it is not cut")

	// ErrChanged: the file grew or shrank between being scanned and being cut. Nothing was
	// cut; somebody else writes to it.
	ErrChanged = kerr.New(kerr.KafkaStorageError, "the file changed while it was looked at")

	// ErrInterrupted: Recover was asked to end before it had cut anything.
	ErrInterrupted = kerr.New(kerr.KafkaStorageError, "interrupted, and nothing was changed")
)

// Target is what to look at.
type Target struct {
	FS    vfs.FS
	Name  string // of a file or a directory, in FS
	Label string // the same as a person knows it: errors and visits speak of it

	// Progress, where it is set, is told how far the work on a file is, about once a mebibyte.
	Progress func(p Progress)

	// Guard, where it is set, is given what must not be ended in the middle: to keep a tail and
	// to cut it. The work asks interrupted between its pieces; where it says yes it takes back
	// what it did, and fails with ErrInterrupted.
	Guard func(work func(interrupted func() bool) error) error
}

// File is one segment file.
type File struct {
	Label string
	Base  int64
	Named bool  // the base offset is the name's; else that of the first batch, or 0
	Size  int64 // bytes

	name  string // in the file system
	alone bool   // it was named itself, and not its directory
}

// Fault is one thing that is wrong with a file.
type Fault struct {
	File   string
	Pos    int64  // where the batch that is wrong begins
	Unread int64  // bytes from Pos on that the walk could not go over; 0 where it went on
	Reason string // with file and position of the very field
}

// Sum is what a segment's walk came to.
type Sum struct {
	File       *File
	Batches    int64 // with a right CRC, and in order
	Records    int64 // that their headers count
	Old        int64 // good messages of magic 0 and 1
	Faults     int64
	NextOffset int64 // the offset after the last good batch; the base for none
}

// Visitor is told what a walk finds, in the order of the files. Headers and records are parts
// of a buffer and good during the call only.
type Visitor interface {
	Begin(f *File)
	// Batch tells of a batch whose header is there, sound or not; when fault is not nil, Fault
	// comes next.
	Batch(pos int64, head batch.Batch, fault error)
	// Old tells of a good message of magic 0 or 1.
	Old(pos int64, head batch.Batch)
	Record(b batch.Batch, r *batch.Record)
	// Gap tells of a hole in the offsets, which is legal: the missing ones, and where the batch
	// after them begins.
	Gap(file string, pos, first, last int64)
	Fault(f *Fault)
	Note(file, text string)
	End(s *Sum)
	// Stop tells, after each batch, whether nobody wants to hear more.
	Stop() bool
}

// Walk visits every batch of every segment of the target, with its records where that is
// asked for, and writes nothing.
//
// Errors: ErrNoSegment, ErrNotAFile, and the file system's own. Damage is no error: it is told
// to the visitor.
func Walk(t *Target, records bool, v Visitor) error {
	list, err := t.segments(v)
	if err != nil {
		return err
	}
	w := walker{t: t, v: v, records: records}
	for i, f := range list {
		sum := Sum{File: f}
		w.at = Progress{File: f.Label, Number: i + 1, Files: len(list)}
		if w.next = math.MaxInt64; i+1 < len(list) {
			w.next = list[i+1].Base
		}
		if err := w.file(&sum); err != nil || v.Stop() {
			return err
		}
		if i+1 < len(list) {
			w.between(&sum, list[i+1])
		}
	}
	return nil
}

// segments lists the segment files of a target, in order; other names that look like one are
// told to the visitor, which may be nil.
func (t *Target) segments(v Visitor) ([]*File, error) {
	e, err := t.FS.Stat(t.Name)
	if err != nil {
		return nil, err
	}
	if e.Regular {
		f := &File{Label: t.Label, Size: e.Size, name: t.Name, alone: true}
		f.Base, f.Named = segment.ParseFileName(t.Name, segment.LogSuffix)
		return []*File{f}, nil
	}
	if !e.Dir {
		return nil, labelled(ErrNotAFile, t.Label)
	}
	entries, err := t.FS.ReadDir(t.Name)
	if err != nil {
		return nil, err
	}
	var list []*File
	found := false
	for _, e := range entries { // sorted by name, so by base offset
		label := join(t.Label, e.Name)
		base, ok := segment.ParseFileName(e.Name, segment.LogSuffix)
		found = found || ok
		switch {
		case ok && e.Regular:
			list = append(list, &File{Label: label, Base: base, Named: true, Size: e.Size,
				name: path.Join(t.Name, e.Name)})
		case ok && v != nil:
			v.Fault(faultOf(segment.ErrNotAFile, label, 0, 0))
		case ok:
			return nil, labelled(segment.ErrNotAFile, label)
		case v != nil && strings.HasSuffix(e.Name, segment.LogSuffix):
			v.Note(label, "no segment's name: not looked at")
		}
	}
	if !found {
		return nil, labelled(ErrNoSegment, t.Label)
	}
	return list, nil
}

func join(dir, name string) string {
	if dir == "" || strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}

// open opens a segment for reading, and settles its base offset where the name tells none.
func (t *Target) open(f *File) (vfs.File, error) {
	r, err := t.FS.Open(f.name)
	if err != nil {
		return nil, err
	}
	if f.Size, err = r.Size(); err == nil && !f.Named {
		f.Base, err = firstBase(r, f.Size)
	}
	if err != nil {
		r.Close()
		return nil, doing("reading ", f, err)
	}
	return r, nil
}

// firstBase gives the base offset of a file's first batch; 0 where there is none.
func firstBase(r vfs.File, size int64) (int64, error) {
	head := make([]byte, min(size, batch.HeaderSize))
	if _, err := r.ReadAt(head, 0); err != nil && len(head) > 0 {
		return 0, err
	}
	if _, err := batch.StoredSize(head, size); err != nil {
		return 0, nil
	}
	return max(batch.Batch(head).BaseOffset(), 0), nil
}

// doing wraps what a file system said with what was being done.
func doing(what string, f *File, err error) error {
	return fmt.Errorf("%s%s: %w", what, f.Label, err)
}

// faultOf makes a fault of an error that says what is wrong with a file's bytes.
func faultOf(e *kerr.Error, label string, pos, unread int64) *Fault {
	return &Fault{File: label, Pos: pos, Unread: unread, Reason: labelled(e, label).Error()}
}

// labelled gives the same error in the file that a person knows; kerr moves a position that
// is none to the one given.
func labelled(e *kerr.Error, label string) *kerr.Error {
	if e.Pos == kerr.NoPos {
		return e.In(label, kerr.NoPos)
	}
	return e.In(label, 0)
}

func bytesText(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return strconv.FormatInt(n, 10) + " bytes"
}
