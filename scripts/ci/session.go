package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// session is one run of the checks: where, and until when.
type session struct {
	ctx  context.Context
	root string
	out  io.Writer
}

// command is a program to run in a folder of the repository.
type command struct {
	dir  string   // below the root; "" for the root
	env  []string // added to the environment
	only bool     // env is the whole environment
	args []string
}

// cmd makes c ready to run. When the session ends, the whole group of processes is told to: a
// test runner leaves browsers and servers behind otherwise.
func (s *session) cmd(c command) *exec.Cmd {
	cmd := exec.CommandContext(s.ctx, c.args[0], c.args[1:]...)
	cmd.Dir = filepath.Join(s.root, c.dir)
	if c.only {
		cmd.Env = c.env
	} else {
		cmd.Env = append(os.Environ(), c.env...)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// show runs c with its output shown.
func (s *session) show(c command) error {
	cmd := s.cmd(c)
	cmd.Stdout, cmd.Stderr = s.out, s.out
	fmt.Fprintf(s.out, "$ %s\n", strings.Join(c.args, " "))
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(c.args, " "), err)
	}
	return nil
}

// ask runs c and gives what it printed, without the white space around it.
func (s *session) ask(c command) (string, error) {
	cmd := s.cmd(c)
	var out, bad bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &bad
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", strings.Join(c.args, " "), err,
			bytes.TrimSpace(bad.Bytes()))
	}
	return strings.TrimSpace(out.String()), nil
}

func program(args ...string) command { return command{args: args} }
