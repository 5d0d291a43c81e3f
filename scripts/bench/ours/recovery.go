package ours

import (
	"fmt"
	"path/filepath"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/scripts/bench/measure"
)

// LogFile is where Fill leaves its batches.
func LogFile(dir string) string {
	return filepath.Join(dir, segment.FileName(0, segment.LogSuffix))
}

// Fill writes a log of one segment in dir, of b again and again, about size bytes in all.
func Fill(dir string, b []byte, size int64) error {
	l, err := openLog(dir, segment.Config{})
	if err != nil {
		return err
	}
	one := append(batch.Batch(nil), b...)
	for written := int64(0); written < size; written += one.Size() {
		one.Stamp(l.End(), 0)
		if err := l.Append(one, NowMs); err != nil {
			return err
		}
	}
	return l.Close()
}

// Recover recovers the log in dir once an operation: every batch is checked, the indexes are
// gathered anew and held against their files. The log is good, so nothing is cut, however often.
func Recover(dir string) measure.Subject {
	return measure.Subject{Name: "recovery", Begin: func() (measure.Work, error) {
		l, err := openLog(dir, segment.Config{})
		if err != nil {
			return measure.Work{}, err
		}
		_, size := l.ActiveFile()
		do := func(n int) error {
			for range n {
				report, err := l.TruncateTail()
				if err != nil {
					return err
				}
				if report.Kept != size || report.Dropped != 0 {
					return fmt.Errorf("%d of %d bytes kept", report.Kept, size)
				}
			}
			return nil
		}
		return measure.Work{Do: do, End: l.Close}, nil
	}}
}
