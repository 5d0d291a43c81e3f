package segment_test

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	gosync "sync"
	"testing"

	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
)

// oldMessage is a message of magic 1 as a broker before 0.11 stored it: offset 8, size 4,
// CRC-32 4, magic 1, attributes 1, timestamp 8, key length 4 (none), value length 4, value.
func oldMessage(offset int64, value string) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(offset))
	b = binary.BigEndian.AppendUint32(b, uint32(22+len(value)))
	body := []byte{1, 0}
	body = binary.BigEndian.AppendUint64(body, uint64(now))
	body = binary.BigEndian.AppendUint32(body, 0xffffffff)
	body = binary.BigEndian.AppendUint32(body, uint32(len(value)))
	body = append(body, value...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(body))
	return append(b, body...)
}

// Kafka reads them. This engine can't, and does not take them for garbage.
func TestGoodMessagesOfAnOldFormatAreNotCut(t *testing.T) {
	rows := []struct {
		name    string
		content []byte
		pos     int64
	}{
		{"at the start", join(oldMessage(0, "old"), kafka(t, 1)), 0},
		{"behind a batch", join(kafka(t, 0), oldMessage(2, "old"), kafka(t, 3)), 81},
		{"larger than the buffer", oldMessage(0, strings.Repeat("x", 3<<20)), 0},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			fsys := memory(t)
			put(t, fsys, file(0, ".log"), r.content)
			l := open(t, fsys, segment.Config{})
			_, err := l.TruncateTail()
			want(t, err, segment.ErrOldFormat)
			if at := err.Error(); !strings.Contains(at, file(0, ".log")) {
				t.Errorf("the error names no file: %s", at)
			}
			want(t, l.Append(kafka(t, 9), now), segment.ErrOldFormat)
			shut(t, l)
			wantBytes(t, "log", get(t, fsys, file(0, ".log")), r.content)
		})
	}
	damaged := oldMessage(2, "old")
	damaged[len(damaged)-1] ^= 1
	fsys := memory(t)
	put(t, fsys, file(0, ".log"), join(kafka(t, 0), damaged))
	l := open(t, fsys, segment.Config{})
	if r, err := l.TruncateTail(); err != nil || r.Kept != 81 {
		t.Errorf("a damaged old message: %+v, %v", r, err)
	}
	shut(t, l)
}

// openFS counts the files that are open.
type openFS struct {
	vfs.FS
	mu gosync.Mutex
	n  int
}

type openFile struct {
	vfs.File
	fs *openFS
}

func (f *openFS) add(n int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n += n
	return f.n
}

func (f *openFS) wrap(file vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	f.add(1)
	return openFile{file, f}, nil
}

func (f *openFS) Open(name string) (vfs.File, error)       { return f.wrap(f.FS.Open(name)) }
func (f *openFS) OpenAppend(name string) (vfs.File, error) { return f.wrap(f.FS.OpenAppend(name)) }
func (f *openFS) Create(name string) (vfs.File, error)     { return f.wrap(f.FS.Create(name)) }

func (f openFile) Close() error {
	f.fs.add(-1)
	return f.File.Close()
}

func TestOpenFilesDoNotGrowWithTheLog(t *testing.T) {
	fsys := &openFS{FS: memory(t)}
	l := open(t, fsys, segment.Config{SegmentBytes: 150})
	for i := range int64(40) {
		add(t, l, sized(t, i, now, 100))
	}
	if n := fsys.add(0); n != 3 {
		t.Errorf("%d open files with %d segments, want those of the active one", n, len(l.Segments()))
	}
	var wg gosync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for offset := range int64(40) {
				if b, err := l.Read(offset, 40, 1); err != nil || len(b) != 100 {
					t.Errorf("offset %d: %d bytes, %v", offset, len(b), err)
				}
			}
		})
	}
	wg.Wait()
	if n := fsys.add(0); n != 3 {
		t.Errorf("%d open files after reading", n)
	}
	shut(t, l)
	if n := fsys.add(0); n != 0 {
		t.Errorf("%d open files after closing", n)
	}
}

// A reader that is at work when its segment is left reads on, and so does one that comes then.
func TestReadersOfASegmentThatIsLeftReadOn(t *testing.T) {
	onEach(t, func(t *testing.T, fsys vfs.FS) {
		l := open(t, fsys, segment.Config{SegmentBytes: 250})
		var wg gosync.WaitGroup
		stop := make(chan struct{})
		for range 3 {
			wg.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					end := l.End()
					for offset := max(0, end-4); offset < end; offset++ {
						if b, err := l.Read(offset, end, 1); err != nil || len(b) != 100 {
							t.Errorf("offset %d of %d: %d bytes, %v", offset, end, len(b), err)
							return
						}
					}
				}
			})
		}
		for i := range int64(300) {
			add(t, l, sized(t, i, now, 100))
		}
		close(stop)
		wg.Wait()
		shut(t, l)
	})
}
