package segment_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/hack-pad/hackpadfs/mem"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// demoLogs gives the log that produce-demo writes with the golden flags: as it is before its
// tail is torn, and as it is before that tail is cut.
func demoLogs(t testing.TB) (good, torn []byte) {
	t.Helper()
	files, err := mem.NewFS()
	if err != nil {
		t.Fatal(err)
	}
	fsys, beside := vfstest.Wrap(vfs.FromHackpad(files, vfs.Options{})),
		vfs.FromHackpad(files, vfs.Options{}) // reads while the log is open
	spec, _ := demo.SpecOf("produce-demo")
	o, err := spec.Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Dir = dir
	name := file(0, ".log")
	if _, err := demo.Do(spec, fsys, o); err != nil {
		t.Fatal(err)
	}
	good = get(t, fsys, name)

	o.TruncateTail = true
	fsys.FailIf(false, func(_ int, c vfstest.Call) (err error) { // none fails: it looks on
		if c.Op == "truncate" && c.Name == name {
			torn, err = vfs.ReadFile(beside, name)
		}
		return err
	})
	if _, err := demo.Do(spec, fsys, o); err != nil {
		t.Fatal(err)
	}
	// The sizes are the contract's; the batches, by their length fields alone, fill the file.
	var sizes []int
	for _, b := range batches(t, good) {
		sizes = append(sizes, len(b))
	}
	if fmt.Sprint(sizes) != "[213 289 365 137 137 137]" || len(torn) != len(good)+147 ||
		!bytes.HasPrefix(torn, good) {
		t.Fatalf("the demo's batches have %d bytes, the torn log %d", sizes, len(torn))
	}
	return good, torn
}

// everyCut cuts the torn log at every byte, its end included; up to the torn tail that is
// every cut of the good one. The model of this engine is held against the batches' edges here.
func everyCut(t *testing.T, good, torn []byte, try func(input)) {
	c := class{name: "cut at a byte"}
	edges := map[int]bool{0: true}
	at := 0
	for _, b := range batches(t, good) {
		at += len(b)
		edges[at] = true
	}
	edge := 0
	for n := range len(torn) + 1 {
		if edges[n] {
			edge = n
		}
		if v := here(torn[:n]); v.kept != int64(edge) {
			t.Fatalf("of %d bytes the model keeps %d, and the last edge is %d", n, v.kept, edge)
		}
		try(input{c, fmt.Sprintf("at byte %d", n), torn[:n], int64(n), -1})
	}
}

// The classes of a flipped bit: fields of a header by where they end.
var flipClasses = []struct {
	end int
	class
}{
	{4, class{"flip in base offset, high half",
		"Kafka splits a segment with such an offset, which is not permitted here, and stops"}},
	{8, class{"flip in base offset, low half",
		"outside the CRC: Kafka compares it with no other offset; a gap is legal in both"}},
	{12, class{"flip in length", ""}},
	{16, class{"flip in leader epoch", "outside the CRC, and any number is legal, in both"}},
	{17, class{"flip in magic", "outside the CRC: Kafka takes 3 and more for 2"}},
	{21, class{"flip in CRC", ""}},
	{61, class{"flip in the header that the CRC covers", ""}},
	{1 << 20, class{"flip in a record", ""}},
}

// oneIn is 1: every bit is flipped, every place made zero. Where that takes too long it is every
// seventh, so that each of a byte's bits has its turn.
func oneIn() int {
	if testing.Short() || runtime.GOOS == "js" {
		return 7
	}
	return 1
}

// everyFlip flips every bit of the good log and of the torn one.
func everyFlip(t *testing.T, good, torn []byte, try func(input)) {
	for _, log := range [][]byte{good, torn} {
		starts := map[int]int{} // of the batch that a byte is in
		at := 0
		for _, b := range batches(t, good) {
			for i := range b {
				starts[at+i] = at
			}
			at += len(b)
		}
		for bit := 0; bit < len(log)*8; bit += oneIn() {
			pos := bit / 8
			start, known := starts[pos]
			c := class{"flip in a torn tail", ""}
			for i := 0; known && i < len(flipClasses); i++ {
				if pos-start < flipClasses[i].end {
					c = flipClasses[i].class
					break
				}
			}
			flipped := bytes.Clone(log)
			flipped[pos] ^= 1 << (bit % 8)
			what := fmt.Sprintf("bit %d of byte %d of %d", bit%8, pos, len(log))
			try(input{c, what, flipped, int64(len(good)), int64(pos)})
		}
	}
}

// everyZeroedPlace lays as many zeros as a header is long over every place of the good log, as
// a block that never reached the disk.
func everyZeroedPlace(_ *testing.T, good, _ []byte, try func(input)) {
	c := class{name: "61 bytes made zero"}
	for at := 0; at+61 <= len(good); at += oneIn() {
		holed := bytes.Clone(good)
		clear(holed[at : at+61])
		wrong := at
		for holed[wrong] == good[wrong] {
			wrong++
		}
		try(input{c, fmt.Sprintf("from byte %d", at), holed, int64(len(good)), int64(wrong)})
	}
}

// everyTail puts bytes that are no batch behind the good log, and alone into a file.
func everyTail(_ *testing.T, good, _ []byte, try func(input)) {
	draw := rand.NewChaCha8([32]byte([]byte("tails of random bytes, the same.")))
	sizes := []int{4096, 1<<20 + 17} // the larger is more than is read at once
	for n := range 300 {
		sizes = append(sizes, n+1)
	}
	for _, n := range sizes {
		random := make([]byte, n)
		draw.Read(random)
		for _, tail := range []struct {
			name  string
			bytes []byte
		}{
			{"zeros", make([]byte, n)},
			{"0xff", bytes.Repeat([]byte{0xff}, n)},
			{"random bytes", random},
		} {
			what := fmt.Sprintf("%d bytes", n)
			file := join(good, tail.bytes)
			try(input{class{name: "tail of " + tail.name}, what, file, int64(len(file)), -1})
			try(input{class{name: "nothing but " + tail.name}, what, tail.bytes, int64(n), -1})
		}
	}
}

// everyDisorder repeats, swaps and leaves out whole batches, with and without the torn tail.
func everyDisorder(t *testing.T, good, torn []byte, try func(input)) {
	all := batches(t, good)
	for _, tail := range [][]byte{nil, torn[len(good):]} {
		tryOrder := func(name, why, what string, order ...batch.Batch) {
			good := join(order...)
			file := join(good, tail)
			what = fmt.Sprintf("%s, %d bytes behind", what, len(tail))
			try(input{class{name, why}, what, file, int64(len(good)), -1})
		}
		const unchecked = "Kafka compares a batch's offsets with no others"
		for i, b := range all {
			what := fmt.Sprintf("batch %d", i)
			tryOrder("a batch missing", "", what, join2(all[:i], all[i+1:])...)
			tryOrder("a batch twice in a row", unchecked, what, join2(all[:i+1], all[i:])...)
			if i+1 < len(all) { // the last one again would be twice in a row
				tryOrder("a batch again at the end", unchecked, what, join2(all, all[i:i+1])...)
			}
			for j := range i {
				swapped := append([]batch.Batch(nil), all...)
				swapped[i], swapped[j] = all[j], b
				tryOrder("two batches swapped", unchecked, fmt.Sprintf("%s and %d", what, j),
					swapped...)
			}
		}
	}
}

func join2(a, b []batch.Batch) []batch.Batch { return append(a[:len(a):len(a)], b...) }
