//go:build js

// Command edge is the engine behind HTTP on Cloudflare Workers: GOOS=js, one instance a request, on
// the glue of github.com/syumai/workers, and on entry.js beside this file, which knows that glue's
// pitfalls.
//
// The entry gives it, in the context that the glue hands over:
//
//	context.env.KLOG_BUILD   string, the build for entity tags
//	context.ctx.klogBody     Uint8Array, the request's body; undefined for none
package main

import (
	"bytes"
	"io"
	"net/http"
	"syscall/js"

	"github.com/syumai/workers"

	"kaenlog/wasm/httpapi"
)

func main() {
	context := js.Global().Get("context")
	handler := httpapi.New(context.Get("env").Get("KLOG_BUILD").String())
	body := context.Get("ctx").Get("klogBody")
	workers.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body.Truthy() {
			data := make([]byte, body.Length())
			js.CopyBytesToGo(data, body)
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
		}
		handler.ServeHTTP(w, r)
	}))
}
