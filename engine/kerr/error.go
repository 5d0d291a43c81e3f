package kerr

import (
	"errors"
	"strconv"
	"strings"
)

// NoPos in Error.Pos says that the error has no place in a file or a buffer.
const NoPos int64 = -1

// Error is the engine's one error type: what a Kafka client is told (Code), what a person
// is told (Msg) and, as data, where it happened and what was found there.
//
// Two Errors match under errors.Is when the target is the very same value, which is how a
// package's sentinels are used: At and WithCause make copies that still match the sentinel
// that they came from.
type Error struct {
	Code    Code   // what goes on the wire
	Msg     string // one short phrase, without place and without numbers
	File    string // file the bytes came from; "" for bytes in memory
	Pos     int64  // byte position in File, or in the buffer decoded; NoPos for none
	Field   string // name of the field, as Kafka spells it; "" for none
	Found   string // what the field held; "" for nothing to tell
	Allowed string // what it may hold; "" for nothing to tell

	kind  *Error // the sentinel this is an instance of; nil on the sentinel itself
	cause error  // what a lower layer said; nil for none
}

// New makes a sentinel: a kind of error, without a place.
func New(code Code, msg string) *Error {
	return &Error{Code: code, Msg: msg, Pos: NoPos}
}

// At gives an instance of the kind e at byte position pos, for the field named.
func (e *Error) At(pos int64, field, found, allowed string) *Error {
	c := *e
	c.kind = e.sentinel()
	c.Pos, c.Field, c.Found, c.Allowed = pos, field, found, allowed
	return &c
}

// In gives the same error with the file it happened in and shift added to its position:
// decoders speak of positions in their buffer, a segment knows where the buffer was read.
func (e *Error) In(file string, shift int64) *Error {
	c := *e
	c.kind = e.sentinel()
	c.File = file
	if c.Pos == NoPos {
		c.Pos = shift
	} else {
		c.Pos += shift
	}
	return &c
}

// WithCause gives an instance of the kind e that wraps what a lower layer said.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.kind = e.sentinel()
	c.cause = cause
	return &c
}

// WithMsg gives an instance of the kind e that says msg instead.
func (e *Error) WithMsg(msg string) *Error {
	c := *e
	c.kind = e.sentinel()
	c.Msg = msg
	return &c
}

func (e *Error) sentinel() *Error {
	if e.kind != nil {
		return e.kind
	}
	return e
}

// Error implements error: place, field, what was found, what is allowed, the cause.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteString(": ")
	}
	if e.Pos != NoPos {
		b.WriteString("at byte ")
		b.WriteString(strconv.FormatInt(e.Pos, 10))
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	if e.Field != "" {
		b.WriteString(": ")
		b.WriteString(e.Field)
		if e.Found != "" {
			b.WriteString(" is ")
			b.WriteString(e.Found)
		}
		if e.Allowed != "" {
			b.WriteString(", allowed is ")
			b.WriteString(e.Allowed)
		}
	}
	if e.cause != nil {
		b.WriteString(": ")
		b.WriteString(e.cause.Error())
	}
	return b.String()
}

// Unwrap gives the cause, so that errors.Is sees through to a file system's own errors.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is the sentinel that e is an instance of.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t == e.sentinel()
}

// CodeOf gives the code that err carries: None for nil, UnknownServerError where no Error
// is in its chain.
func CodeOf(err error) Code {
	if err == nil {
		return None
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return UnknownServerError
}
