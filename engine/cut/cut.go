// Package cut cuts the recovery demo's torn log at any of its bytes and lets the engine have what
// is left of the file: every cut recovered, or one cut and a batch appended behind it, with the
// torn tail cut off before or not.
//
//	every.go    what recovery keeps of the first n bytes, for each n
//	append.go   what becomes of a batch that is appended behind a cut
//
// Each length is a file of its own, that the engine opens and recovers; nothing is known of it
// beforehand. What the engine says of it is held against the bytes that were given to it.
package cut

import (
	"errors"
	"strconv"
	"sync"

	"kaenlog/engine/crashfs"
	"kaenlog/engine/demo"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// Where the partition is, and when it happens.
const (
	dir       = "orders-0"
	nowMs     = 1700000000000
	readLimit = 1 << 20 // bytes, more than the log ever has
)

var logFile = dir + "/" + segment.FileName(0, segment.LogSuffix)

// The damaged log and the batch that is appended to it: made once, and written to by nobody.
var (
	made      sync.Once
	log, next []byte
	errMade   error
)

// Size tells how long the damaged log is, in bytes.
//
// Errors: the engine's own.
func Size() (int64, error) {
	made.Do(func() { log, next, errMade = demo.TornLog() })
	return int64(len(log)), errMade
}

// ParseLength reads a length of the damaged log; field is the option that it is given as.
//
// Errors: *demo.FlagError; the engine's own.
func ParseLength(field, text string) (int64, error) {
	n, ok := demo.Int(text)
	if !ok {
		n = -1
	}
	return n, check(field, text, n, 0)
}

// check refuses a length that is below the least one, or above the log's.
func check(field, text string, n, least int64) error {
	size, err := Size()
	if err == nil && (n < least || n > size) {
		err = &demo.FlagError{Field: field, JSON: field, Found: text,
			Allowed: "a whole number of bytes from " + strconv.FormatInt(least, 10) + " to " +
				strconv.FormatInt(size, 10)}
	}
	return err
}

// put makes a file system in memory that holds a log of these bytes and nothing else. It is that of
// package crashfs, where nobody makes a crash: it is twice as fast as the other.
func put(b []byte) (vfs.FS, error) {
	fsys := vfs.FromHackpad(crashfs.New(), vfs.Options{})
	if err := fsys.MkdirAll(dir); err != nil {
		return nil, err
	}
	f, err := fsys.Create(logFile)
	if err != nil {
		return nil, err
	}
	return fsys, appendAll(f, b)
}

// appendAll writes behind the file's end, wherever that is, and closes it.
func appendAll(f vfs.File, b []byte) error {
	_, err := f.Append(b)
	return errors.Join(err, f.Close())
}

func open(fsys vfs.FS) (*partition.Partition, error) {
	return partition.Open(fsys, dir, partition.Config{NowMs: func() int64 { return nowMs }})
}

// fault says that a recovery contradicts the bytes that were opened or those that are read
// afterwards: torn were those behind the last whole batch, size is the file's after it.
func fault(opened, read []byte, torn, size int64, r segment.Report) error {
	if size != r.Kept || torn != r.Dropped || r.Kept+torn != int64(len(opened)) {
		return errors.New("recovery left another file than it says")
	}
	if string(read) != string(opened[:r.Kept]) {
		return errors.New("what is read is not what recovery kept")
	}
	return nil
}
