//go:build js

// Command lesson is the engine as a page runs it: GOOS=js, in a worker or wherever the host
// starts it, on a memory file system that lives as long as the program.
//
// It puts its functions on an object klog of the global object that it was started with
// (the host makes that one for it alone; the page's is never touched), calls klog.ready when
// the host put such a function there, and waits for calls for ever. Where the host put a number
// klog.steps there, and it is more than 0, no call does more steps (api.Limit), and each gives way
// to the host's event loop now and then.
//
//	klog.demo(name, options)       -> Promise<{json: string, bytes: Uint8Array}>
//	klog.run(words)                -> Promise<{json: string, bytes: Uint8Array, exit: number,
//	                                           stderr: string}>
//	klog.inspect(bytes, options)   -> Promise<{json: Uint8Array, bytes: Uint8Array, exit: number,
//	                                           stderr: string}>
//	klog.draw(name, options)       -> Promise<{json: string, bytes: Uint8Array}>, no bytes
//	klog.experiment(name, options) -> Promise<{json: string, bytes: Uint8Array}>, no bytes
//	klog.version                   -> string
//
// The name is a demo's ("produce") or its function's ("produceDemo"), or an experiment's; options
// are by JSON name; words are a command line as one string or as an array, without "klog".
// Rejections are what package bridge says. The JSON of inspect may be large, and stays bytes.
package main

import (
	"syscall/js"

	"kaenlog/engine/demo"
	"kaenlog/wasm/api"
	"kaenlog/wasm/bridge"
)

func main() {
	host := js.Global().Get("klog")
	if host.IsUndefined() {
		host = bridge.Object(nil)
		js.Global().Set("klog", host)
	}
	engine := api.New()
	if steps := host.Get("steps"); steps.Type() == js.TypeNumber && steps.Int() > 0 {
		engine.Limit(int64(steps.Int()), bridge.GiveWay())
	}
	host.Set("demo", bridge.Func("demo", func(args []js.Value) (any, error) {
		return runDemo(engine, argument(args, 0), argument(args, 1))
	}))
	host.Set("run", bridge.Func("run", func(args []js.Value) (any, error) {
		return runLine(engine, argument(args, 0))
	}))
	host.Set("inspect", bridge.Func("inspect", func(args []js.Value) (any, error) {
		return inspect(argument(args, 0), argument(args, 1))
	}))
	host.Set("draw", bridge.Func("draw", func(args []js.Value) (any, error) {
		return drawn(argument(args, 0), argument(args, 1), engine.Draw)
	}))
	host.Set("experiment", bridge.Func("experiment", func(args []js.Value) (any, error) {
		return drawn(argument(args, 0), argument(args, 1), api.Experiment)
	}))
	host.Set("version", api.Version())
	if ready := host.Get("ready"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// runDemo runs a demo with the options given and returns its shape and its text.
func runDemo(engine *api.API, name, options js.Value) (any, error) {
	sets, err := named(name, options)
	if err != nil {
		return nil, err
	}
	result, err := engine.Demo(name.String(), sets)
	if err != nil {
		return nil, crossing(err)
	}
	return bridge.Object(map[string]any{
		"json":  string(result.JSON),
		"bytes": bridge.Bytes(result.Text),
	}), nil
}

// drawn makes what has a name, with the options given, and returns its JSON, and no bytes.
func drawn(
	name, options js.Value, draw func(name string, given []demo.Set) ([]byte, error),
) (any, error) {
	sets, err := named(name, options)
	if err != nil {
		return nil, err
	}
	json, err := draw(name.String(), sets)
	if err != nil {
		return nil, crossing(err)
	}
	return bridge.Object(map[string]any{"json": string(json), "bytes": bridge.Bytes()}), nil
}

// named reads the options of a call that names a demo or an experiment.
func named(name, options js.Value) ([]demo.Set, error) {
	if name.Type() != js.TypeString {
		return nil, &bridge.Error{Code: bridge.CodeUsage, Message: "the name must be a string"}
	}
	return setsOf(options)
}

// runLine runs a whole command line; a command that fails is no rejection, it has an exit
// status and a line on stderr.
func runLine(engine *api.API, line js.Value) (any, error) {
	var result api.Result
	if line.Type() == js.TypeString {
		result = engine.RunLine(line.String())
	} else {
		words, err := bridge.Strings(line)
		if err != nil {
			return nil, err
		}
		result = engine.Run(words)
	}
	return bridge.Object(map[string]any{
		"json":   string(result.JSON),
		"bytes":  bridge.Bytes(result.Text),
		"exit":   result.Exit,
		"stderr": result.Stderr,
	}), nil
}

// inspect tells what is in the bytes of a segment file; damage is no rejection.
func inspect(v, options js.Value) (any, error) {
	sets, err := setsOf(options)
	if err != nil {
		return nil, err
	}
	data, err := bridge.BytesOf(v, func(size int) error {
		if size > api.MaxInspectBytes {
			return crossing(api.TooManyBytes(int64(size)))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	result, err := api.Inspect(data, sets)
	if err != nil {
		return nil, crossing(err)
	}
	return bridge.Object(map[string]any{
		"json":   bridge.Bytes(result.JSON...),
		"bytes":  bridge.Bytes(result.Text...),
		"exit":   result.Exit,
		"stderr": result.Stderr,
	}), nil
}

// setsOf reads an options object.
func setsOf(options js.Value) ([]demo.Set, error) {
	given, err := bridge.Options(options)
	sets := make([]demo.Set, len(given))
	for i, o := range given {
		sets[i] = demo.Set{Name: o.Name, Text: o.Text}
	}
	return sets, err
}

// crossing gives err in the form in which it crosses to JavaScript.
func crossing(err error) error {
	e := api.ErrorOf(err)
	return &bridge.Error{Code: e.Code, Field: e.Field, Message: e.Message}
}

func argument(args []js.Value, i int) js.Value {
	if i < len(args) {
		return args[i]
	}
	return js.Undefined()
}
