package inspect_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"path"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/inspect"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// Batches made by Kafka 4.1.0 itself, timestamp 1700000000000: one record without a producer
// id, two records of producer 1000 at offset 1, and the smallest batch.
const (
	hx1 = "00000000000000000000003bffffffff02a5fb70ba0000000000000000018bcfe568000000018bcfe568" +
		"00ffffffffffffffffffffffffffff0000000112000000010676767600"
	hx2 = "00000000000000010000004500000007" + "02283b37220000000000010000018bcfe568000000018bcf" +
		"e5680000000000000003e8000000000007000000021200000001067676760012000002010676767600"
	hx3 = "000000000000000000000038ffffffff02c428857f0000000000000000018bcfe568000000018bcfe568" +
		"00ffffffffffffffffffffffffffff000000010c000000010100"
)

const (
	dir  = "orders-0"
	name = dir + "/00000000000000000000.log"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// kafka gives a log of three of Kafka's batches, 220 bytes: offsets 0, 1..2 and 3.
func kafka(t testing.TB) []byte {
	t.Helper()
	return append(append(unhex(t, hx1), unhex(t, hx2)...), stamped(unhex(t, hx3), 3)...)
}

func stamped(b []byte, base int64) []byte {
	batch.Batch(b).Stamp(base, 0)
	return b
}

// summed sets attributes and makes the CRC right again, with a sum of the test's own.
func summed(b []byte, attributes uint16) []byte {
	binary.BigEndian.PutUint16(b[21:], attributes)
	binary.BigEndian.PutUint32(b[17:], crc32.Checksum(b[21:], crc32.MakeTable(crc32.Castagnoli)))
	return b
}

// old makes a message of magic 1: offset, size, CRC-32, magic, attributes, timestamp, key, value.
func old(offset int64) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(offset))
	b = append(b, 0, 0, 0, 25, 0, 0, 0, 0, 1, 0, 0, 0, 1, 139, 207, 229, 104, 0)
	b = append(b, 255, 255, 255, 255, 0, 0, 0, 3, 'v', 'v', 'v')
	binary.BigEndian.PutUint32(b[12:], crc32.ChecksumIEEE(b[16:]))
	return b
}

// fresh gives an empty file system.
var fresh = vfstest.Empty

func put(t testing.TB, fsys vfs.FS, file string, content []byte) {
	t.Helper()
	if err := fsys.MkdirAll(path.Dir(file)); err != nil {
		t.Fatal(err)
	}
	f, err := fsys.Create(file)
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

func get(t testing.TB, fsys vfs.FS, file string) []byte {
	t.Helper()
	b, err := vfs.ReadFile(fsys, file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// seen writes a walk down, a word or two a visit, without the notes.
type seen struct {
	all   []string
	notes []string
}

func (s *seen) add(format string, args ...any) {
	s.all = append(s.all, fmt.Sprintf(format, args...))
}

func (s *seen) Begin(f *inspect.File) { s.add("begin %d %d", f.Base, f.Size) }
func (s *seen) Batch(pos int64, h batch.Batch, fault error) {
	s.add("batch %d %d..%d %s", pos, h.BaseOffset(), h.LastOffset(), h.Codec())
}
func (s *seen) Old(pos int64, h batch.Batch) { s.add("old %d %d", pos, h.BaseOffset()) }
func (s *seen) Record(b batch.Batch, r *batch.Record) {
	s.add("record %d %s", b.OffsetOf(r), r.Value)
}
func (s *seen) Gap(file string, pos, first, last int64) {
	s.add("gap %d %d..%d", pos, first, last)
}

func (s *seen) Fault(f *inspect.Fault) {
	s.add("fault %d %d %s", f.Pos, f.Unread, f.Reason)
}

func (s *seen) Note(file, text string) { s.notes = append(s.notes, file+": "+text) }

func (s *seen) End(e *inspect.Sum) {
	s.add("end %d %d %d %d %d", e.Batches, e.Records, e.Old, e.Faults, e.NextOffset)
}
func (s *seen) Stop() bool { return false }

func walk(t testing.TB, fsys vfs.FS, target string, records bool) *seen {
	t.Helper()
	var s seen
	err := inspect.Walk(&inspect.Target{FS: fsys, Name: target, Label: target}, records, &s)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// expect compares a walk with lines, of which the end of each may be left out.
func expect(t testing.TB, s *seen, want ...string) {
	t.Helper()
	ok := len(s.all) == len(want)
	for i := 0; ok && i < len(want); i++ {
		ok = strings.HasPrefix(s.all[i], want[i])
	}
	if !ok {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(s.all, "\n  "), strings.Join(want, "\n  "))
	}
}
