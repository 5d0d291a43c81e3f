package httpapi

import (
	"net/http"
	"strconv"

	"kaenlog/engine/cli"
	"kaenlog/wasm/api"
)

// Reason says in one word why there is no answer; programs may rely on it.
type Reason string

// The reasons.
const (
	ReasonUnknown       Reason = "unknown-parameter"
	ReasonInvalid       Reason = api.CodeInvalidOption
	ReasonTooLong       Reason = "too-long"
	ReasonBody          Reason = "body" // it did not arrive whole
	ReasonNotFound      Reason = "not-found"
	ReasonMethod        Reason = "method"
	ReasonNotAcceptable Reason = "not-acceptable"
	ReasonFailed        Reason = api.CodeFailed
	ReasonPanic         Reason = api.CodePanic // a fault of the program's own; the next request works
)

// Problem is an error as it is sent, as application/problem+json:
//
//	{"type":"about:blank","title":"Bad Request","status":400,"reason":"invalid-option",
//	 "field":"acks","detail":"acks is \"x\", allowed is a whole number from -32768 to 32767"}
//
// Field is a parameter, a header, "demo" or "bytes", where one is at fault; else it is left out.
type Problem struct {
	Status int
	Reason Reason
	Field  string
	Detail string
}

func problem(p Problem) answer {
	body := field([]byte{'{'}, "type", "about:blank")
	body = field(body, "title", http.StatusText(p.Status))
	body = append(append(body, `"status":`...), strconv.Itoa(p.Status)+","...)
	body = field(body, "reason", string(p.Reason))
	if p.Field != "" {
		body = field(body, "field", p.Field)
	}
	body = append(cli.AppendString(append(body, `"detail":`...), p.Detail), "}\n"...)
	a := answer{p.Status, http.Header{}, body}
	a.header.Set("Content-Type", "application/problem+json")
	a.header.Set("Cache-Control", "no-store")
	return a
}
