package partition_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/trace"
	"kaenlog/engine/wire"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Request and response were made by Kafka 4.1.0's own classes: producer 1000 sends sequence
// 7, and the broker answers with base offset 10.
func TestKafkasRequestIsAnsweredWithKafkasResponse(t *testing.T) {
	request := unhex(t, "000000770000000d0000000700046b61656e0000000100007530020102030405060708"+
		"090a0b0c0d0e0f1002000000004800000000000000000000003bffffffff02c527a5dd0000000000000000"+
		"018bcfe568000000018bcfe5680000000000000003e80000000000070000000112000000010676767600000000")
	response := unhex(t, "0000003e0000000700020102030405060708090a0b0c0d0e0f10020000000000000000"+
		"00000000000affffffffffffffff0000000000000000010000000000000000")
	b, _ := openMemory(t, nil)
	b.mustSend(plain(3))
	b.mustSend(numbered(1000, 0, 0, 7))
	var heard bytes.Buffer
	if err := b.Serve(wireEnds{bytes.NewReader(request), &heard}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(heard.Bytes(), response) {
		t.Errorf("the answer is\n%x, Kafka's is\n%x", heard.Bytes(), response)
	}
	got, err := b.Read(10, 1)
	sent := request[len(request)-3-71 : len(request)-3] // three empty tag sections behind it
	if err != nil || !bytes.Equal(got[16:], sent[16:]) || !bytes.Equal(got[:8], unhex(t,
		"000000000000000a")) {
		t.Errorf("stored is\n%x, %v, sent was\n%x", got, err, sent)
	}
}

func TestFramesAreAnsweredInTheirOrder(t *testing.T) {
	stream := slices.Concat(frame(3, 1, plain(2)), frame(9, 1, numbered(1, 0, 4, 1)),
		frame(-1, 1, plain(1)), frame(3, 1, plain(1)))
	for _, row := range []struct {
		name string
		in   io.Reader
	}{
		{"all in one piece", bytes.NewReader(stream)},
		{"byte by byte", iotest.OneByteReader(bytes.NewReader(stream))},
		{"half of what was asked for", iotest.HalfReader(bytes.NewReader(stream))},
		{"the end beside the last bytes", iotest.DataErrReader(bytes.NewReader(stream))},
	} {
		t.Run(row.name, func(t *testing.T) {
			b, _ := openMemory(t, nil)
			var heard bytes.Buffer
			if err := b.Serve(wireEnds{row.in, &heard}); err != nil {
				t.Fatal(err)
			}
			var ids []int32
			var said []string
			for _, r := range responses(t, heard.Bytes()) {
				ids = append(ids, r.CorrelationID)
				said = append(said, words(r.Topics[0].Partitions[0]))
			}
			if !slices.Equal(ids, []int32{3, 9, -1, 3}) ||
				!slices.Equal(said, []string{"offset 0", "error 45", "offset 2", "offset 3"}) {
				t.Errorf("answered are %v with %v", ids, said)
			}
		})
	}
}

func TestServeGoesOnWhereTheStreamEnded(t *testing.T) {
	b, _ := openMemory(t, nil)
	var in, heard bytes.Buffer
	conn := b.Attach(wireEnds{&in, &heard})
	for i := range int32(3) {
		in.Write(frame(i, 1, plain(1)))
		if err := conn.Serve(); err != nil {
			t.Fatal(err)
		}
		if got := responses(t, heard.Bytes()); len(got) != int(i)+1 || got[i].CorrelationID != i {
			t.Fatalf("after frame %d: %+v", i, got)
		}
	}
	size := int64(len(frame(0, 1, plain(1))))
	var at []int64
	for _, e := range b.trace.Entries() {
		if read, ok := e.Event.(trace.FrameRead); ok {
			at = append(at, read.Pos, read.Size)
		}
	}
	if !slices.Equal(at, []int64{0, size, size, size, 2 * size, size}) {
		t.Errorf("the trace has frames at %v", at)
	}
}

// edited gives a good frame after a change; its length is made right again.
func edited(edit func(payload []byte) []byte) []byte {
	return wire.AppendFrame(nil, edit(frame(7, 1, plain(2))[wire.LenPrefix:]))
}

func version(v byte) []byte {
	return edited(func(p []byte) []byte { p[2], p[3] = 0, v; return p })
}

// behindHeader1 is a version 13 body behind a version 1 header: the tag section is missing,
// which is the byte behind "kaen".
func behindHeader1(v byte) []byte {
	return edited(func(p []byte) []byte { p[3] = v; return slices.Delete(p, 14, 15) })
}

func TestFramesThatEndTheConnection(t *testing.T) {
	good := frame(7, 1, plain(2))
	for _, row := range []struct {
		name string
		in   []byte
		kind *kerr.Error
	}{
		{"length -1", unhex(t, "ffffffff"), wire.ErrInvalidData},
		{"length 104857601", unhex(t, "06400001"), wire.ErrInvalidData},
		{"length 0", unhex(t, "00000000"), wire.ErrUnexpectedEOF},
		{"length 7, too short for a header", unhex(t, "000000070000000d000000"),
			wire.ErrUnexpectedEOF},
		{"the stream ends inside the length", good[:3], wire.ErrUnexpectedEOF},
		{"the stream ends inside the frame", good[:len(good)-1], wire.ErrUnexpectedEOF},
		{"a client id longer than the frame", edited(func(p []byte) []byte {
			p[8], p[9] = 0x7f, 0xff
			return p
		}), wire.ErrUnexpectedEOF},
		{"Produce version 2", version(2), wire.ErrUnsupported},
		{"Produce version 8", version(8), wire.ErrUnsupported},
		{"Produce version 12", version(12), wire.ErrUnsupported},
		{"Produce version 14", version(14), wire.ErrUnsupported},
		{"ApiVersions version 99", edited(func(p []byte) []byte {
			p[1], p[3] = 18, 99
			return p
		}), wire.ErrUnsupported},
		{"a version 13 body behind a version 1 header", behindHeader1(13), wire.ErrInvalidData},
		{"a version 9 body behind a version 1 header", behindHeader1(9), wire.ErrUnsupported},
		{"bytes left over behind the body",
			edited(func(p []byte) []byte { return append(p, 0) }), wire.ErrInvalidData},
		{"records longer than the frame", edited(func(p []byte) []byte {
			return p[:len(p)-4]
		}), wire.ErrUnexpectedEOF},
	} {
		t.Run(row.name, func(t *testing.T) {
			b, fsys := openMemory(t, nil)
			before := frame(6, 1, plain(1))
			fsys.Forget()
			heard, err := b.serve(before, row.in)
			if !errors.Is(err, row.kind) {
				t.Errorf("the connection ended with %v, want %v", err, row.kind)
			}
			if err != nil && !strings.Contains(err.Error(), "byte "+strconv.Itoa(len(before))+" of") {
				t.Errorf("%v does not say where the frame began, at %d", err, len(before))
			}
			if len(heard) != 1 || heard[0].CorrelationID != 6 {
				t.Errorf("heard %+v, want the answer to the frame before and no other", heard)
			}
			if b.LogEnd() != 1 || fsys.Count("append") != 1 {
				t.Errorf("log end %d after %d appends, want 1 after 1", b.LogEnd(),
					fsys.Count("append"))
			}
		})
	}
}

// place is a partition of some topic, as a request names it.
type place struct {
	topic     byte // the topic id's last byte; 16 is ours
	partition int32
	records   []byte
}

func manyPlaces(acks int16, places ...place) []byte {
	req := &wire.ProduceRequest{Acks: acks}
	for _, p := range places {
		id := topic
		id[15] = p.topic
		if n := len(req.Topics); n == 0 || req.Topics[n-1].ID != id {
			req.Topics = append(req.Topics, wire.ProduceTopic{ID: id})
		}
		last := &req.Topics[len(req.Topics)-1]
		last.Partitions = append(last.Partitions, wire.ProducePartition{Index: p.partition,
			Records: p.records})
	}
	payload := wire.AppendRequestHeader(nil, wire.RequestHeader{APIVersion: 13}, 2)
	return wire.AppendFrame(nil, wire.AppendProduceRequest(payload, req))
}

func TestEachPartitionOfARequestHasItsOwnAnswer(t *testing.T) {
	for _, row := range []struct {
		name   string
		places []place
		codes  []kerr.Code
		log    string
	}{
		{"an unknown topic", []place{{99, 0, plain(1)}}, []kerr.Code{100}, ""},
		{"an unknown partition", []place{{16, 1, plain(1)}}, []kerr.Code{3}, ""},
		{"a negative partition", []place{{16, -1, plain(1)}}, []kerr.Code{3}, ""},
		{"a good one between two that are not here",
			[]place{{16, 1, plain(1)}, {16, 0, plain(2)}, {99, 0, plain(1)}},
			[]kerr.Code{3, 0, 100}, "0+2"},
		{"one partition twice", []place{{16, 0, plain(1)}, {16, 0, plain(2)}},
			[]kerr.Code{87, 87}, ""},
		{"one partition twice, the topic named again",
			[]place{{16, 0, plain(1)}, {99, 0, plain(1)}, {16, 0, plain(2)}},
			[]kerr.Code{87, 100, 87}, ""},
		{"no partition at all", nil, nil, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			b, _ := openMemory(t, nil)
			heard, err := b.serve(manyPlaces(1, row.places...))
			if err != nil || len(heard) != 1 {
				t.Fatalf("%d answers, %v", len(heard), err)
			}
			var codes []kerr.Code
			for _, topic := range heard[0].Topics {
				for _, p := range topic.Partitions {
					codes = append(codes, p.Code)
					if p.Code != 0 && p.BaseOffset != -1 {
						t.Errorf("code %d with base offset %d", p.Code, p.BaseOffset)
					}
				}
			}
			if !slices.Equal(codes, row.codes) || b.layout() != row.log {
				t.Errorf("codes %v, in the log %q; want %v and %q", codes, b.layout(), row.codes,
					row.log)
			}
		})
	}
}

func TestOtherPartitionsOfARequestWithAcks0StayWritten(t *testing.T) {
	b, _ := openMemory(t, nil)
	heard, err := b.serve(manyPlaces(0, place{16, 0, plain(2)}, place{16, 1, plain(1)}))
	if !errors.Is(err, partition.ErrUnheard) || len(heard) != 0 {
		t.Errorf("%d answers and %v, want none and a closed connection", len(heard), err)
	}
	if got := b.layout(); got != "0+2" {
		t.Errorf("in the log is %q", got)
	}
}

func TestClientThatWentAwayEndsTheConnection(t *testing.T) {
	b, _ := openMemory(t, nil)
	gone := errors.New("broken pipe")
	in := bytes.NewReader(slices.Concat(frame(1, 1, plain(1)), frame(2, 1, plain(1))))
	err := b.Serve(wireEnds{in, writerFunc(func([]byte) (int, error) { return 0, gone })})
	if !errors.Is(err, gone) {
		t.Errorf("the connection ended with %v, want %v", err, gone)
	}
	if b.LogEnd() != 1 {
		t.Errorf("log end %d: the first frame alone is to be written", b.LogEnd())
	}
	err = b.Serve(wireEnds{iotest.ErrReader(gone), io.Discard})
	if !errors.Is(err, gone) || !errors.Is(err, wire.ErrRead) {
		t.Errorf("a connection that breaks ended with %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
