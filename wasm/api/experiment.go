package api

import (
	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
)

// experiment is something that the lessons let a reader try, besides the demos: options in, one
// line of JSON out. It runs on file systems of its own and leaves nothing behind.
type experiment struct {
	name string
	make func(given []demo.Set) ([]byte, error)
}

var experiments = []experiment{
	{"cut", cutAndAppend},
	{"every-cut", everyCut},
	{"power-cut", powerCut},
	{"resend", playResend},
}

// Experiment makes the experiment of that name and gives what the engine did as JSON on one line;
// of an option given twice the last counts. What there is to tell stands at the function of each.
//
// Errors: *Error with code usage for a name that there is not, with code invalid-option, and
// with code failed when the engine fails.
//
// Concurrency: any number of calls at once.
func Experiment(name string, given []demo.Set) ([]byte, error) {
	names := ""
	for _, e := range experiments {
		if e.name == name {
			return e.make(given)
		}
		names += ", " + e.name
	}
	return nil, &Error{Name: ErrorName, Code: CodeUsage, Message: "there is no experiment " +
		cli.Quote(name) + ", only" + names[1:]}
}
