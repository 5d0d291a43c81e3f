package httpapi

import "kaenlog/wasm/api"

// Spoil has a handler run something else in place of its demos.
func Spoil(h *Handler, run func() (api.Result, error)) {
	h.demo = func(string, Flags) (api.Result, error) { return run() }
}

// LimitReport has a handler tell no more bytes of a segment.
func LimitReport(h *Handler, bytes int) { h.report = bytes }
