package segment_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"path"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

const (
	now = 1700000000000
	dir = "orders-0"
)

// memory gives an empty file system, and onEach runs a test on one of each kind.
var memory, onEach = vfstest.Empty, vfstest.OnEach

func file(base int64, suffix string) string {
	return path.Join(dir, segment.FileName(base, suffix))
}

// put makes a file hold exactly this, in a directory that it makes where it is missing.
func put(t testing.TB, fsys vfs.FS, name string, content []byte) {
	t.Helper()
	if err := fsys.MkdirAll(path.Dir(name)); err != nil {
		t.Fatal(err)
	}
	if _, err := fsys.Stat(name); err == nil {
		remove(t, fsys, name)
	}
	f, err := fsys.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Append(content); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, fsys vfs.FS, name string) []byte {
	t.Helper()
	b, err := vfs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func remove(t testing.TB, fsys vfs.FS, name string) {
	t.Helper()
	if err := fsys.Remove(name); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, fsys vfs.FS, cfg segment.Config) *segment.Log {
	t.Helper()
	l, err := segment.Open(fsys, dir, cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func shut(t testing.TB, l *segment.Log) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func add(t testing.TB, l *segment.Log, all ...batch.Batch) {
	t.Helper()
	for _, b := range all {
		if err := l.Append(b, now); err != nil {
			t.Fatal(err)
		}
	}
}

func sync(t testing.TB, l *segment.Log) {
	t.Helper()
	if err := l.Target().Sync(); err != nil {
		t.Fatal(err)
	}
}

// made makes a stored batch: count records from base on, all of this time, whose values
// together are about valueBytes long.
func made(t testing.TB, base int64, count int, ts int64, valueBytes int) batch.Batch {
	t.Helper()
	recs := make([]batch.NewRecord, count)
	for i := range recs {
		value := bytes.Repeat([]byte{byte('a' + (base+int64(i))%26)}, valueBytes/count)
		recs[i] = batch.NewRecord{Timestamp: ts, Value: value}
	}
	b, err := batch.Append(nil, batch.NoProducer, recs)
	if err != nil {
		t.Fatal(err)
	}
	batch.Batch(b).Stamp(base, 0)
	return b
}

// one makes a stored batch of one record and this time.
func one(t testing.TB, base, ts int64) batch.Batch { return made(t, base, 1, ts, 20) }

// sized makes a stored batch of one record that is exactly size bytes long.
func sized(t testing.TB, base, ts int64, size int) batch.Batch {
	t.Helper()
	for value := max(0, size-80); value < size; value++ {
		if b := made(t, base, 1, ts, value); len(b) == size {
			return b
		}
	}
	t.Fatalf("no batch of one record is %d bytes long", size)
	return nil
}

// kafka gives a batch of two records that Kafka 4.1.0 made (producer 1000, epoch 0, sequence
// 7, CRC and all), as it stores it at this base offset: 81 bytes.
func kafka(t testing.TB, base int64) batch.Batch {
	t.Helper()
	b, err := hex.DecodeString("000000000000000000000045ffffffff02283b3722000000000001000001" +
		"8bcfe568000000018bcfe5680000000000000003e8000000000007000000" +
		"021200000001067676760012000002010676767600")
	if err != nil || len(b) != 81 {
		t.Fatal(len(b), err)
	}
	binary.BigEndian.PutUint64(b, uint64(base))
	binary.BigEndian.PutUint32(b[12:], 0)
	return b
}

// seal makes the CRC of a changed batch right again, with the test's own sum.
func seal(b batch.Batch) batch.Batch {
	sum := crc32.Checksum(b[21:], crc32.MakeTable(crc32.Castagnoli))
	binary.BigEndian.PutUint32(b[17:], sum)
	return b
}

func join(all ...batch.Batch) []byte {
	var out []byte
	for _, b := range all {
		out = append(out, b...)
	}
	return out
}

// batches cuts bytes that were read into batches, by the length fields alone.
func batches(t testing.TB, b []byte) []batch.Batch {
	t.Helper()
	var all []batch.Batch
	for len(b) > 0 {
		n := 12 + int(binary.BigEndian.Uint32(b[8:]))
		if n > len(b) {
			t.Fatalf("%d bytes are left of a batch of %d", len(b), n)
		}
		all = append(all, b[:n:n])
		b = b[n:]
	}
	return all
}

// readAll reads the log from its start to its end, in reads of at most maxBytes.
func readAll(t testing.TB, l *segment.Log, maxBytes int) []byte {
	t.Helper()
	return readFrom(t, l, l.Start(), maxBytes)
}

func readFrom(t testing.TB, l *segment.Log, at int64, maxBytes int) []byte {
	t.Helper()
	var out []byte
	for at < l.End() {
		b, err := l.Read(at, l.End(), maxBytes)
		if err != nil || len(b) == 0 {
			t.Fatalf("reading at %d: %d bytes, %v", at, len(b), err)
		}
		all := batches(t, b)
		next := all[len(all)-1].LastOffset() + 1
		if next <= at {
			t.Fatalf("reading at %d gives batches that end at %d", at, next)
		}
		at = next
		out = append(out, b...)
	}
	return out
}

func want(t testing.TB, got, kind error) {
	t.Helper()
	if !errors.Is(got, kind) {
		t.Errorf("got error %v, want %v", got, kind)
	}
}

// wantAt checks an error's kind, and that it names this file, this position, and a reason.
func wantAt(t testing.TB, got error, kind *kerr.Error, name string, pos int64) {
	t.Helper()
	want(t, got, kind)
	k, ok := errors.AsType[*kerr.Error](got)
	if !ok {
		t.Errorf("%v names no place", got)
		return
	}
	if k.File != name || k.Pos != pos || k.Msg == "" {
		t.Errorf("%v: at %s, byte %d; want %s, byte %d", got, k.File, k.Pos, name, pos)
	}
}

func wantBytes(t testing.TB, what string, got, expect []byte) {
	t.Helper()
	if !bytes.Equal(got, expect) {
		t.Errorf("%s: got %d bytes %x, want %d bytes %x", what, len(got), got[:min(len(got), 200)],
			len(expect), expect[:min(len(expect), 200)])
	}
}
