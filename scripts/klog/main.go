// Klog is the native program: the command line of engine/cli on the operating system's
// files, with its output streams and its exit status.
package main

import (
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"kaenlog/engine/cli"
)

// streams are the words that only tell what is in a file, and may be much: where their reader
// has enough (klog dump FILE | head) they end as such programs do, quietly and by SIGPIPE.
var streams = []string{"dump", "verify"}

func main() {
	args := os.Args[1:]
	if len(args) == 0 || !slices.Contains(streams, args[0]) {
		// A reader that went away is a failed write like any other, so that klog tells of it
		// by its exit status and not by a signal.
		signal.Ignore(syscall.SIGPIPE)
	}
	line := &progress{w: os.Stderr, columns: func() (int, bool) { return columns(os.Stderr) },
		now: time.Now}
	var stops interrupts
	stops.watch(func(s os.Signal) {
		line.stop()
		die(s)
	})
	os.Exit(run(args, os.Stdout, os.Stderr, line, &stops))
}

// run does what the words say and gives the exit status: that of the command, or 1 when
// its output did not arrive. One case can't be told: where the caller closed standard output
// (klog help >&-), Go opens the null device in its place before main begins, and all that is
// written there arrives; to klog it is the same as >/dev/null, and the status is the command's.
func run(args []string, stdout, stderr io.Writer, line *progress, stops *interrupts) int {
	line.begin()
	out := line.above(stdout)
	r := cli.Run(args, cli.Env{Place: place, Stdout: out, Progress: line.tell, Guard: stops.guard,
		Others: []cli.Other{server{out, stderr, stops}.command()}})
	if len(r.Stdout) > 0 {
		if _, err := out.Write(r.Stdout); err != nil {
			r.Exit, r.Stderr = cli.ExitFailed, "klog: writing the output: "+err.Error()+"\n"
		}
	}
	line.erase()
	io.WriteString(stderr, r.Stderr) // there is nobody left to tell when this fails
	return r.Exit
}
