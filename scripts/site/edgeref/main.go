//go:build js

// Command edgeref is what github.com/syumai/workers does by itself: the measure of how fast the
// edge's program answers, and of what its glue leaves alive. Its paths are what a handler may do:
//
//	/hello   answers "hello"
//	/none    answers 204
//	/body    reads the request's body and answers "read"
//	/panic   panics
//
// and the same below /v1.
package main

import (
	"io"
	"net/http"
	"strings"

	"github.com/syumai/workers"
)

func main() {
	workers.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch strings.TrimPrefix(r.URL.Path, "/v1") {
		case "/hello":
			io.WriteString(w, "hello")
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/body":
			io.Copy(io.Discard, r.Body)
			io.WriteString(w, "read")
		case "/panic":
			panic("at once")
		}
	}))
}
