//go:build js

package bridge

import (
	"errors"
	"syscall/js"
)

// ErrorName is the name of every Error that crosses the border.
const ErrorName = "KlogError"

// Codes that this package gives itself; functions may use others.
const (
	CodeInvalidOption = "invalid-option" // Field names the option
	CodeUsage         = "usage"          // the call itself is malformed
	CodeFailed        = "failed"
	CodePanic         = "panic"
)

// Error is an error as JavaScript sees it.
type Error struct {
	Code    string
	Field   string // the option at fault by its JavaScript name; "" for none
	Message string
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// errorValue makes the JavaScript Error for err. Its field is undefined where the error
// has none.
func errorValue(err error) js.Value {
	e := &Error{Code: CodeFailed, Message: err.Error()}
	if coded, ok := errors.AsType[*Error](err); ok {
		e = coded
	}
	v := js.Global().Get("Error").New(e.Message)
	v.Set("name", ErrorName)
	v.Set("code", e.Code)
	if e.Field == "" {
		v.Set("field", js.Undefined())
	} else {
		v.Set("field", e.Field)
	}
	return v
}
