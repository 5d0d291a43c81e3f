// Package cli is klog's command line: words in; standard output, standard error and an
// exit status out. It knows no operating system: the native binary and the programs in a
// web page both hand it their file system and print what it gives back.
//
// A demo's flags, their bounds and their help all come from the table in engine/demo, so a
// new one needs nothing here. The commands that look at files are in tools.go.
package cli

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"kaenlog/engine/demo"
	"kaenlog/engine/inspect"
	"kaenlog/engine/vfs"
)

// Version is klog's own version, in "klog version" and in JavaScript.
const Version = "0.1.0"

// The exit statuses.
const (
	ExitDone   = 0
	ExitFailed = 1 // one line on standard error says what
	ExitWrong  = 2 // wrong words: what was wrong, and the usage line
)

// Env is what a command line runs in.
type Env struct {
	// Place gives the file system in which the path of a --dir, or the PATH of dump, verify
	// and recover, lies, and its name there.
	Place func(dir string) (fsys vfs.FS, name string, err error)

	// Do runs a demo; nil stands for demo.Do.
	Do func(spec demo.Spec, fsys vfs.FS, o demo.Options) (*demo.Run, error)

	// Stdout takes what dump, verify and recover tell while they look, so that a report on a
	// large file needs no memory for it; nil: it is gathered in Result.Stdout.
	Stdout io.Writer

	// Progress and Guard are inspect.Target's, for dump, verify and recover; each may be nil.
	Progress func(inspect.Progress)
	Guard    func(work func(interrupted func() bool) error) error

	// Others are commands that only this host has.
	Others []Other
}

// Other is a command of a host's own. Run is given the words behind its name, and --help alone
// where somebody asks for its help.
type Other struct {
	Name, Summary string
	Run           func(args []string) Result
}

// Result is what a command line gave.
type Result struct {
	Exit   int
	Stdout []byte
	Stderr string
	Run    *demo.Run // of a demo that succeeded; else nil
}

// InTree gives an Env's Place for one file system that the paths of --dir are rooted in,
// as if its root were also the working directory: no number of ".." leads out of it.
func InTree(fsys vfs.FS) func(dir string) (vfs.FS, string, error) {
	return func(dir string) (vfs.FS, string, error) {
		name := strings.TrimPrefix(path.Clean("/"+dir), "/")
		if name == "" {
			name = "."
		}
		return fsys, name, nil
	}
}

// Run does what a command line says; args come without the word "klog".
//
// A demo's output is printed whole or not at all: nothing is on Stdout unless it succeeded.
// dump, verify and recover tell there what they found, faults too; a fault is exit status 1.
func Run(args []string, env Env) Result {
	if len(args) == 0 {
		return wrong("no command", usage)
	}
	word, rest := args[0], args[1:]
	switch word {
	case "help", "--help", "-help", "-h":
		return help(rest, env.Others)
	case "version", "--version", "-version":
		return version(rest)
	}
	if other, ok := otherOf(word, env.Others); ok {
		return other.Run(rest)
	}
	if spec, ok := specOf(word); ok {
		return runCommand(spec, word, rest, env)
	}
	if len(word) > 1 && word[0] == '-' {
		return wrong("no command before "+Quote(word)+": flags stand after the command", usage)
	}
	return unknownCommand(word, env.Others)
}

func otherOf(word string, others []Other) (Other, bool) {
	for _, o := range others {
		if o.Name == word {
			return o, true
		}
	}
	return Other{}, false
}

func version(rest []string) Result {
	if len(rest) > 0 {
		return wrong("version: unexpected word "+Quote(rest[0]), "usage: klog version")
	}
	return Result{Stdout: []byte("klog " + Version + "\n")}
}

func unknownCommand(word string, others []Other) Result {
	words := commandWords()
	for _, o := range others {
		words = append(words, o.Name)
	}
	return wrong("unknown command "+Quote(word)+DidYouMean(word, words), usage)
}

func runCommand(spec demo.Spec, command string, args []string, env Env) Result {
	words, err := read(spec, args)
	if err == nil && words.help {
		return Result{Stdout: []byte(commandHelp(spec))}
	}
	if err != nil {
		return wrong(command+": "+err.Error(), usageLine(spec))
	}
	if isTool(spec) {
		return runTool(spec, words, env)
	}
	run, err := env.Demo(spec, words.given)
	bad, isFlag := errors.AsType[*demo.FlagError](err)
	switch {
	case isFlag:
		return wrong(command+": "+flagMessage("--"+bad.Field, bad), usageLine(spec))
	case err != nil:
		what := "klog: " + command + ": " + OneLine(err.Error()) + "\n"
		return Result{Exit: ExitFailed, Stderr: what}
	}
	var out []byte
	if words.json {
		out = append(AppendRun(out, run), '\n')
	} else {
		out = append(out, run.Text()...)
	}
	return Result{Stdout: out, Run: run}
}

// Demo runs one demo with the flags given by name; the run's own flags show the directory
// as it was given, wherever Place found it.
//
// Errors: *demo.FlagError for wrong words, before anything is touched; any other for a run
// that failed.
func (env Env) Demo(spec demo.Spec, given []demo.Set) (*demo.Run, error) {
	o, err := spec.Parse(given)
	if err != nil {
		return nil, err
	}
	dir := o.Dir
	var fsys vfs.FS
	if dir != "" {
		if !utf8.ValidString(dir) || strings.IndexByte(dir, 0) >= 0 {
			return nil, &demo.FlagError{Field: "dir", JSON: "dir", Found: dir,
				Allowed: "a path in UTF-8 without zero bytes"}
		}
		if fsys, o.Dir, err = env.Place(dir); err != nil {
			return nil, newDirError(dir, "", err)
		}
		if !fs.ValidPath(o.Dir) {
			return nil, newDirError(dir, "", fs.ErrInvalid)
		}
	}
	do := env.Do
	if do == nil {
		do = demo.Do
	}
	run, err := do(spec, fsys, o)
	if err != nil {
		if dir != "" {
			err = newDirError(dir, o.Dir, err)
		}
		return nil, err
	}
	for i := range run.Flags {
		if run.Flags[i].Name == "dir" {
			run.Flags[i].V = dir
		}
	}
	return run, nil
}

// Wrong is the answer to a command line that can't be taken apart into words.
func Wrong(what string) Result { return wrong(what, usage) }

// wrong is the answer to wrong words.
func wrong(what, usage string) Result {
	return Result{Exit: ExitWrong, Stderr: "klog: " + what + "\n" + usage + "\n"}
}
