// Command sizeref is the yardstick for the size of the page's program: the least that a Go
// program with a hackpadfs file system can be. The build compiles it beside the real one and
// prints both.
package main

import (
	"fmt"
	"os"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"
)

func main() {
	if err := hello(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func hello() error {
	fs, err := mem.NewFS()
	if err != nil {
		return err
	}
	if err := hackpadfs.WriteFullFile(fs, "hello", []byte("hello"), 0o644); err != nil {
		return err
	}
	data, err := hackpadfs.ReadFile(fs, "hello")
	if err != nil {
		return err
	}
	fmt.Println(string(data))
	return nil
}
