//go:build endless

package api

// endless makes every demo one that never ends by itself, for tests of what ends a run: a page's
// program of that kind is ./wasm/lesson built with -tags endless.
const endless = true
