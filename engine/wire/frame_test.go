package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/iotest"

	"kaenlog/engine/kerr"
	"kaenlog/engine/wire"
)

func TestFramesAreReadHoweverTheBytesArrive(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789abcdef"), 20000) // over the first read
	var stream []byte
	sent := [][]byte{[]byte("first"), {}, large, []byte("last")}
	for _, p := range sent {
		stream = wire.AppendFrame(stream, p)
	}
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"all at once":           func(r io.Reader) io.Reader { return r },
		"byte by byte":          iotest.OneByteReader,
		"in halves":             iotest.HalfReader,
		"the end with the data": iotest.DataErrReader,
	} {
		t.Run(name, func(t *testing.T) {
			r := wrap(bytes.NewReader(stream))
			for i, want := range sent {
				got, err := wire.ReadFrame(r)
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("frame %d: %d bytes, %v; want %d", i, len(got), err, len(want))
				}
			}
			if _, err := wire.ReadFrame(r); err != io.EOF {
				t.Errorf("between frames the end is %v, want io.EOF itself", err)
			}
		})
	}
}

func TestReadingAFrameTakesNoByteOfTheNext(t *testing.T) {
	r := bytes.NewReader(append(wire.AppendFrame(nil, []byte("one")), "next"...))
	if _, err := wire.ReadFrame(r); err != nil {
		t.Fatal(err)
	}
	if rest, _ := io.ReadAll(r); string(rest) != "next" {
		t.Errorf("left in the connection: %q", rest)
	}
}

// after is a connection that gives some bytes and then must not be asked for more.
type after struct {
	*bytes.Reader
	t *testing.T
}

func (r after) Read(p []byte) (int, error) {
	if r.Len() == 0 {
		r.t.Error("more was read behind a length that is not allowed")
	}
	return r.Reader.Read(p)
}

func TestALengthIsCheckedBeforeAnythingElseIsDone(t *testing.T) {
	for _, size := range []int32{-1, -1 << 31, 104857601, 1<<31 - 1} {
		prefix := binary.BigEndian.AppendUint32(nil, uint32(size))
		var err error
		used := allocated(func() { _, err = wire.ReadFrame(after{bytes.NewReader(prefix), t}) })
		wantError(t, err, wire.ErrInvalidData, 0, "size")
		if wire.KindName(err) != "InvalidData" {
			t.Errorf("size %d: kind %q", size, wire.KindName(err))
		}
		if used > 16<<10 {
			t.Errorf("size %d: %d bytes were allocated", size, used)
		}
	}
}

func TestFewerBytesThanAnnouncedAreAnUnexpectedEnd(t *testing.T) {
	for _, c := range []struct {
		story string
		bytes []byte
		pos   int64
		field string
	}{
		{"one byte of the length", []byte{0}, 1, "size"},
		{"three bytes of the length", []byte{0, 0, 0}, 3, "size"},
		{"a length and nothing", []byte{0, 0, 0, 8}, 4, "payload"},
		{"3 bytes of 8, as in the golden output", []byte{0, 0, 0, 8, 1, 2, 3}, 7, "payload"},
		{"all but one of 100000", append([]byte{0, 1, 0x86, 0xa0}, make([]byte, 99999)...),
			100003, "payload"},
	} {
		_, err := wire.ReadFrame(bytes.NewReader(c.bytes))
		t.Run(c.story, func(t *testing.T) {
			wantError(t, err, wire.ErrUnexpectedEOF, c.pos, c.field)
			if wire.KindName(err) != "UnexpectedEof" {
				t.Errorf("kind %q", wire.KindName(err))
			}
			if errors.Is(err, io.EOF) || !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("an end inside a frame reads as %v", err)
			}
		})
	}
}

// The largest legal length, and hardly a byte behind it.
func TestAClaimOf100MBWith3BytesBehindItAllocatesLittle(t *testing.T) {
	claim := append([]byte{0x06, 0x40, 0, 0}, 1, 2, 3) // 104857600
	var err error
	used := allocated(func() { _, err = wire.ReadFrame(bytes.NewReader(claim)) })
	wantError(t, err, wire.ErrUnexpectedEOF, 7, "payload")
	if used > 128<<10 {
		t.Errorf("%d bytes were allocated for 3", used)
	}
	// And with more behind it, never more than a small multiple of what came.
	claim = append(claim, make([]byte, 1<<20)...)
	used = allocated(func() { _, err = wire.ReadFrame(bytes.NewReader(claim)) })
	wantError(t, err, wire.ErrUnexpectedEOF, int64(len(claim)), "payload")
	if used > 5<<20 {
		t.Errorf("%d bytes were allocated for 1 MiB", used)
	}
}

func TestTheLargestFrameIsStillGood(t *testing.T) {
	if testing.Short() {
		t.Skip("100 MB")
	}
	r := io.MultiReader(bytes.NewReader([]byte{0x06, 0x40, 0, 0}),
		io.LimitReader(zeros{}, wire.MaxFrameBytes))
	b, err := wire.ReadFrame(r)
	if err != nil || len(b) != wire.MaxFrameBytes {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestABrokenConnectionKeepsItsOwnError(t *testing.T) {
	broken := errors.New("cable pulled")
	for at := range 8 {
		frame := wire.AppendFrame(nil, []byte("1234"))
		r := io.MultiReader(bytes.NewReader(frame[:at]), iotest.ErrReader(broken))
		_, err := wire.ReadFrame(r)
		if !errors.Is(err, broken) || !errors.Is(err, wire.ErrRead) || wire.KindName(err) != "" {
			t.Errorf("broken after %d bytes: %v, kind %q", at, err, wire.KindName(err))
		}
		if e := told(t, err); e.Pos != int64(at) {
			t.Errorf("broken after %d bytes, told at %d", at, e.Pos)
		}
	}
}

func TestTwelveBytesAreEnoughToRouteAndElevenAreNot(t *testing.T) {
	frame := unhex(t, kafkaRequest)
	want := wire.Route{Size: 119, APIKey: 0, APIVersion: 13, CorrelationID: 7}
	for _, n := range []int{12, 13, len(frame)} {
		if got, err := wire.PeekRoute(frame[:n]); err != nil || got != want {
			t.Errorf("%d bytes: %+v, %v", n, got, err)
		}
	}
	for n := range 12 {
		_, err := wire.PeekRoute(frame[:n])
		wantError(t, err, wire.ErrUnexpectedEOF, int64(n), "frame")
	}
}

func TestARouteIsNotReadOutOfTheNextFrame(t *testing.T) {
	for _, size := range []int32{-1, 0, 7, 104857601} {
		frame := binary.BigEndian.AppendUint32(nil, uint32(size))
		_, err := wire.PeekRoute(append(frame, make([]byte, 8)...))
		wantError(t, err, wire.ErrInvalidData, 0, "size")
	}
	if _, err := wire.PeekRoute([]byte{0, 0, 0, 8, 0, 0, 0, 13, 0, 0, 0, 7}); err != nil {
		t.Error(err)
	}
}

func TestKindsHaveTheGoldenNames(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{io.EOF, ""},
		{wire.ErrInvalidData, "InvalidData"},
		{wire.ErrUnexpectedEOF, "UnexpectedEof"},
		{wire.ErrInvalidData.At(1, "f", "x", "y").In("file", 2), "InvalidData"},
		{kerr.New(kerr.InvalidRequest, "another"), ""},
	} {
		if got := wire.KindName(c.err); got != c.want {
			t.Errorf("%v is %q, want %q", c.err, got, c.want)
		}
	}
}

// allocated gives how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
