// Package api is what a page may ask of the engine, in plain Go: the demos as functions,
// klog's command line, and errors as data. The program that a page loads only carries it
// over the border to JavaScript, so all of it is tested where Go is tested.
package api

import (
	"strings"
	"sync"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/vfs"
)

// API answers calls. It owns one file system in memory that lives as long as it does: what
// a demo wrote to a --dir is there for the next call.
//
// Concurrency: calls from many goroutines run one after another.
type API struct {
	mu    sync.Mutex
	fsys  vfs.FS // made at the first call that needs it
	meter *meter // nil: calls have no limit

	// do runs a demo; nil stands for demo.Do.
	do func(demo.Spec, vfs.FS, demo.Options) (*demo.Run, error)

	// again runs each demo until one fails, and gives none: in the build endless.
	again bool
}

// Result is what a call gave.
type Result struct {
	JSON   []byte // the run's shape (cli.AppendRun); "null" when no demo has run
	Text   []byte // what klog would have printed on standard output
	Exit   int
	Stderr string
}

// New makes an API with an empty file system.
func New() *API { return &API{again: endless} }

// Version gives klog's version.
func Version() string { return cli.Version }

// Demo runs the demo of that name: as a function ("produceDemo"), as in the run's shape
// ("produce") or as a command ("produce-demo"). Options are named as in JavaScript
// ("nowMs") or on the command line ("now-ms"); of one given twice the last counts.
//
// Errors: *Error, always. Nothing has run when its code is usage or invalid-option.
func (a *API) Demo(name string, given []demo.Set) (res Result, err error) {
	spec, ok := demo.SpecOf(name)
	if !ok {
		return Result{}, unknownDemo(name)
	}
	a.alone(func() {
		run, runErr := a.run(spec, given)
		if runErr != nil {
			err = runErr
			return
		}
		res = Result{JSON: cli.AppendRun(nil, run), Text: []byte(run.Text())}
	})
	return res, err
}

// run runs a demo for a call that is alone.
func (a *API) run(spec demo.Spec, given []demo.Set) (*demo.Run, *Error) {
	run, err := a.env().Demo(spec, given)
	if a.meter.isSpent() { // whatever the engine made of it
		return nil, &Error{Name: ErrorName, Code: CodeBudget, Message: errSpent.Error(), cause: err}
	}
	if err != nil {
		return nil, errorOf(spec, err)
	}
	return run, nil
}

// Run does what a command line says, as the native klog would; argv comes without the word
// "klog". Wrong words and failures are in the Result, as they would be on a terminal.
func (a *API) Run(argv []string) (res Result) {
	a.alone(func() { res = resultOf(cli.Run(argv, a.env())) })
	return res
}

// RunLine is Run for a command line in one piece, as a person types it: see SplitLine. A
// line that can't be taken apart is wrong words.
func (a *API) RunLine(line string) Result {
	argv, err := SplitLine(line)
	if err != nil {
		return resultOf(cli.Wrong(err.Error()))
	}
	return a.Run(argv)
}

func resultOf(r cli.Result) Result {
	json := []byte("null")
	if r.Run != nil {
		json = cli.AppendRun(nil, r.Run)
	}
	return Result{JSON: json, Text: r.Stdout, Exit: r.Exit, Stderr: r.Stderr}
}

// alone runs one call at a time. A call that panics, or comes to its limit, leaves files open
// behind it, so the file system goes with it and the next call begins with an empty one.
func (a *API) alone(call func()) {
	a.mu.Lock()
	done := false
	defer func() {
		if !done || a.meter.isSpent() {
			a.fsys = nil
		}
		a.mu.Unlock()
	}()
	a.meter.reset()
	call()
	done = true
}

func (a *API) env() cli.Env { return cli.Env{Place: a.place, Do: a.perform} }

// perform implements cli.Env's Do.
func (a *API) perform(spec demo.Spec, fsys vfs.FS, o demo.Options) (*demo.Run, error) {
	for {
		run, err := a.once(spec, fsys, o)
		if err != nil || !a.again {
			return run, err
		}
	}
}

func (a *API) once(spec demo.Spec, fsys vfs.FS, o demo.Options) (*demo.Run, error) {
	if a.do != nil {
		return a.do(spec, fsys, o)
	}
	if o.Dir != "" || a.meter == nil {
		return demo.Do(spec, fsys, o)
	}
	memory, err := a.memory()
	if err != nil {
		return nil, err
	}
	return demo.DoAlone(spec, memory, o)
}

// memory makes a file system whose calls count.
func (a *API) memory() (vfs.FS, error) {
	fsys, err := vfs.NewMemory()
	if err != nil || a.meter == nil {
		return fsys, err
	}
	return countedFS{fsys, a.meter}, nil
}

// place implements cli.Env's Place in the API's own file system.
func (a *API) place(dir string) (vfs.FS, string, error) {
	if a.fsys == nil {
		fsys, err := a.memory()
		if err != nil {
			return nil, "", err
		}
		a.fsys = fsys
	}
	return cli.InTree(a.fsys)(dir)
}

func unknownDemo(name string) *Error {
	var names []string
	for _, s := range demo.Specs() {
		names = append(names, s.Function)
	}
	return &Error{Name: ErrorName, Code: CodeUsage,
		Message: "there is no demo " + cli.Quote(name) + ", only " + strings.Join(names, ", ")}
}
