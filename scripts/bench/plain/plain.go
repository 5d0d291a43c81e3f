// Package plain is what no log can do without: writing the bytes, syncing them, summing them.
// It has no dependencies.
package plain

import (
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"

	"kaenlog/scripts/bench/measure"
)

// FileName is what Append and Sync call their file.
const FileName = "plain"

// Append writes b once an operation at the end of a file of its own in a new directory below
// dir, and syncs it each time where that is wanted. The directory is gone after the round.
func Append(dir string, b []byte, synced bool) measure.Subject {
	name := "raw write"
	if synced {
		name = "raw write and fsync"
	}
	return measure.Subject{Name: name, Begin: func() (measure.Work, error) {
		at, end, err := Dir(dir)
		if err != nil {
			return measure.Work{}, err
		}
		f, err := os.OpenFile(filepath.Join(at, FileName),
			os.O_CREATE|os.O_EXCL|os.O_RDWR|os.O_APPEND, 0o644)
		if err != nil {
			return measure.Work{}, errors.Join(err, end())
		}
		do := func(n int) error {
			for range n {
				if _, err := f.Write(b); err != nil {
					return err
				}
				if synced {
					if err := f.Sync(); err != nil {
						return err
					}
				}
			}
			return nil
		}
		return measure.Work{Do: do, End: func() error { return errors.Join(f.Close(), end()) }}, nil
	}}
}

// Dir makes a new directory below dir, and gives what removes it.
func Dir(dir string) (string, func() error, error) {
	at, err := os.MkdirTemp(dir, "round-")
	return at, func() error { return os.RemoveAll(at) }, err
}

// Together does n operations with that many goroutines, each its share of them; n is divisible.
func Together(goroutines, n int, one func() error) error {
	if goroutines == 1 {
		for range n {
			if err := one(); err != nil {
				return err
			}
		}
		return nil
	}
	errs := make([]error, goroutines)
	var all sync.WaitGroup
	for i := range goroutines {
		all.Go(func() {
			for k := 0; k < n/goroutines && errs[i] == nil; k++ {
				errs[i] = one()
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum reads the whole file and sums it with CRC-32C, in pieces of the size given. An operation
// is once over the file.
func Sum(name, file string, piece int) measure.Subject {
	return measure.Subject{Name: name, Begin: func() (measure.Work, error) {
		f, err := os.Open(file)
		if err != nil {
			return measure.Work{}, err
		}
		buf := make([]byte, piece)
		do := func(n int) error {
			for range n {
				if _, err := SumOf(f, buf); err != nil {
					return err
				}
			}
			return nil
		}
		return measure.Work{Do: do, End: f.Close}, nil
	}}
}

// SumOf gives the CRC-32C of all that f holds, read through buf.
func SumOf(f io.ReaderAt, buf []byte) (uint32, error) {
	var sum uint32
	for pos := int64(0); ; {
		n, err := f.ReadAt(buf, pos)
		sum = crc32.Update(sum, castagnoli, buf[:n])
		pos += int64(n)
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return 0, err
		}
	}
}
