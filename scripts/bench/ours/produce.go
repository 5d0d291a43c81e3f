package ours

import (
	"errors"
	"fmt"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/scripts/bench/measure"
	"kaenlog/scripts/bench/plain"
)

// Produce produces b once an operation with acks 1: validated, appended, synced, answered.
// That many producers do so at once.
func Produce(dir string, b []byte, producers int) measure.Subject {
	return produce(dir, b, producers, nil, nil)
}

// produce is Produce with a sink for what happens, and a look at the files before they go.
func produce(dir string, b []byte, producers int, sink trace.Sink,
	look func(dir string) error) measure.Subject {
	return measure.Subject{Name: "produce", Begin: func() (measure.Work, error) {
		at, end, err := plain.Dir(dir)
		if err != nil {
			return measure.Work{}, err
		}
		fsys, err := Disk(at)
		if err != nil {
			return measure.Work{}, errors.Join(err, end())
		}
		p, err := partition.Open(fsys, ".", partition.Config{NowMs: clock,
			Config: segment.Config{Trace: sink}})
		if err != nil {
			return measure.Work{}, errors.Join(err, end())
		}
		one := func() error { return p.Produce(b, partition.AcksLeader).Err }
		return measure.Work{
			Do:  func(n int) error { return plain.Together(producers, n, one) },
			End: ending(p.Close, at, look, end),
		}, nil
	}}
}

// ending closes, looks and cleans up.
func ending(shut func() error, at string, look func(string) error, end func() error) func() error {
	return func() error {
		err := shut()
		if look != nil && err == nil {
			err = look(at)
		}
		return errors.Join(err, end())
	}
}

// Append appends b to a log once an operation, stamped with the next offset, nothing synced.
func Append(dir string, b []byte) measure.Subject { return appendOnly(dir, b, nil) }

func appendOnly(dir string, b []byte, look func(dir string) error) measure.Subject {
	return measure.Subject{Name: "segment append", Begin: func() (measure.Work, error) {
		at, end, err := plain.Dir(dir)
		if err != nil {
			return measure.Work{}, err
		}
		l, err := openLog(at, segment.Config{})
		if err != nil {
			return measure.Work{}, errors.Join(err, end())
		}
		one := append(batch.Batch(nil), b...)
		do := func(n int) error {
			for range n {
				one.Stamp(l.End(), 0)
				if err := l.Append(one, NowMs); err != nil {
					return err
				}
			}
			return nil
		}
		return measure.Work{Do: do, End: ending(l.Close, at, look, end)}, nil
	}}
}

func openLog(dir string, cfg segment.Config) (*segment.Log, error) {
	fsys, err := Disk(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the disk: %w", err)
	}
	return segment.Open(fsys, ".", cfg, nil)
}
