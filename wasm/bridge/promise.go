//go:build js

package bridge

import (
	"fmt"
	"syscall/js"
)

// Func makes a JavaScript function that runs fn in a goroutine and returns a Promise of
// what fn gives. The name is said in the message of a rejection after a panic.
//
// The result must be a js.Value or anything js.ValueOf takes, nil included.
//
// Errors: an *Error rejects with its code, field and message; any other error with the
// code "failed"; a panic with the code "panic". A fatal error of the Go runtime (out of
// memory, stack overflow) ends the program instead: the host sees it exit.
//
// Concurrency: calls may overlap; fn must be safe for that. The function is never released:
// it lives as long as the program.
func Func(name string, fn func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		executor := js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				result, err := guarded(name, fn, args)
				if err != nil {
					settle[1].Invoke(errorValue(err))
					return
				}
				settle[0].Invoke(result)
			}()
			return nil
		})
		// The Promise constructor calls its executor before it returns.
		defer executor.Release()
		return js.Global().Get("Promise").New(executor)
	})
}

// guarded calls fn and turns a panic into an *Error; so does a result that cannot cross.
func guarded(name string, fn func([]js.Value) (any, error),
	args []js.Value) (v js.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Error{Code: CodePanic, Message: fmt.Sprintf("%s: panic: %v", name, p)}
		}
	}()
	result, err := fn(args)
	if err != nil {
		return js.Undefined(), err
	}
	return js.ValueOf(result), nil
}

// Object makes a plain JavaScript object with the properties given.
func Object(properties map[string]any) js.Value {
	object := js.Global().Get("Object").New()
	for name, v := range properties {
		object.Set(name, v)
	}
	return object
}

// Bytes copies b into a new Uint8Array.
func Bytes(b []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}
