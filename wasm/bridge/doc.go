// Package bridge is the border between Go and JavaScript: the one place where functions
// are handed to the host.
//
// A Go function cannot wait inside a call from JavaScript: the event loop that would wake
// it stands still until the call returns. So every function handed over returns a Promise
// at once and works in a goroutine of its own. Whatever it does there, the Promise settles:
// an error rejects it with an Error whose name, code and field say what is wrong, and so
// does a panic, after which the next call works.
//
// Bytes cross as copies in a Uint8Array, never as a view of linear memory: that memory
// moves when it grows, and the engine writes on in it. Integers cross as numbers only where
// a float64 holds them exactly; beyond that they are decimal strings (out) and strings or
// BigInts (in).
package bridge
