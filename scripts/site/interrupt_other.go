//go:build !unix

package main

import (
	"os/exec"
	"syscall"
)

// endTogether does nothing here: there are no signals for a group, and the command is killed.
func endTogether(*exec.Cmd, syscall.Signal) {}
