package demo

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
)

// ErrClaim: something that a demo is about to print does not hold. Nothing was printed.
var ErrClaim = errors.New("a claim of the demo does not hold")

// Do runs a demo with the engine and gives what there is to print. With o.Dir empty it
// runs in a memory of its own and fsys may be nil; otherwise o.Dir is a directory in fsys,
// which must be empty, missing, or hold nothing but what a demo wrote before.
//
// Errors: ErrForeign for a directory that holds anything else, ErrRunning, each leaves it as it
// is; ErrClaim;
// the engine's own.
func Do(spec Spec, fsys vfs.FS, o Options) (*Run, error) {
	e := newEnv(o)
	if o.Dir == "" {
		return e.told(spec, e.runInMemory)
	}
	c, err := acquire(fsys, o.Dir)
	if err != nil {
		return nil, err
	}
	return e.told(spec, func(name string) ([]Section, error) { return e.runIn(c, name) })
}

// DoAlone runs a demo as Do does in memory, but in a file system of the caller's, which must be
// empty and which nobody else may use. o.Dir must be empty.
//
// Errors: as Do; what is left in the file system then is of no use.
func DoAlone(spec Spec, fsys vfs.FS, o Options) (*Run, error) {
	e := newEnv(o)
	return e.told(spec, func(name string) ([]Section, error) { return e.runAlone(fsys, name) })
}

// told runs the demo and gives what there is to print.
func (e *env) told(spec Spec, run func(name string) ([]Section, error)) (*Run, error) {
	sections, err := run(spec.Name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", spec.Name, err)
	}
	return &Run{Demo: spec.Name, Flags: spec.values(e.o), Golden: spec.golden(e.o),
		Sections: sections, Events: e.rec.Entries(), Bytes: e.bytes}, nil
}

func (e *env) runInMemory(name string) ([]Section, error) {
	mem, err := vfs.NewMemory()
	if err != nil {
		return nil, err
	}
	return e.runAlone(mem, name)
}

func (e *env) runAlone(fsys vfs.FS, name string) ([]Section, error) {
	e.fs, e.root = fsys, "data"
	return e.run(name)
}

// runIn runs the demo in a directory that it has for itself, and lets it go.
func (e *env) runIn(c *claimed, name string) ([]Section, error) {
	e.fs = c
	sections, err := e.run(name)
	if err == nil {
		err = c.complete()
	}
	if err != nil {
		return nil, errors.Join(err, c.abandon())
	}
	return sections, nil
}

// run runs the demo of this name and closes what it opened.
func (e *env) run(name string) (sections []Section, err error) {
	defer func() {
		if cerr := e.closeAll(); err == nil && cerr != nil {
			sections, err = nil, cerr
		}
	}()
	var made []*Section
	err = unlessAborted(func() {
		switch name {
		case "produce":
			made = produceDemo(e)
		case "dedup":
			made = dedupDemo(e)
		case "recovery":
			made = recoveryDemo(e)
		default:
			must(fmt.Errorf("there is no demo %q", name))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, s := range made {
		sections = append(sections, *s)
	}
	return sections, nil
}

// unlessAborted tells part of a demo to its end, or gives the error that ended it.
func unlessAborted(tell func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			a, ok := r.(aborted)
			if !ok {
				panic(r)
			}
			err = a.err
		}
	}()
	tell()
	return nil
}

// aborted carries the error that ends a demo from where it happened to run: a demo is one
// story told in a line, and no part of it goes on without the part before.
type aborted struct{ err error }

// must ends the demo, unless err is nil.
func must(err error) {
	if err != nil {
		panic(aborted{err})
	}
}

// claim ends the demo with an error that names the claim, unless it holds.
func claim(holds bool, what string) {
	if !holds {
		must(fmt.Errorf("%w: %s", ErrClaim, what))
	}
}

// env is what a demo runs in.
type env struct {
	fs   vfs.FS
	root string // directory that the demo writes below
	name string // how the trace names it: "" but for a demo that runs another
	o    Options
	rec  *trace.Recorder
	tap  func(sent bool, frame []byte) // sees every frame that crosses a connection
	open []*partition.Partition

	bytes Bytes
}

func newEnv(o Options) *env {
	return &env{root: o.Dir, o: o, rec: &trace.Recorder{}, tap: func(bool, []byte) {}}
}

// partition opens the partition in a directory below the root, "" for the root itself;
// segment.bytes 0 is Kafka's default.
func (e *env) partition(sub string, segmentBytes int64) *partition.Partition {
	now := e.o.NowMs
	p, err := partition.Open(e.fs, path.Join(e.root, sub), partition.Config{
		Config: segment.Config{SegmentBytes: segmentBytes, Label: path.Join(e.name, sub),
			Trace: e.rec},
		TopicID: topicID,
		NowMs:   func() int64 { return now },
	})
	must(err)
	e.open = append(e.open, p)
	return p
}

// close closes one partition, as a broker that ends.
func (e *env) close(p *partition.Partition) {
	for i, q := range e.open {
		if q == p {
			e.open = append(e.open[:i], e.open[i+1:]...)
		}
	}
	must(p.Close())
}

func (e *env) closeAll() error {
	var err error
	for _, p := range e.open {
		err = errors.Join(err, p.Close())
	}
	e.open = nil
	return err
}

// below gives a place below this one for the run of another demo with its default flags,
// this run's clock, and what is given. Its partitions must be closed.
func (e *env) below(sub, demo string, given ...Set) *env {
	spec, _ := SpecOf(demo)
	o, err := spec.Parse(given)
	must(err)
	o.NowMs = e.o.NowMs
	return &env{fs: e.fs, root: path.Join(e.root, sub), name: path.Join(e.name, sub),
		o: o, rec: e.rec, tap: e.tap}
}

// batch makes a batch of n of the demo's records.
func (e *env) batch(by batch.Producer, n int, state string) []byte {
	b, err := batch.Append(nil, by, payload(n, state, e.o.NowMs))
	must(err)
	return b
}

func list(words []string) string { return "[" + strings.Join(words, " ") + "]" }

func offsets(first, last int64) string { return decimal(first) + ".." + decimal(last) }
