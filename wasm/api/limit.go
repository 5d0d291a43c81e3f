package api

import (
	"errors"
	"sync/atomic"

	"kaenlog/engine/vfs"
)

// pauseEvery is how many steps a call does between two pauses: about as many as a demo does.
const pauseEvery = 64

var errSpent = errors.New("the call did more than it may do where nothing can stop it; " +
	"in a worker there is no such limit")

// Limit lets each call from now on do no more than so many steps, a step being one call of its
// file system, and has it pause now and then. It is for a program whose host can't end it while it
// computes. A demo that comes to the limit fails with CodeBudget, and the file system is empty
// then; a command line fails as on a full disk. Inspect and Experiment have limits of their own.
func (a *API) Limit(steps int64, pause func()) {
	a.meter = &meter{most: steps, pause: pause}
}

// meter counts the steps of a call. A nil meter counts nothing.
type meter struct {
	most  int64
	pause func()
	done  atomic.Int64
}

func (m *meter) reset() {
	if m != nil {
		m.done.Store(0)
	}
}

func (m *meter) isSpent() bool { return m != nil && m.done.Load() > m.most }

// step takes a step, or says that there is none left.
func (m *meter) step() error {
	n := m.done.Add(1)
	if n > m.most {
		return errSpent
	}
	if n%pauseEvery == 0 {
		m.pause()
	}
	return nil
}

// countedFS is a file system whose calls are steps. What a run does for ever, it does by way of
// one of those below.
type countedFS struct {
	vfs.FS
	m *meter
}

// Open implements vfs.FS.
func (f countedFS) Open(name string) (vfs.File, error) { return f.m.file(f.FS.Open(name)) }

// OpenAppend implements vfs.FS.
func (f countedFS) OpenAppend(name string) (vfs.File, error) {
	return f.m.file(f.FS.OpenAppend(name))
}

// Create implements vfs.FS.
func (f countedFS) Create(name string) (vfs.File, error) { return f.m.file(f.FS.Create(name)) }

// CreateLike implements vfs.FS.
func (f countedFS) CreateLike(name, like string) (vfs.File, error) {
	return f.m.file(f.FS.CreateLike(name, like))
}

// Stat implements vfs.FS.
func (f countedFS) Stat(name string) (vfs.Entry, error) {
	if err := f.m.step(); err != nil {
		return vfs.Entry{}, err
	}
	return f.FS.Stat(name)
}

// file makes a step of having opened a file.
func (m *meter) file(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	if err := m.step(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return countedFile{f, m}, nil
}

// countedFile is a file whose calls are steps.
type countedFile struct {
	vfs.File
	m *meter
}

// ReadAt implements vfs.File.
func (f countedFile) ReadAt(b []byte, pos int64) (int, error) {
	if err := f.m.step(); err != nil {
		return 0, err
	}
	return f.File.ReadAt(b, pos)
}

// Append implements vfs.File.
func (f countedFile) Append(b []byte) (int, error) {
	if err := f.m.step(); err != nil {
		return 0, err
	}
	return f.File.Append(b)
}
