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
	mu   sync.Mutex
	fsys vfs.FS // made at the first call that needs it

	// do runs a demo; nil stands for demo.Do.
	do func(demo.Spec, vfs.FS, demo.Options) (*demo.Run, error)
}

// Result is what a call gave.
type Result struct {
	JSON   []byte // the run's shape (cli.AppendRun); "null" when no demo has run
	Text   []byte // what klog would have printed on standard output
	Exit   int
	Stderr string
}

// New makes an API with an empty file system.
func New() *API { return &API{} }

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
		run, runErr := a.env().Demo(spec, given)
		if runErr != nil {
			err = errorOf(spec, runErr)
			return
		}
		res = Result{JSON: cli.AppendRun(nil, run), Text: []byte(run.Text())}
	})
	return res, err
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

// alone runs one call at a time. A call that panics leaves files open behind it, so the
// file system goes with it and the next call begins with an empty one.
func (a *API) alone(call func()) {
	a.mu.Lock()
	done := false
	defer func() {
		if !done {
			a.fsys = nil
		}
		a.mu.Unlock()
	}()
	call()
	done = true
}

func (a *API) env() cli.Env { return cli.Env{Place: a.place, Do: a.do} }

// place implements cli.Env's Place in the API's own file system.
func (a *API) place(dir string) (vfs.FS, string, error) {
	if a.fsys == nil {
		fsys, err := vfs.NewMemory()
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
