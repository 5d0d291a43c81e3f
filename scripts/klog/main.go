// Klog is the native program: the command line of engine/cli on the operating system's
// files, with its output streams and its exit status.
package main

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	hackos "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/cli"
	"kaenlog/engine/vfs"
)

func main() {
	// A reader that went away is a failed write like any other, so that klog tells of it
	// by its exit status and not by a signal.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run does what the words say and gives the exit status: that of the command, or 1 when
// its output did not arrive.
func run(args []string, stdout, stderr io.Writer) int {
	r := cli.Run(args, cli.Env{Place: place})
	if len(r.Stdout) > 0 {
		if _, err := stdout.Write(r.Stdout); err != nil {
			r.Exit, r.Stderr = cli.ExitFailed, "klog: writing the output: "+err.Error()+"\n"
		}
	}
	io.WriteString(stderr, r.Stderr) // there is nobody left to tell when this fails
	return r.Exit
}

// place finds the file system for a directory. One at or below the working directory keeps
// the name that was typed, so that errors speak of it as the person did; any other counts
// from the root of its volume.
func place(dir string) (vfs.FS, string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, "", err
	}
	root := filepath.VolumeName(abs) + string(filepath.Separator)
	if filepath.IsLocal(dir) {
		if root, err = filepath.Abs("."); err != nil {
			return nil, "", err
		}
	}
	name, err := filepath.Rel(root, abs)
	if err != nil {
		return nil, "", err
	}
	fsys, err := volume(root)
	return fsys, filepath.ToSlash(name), err
}

// volume gives the operating system's files below root, which is an absolute path.
func volume(root string) (vfs.FS, error) {
	all := hackos.NewFS()
	if v := filepath.VolumeName(root); v != "" {
		sub, err := all.SubVolume(v)
		if err != nil {
			return nil, err
		}
		all = sub.(*hackos.FS)
	}
	below, err := all.FromOSPath(root)
	if err != nil {
		return nil, err
	}
	if below == "." {
		return vfs.FromHackpad(all, vfs.Options{Durable: true}), nil
	}
	sub, err := all.Sub(below)
	if err != nil {
		return nil, err
	}
	return vfs.FromHackpad(sub, vfs.Options{Durable: true}), nil
}
