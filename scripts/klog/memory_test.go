package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/cli"
)

const logName = "00000000000000000000.log"

// logOf writes a log of n batches of a hundred records and, behind it, so many megabytes that are
// no batch; a hundred offsets are missing behind each batch.
func logOf(t *testing.T, n, torn int) (dir string) {
	t.Helper()
	var records []batch.NewRecord
	for i := range 100 {
		records = append(records, batch.NewRecord{Key: []byte("order"),
			Value: bytes.Repeat([]byte{'a', byte(i)}, 80)})
	}
	b, err := batch.Append(nil, batch.NoProducer, records)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	f, err := os.Create(filepath.Join(dir, logName))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i := range n {
		batch.Batch(b).Stamp(int64(200*i), 0)
		if _, err := f.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	for range torn {
		if _, err := f.Write(bytes.Repeat([]byte{0x55}, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// allocated tells how many bytes a command took from the heap, garbage or not.
func allocated(t *testing.T, line, dir string, stdout io.Writer) int64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := cli.Run(append(strings.Split(line, " "), dir), cli.Env{Place: place, Stdout: stdout})
	runtime.ReadMemStats(&after)
	if r.Exit != 0 {
		t.Fatal(r.Stderr)
	}
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// A file of 2 GiB takes the memory of one of 2 MiB: nothing to speak of is allocated for a batch, a
// record or a piece of a tail, even as garbage.
func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	for _, row := range []struct {
		line string
		torn int
	}{
		{"dump", 0}, {"dump --format json", 0}, {"dump --records", 0}, {"verify", 0},
		{"recover --dry-run", 3}, {"recover", 3},
	} {
		small := allocated(t, row.line, logOf(t, 200, row.torn), io.Discard)
		large := allocated(t, row.line, logOf(t, 2000, 10*row.torn), io.Discard)
		if large > small+512<<10 || small > 4<<20 {
			t.Errorf("klog %s allocated %d bytes for a file of 3 MB, %d for one of 34 MB", row.line,
				small, large)
		}
	}
}

// held is an output that looks now and then at how much memory is in use, garbage apart.
type held struct {
	writes int
	most   uint64
}

func (h *held) Write(p []byte) (int, error) {
	if h.writes++; h.writes%16 == 1 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		h.most = max(h.most, m.HeapAlloc)
	}
	return len(p), nil
}

// In JSON each record makes some garbage; what is held does not grow with it.
func TestRecordsInJSONAreNotHeld(t *testing.T) {
	var most [2]uint64
	for i, n := range []int{100, 1000} {
		var h held
		allocated(t, "dump --records --format json", logOf(t, n, 0), &h)
		if h.writes < 20 {
			t.Fatalf("only %d writes: this test sees nothing", h.writes)
		}
		most[i] = h.most
	}
	if most[1] > most[0]+512<<10 {
		t.Errorf("%d bytes are held of a small file, %d of one ten times as large",
			most[0], most[1])
	}
}
