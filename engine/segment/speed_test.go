package segment_test

import (
	"bytes"
	"hash/crc32"
	"io"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// hundred makes a batch of a hundred records with values of a hundred bytes.
func hundred(b *testing.B, base int64) batch.Batch { return made(b, base, 100, now, 100*100) }

func BenchmarkAppend(b *testing.B) {
	for _, s := range vfstest.Kinds {
		b.Run(s.Name, func(b *testing.B) { benchmarkAppend(b, s, false) })
		if s.Fresh(b).Durable() {
			b.Run(s.Name+", each synced", func(b *testing.B) { benchmarkAppend(b, s, true) })
		}
	}
}

func benchmarkAppend(b *testing.B, s vfstest.Kind, synced bool) {
	const most = 4096 // batches in a log, then a fresh one: memory has an end
	one := hundred(b, 0)
	var l *segment.Log
	b.SetBytes(one.Size())
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%most == 0 {
			b.StopTimer()
			if l != nil {
				shut(b, l)
			}
			l = open(b, s.Fresh(b), segment.Config{})
			b.StartTimer()
		}
		one.Stamp(l.End(), 0)
		if err := l.Append(one, now); err != nil {
			b.Fatal(err)
		}
		if synced {
			sync(b, l)
		}
	}
	shut(b, l)
}

// full writes a log of one segment, about size bytes long.
func full(b *testing.B, fsys vfs.FS, size int64) {
	l := open(b, fsys, segment.Config{})
	one := hundred(b, 0)
	for written := int64(0); written < size; written += one.Size() {
		one.Stamp(l.End(), 0)
		add(b, l, one)
	}
	shut(b, l)
}

// The scan of a recovery beside what no scan can do without: reading the file and summing it.
func BenchmarkRecovery(b *testing.B) {
	const size = 64 << 20
	for _, s := range vfstest.Kinds {
		fsys := s.Fresh(b)
		full(b, fsys, size)
		whole := get(b, fsys, file(0, ".log"))
		f, err := fsys.Open(file(0, ".log"))
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		scan := func(r io.ReaderAt) func(*testing.B) {
			return func(b *testing.B) {
				b.SetBytes(int64(len(whole)))
				b.ReportAllocs()
				for b.Loop() {
					scan := segment.NewScanner(r, int64(len(whole)), 0)
					for scan.Next() {
					}
					if scan.End() != int64(len(whole)) {
						b.Fatal(scan.Err())
					}
				}
			}
		}
		table := crc32.MakeTable(crc32.Castagnoli)
		b.Run(s.Name+"/scan", scan(f))
		b.Run(s.Name+"/scan of bytes", scan(bytes.NewReader(whole)))
		b.Run(s.Name+"/crc32 of bytes", func(b *testing.B) {
			b.SetBytes(int64(len(whole)))
			for b.Loop() {
				crc32.Checksum(whole, table)
			}
		})
		b.Run(s.Name+"/crc32", func(b *testing.B) {
			b.SetBytes(int64(len(whole)))
			buf := make([]byte, 1<<20)
			for b.Loop() {
				var sum uint32
				for pos := 0; pos < len(whole); pos += len(buf) {
					n := min(len(buf), len(whole)-pos)
					if _, err := f.ReadAt(buf[:n], int64(pos)); err != nil {
						b.Fatal(err)
					}
					sum = crc32.Update(sum, table, buf[:n])
				}
			}
		})
	}
}

func BenchmarkReadByOffset(b *testing.B) {
	for _, s := range vfstest.Kinds {
		b.Run(s.Name, func(b *testing.B) {
			fsys := s.Fresh(b)
			full(b, fsys, 64<<20)
			l := open(b, fsys, segment.Config{})
			defer shut(b, l)
			end := l.End()
			b.ReportAllocs()
			x := uint64(1)
			for b.Loop() {
				x = x*6364136223846793005 + 1442695040888963407
				if _, err := l.Read(int64(x>>33)%end, end, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
