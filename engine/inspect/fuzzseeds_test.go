package inspect_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"kaenlog/engine/vfs"
)

// inspectSeed is an input of FuzzInspect.
type inspectSeed struct {
	older, index, last []byte
	shape              uint8
}

func inspectSeeds(t testing.TB) []inspectSeed {
	good := kafka(t)
	changed := func(at int, v byte) []byte {
		b := bytes.Clone(good)
		b[at] ^= v
		return b
	}
	join := func(all ...[]byte) []byte { return bytes.Join(all, nil) }
	next := stamped(unhex(t, hx2), 4)
	index := binary.BigEndian.AppendUint64(nil, 2<<32|71)
	return []inspectSeed{
		{nil, nil, nil, 0},
		{nil, nil, good, 0},
		{nil, nil, good[:200], 0},
		{nil, nil, changed(100, 1), 0},
		{nil, nil, changed(71+3, 1), 0}, // an offset far ahead
		{nil, nil, changed(71+57, 1), crcsOfLast},
		{nil, nil, changed(130, 0xff), crcsOfLast}, // records that are not as the header says
		{nil, nil, join(good, make([]byte, 30)), 0},
		{nil, nil, summed(unhex(t, hx1), 1), 0},
		{nil, nil, summed(unhex(t, hx1), 0x30), 0},
		{nil, nil, join(old(0), old(1), stamped(unhex(t, hx1), 2)), 0},
		{nil, nil, join(good[:71], good[:70], []byte{1}, old(2)), 0},
		{nil, nil, join(good[:100], old(1)), 0},
		{nil, nil, []byte("Dear Sir or Madam, this is a letter and it is no log."), ownName},
		{nil, nil, join(stamped(unhex(t, hx1), 41), good[:30]), ownName},
		{nil, nil, stamped(unhex(t, hx1), -1), ownName},
		{nil, nil, stamped(unhex(t, hx1), 1<<62), baseOfBatch},
		{good, index, next, hasOlder},
		{good, append(index, 1, 2, 3), next[:50], hasOlder},
		{changed(71+40, 1), bytes.Repeat([]byte{0xff}, 16), next, hasOlder},
		{good[:151], nil, next, hasOlder},
		{join(good, stamped(unhex(t, hx2), 4)), index, next, hasOlder}, // into the next segment
		{join(good, old(4)), index, next, hasOlder},
		{join(good, stamped(unhex(t, hx2), 1<<40)), nil, stamped(unhex(t, hx1), 1<<41),
			hasOlder | baseOfBatch}, // further from the segment's base than an index can say
		{good, index, nil, hasOlder},
	}
}

// allFiles gives the bytes of every file, by path.
func allFiles(t testing.TB, fsys vfs.FS) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, in := range []string{".", dir} {
		entries, err := fsys.ReadDir(in)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.Regular && in == "." {
				all[e.Name] = get(t, fsys, e.Name)
			} else if e.Regular {
				all[in+"/"+e.Name] = get(t, fsys, in+"/"+e.Name)
			}
		}
	}
	return all
}

// filesOf makes a file system of such files.
func filesOf(t testing.TB, files map[string][]byte) vfs.FS {
	t.Helper()
	fsys := fresh(t)
	for name, content := range files {
		put(t, fsys, name, content)
	}
	return fsys
}

func unchanged(t testing.TB, what string, before, after map[string][]byte) {
	t.Helper()
	for name, was := range before {
		if is, there := after[name]; !there || !bytes.Equal(is, was) {
			t.Fatalf("%s changed %s: %d bytes, there %v; want %d", what, name, len(is), there, len(was))
		}
	}
	if len(after) != len(before) {
		t.Fatalf("%s left %d files, want %d", what, len(after), len(before))
	}
}
