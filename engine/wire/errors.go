package wire

import (
	"errors"
	"io"
	"strconv"

	"kaenlog/engine/kerr"
)

// What can be wrong with bytes from a connection. Kafka answers none of these: it closes the
// connection. The codes are for a caller that wants to say something all the same.
var (
	// ErrInvalidData is a length that is not allowed, or bytes that mean nothing.
	ErrInvalidData = kerr.New(kerr.InvalidRequest, "invalid data")
	// ErrUnexpectedEOF is fewer bytes than were announced.
	ErrUnexpectedEOF = kerr.New(kerr.InvalidRequest, "unexpected end")
	// ErrUnsupported is an api key or version that the engine does not serve.
	ErrUnsupported = kerr.New(kerr.UnsupportedVersion, "a request that is not served")
	// ErrRead is a connection that broke; its cause is in the error's chain.
	ErrRead = kerr.New(kerr.UnknownServerError, "reading a frame")
)

// KindName gives the name under which the golden output prints an error of this package:
// "InvalidData", "UnexpectedEof", or "" for any other error and for nil.
func KindName(err error) string {
	switch {
	case errors.Is(err, ErrInvalidData):
		return "InvalidData"
	case errors.Is(err, ErrUnexpectedEOF):
		return "UnexpectedEof"
	}
	return ""
}

// endsIn says that the bytes end where field needed more. io.ErrUnexpectedEOF is in its
// chain, for callers that know only that.
func endsIn(pos int64, field, found, allowed string) *kerr.Error {
	return ErrUnexpectedEOF.At(pos, field, found, allowed).WithCause(io.ErrUnexpectedEOF)
}

func itoa[T ~int16 | ~int32 | ~int64 | ~uint32 | ~int](v T) string {
	return strconv.FormatInt(int64(v), 10)
}

func bytesText[T ~int32 | ~int64 | ~uint32 | ~int](v T) string {
	if v == 1 {
		return "1 byte"
	}
	return itoa(v) + " bytes"
}
