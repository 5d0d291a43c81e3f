package demo

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
)

// ErrClaim: something that a demo is about to print does not hold. Nothing was printed.
var ErrClaim = errors.New("a claim of the demo does not hold")

// claim gives an error that names the claim, unless it holds.
func claim(holds bool, format string, args ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrClaim, fmt.Sprintf(format, args...))
}

// Do runs a demo with the engine and gives what there is to print. With o.Dir empty it
// runs in a memory of its own and fsys may be nil; otherwise o.Dir is a directory in fsys,
// which must be empty, missing, or hold nothing but what a demo wrote before.
//
// Errors: *FlagError for options that the demo does not take; ErrForeign for a directory
// that holds anything else, left as it is; ErrClaim; the engine's own.
func Do(spec Spec, fsys vfs.FS, o Options) (*Run, error) {
	e := &env{fs: fsys, root: o.Dir, o: o, rec: &trace.Recorder{}}
	if o.Dir == "" {
		mem, err := vfs.NewMemory()
		if err != nil {
			return nil, err
		}
		e.fs, e.root = mem, "data"
	} else if err := acquire(fsys, o.Dir); err != nil {
		return nil, err
	}
	var sections []Section
	var err error
	switch spec.Name {
	case "produce":
		sections, err = produceDemo(e)
	case "dedup":
		sections, err = dedupDemo(e)
	case "recovery":
		sections, err = recoveryDemo(e)
	default:
		err = fmt.Errorf("there is no demo %q", spec.Name)
	}
	err = errors.Join(err, e.closeAll())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", spec.Name, err)
	}
	if o.Dir != "" {
		if err := complete(fsys, o.Dir); err != nil {
			return nil, err
		}
	}
	return &Run{Demo: spec.Name, Flags: spec.values(o), Golden: spec.golden(o),
		Sections: sections, Events: e.rec.Entries()}, nil
}

// env is what a demo runs in.
type env struct {
	fs   vfs.FS
	root string // directory that the demo writes below
	name string // how the trace names it: "" but for a demo that runs another
	o    Options
	rec  *trace.Recorder
	open []*partition.Partition
}

// partition opens the partition in a directory below the root, "" for the root itself.
func (e *env) partition(sub string, segmentBytes int64) (*partition.Partition, error) {
	now := e.o.NowMs
	p, err := partition.Open(e.fs, path.Join(e.root, sub), partition.Config{
		Config:  segment.Config{SegmentBytes: segmentBytes, Label: path.Join(e.name, sub), Trace: e.rec},
		TopicID: topicID,
		NowMs:   func() int64 { return now },
	})
	if err != nil {
		return nil, err
	}
	e.open = append(e.open, p)
	return p, nil
}

// close closes one partition, as a broker that ends.
func (e *env) close(p *partition.Partition) error {
	for i, q := range e.open {
		if q == p {
			e.open = append(e.open[:i], e.open[i+1:]...)
		}
	}
	return p.Close()
}

func (e *env) closeAll() error {
	var err error
	for _, p := range e.open {
		err = errors.Join(err, p.Close())
	}
	e.open = nil
	return err
}

// with gives the same place below another directory, with other options.
func (e *env) with(sub string, o Options) *env {
	return &env{fs: e.fs, root: path.Join(e.root, sub), name: path.Join(e.name, sub),
		o: o, rec: e.rec}
}

func list(words []string) string { return "[" + strings.Join(words, " ") + "]" }

func offsets(first, last int64) string {
	return strconv.FormatInt(first, 10) + ".." + strconv.FormatInt(last, 10)
}
