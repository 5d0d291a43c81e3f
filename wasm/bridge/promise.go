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

// GiveWay makes a function that lets the host's event loop have a turn, and waits for its end.
// Sleeping does not do that: where the host is slow, the time is over before the loop is reached.
func GiveWay() func() {
	turned := make(chan struct{})
	wake := js.FuncOf(func(js.Value, []js.Value) any {
		go func() { turned <- struct{}{} }()
		return nil
	})
	return func() {
		js.Global().Call("setTimeout", wake, 0)
		<-turned
	}
}

// Object makes a plain JavaScript object with the properties given.
func Object(properties map[string]any) js.Value {
	object := js.Global().Get("Object").New()
	for name, v := range properties {
		object.Set(name, v)
	}
	return object
}

// Bytes copies b, one piece after another, into a new Uint8Array.
func Bytes(b ...[]byte) js.Value {
	size := 0
	for _, piece := range b {
		size += len(piece)
	}
	array := js.Global().Get("Uint8Array").New(size)
	at := 0
	for _, piece := range b {
		js.CopyBytesToJS(array.Call("subarray", at), piece)
		at += len(piece)
	}
	return array
}

// BytesOf copies a Uint8Array, unless tooMany refuses its length.
//
// Errors: *Error without Field when v is no Uint8Array; tooMany's.
func BytesOf(v js.Value, tooMany func(size int) error) ([]byte, error) {
	if !v.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, &Error{Code: CodeUsage, Message: "the bytes must be a Uint8Array"}
	}
	size := v.Length()
	if err := tooMany(size); err != nil {
		return nil, err
	}
	b := make([]byte, size)
	js.CopyBytesToGo(b, v)
	return b, nil
}
