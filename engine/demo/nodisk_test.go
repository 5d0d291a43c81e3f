//go:build js

package demo_test

import (
	"testing"

	"kaenlog/engine/vfs"
)

// onDisk gives nothing: these tests run in memory alone under js.
func onDisk(*testing.T) (vfs.FS, string) { return nil, "" }
