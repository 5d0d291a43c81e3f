package api

import (
	"sort"
	"strings"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
)

// experiments are what the lessons let a reader try, besides the demos, each by its name: options
// in, one line of JSON out. Each runs on file systems of its own and leaves nothing behind.
var experiments = map[string]func(given []demo.Set) ([]byte, error){
	"power-cut": powerCut,
}

// Experiment makes the experiment of that name and gives what the engine did as JSON on one line;
// of an option given twice the last counts. What there is to tell stands at the function of each.
//
// Errors: *Error with code usage for a name that there is not, with code invalid-option, and
// with code failed when the engine fails.
//
// Concurrency: any number of calls at once.
func Experiment(name string, given []demo.Set) ([]byte, error) {
	if make := experiments[name]; make != nil {
		return make(given)
	}
	var names []string
	for each := range experiments {
		names = append(names, each)
	}
	sort.Strings(names)
	return nil, &Error{Name: ErrorName, Code: CodeUsage, Message: "there is no experiment " +
		cli.Quote(name) + ", only " + strings.Join(names, ", ")}
}
