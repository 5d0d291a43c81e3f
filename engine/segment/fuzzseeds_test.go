package segment_test

import (
	"bytes"
	"math"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/vfs"
)

// openSeed is an input of FuzzOpen.
type openSeed struct {
	older, index, last []byte
	shape              uint8
}

// compacted makes a batch of records 0 to 4 of which the first n are left.
func compacted(t testing.TB, base int64, n int) batch.Batch {
	t.Helper()
	src := made(t, base, 5, now, 50)
	b, err := batch.AppendRewritten(nil, src, func(r *batch.Record) bool {
		return int(r.OffsetDelta) < n
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// nested makes a batch whose one record's value is the bytes of another batch, and gives where
// that one begins.
func nested(t testing.TB, base int64, inner batch.Batch) (outer batch.Batch, at int) {
	t.Helper()
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{{Timestamp: now, Value: inner}})
	if err != nil {
		t.Fatal(err)
	}
	batch.Batch(b).Stamp(base, 0)
	return b, bytes.Index(b, inner)
}

func openSeeds(t testing.TB) []openSeed {
	good := join(kafka(t, 0), kafka(t, 2), one(t, 4, now+5), made(t, 5, 3, now+9, 200))
	changed := func(at int, v byte) []byte {
		b := bytes.Clone(good)
		b[at] ^= v
		return b
	}
	compressed := kafka(t, 0)
	compressed[22] = 2
	last := kafka(t, 8)
	big := kafka(t, math.MaxInt64-2) // its last offset is the largest but one
	atEnd := kafka(t, math.MaxInt64-1)
	far := join(kafka(t, 0), kafka(t, math.MaxInt32-1), kafka(t, math.MaxInt32+1))
	outer, at := nested(t, 0, kafka(t, 4))
	lies := indexBytes([]entry{{1, uint32(at)}, {5, uint32(at)}})
	olderLog := join(outer, kafka(t, 1), kafka(t, 3), kafka(t, 5), kafka(t, 7))

	return []openSeed{
		{nil, nil, nil, 0},
		{nil, nil, good, 0},
		{nil, nil, join(kafka(t, 0), kafka(t, 2), kafka(t, 4), kafka(t, 6), good), 0},
		{nil, nil, good[:len(good)-1], 0},             // torn
		{nil, nil, good[:100], 0},                     // torn inside a header
		{nil, nil, append(changed(0, 0), 0, 0, 0), 0}, // fewer bytes than a length
		{nil, nil, append(changed(0, 0), make([]byte, 100)...), 0},
		{nil, nil, append(changed(0, 0), bytes.Repeat([]byte{0xff}, 70)...), 0},
		{nil, nil, changed(81+17, 1), 0}, // a wrong CRC in the middle
		{nil, nil, changed(81+8, 0x7f), 0},
		{nil, nil, changed(81+7, 0xff), 0}, // an offset that is not expected
		{nil, nil, join(kafka(t, 0), kafka(t, 0)), 0},
		{nil, nil, join(kafka(t, 3), kafka(t, 90)), 0}, // gaps
		{nil, nil, join(compacted(t, 0, 0), compacted(t, 5, 3), kafka(t, 10)), 0},
		{nil, nil, seal(compressed), 0},
		{nil, nil, join(kafka(t, 0), oldMessage(2, "vvv")), 0},
		{nil, nil, append(bytes.Clone(good[:100]), oldMessage(2, "vvv")...), 0},
		{nil, nil, join(changed(81+17, 1)[:162], oldMessage(4, "vvv")), 0}, // behind damage
		{nil, nil, []byte("Dear Sir or Madam, this is a letter and it is no log."), 0},
		{nil, nil, big, baseOfBatch},
		{nil, nil, atEnd, baseOfBatch},
		{nil, nil, far, 0},
		{good, nil, last, hasOlder},
		{good, indexBytes([]entry{{3, 81}, {4, 162}}), last, hasOlder | hasIndex},
		{good, indexBytes([]entry{{1, 250}}), last, hasOlder | hasIndex},
		{good, indexBytes([]entry{{4, 162}, {3, 81}, {1 << 31, 1 << 31}}), last[:40],
			hasOlder | hasIndex},
		{changed(100, 1), indexBytes([]entry{{3, 81}}), last, hasOlder | hasIndex | baseOfBatch},
		{changed(170, 1), nil, last, hasOlder | baseOfBatch},
		{changed(26, 1), nil, last, hasOlder | baseOfBatch}, // a false hole
		{changed(250+26, 2), nil, last, hasOlder | baseOfBatch},
		{changed(81+26, 2), nil, last, hasOlder | baseOfBatch | crcsOfOlder}, // two overlap
		{changed(100, 1), nil, nil, hasOlder},
		{good, nil, nil, hasOlder},
		{nil, nil, last, hasOlder},
		{good, nil, kafka(t, 1<<40), hasOlder | baseOfBatch},
		{olderLog, lies, kafka(t, 9), hasOlder | hasIndex},
		{good, nil, good, hasOlder | offsetsOfLast | offsetsOfOlder | crcsOfLast | crcsOfOlder},
	}
}

// allFiles gives the bytes of every file of the log, by path.
func allFiles(t *testing.T, fsys vfs.FS) map[string]string {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		name := dir + "/" + e.Name
		all[name] = string(get(t, fsys, name))
	}
	return all
}

func sameFiles(t *testing.T, what string, before, after map[string]string) {
	for name, was := range before {
		is, there := after[name]
		if !there || is != was {
			t.Fatalf("%s changed %s: %d bytes, there %v; were %d", what, name, len(is), there, len(was))
		}
	}
	for name := range after {
		if _, was := before[name]; !was {
			t.Fatalf("%s made %s", what, name)
		}
	}
}
