package inspect

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strconv"

	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// cutPiece is how much of a tail is copied at once.
const cutPiece = 1 << 20

// Report is what Recover found and did.
type Report struct {
	File       string
	Batches    int64
	NextOffset int64
	Kept       int64  // bytes of whole, good batches
	Dropped    int64  // bytes behind them
	Good       int64  // good batches among these, behind what is damaged
	Reason     string // why the first dropped byte is not part of the log; "" for none
	Cut        string // the file that keeps the tail; "" when nothing was cut
	Older      int64  // segments before this one, not looked at
	Later      int64  // segments behind this one, which was named itself
}

// Recover cuts the last segment of a directory, or the file that is named, before its first
// bad batch, and keeps what it cuts in a new file beside it: NAME.cut, or NAME.cut.1 and so on
// where that is taken. A good log is left byte for byte as it is; index files are left alone,
// they are made anew by the first append. With dry it only tells. Each gap is told to gap.
//
// Durability: the tail's copy and its name are durable before the log is cut, and the cut is
// when Recover returns.
// Errors: segment.ErrOldFormat when good messages of magic 0 or 1 would be cut, ErrNotALog,
// ErrNotAFile, ErrNoSegment, ErrChanged, ErrInterrupted, the file system's own: the log was not
// cut, unless the error says that syncing the cut failed.
//
// Source: LogSegment.recover, 4.1.0.
//
// Differs from Kafka: the tail is kept, and of a directory the last segment alone is cut.
func Recover(t *Target, dry bool, gap func(file string, pos, first, last int64)) (Report, error) {
	list, err := t.segments(nil)
	if err != nil {
		return Report{}, err
	}
	f := list[len(list)-1]
	r := Report{File: f.Label, Older: int64(len(list) - 1)}
	if f.alone && f.Named {
		r.Later = t.later(f)
	}
	err = t.scan(f, &r, gap)
	if err != nil || r.Dropped == 0 || dry {
		return r, err
	}
	cut := func(interrupted func() bool) error {
		r.Cut, err = t.cut(f, r.Kept, interrupted)
		return err
	}
	if t.Guard != nil {
		return r, t.Guard(cut)
	}
	return r, cut(func() bool { return false })
}

// later counts the segments behind one that was named itself, as far as they can be seen.
func (t *Target) later(f *File) (n int64) {
	entries, _ := t.FS.ReadDir(path.Dir(f.name)) // the file may be all that can be read there
	for _, e := range entries {
		if base, ok := segment.ParseFileName(e.Name, segment.LogSuffix); ok && base > f.Base {
			n++
		}
	}
	return n
}

func (t *Target) scan(f *File, r *Report, gap func(file string, pos, first, last int64)) error {
	log, err := t.open(f)
	if err != nil {
		return err
	}
	defer log.Close()
	read := t.watch(log, 0, Progress{File: f.Label, Size: f.Size, Number: 1, Files: 1})
	scan := segment.NewScanner(read, f.Size, f.Base)
	for scan.Next() {
		r.Batches++
		if n := scan.Gap(); n > 0 {
			first := scan.Header().BaseOffset() - n
			gap(f.Label, scan.Pos(), first, first+n-1)
		}
	}
	r.Kept, r.Dropped, r.NextOffset = scan.End(), f.Size-scan.End(), scan.NextOffset()
	err = scan.Err()
	if err == nil {
		return nil
	}
	e, ok := segment.Damage(err)
	switch {
	case !ok:
		return doing("reading ", f, err)
	case errors.Is(err, segment.ErrOldFormat):
		return labelled(e, f.Label)
	case !f.Named && r.Batches == 0:
		return labelled(ErrNotALog, f.Label)
	}
	r.Reason = labelled(e, f.Label).Error()
	old, good, err := scan.OldBehind()
	r.Good = good
	if err != nil {
		return doing("reading ", f, err)
	}
	if old != nil {
		return labelled(old, f.Label)
	}
	return nil
}

// same tells that a file has the size that it was scanned with.
func same(log vfs.File, f *File) error {
	size, err := log.Size()
	if err == nil && size != f.Size {
		err = labelled(ErrChanged, f.Label)
	}
	return err
}

// cut keeps the bytes from a position on in a file of their own and then cuts them off.
func (t *Target) cut(f *File, from int64, interrupted func() bool) (string, error) {
	log, err := t.FS.OpenAppend(f.name)
	if err != nil {
		return "", err
	}
	defer log.Close()
	if err := same(log, f); err != nil {
		return "", err
	}
	suffix, err := t.keep(log, f, from, interrupted)
	if err != nil {
		return "", doing("keeping the tail of ", f, err)
	}
	kept := f.Label + suffix
	// Bytes that were added meanwhile are not in the copy, so they must not be cut.
	err = same(log, f)
	if err == nil && interrupted() {
		err = ErrInterrupted
	}
	if err != nil {
		t.FS.Remove(f.name + suffix)
		return "", err
	}
	if err := log.Truncate(from); err != nil {
		return "", doing("cutting ", f, err)
	}
	if err := log.Sync(); err != nil {
		return "", doing("its tail is in "+kept+", syncing ", f, err)
	}
	return kept, nil
}

// keep copies the tail into a new file, makes it durable, its name too, and gives what its name
// has behind the log's.
func (t *Target) keep(log vfs.File, f *File, from int64,
	interrupted func() bool) (suffix string, err error) {
	var kept vfs.File
	suffix = ".cut"
	for n := 1; ; n++ {
		kept, err = t.FS.CreateLike(f.name+suffix, f.name)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		suffix = ".cut." + strconv.Itoa(n)
	}
	tail := Progress{File: f.Label + suffix, Size: f.Size - from, Number: 1, Files: 1}
	err = copyTail(kept, t.watch(log, from, tail), from, f.Size, interrupted)
	if err == nil {
		err = kept.Sync()
	}
	if cerr := kept.Close(); err == nil {
		err = cerr
	}
	if err == nil && t.FS.Durable() {
		err = t.FS.SyncDir(path.Dir(f.name))
	}
	if err != nil {
		t.FS.Remove(f.name + suffix) // made here, half made, and the log still has it all
		return "", err
	}
	return suffix, nil
}

func copyTail(to vfs.File, log io.ReaderAt, from, end int64, interrupted func() bool) error {
	buf := make([]byte, min(end-from, cutPiece))
	for pos := from; pos < end; pos += int64(len(buf)) {
		if interrupted() {
			return ErrInterrupted
		}
		buf = buf[:min(end-pos, cutPiece)]
		if _, err := log.ReadAt(buf, pos); err != nil {
			return err
		}
		if _, err := to.Append(buf); err != nil {
			return err
		}
	}
	return nil
}
