package main

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"kaenlog/scripts/internal/signals"
)

// interrupts ends the process when a signal asks for it: at once, whatever the command waits
// for, but for what must not be left half done, which is asked to end and waited for.
type interrupts struct {
	whole sync.Mutex // held during such work

	once  sync.Once
	first chan struct{} // made by came
}

// came gives a channel that is closed when a signal has come.
func (i *interrupts) came() chan struct{} {
	i.once.Do(func() { i.first = make(chan struct{}) })
	return i.first
}

// asked says whether a signal has come.
func (i *interrupts) asked() bool {
	select {
	case <-i.came():
		return true
	default:
		return false
	}
}

// watch waits for the signals that end a program, and lets end end it. One that the caller has
// set to be ignored (nohup) stays ignored.
func (i *interrupts) watch(end func(os.Signal)) {
	asked := make(chan os.Signal, 1)
	for _, s := range signals.Heeded() { // Notify without any would take all
		signal.Notify(asked, s)
	}
	go i.wait(asked, end)
}

func (i *interrupts) wait(asked <-chan os.Signal, end func(os.Signal)) {
	s := <-asked
	close(i.came())
	i.whole.Lock()
	end(s)
}

// guard implements cli.Env's Guard. Work that was done when the signal came is told as done, so
// the process ends by itself; work that took everything back leaves the rest to the signal.
func (i *interrupts) guard(work func(interrupted func() bool) error) error {
	i.whole.Lock()
	err := work(i.asked)
	if err == nil && i.asked() {
		return nil // still locked
	}
	i.whole.Unlock()
	if i.asked() {
		select {}
	}
	return err
}

// die ends the process by a signal, as if it had not been caught: whoever waits for the process
// sees that, and a shell ends its script.
func die(s os.Signal) {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // it comes when it comes
	}
	status := 1
	if n, ok := s.(syscall.Signal); ok {
		status = 128 + int(n)
	}
	os.Exit(status)
}
