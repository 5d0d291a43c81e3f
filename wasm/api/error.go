package api

import (
	"errors"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
)

// ErrorName is the name of the errors that JavaScript sees.
const ErrorName = "KlogError"

// The codes of errors.
const (
	CodeInvalidOption = "invalid-option" // an unknown option, or a value that it does not take
	CodeUsage         = "usage"          // a call or a command line that can't be understood
	CodeFailed        = "failed"         // the demo ran and failed
	CodePanic         = "panic"          // a fault of the program's own; the next call works
	CodeBudget        = "budget"         // the call did more than API.Limit lets one do
)

// Error is an error as JavaScript sees it.
type Error struct {
	Name    string // ErrorName
	Code    string
	Field   string // the option that is wrong, by its name in JavaScript; "" for none
	Message string // one line: what was found and what is allowed, or what went wrong

	cause error
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// Unwrap gives what the engine said.
func (e *Error) Unwrap() error { return e.cause }

// ErrorOf gives any error as JavaScript sees it; nil for nil.
func ErrorOf(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return errorOf(demo.Spec{}, err)
}

// PanicError gives the error for what recover returned.
func PanicError(recovered any) *Error {
	text := "a value of an unknown kind"
	switch v := recovered.(type) {
	case error:
		text = v.Error()
	case string:
		text = v
	}
	return &Error{Name: ErrorName, Code: CodePanic, Message: "klog broke: " + cli.OneLine(text)}
}

// errorOf tells wrong options from failures; spec is the demo that was called.
func errorOf(spec demo.Spec, err error) *Error {
	e := &Error{Name: ErrorName, Code: CodeFailed, Message: cli.OneLine(err.Error()), cause: err}
	if bad, ok := errors.AsType[*demo.FlagError](err); ok {
		e.Code, e.Field, e.Message = CodeInvalidOption, bad.JSON, cli.OptionMessage(spec, bad)
		if e.Field == "" {
			e.Field = bad.Field
		}
	}
	return e
}
