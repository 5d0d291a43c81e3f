// Package rivals drives other logs and other readers of Kafka's batches, each in the way its
// own documentation asks for and with its defaults where nothing else is said.
package rivals

import (
	"errors"
	"sync"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/raft"
	raftwal "github.com/hashicorp/raft-wal"
	"github.com/tidwall/wal"

	"kaenlog/scripts/bench/measure"
	"kaenlog/scripts/bench/plain"
)

// Tidwall writes b as one entry an operation; every write is synced, which is its default. The
// log counts its entries itself, so a mutex stands before it: index and write go together.
func Tidwall(dir string, b []byte, producers int) measure.Subject {
	return tidwall(dir, b, producers, nil)
}

func tidwall(dir string, b []byte, producers int, look func(*wal.Log) error) measure.Subject {
	return measure.Subject{Name: "tidwall/wal", Begin: func() (measure.Work, error) {
		at, end, err := plain.Dir(dir)
		if err != nil {
			return measure.Work{}, err
		}
		log, err := wal.Open(at, nil)
		if err != nil {
			return measure.Work{}, errors.Join(err, end())
		}
		var mu sync.Mutex
		index := uint64(0)
		one := func() error {
			mu.Lock()
			defer mu.Unlock()
			index++
			return log.Write(index, b)
		}
		return work(producers, one, func() error {
			var err error
			if look != nil {
				err = look(log)
			}
			return errors.Join(err, log.Close(), end())
		}), nil
	}}
}

// RaftWAL stores b as the data of one log entry an operation, behind a mutex as well.
func RaftWAL(dir string, b []byte, producers int) measure.Subject {
	return raftWAL(dir, b, producers, nil)
}

func raftWAL(dir string, b []byte, producers int, look func(*raftwal.WAL) error) measure.Subject {
	return measure.Subject{Name: "raft-wal", Begin: func() (measure.Work, error) {
		at, end, err := plain.Dir(dir)
		if err != nil {
			return measure.Work{}, err
		}
		log, err := raftwal.Open(at, raftwal.WithLogger(hclog.NewNullLogger()))
		if err != nil {
			return measure.Work{}, errors.Join(err, end())
		}
		var mu sync.Mutex
		index := uint64(0)
		one := func() error {
			mu.Lock()
			defer mu.Unlock()
			index++
			return log.StoreLog(&raft.Log{Index: index, Term: 1, Type: raft.LogCommand, Data: b})
		}
		return work(producers, one, func() error {
			var err error
			if look != nil {
				err = look(log)
			}
			return errors.Join(err, log.Close(), end())
		}), nil
	}}
}

func work(producers int, one, end func() error) measure.Work {
	return measure.Work{
		Do:  func(n int) error { return plain.Together(producers, n, one) },
		End: end,
	}
}
