// Package ours drives this log's engine the way its users do. Of what the bench needs, it is
// what changes with the engine; the other logs are in package rivals.
package ours

import (
	"kaenlog/engine/batch"
	"kaenlog/engine/vfs"

	hackos "github.com/hack-pad/hackpadfs/os"
)

// NowMs is the clock of all that is built here.
const NowMs = 1_700_000_000_000

func clock() int64 { return NowMs }

// Disk gives the operating system's files below dir, an absolute path, as klog uses them.
func Disk(dir string) (vfs.FS, error) {
	all := hackos.NewFS()
	below, err := all.FromOSPath(dir)
	if err != nil {
		return nil, err
	}
	sub, err := all.Sub(below)
	if err != nil {
		return nil, err
	}
	return vfs.FromHackpad(sub, vfs.Options{Durable: true}), nil
}

// KeySize is how much of each record's size is its key.
const KeySize = 10

// Records makes records of size bytes of key and value each, no two alike.
func Records(count, size int) []batch.NewRecord {
	recs := make([]batch.NewRecord, count)
	x := uint64(count)<<32 + uint64(size)
	for i := range recs {
		b := make([]byte, size)
		for k := range b {
			x = x*6364136223846793005 + 1442695040888963407
			b[k] = byte(x >> 56)
		}
		recs[i] = batch.NewRecord{Timestamp: NowMs + int64(i), Key: b[:KeySize:KeySize],
			Value: b[KeySize:]}
	}
	return recs
}

// Batch makes the batch of these records as a producer sends it.
func Batch(recs []batch.NewRecord) ([]byte, error) {
	return batch.Append(nil, batch.NoProducer, recs)
}
