//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// endTogether has the signal go to what the command has started too: go build waits for the
// compilers that it runs.
func endTogether(cmd *exec.Cmd, end syscall.Signal) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, end) }
}
