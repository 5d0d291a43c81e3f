package inspect_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/inspect"
)

func TestKafkasOwnBytesAreWalked(t *testing.T) {
	fsys := fresh(t)
	put(t, fsys, name, kafka(t))
	for _, target := range []string{dir, name} {
		expect(t, walk(t, fsys, target, true), "begin 0 220", "batch 0 0..0 none",
			"record 0 vvv", "batch 71 1..2 none", "record 1 vvv", "record 2 vvv",
			"batch 152 3..3 none", "record 3 ", "end 3 4 0 0 4")
	}
}

func TestAWalkGoesOnBehindABatchWhoseCRCDiffers(t *testing.T) {
	b := kafka(t)
	for bit := 71*8 + 17*8; bit < 152*8; bit++ {
		fsys := fresh(t)
		c := bytes.Clone(b)
		c[bit/8] ^= 1 << (bit % 8)
		put(t, fsys, name, c)
		s := walk(t, fsys, name, false)
		if len(s.all) != 6 || !strings.HasPrefix(s.all[3], "fault 71 0 "+name+": at byte 88: the CRC") ||
			s.all[4] != "batch 152 3..3 none" || s.all[5] != "end 2 2 0 1 4" {
			t.Fatalf("bit %d: %q", bit, s.all)
		}
	}
}

func TestEveryCutIsAFaultUnlessItIsAtABatchsEdge(t *testing.T) {
	b := kafka(t)
	for n := range len(b) + 1 {
		fsys := fresh(t)
		put(t, fsys, name, b[:n])
		s := strings.Join(walk(t, fsys, name, false).all, "\n")
		edge := n == 0 || n == 71 || n == 152 || n == 220
		if strings.Contains(s, "fault") == edge {
			t.Errorf("cut at %d:\n%s", n, s)
		}
	}
}

func TestWhatABatchCanBe(t *testing.T) {
	lone := func(b []byte) []byte { return b }
	for _, c := range []struct {
		story string
		log   []byte
		want  []string
	}{
		{"an empty file", nil, []string{"begin 0 0", "end 0 0 0 0 0"}},
		{"garbage", []byte("Dear Sir or Madam, this is a letter."), []string{"begin 0 36",
			"fault 0 36 " + name + ": at byte 16: not a record batch", "end 0 0 0 1 0"}},
		{"zeros", make([]byte, 100), []string{"begin 0 100",
			"fault 0 100 " + name + ": at byte 8", "end 0 0 0 1 0"}},
		{"compressed, with a right CRC", summed(unhex(t, hx1), 1), []string{"begin 0 71",
			"batch 0 0..0 gzip", "end 1 1 0 0 1"}},
		{"compressed, with a wrong one", lone(append(summed(unhex(t, hx1), 4)[:70], 9)),
			[]string{"begin 0 71", "batch 0 0..0 zstd", "fault 0 0 ", "end 0 0 0 1 0"}},
		{"a control batch", summed(unhex(t, hx1), 0x30), []string{"begin 0 71",
			"batch 0 0..0 none", "record 0 vvv", "end 1 1 0 0 1"}},
		{"a gap at the start and one inside",
			append(stamped(unhex(t, hx1), 5), stamped(unhex(t, hx1), 8)...),
			[]string{"begin 0 142", "gap 0 0..4", "batch 0 5..5 none", "record 5 vvv",
				"gap 71 6..7", "batch 71 8..8 none", "record 8 vvv", "end 2 2 0 0 9"}},
		{"a batch twice", append(unhex(t, hx1), unhex(t, hx1)...), []string{"begin 0 142",
			"batch 0 0..0 none", "record 0 vvv", "batch 71 0..0 none",
			"fault 71 0 " + name + ": at byte 71: offset out of order", "end 1 1 0 1 1"}},
		{"messages of magic 1, then a batch",
			append(append(old(0), old(1)...), stamped(unhex(t, hx1), 2)...),
			[]string{"begin 0 145", "old 0 0", "old 37 1", "batch 74 2..2 none",
				"record 2 vvv", "end 1 1 2 0 3"}},
		{"a message of magic 1, then a torn one", append(old(0), old(1)[:30]...),
			[]string{"begin 0 67", "old 0 0", "fault 37 30 ", "end 0 0 1 1 1"}},
		{"a message of magic 1, then zeros", append(old(0), make([]byte, 40)...),
			[]string{"begin 0 77", "old 0 0", "fault 37 40 ", "end 0 0 1 1 1"}},
		{"a damaged message of magic 1", append(old(0)[:36], 'x'),
			[]string{"begin 0 37", "fault 0 0 " + name + ": at byte 16: a message of an old format: " +
				"magic is 1, allowed is 2: at byte 12: the CRC differs: ", "end 0 0 0 1 0"}},
		{"one between good ones", append(append(old(0), append(old(1)[:36], 'x')...), old(2)...),
			[]string{"begin 0 111", "old 0 0", "fault 37 0 ", "old 74 2", "end 0 0 2 1 3"}},
	} {
		t.Run(c.story, func(t *testing.T) {
			fsys := fresh(t)
			put(t, fsys, name, c.log)
			expect(t, walk(t, fsys, name, true), c.want...)
		})
	}
}

func TestAFileOfAnotherNameCountsFromItsFirstBatch(t *testing.T) {
	fsys := fresh(t)
	put(t, fsys, "copy.bin", stamped(unhex(t, hx1), 41))
	expect(t, walk(t, fsys, "copy.bin", false), "begin 41 71", "batch 0 41..41", "end 1 1 0 0 42")
}

func TestTheSegmentsOfADirectoryFollowEachOther(t *testing.T) {
	second := dir + "/00000000000000000009.log"
	fsys := fresh(t)
	put(t, fsys, name, kafka(t))
	put(t, fsys, second, stamped(unhex(t, hx1), 9))
	put(t, fsys, dir+"/old.log", []byte("not one"))
	put(t, fsys, dir+"/notes.txt", []byte("not one"))
	if err := fsys.MkdirAll(dir + "/more.log"); err != nil {
		t.Fatal(err)
	}
	s := walk(t, fsys, dir, false)
	expect(t, s, "begin 0 220", "batch 0", "batch 71", "batch 152", "end 3 4 0 0 4",
		"gap 0 4..8", "begin 9 71", "batch 0 9..9", "end 1 1 0 0 10")
	notes := strings.Join(s.notes, "\n")
	if !strings.Contains(notes, "old.log: no segment's name") ||
		!strings.Contains(notes, "more.log: no segment's name") || strings.Contains(notes, "txt") {
		t.Errorf("notes are %s", notes)
	}

	fsys = fresh(t)
	put(t, fsys, name, kafka(t))
	put(t, fsys, dir+"/00000000000000000003.log", stamped(unhex(t, hx1), 3))
	s = walk(t, fsys, dir, false)
	expect(t, s, "begin 0 220", "batch 0", "batch 71", "batch 152",
		"fault 152 0 "+name+": at byte 152: offset out of order: lastOffset is 3, "+
			"allowed is below 3", "end 2 3 0 1 3",
		"begin 3 71", "batch 0 3..3", "end 1 1 0 0 4")
}

func TestWhatIsNoLogIsAnError(t *testing.T) {
	fsys := fresh(t)
	put(t, fsys, "letters/a.txt", nil)
	for target, want := range map[string]error{
		"letters": inspect.ErrNoSegment, "nowhere": fs.ErrNotExist,
	} {
		at := &inspect.Target{FS: fsys, Name: target, Label: target}
		if err := inspect.Walk(at, true, &seen{}); !errors.Is(err, want) {
			t.Errorf("walking %s is %v", target, err)
		}
		if _, err := inspect.Recover(at, false, nil); !errors.Is(err, want) {
			t.Errorf("recovering %s is %v", target, err)
		}
	}
}

func TestADirectoryWithASegmentsNameIsAFault(t *testing.T) {
	fsys := fresh(t)
	put(t, fsys, name, kafka(t))
	if err := fsys.MkdirAll(dir + "/00000000000000000004.log"); err != nil {
		t.Fatal(err)
	}
	s := walk(t, fsys, dir, false)
	if !strings.HasPrefix(s.all[0], "fault 0 0 "+dir+"/00000000000000000004.log: a segment's file") {
		t.Errorf("got %q", s.all)
	}
	at := &inspect.Target{FS: fsys, Name: dir, Label: dir}
	if _, err := inspect.Recover(at, false, nil); err == nil {
		t.Error("recover took it")
	}
}

func TestIndexFilesAreToldAndNeverAFault(t *testing.T) {
	entry := func(rel, pos uint32) []byte {
		return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, rel), pos)
	}
	for _, c := range []struct {
		index []byte
		want  string
	}{
		{nil, "entries 0"},
		{entry(2, 71), "entries 1"},
		{append(entry(2, 71), make([]byte, 1<<20)...), "entries 1, then 1048576 bytes of zeros"},
		{append(entry(2, 71), 1, 2), "entries 1, then 2 bytes that are no whole entry"},
		{append(entry(2, 71), entry(2, 152)...), "entries 2: out of order at entry 1"},
		{entry(2, 220), "entries 1: entry 0 points past the end of the log"},
		{entry(1<<31, 0), "entries 1: out of order at entry 0"},
	} {
		fsys := fresh(t)
		put(t, fsys, name, kafka(t))
		put(t, fsys, strings.TrimSuffix(name, "log")+"index", c.index)
		s := walk(t, fsys, dir, false)
		if len(s.notes) != 2 || !strings.HasSuffix(s.notes[0], ".index: index, "+c.want) ||
			!strings.Contains(s.notes[1], ".timeindex: index missing") ||
			strings.Contains(strings.Join(s.all, " "), "fault") {
			t.Errorf("want %s, got %q %q", c.want, s.notes, s.all)
		}
	}
}

// A flip is a fault unless it is where Kafka does not see it either: in the low bytes of a base
// offset or in the leader epoch, which no CRC covers.
func TestEveryFlipIsToldOrCantBeSeen(t *testing.T) {
	b := kafka(t)
	told, unseen := 0, 0
	for bit := range len(b) * 8 {
		c := bytes.Clone(b)
		c[bit/8] ^= 1 << (bit % 8)
		fsys := fresh(t)
		put(t, fsys, name, c)
		s := walk(t, fsys, name, true)
		if strings.Contains(strings.Join(s.all, " "), "fault") {
			told++
			continue
		}
		unseen++
		at := bit / 8
		for _, begin := range []int{152, 71, 0} {
			if at >= begin {
				at -= begin
				break
			}
		}
		if at >= 16 || at >= 8 && at < 12 {
			t.Errorf("bit %d, byte %d of its batch, is not told: %q", bit, at, s.all)
		}
	}
	t.Logf("%d flips told, %d outside every check", told, unseen)
}

func TestABatchLargerThanTheScannersBufferIsWalked(t *testing.T) {
	value := bytes.Repeat([]byte("large "), 400000)
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{{Value: value}})
	if err != nil {
		t.Fatal(err)
	}
	log := append(bytes.Clone(b), stamped(unhex(t, hx1), 1)...)
	fsys := fresh(t)
	put(t, fsys, name, log)
	expect(t, walk(t, fsys, name, true), "begin", "batch 0 0..0", "record 0 large large",
		"batch", "record 1 vvv", "end 2 2 0 0 2")
	log[2000000] ^= 1
	fsys = fresh(t)
	put(t, fsys, name, log)
	expect(t, walk(t, fsys, name, true), "begin", "batch 0 0..0", "fault 0 0 ",
		"batch", "record 1 vvv", "end 1 1 0 1 2")
}
