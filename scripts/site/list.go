package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// download is a file of its own that a reader takes along.
type download struct {
	name    string
	data    []byte
	holds   output // what is in it, by the names that it has there
	weights []size // of its parts, to be printed
}

// list tells what a download holds: first the line that `sha256sum -c` reads, then, as comments for
// it, a line for each file in it.
func (d download) list() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s  %s\n#\n", sumOf(d.data), d.name)
	fmt.Fprintf(&b, "# %d bytes, packed, with %d files in it: bytes unpacked, SHA-256, name\n#\n",
		len(d.data), len(d.holds))
	for _, name := range d.holds.names() {
		fmt.Fprintf(&b, "# %9d %s %s\n", len(d.holds[name]), sumOf(d.holds[name]), name)
	}
	return b.Bytes()
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
