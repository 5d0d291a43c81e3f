package plain

import (
	"bytes"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

func TestARawWriterWritesWhatItIsGivenAndCleansUp(t *testing.T) {
	for _, synced := range []bool{false, true} {
		dir := t.TempDir()
		w, err := Append(dir, []byte("some bytes"), synced).Begin()
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Do(2), w.Do(1)); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*", FileName))
		if err != nil || len(files) != 1 {
			t.Fatalf("%q, %v", files, err)
		}
		got, err := os.ReadFile(files[0])
		if want := bytes.Repeat([]byte("some bytes"), 3); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
}

func TestOperationsAreSharedOut(t *testing.T) {
	for _, goroutines := range []int{1, 4} {
		var n atomic.Int32
		if err := Together(goroutines, 40, func() error { n.Add(1); return nil }); err != nil ||
			n.Load() != 40 {
			t.Errorf("%d goroutines did %d of 40, %v", goroutines, n.Load(), err)
		}
		red := errors.New("red")
		if err := Together(goroutines, 40, func() error { return red }); !errors.Is(err, red) {
			t.Errorf("%d goroutines: %v", goroutines, err)
		}
	}
}

func TestAFileIsSummedWhole(t *testing.T) {
	b := bytes.Repeat([]byte("0123456789"), 1000)
	want := crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
	for _, piece := range []int{7, len(b), 2 * len(b)} {
		if got, err := SumOf(bytes.NewReader(b), make([]byte, piece)); err != nil || got != want {
			t.Errorf("in pieces of %d: %x, %v; want %x", piece, got, err, want)
		}
	}
}
