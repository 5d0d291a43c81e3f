package main

import (
	"context"
	"errors"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"kaenlog/scripts/internal/signals"
)

// errInterrupted says that a signal ended the work; what was begun was taken back.
var errInterrupted = errors.New("interrupted")

// untilSignal gives a context that ends with the first signal that asks for an end. One that the
// caller has set to be ignored (nohup) stays ignored.
func untilSignal() (context.Context, context.CancelFunc) {
	heeded := signals.Heeded()
	if len(heeded) == 0 {
		return context.WithCancel(context.Background()) // Notify would take all signals
	}
	return signal.NotifyContext(context.Background(), heeded...)
}

// promptly does work that leaves nothing behind, and does not wait for it once ctx has ended.
//
// Errors: errInterrupted, or what do says.
func promptly(ctx context.Context, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errInterrupted
	}
}

// interrupted is err, or errInterrupted where ctx has ended: then that is the reason.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

// patience is how long a command may take to end when it was asked to.
const patience = 10 * time.Second

// program is a command that is asked to end when ctx ends, with all that it started, so that it
// takes its temporary files away; it is killed when it does not.
func program(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.WaitDelay = patience
	end := syscall.SIGTERM
	if name == "go" {
		end = syscall.SIGINT // the one after which it tidies up
	}
	endTogether(cmd, end)
	return cmd
}
