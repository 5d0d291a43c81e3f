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

// damaged is what is cut: made once, and written to by nobody.
type damaged struct {
	log, next []byte
	batches   []Batch // the whole ones
}

var theLog = sync.OnceValues(func() (d damaged, err error) {
	if d.log, d.next, err = demo.TornLog(); err == nil {
		d.batches, _, err = walk(d.log)
	}
	return d, err
})

// Log tells how long the damaged log is, and which batches in it are whole.
//
// Errors: the engine's own.
func Log() (size int64, batches []Batch, err error) {
	d, err := theLog()
	return int64(len(d.log)), d.batches, err
}

// LengthError says that a length is none of the damaged log's, and which there are.
type LengthError struct{ Field, Found, Allowed string }

// Error implements error.
func (e *LengthError) Error() string {
	return e.Field + " is " + strconv.Quote(e.Found) + ", allowed is " + e.Allowed
}

// ParseLength reads a length of the damaged log, in bytes; the field is how it is called.
//
// Errors: *LengthError; the engine's own.
func ParseLength(field, text string) (int64, error) {
	d, err := theLog()
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, outside(field, text, 0, d)
	}
	return n, d.check(field, n, 0)
}

// check refuses a length that is below the least one, or longer than the log.
func (d damaged) check(field string, n, least int64) error {
	if n < least || n > int64(len(d.log)) {
		return outside(field, strconv.FormatInt(n, 10), least, d)
	}
	return nil
}

func outside(field, found string, least int64, d damaged) error {
	return &LengthError{field, found, "a whole number of bytes from " +
		strconv.FormatInt(least, 10) + " to " + strconv.Itoa(len(d.log))}
}

// put makes a file system that holds a log of these bytes and nothing else.
func put(log []byte) (vfs.FS, error) {
	fsys, err := vfs.NewMemory()
	if err == nil {
		err = fsys.MkdirAll(dir)
	}
	if err != nil {
		return nil, err
	}
	f, err := fsys.Create(logFile)
	if err != nil {
		return nil, err
	}
	return fsys, appendAll(f, log)
}

// appendAll writes behind the file's end, wherever that is, and closes it.
func appendAll(f vfs.File, b []byte) error {
	_, err := f.Append(b)
	return errors.Join(err, f.Close())
}

func open(fsys vfs.FS) (*partition.Partition, error) {
	return partition.Open(fsys, dir, partition.Config{NowMs: func() int64 { return nowMs }})
}
