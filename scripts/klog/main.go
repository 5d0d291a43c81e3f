// Klog is the native program: the command line of engine/cli on the operating system's
// files, with its output streams and its exit status.
package main

import (
	"io"
	"os"
	"os/signal"
	"syscall"

	"kaenlog/engine/cli"
)

func main() {
	// A reader that went away is a failed write like any other, so that klog tells of it
	// by its exit status and not by a signal.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run does what the words say and gives the exit status: that of the command, or 1 when
// its output did not arrive. One case can't be told: where the caller closed standard output
// (klog help >&-), Go opens the null device in its place before main begins, and all that is
// written there arrives; to klog it is the same as >/dev/null, and the status is the command's.
func run(args []string, stdout, stderr io.Writer) int {
	r := cli.Run(args, cli.Env{Place: place, Stdout: stdout})
	if len(r.Stdout) > 0 {
		if _, err := stdout.Write(r.Stdout); err != nil {
			r.Exit, r.Stderr = cli.ExitFailed, "klog: writing the output: "+err.Error()+"\n"
		}
	}
	io.WriteString(stderr, r.Stderr) // there is nobody left to tell when this fails
	return r.Exit
}
