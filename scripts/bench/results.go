package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"kaenlog/scripts/bench/measure"
)

// beside are the modules of others that stand in the table.
var beside = []string{
	"github.com/tidwall/wal",
	"github.com/hashicorp/raft-wal",
	"github.com/twmb/franz-go",
	"github.com/twmb/franz-go/pkg/kmsg",
	"github.com/segmentio/kafka-go",
	"github.com/IBM/sarama",
}

const intro = `# This log beside others

Made by ` + "`make bench`" + `; nothing here is written by hand. All of it was measured in one
run, in one directory. What is compared takes short turns, each doing the same with the same
bytes; every turn gives a ratio, a round is the median of its turns, and the figure is the median
of the rounds. A ratio is how many times as fast this log is as the other, unless the row says
what it counts.

`

const notes = `
- **produce** takes a batch as a producer sends it, with acks 1: CRC and every record are checked,
  offsets are stamped on a copy, it is appended, synced, and only then answered.
- **behind a mutex**: both logs want each entry's number from their caller, so writing and
  counting go together. Each write is synced there, as is their default.
- **every record visited**: key, value, timestamp and offset are looked at. With the CRC on,
  everybody sums every batch. kmsg is franz-go's generated structs alone, kgo what its client
  does to a fetched partition, with a pool for its records. kafka-go and sarama always check the
  CRC, so with the CRC off their figure holds one sum more than it would have to. sarama reads
  batches from a connection only: its figure holds one copy through memory.
- **recovery** is the whole of it: each batch checked, the indexes gathered anew and held
  against their files. CRC-32C is the fastest of three sizes of piece.
- **bytes read on opening** are counted below the engine, at the file system.
`

func write(w io.Writer, m measure.Machine, rows []measure.Row) error {
	var b bytes.Buffer
	b.WriteString(intro)
	if err := measure.WriteTable(&b, rows); err != nil {
		return err
	}
	b.WriteString(notes)
	fmt.Fprintf(&b, "\n| | |\n| --- | --- |\n| date | %s |\n| cores | %s |\n| CPU | %s |\n"+
		"| system | %s, kernel %s |\n| file system | %s |\n"+
		"| processes that ran beside it, in the minute before | %s |\n| Go | %s |\n",
		time.Now().UTC().Format(time.DateOnly), m.Cores, m.CPU, m.OS, m.Kernel, m.FileSystem,
		m.Load, m.Go)
	versions := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			versions[dep.Path] = dep.Version
		}
	}
	for _, path := range beside {
		fmt.Fprintf(&b, "| %s | %s |\n", path, versions[path])
	}
	_, err := w.Write(b.Bytes())
	return err
}

func writeFile(name string, m measure.Machine, rows []measure.Row) error {
	var b bytes.Buffer
	if err := write(&b, m, rows); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
