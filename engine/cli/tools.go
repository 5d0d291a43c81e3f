package cli

import (
	"errors"
	"io/fs"
	"strings"
	"unicode/utf8"

	"kaenlog/engine/demo"
	"kaenlog/engine/inspect"
)

// tools are the commands that look at files; their one plain word is PATH. A demo has a
// function of its own in JavaScript, they have none, which is how they are told apart.
var tools = []demo.Spec{
	{Name: "dump", Commands: []string{"dump"},
		Summary: "the batches of a segment file or a partition's directory",
		Flags: []demo.Flag{{Name: "records", JSON: "records", Kind: demo.KindBool,
			Help: "also the records of batches that are not compressed"}}},
	{Name: "verify", Commands: []string{"verify"},
		Summary: "checks every batch of a segment file or a partition's directory"},
	{Name: "recover", Commands: []string{"recover"},
		Summary: "cuts a torn tail off a segment, and keeps it beside the log",
		Flags: []demo.Flag{{Name: "dry-run", JSON: "dryRun", Kind: demo.KindBool,
			Help: "only say what would be cut"}}},
}

// toolNotes stand at the end of the tools' help, in their order.
var toolNotes = []string{
	"A line a batch; a key or value is \"text\", hex as 0x…, or null. Nothing is written. Exit\n" +
		"status 1 when anything in it is damaged.\n",
	"A line a fault, with file, position and reason, and exit status 1 when there is one. A gap\n" +
		"in the offsets, messages of magic 0 and 1 and the state of index files are told, and are\n" +
		"no faults. Nothing is written.\n",
	"Of a directory the last segment is cut, before its first bad batch; good ones behind that\n" +
		"are cut with it, and counted. What is cut is in\n" +
		"NAME.cut first, or NAME.cut.1 and so on: no file is replaced or removed. Where a walk\n" +
		"from length to length comes to good messages of magic 0 and 1, nothing is cut.\n",
}

func isTool(spec demo.Spec) bool { return spec.Function == "" }

// commands gives the demos and the tools.
func commands() []demo.Spec {
	return append(append([]demo.Spec{}, demo.Specs()...), tools...)
}

const pathAllowed = "the path of a file or a directory, not empty"

func runTool(spec demo.Spec, w words, env Env) Result {
	command := spec.Name
	typed := w.plain
	if _, err := spec.Parse(w.given); err != nil {
		if bad, ok := errors.AsType[*demo.FlagError](err); ok {
			return wrong(command+": "+flagMessage("--"+bad.Field, bad), usageLine(spec))
		}
	}
	what := PathFault("PATH", typed)
	if !w.hasPlain {
		what = "PATH is missing: " + pathAllowed
	}
	if what != "" {
		return wrong(command+": "+what, usageLine(spec))
	}
	out := &report{w: env.Stdout, json: w.json}
	t := inspect.Target{Label: trimSlashes(typed), Progress: env.Progress, Guard: env.Guard}
	var err error
	t.FS, t.Name, err = env.Place(typed)
	if err == nil && !fs.ValidPath(t.Name) {
		err = fs.ErrInvalid
	}
	if err == nil {
		out.begin(command, typed)
		on := len(w.given) > 0 && w.given[len(w.given)-1].Text == "true" // they have one flag
		if command == "recover" {
			err = recoverLog(&t, on, out)
		} else {
			out.batches = command == "dump"
			err = inspect.Walk(&t, on, out)
		}
	}
	failure := ""
	if err != nil {
		var mentioned bool
		failure, mentioned = retold(typed, t.Name, err)
		if !mentioned && !strings.Contains(failure, t.Label) {
			failure = cutPath(typed) + ": " + failure
		}
	}
	return out.result(command, failure)
}

// PathFault says what is wrong with a path that was given by this name, which may lead nowhere
// yet; "" for nothing.
func PathFault(name, typed string) string {
	switch {
	case typed == "":
		return name + " is \"\", allowed is " + pathAllowed
	case !utf8.ValidString(typed) || strings.IndexByte(typed, 0) >= 0:
		return name + " is " + Quote(typed) + ", allowed is a path in UTF-8 without zero bytes"
	}
	return ""
}

// recoverLog cuts a log's tail, or says what would be cut.
func recoverLog(t *inspect.Target, dry bool, out *report) error {
	r, err := inspect.Recover(t, dry, out.Gap)
	if err != nil {
		return err
	}
	out.told(&recovered, r.File, r.Batches, r.Kept, r.Dropped, r.NextOffset,
		r.Good, r.Older, r.Later)
	switch {
	case r.Dropped == 0:
		out.field("result", "; ", "nothing to cut")
	case dry:
		out.field("result", "; ", "would be cut")
	default:
		out.field("result", "; ", "cut")
		out.field("cut", ", and kept in ", r.Cut)
		out.done = "; " + r.File + " was cut, its tail is in " + r.Cut
	}
	if r.Reason != "" {
		out.field("reason", "; ", r.Reason)
	}
	out.shut()
	return nil
}
