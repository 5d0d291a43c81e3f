package segment_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"runtime"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// A scan holds 128 KiB of the file; a larger batch is summed piece by piece.
const scanBuffer = 128 << 10

func TestBatchOfAnySizeIsScannedWhole(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		for _, size := range []int{scanBuffer - 1, scanBuffer, scanBuffer + 1, 3*scanBuffer + 17} {
			small, large := sized(t, 0, now, 100), sized(t, 1, now, size)
			good := join(small, large, sized(t, 2, now, 90))
			r := recoverAndUse(t, fsys, 0, good)
			if r.Batches != 3 || r.LastOffset != 2 {
				t.Errorf("%d bytes: %+v", size, r)
			}
			l := open(t, fsys, segment.Config{})
			got, err := l.Read(1, l.End(), 1)
			if err != nil || !bytes.Equal(got, large) {
				t.Errorf("%d bytes: read %d, %v", size, len(got), err)
			}
			shut(t, l)
			// its first byte that the CRC covers, both sides of the buffer's edge, its last
			for _, at := range []int{21, scanBuffer - 101, scanBuffer - 2, scanBuffer, size - 1} {
				if at >= size {
					continue
				}
				flipped := bytes.Clone(good)
				flipped[100+at] ^= 4
				r := recoverAndUse(t, fsys, 0, flipped)
				if r.Batches != 1 || r.Kept != 100 {
					t.Errorf("%d bytes, byte %d flipped: %+v", size, at, r)
				}
				want(t, r.Reason, batch.ErrCRC)
			}
			cut := recoverAndUse(t, fsys, 0, good[:100+size-1])
			if cut.Batches != 1 || cut.Dropped != int64(size-1) {
				t.Errorf("%d bytes, the last missing: %+v", size, cut)
			}
		}
	})
}

// What is behind a batch that fills the buffer exactly, or ends in a header that the buffer's
// edge cuts, is found all the same.
func TestBatchesAcrossTheBuffersEdge(t *testing.T) {
	fsys := memory(t)
	for _, first := range []int{scanBuffer - 200, scanBuffer - 100, scanBuffer - 61, scanBuffer - 60,
		scanBuffer - 17, scanBuffer - 1, scanBuffer} {
		all := []batch.Batch{sized(t, 0, now, first)}
		for i := range int64(5) {
			all = append(all, sized(t, i+1, now, 100))
		}
		r := recoverAndUse(t, fsys, 0, join(all...))
		if r.Batches != 6 {
			t.Errorf("a first batch of %d bytes: %+v", first, r)
		}
	}
}

// endless is a file of any size without its bytes: a batch's header, and zeros.
type endless struct{ head []byte }

func (e endless) ReadAt(p []byte, pos int64) (int, error) {
	clear(p)
	if pos < int64(len(e.head)) {
		copy(p, e.head[pos:])
	}
	return len(p), nil
}

// allocated tells how many bytes of memory f takes, given back or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestMemoryStaysConstantWhateverALengthClaims(t *testing.T) {
	const most = 2 * scanBuffer
	claim := func(length int32) []byte {
		head := bytes.Clone(kafka(t, 0)[:61])
		binary.BigEndian.PutUint32(head[8:], uint32(length))
		return head
	}
	t.Run("two gigabytes that are not there", func(t *testing.T) {
		fsys := memory(t)
		content := join(kafka(t, 0), claim(math.MaxInt32), make([]byte, 1000))
		put(t, fsys, file(0, ".log"), content)
		got := allocated(func() {
			l := open(t, fsys, segment.Config{})
			if _, err := l.TruncateTail(); err != nil || l.End() != 2 {
				t.Errorf("the end is %d, %v", l.End(), err)
			}
			shut(t, l)
		})
		if got > most {
			t.Errorf("recovery took %d bytes of memory", got)
		}
	})
	t.Run("two gigabytes in an older segment", func(t *testing.T) {
		fsys := memory(t)
		put(t, fsys, file(0, ".log"), join(kafka(t, 0), claim(math.MaxInt32), make([]byte, 1000)))
		put(t, fsys, file(6, ".log"), kafka(t, 6))
		l := open(t, fsys, segment.Config{})
		defer shut(t, l)
		got := allocated(func() {
			_, err := l.Read(2, l.End(), math.MaxInt32)
			want(t, err, batch.ErrTorn)
		})
		if got > most {
			t.Errorf("the read took %d bytes of memory", got)
		}
	})
	t.Run("a batch that is there, as large as a segment may be", func(t *testing.T) {
		if testing.Short() {
			t.Skip("sums two gigabytes")
		}
		size := int64(math.MaxInt32)
		if runtime.GOARCH == "wasm" || raceEnabled {
			size = 64 << 20 // the same, in less time
		}
		head := claim(int32(size - 12))
		sum := crc32.Checksum(head[21:], crc32.MakeTable(crc32.Castagnoli))
		zeros := make([]byte, 1<<20)
		for left := size - 61; left > 0; left -= int64(len(zeros)) {
			n := min(left, int64(len(zeros)))
			sum = crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), zeros[:n])
		}
		binary.BigEndian.PutUint32(head[17:], sum)
		for _, whole := range []bool{true, false} {
			head[30] ^= 1 // changed, and then back
			if whole {
				head[30] ^= 1
			}
			got := allocated(func() {
				scan := segment.NewScanner(endless{head}, size, 0)
				if scan.Next() != whole || (scan.End() == size) != whole {
					t.Errorf("whole %v: the scan ends at %d, %v", whole, scan.End(), scan.Err())
				}
			})
			if got > most {
				t.Errorf("the scan took %d bytes of memory", got)
			}
		}
	})
}

// shrunk is a file that ends before the size it was said to have.
type shrunk struct{ b []byte }

func (s shrunk) ReadAt(p []byte, pos int64) (int, error) {
	if pos >= int64(len(s.b)) {
		return 0, io.EOF
	}
	n := copy(p, s.b[pos:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// A file that is shorter than it was said to be is no torn tail: something else cuts it.
func TestFileThatShrinksUnderAScanIsAnError(t *testing.T) {
	three := join(kafka(t, 0), kafka(t, 2), kafka(t, 4))
	for size := range len(three) {
		scan := segment.NewScanner(shrunk{three[:size]}, int64(len(three)), 0)
		for scan.Next() {
		}
		want(t, scan.Err(), io.ErrUnexpectedEOF)
		if scan.End() != int64(size/81*81) {
			t.Errorf("of %d bytes the scan ends at %d", size, scan.End())
		}
	}
}
