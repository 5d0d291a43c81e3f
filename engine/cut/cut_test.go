package cut

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/kerr"
	"kaenlog/engine/segment"
)

// The model: a reader of its own, which knows of a batch what Kafka's format says of its first 27
// bytes and asks no package of the engine.
type modelled struct {
	batches []Batch
	kept    int64
	kind    Obstacle
}

func model(file []byte) modelled {
	m := modelled{}
	for int(m.kept) < len(file) {
		size, kind := look(file[m.kept:])
		if m.kind = kind; kind != NoObstacle {
			break
		}
		head := file[m.kept:]
		base, delta := int64(binary.BigEndian.Uint64(head)), int64(binary.BigEndian.Uint32(head[23:]))
		m.batches = append(m.batches, Batch{m.kept, size, base, base + delta})
		m.kept += size
	}
	return m
}

// look gives the size of the batch at the beginning of these bytes, or what is there instead.
func look(b []byte) (size int64, kind Obstacle) {
	const sumFrom, crc, magic, lengthEnd = 21, 17, 16, 12
	if len(b) <= magic {
		return 0, TooShort
	}
	length := int64(int32(binary.BigEndian.Uint32(b[8:])))
	size = lengthEnd + length
	switch {
	case length < 14 || b[magic] > 2 || b[magic] == 2 && length < 49:
		return 0, NoBatch
	case size > int64(len(b)):
		return 0, TooShort
	case b[magic] < 2:
		return 0, NoBatch
	case crc32.Checksum(b[sumFrom:size], crc32.MakeTable(crc32.Castagnoli)) !=
		binary.BigEndian.Uint32(b[crc:]):
		return 0, OtherCRC
	}
	return size, NoObstacle
}

func (m modelled) last() int64 {
	if n := len(m.batches); n > 0 {
		return m.batches[n-1].Last
	}
	return -1
}

// The demo's own figures: what its batches weigh, and how many records are in each.
var (
	sizes   = []int64{213, 289, 365, 137, 137, 137}
	records = []int64{2, 3, 4, 1, 1, 1}
)

const damagedBytes, appendedBytes = 1425, 137

func logBytes(t *testing.T) []byte {
	t.Helper()
	log, _, err := demo.TornLog()
	if err != nil || len(log) != damagedBytes {
		t.Fatalf("%d bytes, %v", len(log), err)
	}
	return log
}

func TestTheLogIsTheRecoveryDemos(t *testing.T) {
	want, pos, offset := []Batch(nil), int64(0), int64(0)
	for i, n := range sizes {
		want = append(want, Batch{pos, n, offset, offset + records[i] - 1})
		pos, offset = pos+n, offset+records[i]
	}
	if size, err := Size(); size != damagedBytes || err != nil {
		t.Errorf("%d bytes, %v", size, err)
	}
	if m := model(logBytes(t)); !reflect.DeepEqual(m.batches, want) || m.kept != 1278 ||
		m.kind != TooShort {
		t.Errorf("the log has %+v, want %v", m, want)
	}
}

func TestEveryLengthIsRecoveredToItsLastWholeBatch(t *testing.T) {
	log := logBytes(t)
	all, err := Every(0, damagedBytes)
	if err != nil || len(all) != damagedBytes+1 {
		t.Fatalf("%d outcomes, %v", len(all), err)
	}
	lengths := map[int64]int{}
	for n, got := range all {
		m := model(log[:n])
		want := Outcome{Length: int64(n), Kept: m.kept, Batches: int64(len(m.batches)),
			LogEnd: m.last() + 1, Last: m.last()}
		if got != want {
			t.Errorf("the first %d bytes: %+v, want %+v", n, got, want)
		}
		lengths[got.Kept]++
	}
	want := map[int64]int{0: 213, 213: 289, 502: 365, 867: 137, 1004: 137, 1141: 137, 1278: 148}
	if !reflect.DeepEqual(lengths, want) {
		t.Errorf("kept bytes, and how many lengths lead there: %v, want %v", lengths, want)
	}
}

func TestLengthsInPiecesAreThoseInOne(t *testing.T) {
	all, err := Every(0, damagedBytes)
	if err != nil {
		t.Fatal(err)
	}
	var pieces []Outcome
	for from := int64(0); from <= damagedBytes; from += 97 {
		piece, err := Every(from, min(from+96, damagedBytes))
		if err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, piece...)
	}
	if !reflect.DeepEqual(pieces, all) {
		t.Error("in pieces the outcomes are others")
	}
}

// Behind a cut inside a batch, a log that is not truncated refuses the batch; a writer that does
// not look puts it where no reader comes. Truncated, or cut between two batches, it is found.
// Where one byte is missing, a zero as each batch of the demo ends in one, the first byte of what
// is appended, a zero too, makes the torn batch whole, and is missing to the new one.
func TestABatchBehindEveryCutIsFoundUnlessItStandsBehindGarbage(t *testing.T) {
	log := logBytes(t)
	kinds := map[Obstacle]int{}
	for cut := int64(0); cut <= damagedBytes; cut++ {
		before := model(log[:cut])
		for _, truncate := range []bool{true, false} {
			a, err := Append(cut, truncate)
			if err != nil {
				t.Fatal(err)
			}
			lies := before.kept < cut && !truncate
			pos, file := before.kept, bytes.Clone(log[:before.kept])
			if lies {
				pos, file = cut, bytes.Clone(log[:cut])
			}
			next := before.last() + 1
			file = append(file, stamped(t, next)...)
			m := model(file)
			kinds[a.Obstacle]++
			stop := before.kept
			if after := model(log[:min(cut+1, damagedBytes)]); lies && after.kept == cut+1 {
				stop = after.kept
			}
			want := &Appended{Cut: cut, Truncate: truncate, LogEnd: next, Torn: cut - before.kept,
				New: Batch{pos, appendedBytes, next, next}, FileSize: int64(len(file)),
				Read: m.batches, Stop: m.kept, Obstacle: m.kind, Found: !lies, Blind: lies}
			if lies {
				want.Code = kerr.KafkaStorageError
			}
			want.Reason, want.StopsBy = a.Reason, a.StopsBy
			if !reflect.DeepEqual(a, want) || (a.Reason != "") != lies || (a.StopsBy != "") != lies ||
				lies && (a.Stop != stop || !strings.Contains(a.Reason, "torn tail")) {
				t.Fatalf("cut at %d, truncating %t:\n%+v, want\n%+v", cut, truncate, *a, *want)
			}
		}
	}
	for _, kind := range append(Obstacles(), NoObstacle) {
		if kinds[kind] == 0 {
			t.Errorf("no cut leads to %q: %v", kind, kinds)
		}
	}
}

// stamped is the batch that is appended as the log has it: with its base offset.
func stamped(t *testing.T, base int64) []byte {
	t.Helper()
	_, next, err := demo.TornLog()
	if err != nil {
		t.Fatal(err)
	}
	binary.BigEndian.PutUint64(next, uint64(base))
	binary.BigEndian.PutUint32(next[12:], 0)
	return next
}

// What nobody reads is no part of the log: the next recovery cuts it off with the garbage.
func TestTheNextRecoveryCutsOffWhatWasAppendedBehindGarbage(t *testing.T) {
	log := logBytes(t)
	for _, cut := range []int64{1, 700, 1276, damagedBytes} {
		kept := model(log[:cut]).kept
		file := append(bytes.Clone(log[:cut]), stamped(t, 0)...)
		o, err := recovered(file)
		if err != nil || o.Kept != kept {
			t.Errorf("cut at %d: %+v, %v, want %d bytes kept", cut, o, err, kept)
		}
	}
}

func TestLengthsThatThereAreNotAreRefused(t *testing.T) {
	for _, c := range []struct {
		do   func() error
		want string
	}{
		{func() error { _, err := Every(-1, 5); return err },
			`from is -1, allowed is a whole number of bytes from 0 to 1425`},
		{func() error { _, err := Every(1426, 1426); return err },
			`from is 1426, allowed is a whole number of bytes from 0 to 1425`},
		{func() error { _, err := Every(700, 699); return err },
			`to is 699, allowed is a whole number of bytes from 700 to 1425`},
		{func() error { _, err := Every(700, 1426); return err },
			`to is 1426, allowed is a whole number of bytes from 700 to 1425`},
		{func() error { _, err := ParseLength("at", "1426"); return err },
			`at is 1426, allowed is a whole number of bytes from 0 to 1425`},
		{func() error { _, err := ParseLength("at", "7 "); return err },
			`at is 7 , allowed is a whole number of bytes from 0 to 1425`},
		{func() error { _, err := Append(-1, true); return err },
			`at is -1, allowed is a whole number of bytes from 0 to 1425`},
		{func() error { _, err := Append(1426, false); return err },
			`at is 1426, allowed is a whole number of bytes from 0 to 1425`},
	} {
		err := c.do()
		if bad := (*demo.FlagError)(nil); !errors.As(err, &bad) || bad.JSON != bad.Field ||
			bad.Field+" is "+bad.Found+", allowed is "+bad.Allowed != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Each of these is an engine that says something else than it does.
func TestARecoveryThatContradictsItsFileIsNoticed(t *testing.T) {
	opened := []byte("0123456789")
	good := segment.Report{Kept: 6, Dropped: 4}
	for _, c := range []struct {
		what       string
		r          segment.Report
		read       string
		torn, size int64
		isFault    bool
	}{
		{"a good one", good, "012345", 4, 6, false},
		{"a file that is longer", good, "012345", 4, 7, true},
		{"more dropped than torn", segment.Report{Kept: 6, Dropped: 5}, "012345", 4, 6, true},
		{"fewer torn than are missing", segment.Report{Kept: 6, Dropped: 3}, "012345", 3, 6, true},
		{"a byte changed", good, "012x45", 4, 6, true},
		{"a byte not read", good, "01234", 4, 6, true},
	} {
		err := fault(opened, []byte(c.read), c.torn, c.size, c.r)
		if (err != nil) != c.isFault {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// A file in which the batch does not stand where its writer is said to have put it is noticed.
func TestABatchThatIsNotAtTheFilesEndIsNoticed(t *testing.T) {
	for _, pos := range []int64{400, 401} {
		fsys, err := put(logBytes(t)[:502])
		if err != nil {
			t.Fatal(err)
		}
		a := &Appended{New: Batch{Pos: pos, Size: 102}}
		if err := a.readBack(fsys); (err == nil) != (pos == 400) {
			t.Errorf("at %d: %v", pos, err)
		}
	}
}
