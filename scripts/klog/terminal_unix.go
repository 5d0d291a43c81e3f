//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix" // Go's own, and needed by the tests anyway; syscall has no winsize
)

// columns gives the width of the terminal that a file is; false where it is none.
func columns(f *os.File) (n int, ok bool) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, false
	}
	if size.Col == 0 { // a terminal that doesn't know, as on a serial line
		return 80, true
	}
	return int(size.Col), true
}
