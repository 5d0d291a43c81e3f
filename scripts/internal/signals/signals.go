// Package signals has what commands need that end tidily when they are asked to.
package signals

import (
	"os"
	"os/signal"
	"syscall"
)

// Heeded gives the signals that ask a program to end. One that the caller has set to be ignored
// (nohup, a shell's background job) is not among them: it stays ignored.
func Heeded() []os.Signal {
	var heeded []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			heeded = append(heeded, s)
		}
	}
	return heeded
}

// Test is what Handle needs of a test.
type Test interface {
	Helper()
	Cleanup(func())
}

// Handle has the commands that a test starts take a signal, also where the test itself was started
// with it ignored: what a process handles is not ignored by those that it starts.
func Handle(t Test, s os.Signal) {
	t.Helper()
	if signal.Ignored(s) {
		handled := make(chan os.Signal, 1)
		signal.Notify(handled, s)
		t.Cleanup(func() { signal.Stop(handled) })
	}
}
