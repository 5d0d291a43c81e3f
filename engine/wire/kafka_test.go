package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/wire"
)

// Witness: frames made by Kafka 4.1.0 itself, KAFKA.md §8.
const (
	kafkaRequest = "000000770000000d0000000700046b61656e0000000100007530020102030405060708090a0b0c0d" +
		"0e0f1002000000004800000000000000000000003bffffffff02c527a5dd0000000000000000018bcfe56800" +
		"0000018bcfe5680000000000000003e80000000000070000000112000000010676767600000000"
	kafkaResponse = "0000003e0000000700020102030405060708090a0b0c0d0e0f1002000000000000000000000000" +
		"000affffffffffffffff0000000000000000010000000000000000"
)

func TestKafkasRequestIsWrittenAndReadByteForByte(t *testing.T) {
	frame := unhex(t, kafkaRequest)
	records, err := batch.Append(nil, batch.Producer{ID: 1000, BaseSequence: 7},
		[]batch.NewRecord{{Timestamp: now, Value: []byte("vvv")}})
	if err != nil {
		t.Fatal(err)
	}
	want := request(1, records)
	if got := wire.AppendFrame(nil, payload(header("kaen"), want)); !bytes.Equal(got, frame) {
		t.Errorf("got  %x\nwant %x", got, frame)
	}
	r := bytes.NewReader(frame)
	got, err := wire.ReadFrame(r)
	if err != nil || r.Len() != 0 {
		t.Fatalf("%v, %d bytes left", err, r.Len())
	}
	h, req, err := wire.DecodeProduce(got)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(h, header("kaen")) || !reflect.DeepEqual(req, want) {
		t.Errorf("reads as %+v %+v", h, req)
	}
}

func TestKafkasResponseIsWrittenAndReadByteForByte(t *testing.T) {
	frame := unhex(t, kafkaResponse)
	want := &wire.ProduceResponse{CorrelationID: 7, Topics: []wire.TopicResponse{{
		ID: topicID,
		Partitions: []wire.PartitionResponse{{
			BaseOffset: 10, LogAppendTimeMs: -1, LogStartOffset: 0,
		}},
	}}}
	if got := wire.AppendFrame(nil, wire.AppendProduceResponse(nil, want)); !bytes.Equal(got, frame) {
		t.Errorf("got  %x\nwant %x", got, frame)
	}
	got, err := wire.DecodeProduceResponse(frame[4:])
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("reads as %+v", got)
	}
}

// The numbers of the golden output's first two sections.
func TestTheDemosFrameHasTheGoldenSizes(t *testing.T) {
	body := wire.AppendProduceRequest(nil, request(1, demoBatch(t)))
	h := header("kaen-producer")
	v1, v2 := wire.AppendRequestHeader(nil, h, 1), wire.AppendRequestHeader(nil, h, 2)
	if len(v1) != 23 || len(v2) != 24 || !bytes.Equal(v2, append(bytes.Clone(v1), 0)) {
		t.Errorf("headers are %x and %x", v1, v2)
	}
	frame := wire.AppendFrame(nil, append(v1, body...))
	if len(frame) != 190 {
		t.Errorf("the frame with header v1 has %d bytes, want 190", len(frame))
	}
	if n := len(v2) + len(body); n != 187 {
		t.Errorf("the payload with header v2 has %d bytes, want 187", n)
	}
	want := unhex(t, "000000ba 0000000d 00000007 000d 6b61656e2d70726f64756365 72")
	if !bytes.HasPrefix(frame, want) {
		t.Errorf("the frame begins %x, want %x", frame[:len(want)], want)
	}
	route, err := wire.PeekRoute(frame[:12])
	if want := (wire.Route{Size: 186, APIKey: 0, APIVersion: 13, CorrelationID: 7}); err != nil ||
		route != want {
		t.Errorf("12 bytes say %+v, %v", route, err)
	}
}

// The trap: a version 13 body behind a version 1 header.
//
// Kafka: the tag reader eats the null transactional id, acks is read as 256, the topic array is
// empty, and the bytes left over are ignored: an error-free answer and nothing written.
// Here: refused, as the bytes left over are an error.
func TestABodyOfVersion13BehindAHeaderOfVersion1IsRefused(t *testing.T) {
	h := header("kaen-producer")
	for _, acks := range []int16{1, 0, -1, 2} {
		body := wire.AppendProduceRequest(nil, request(acks, demoBatch(t)))
		_, req, err := wire.DecodeProduce(append(wire.AppendRequestHeader(nil, h, 1), body...))
		if err == nil || req != nil {
			t.Fatalf("acks %d: accepted as %+v", acks, req)
		}
		told(t, err)
		if acks == 1 && !errors.Is(err, wire.ErrInvalidData) {
			t.Errorf("acks 1: %v", err)
		}
	}
}

// With one other topic id the shifted bytes read otherwise; none of these may pass either.
func TestTheTrapIsRefusedForEveryTopicIDTried(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	records := demoBatch(t)
	h := wire.AppendRequestHeader(nil, header("kaen-producer"), 1)
	for range 20000 {
		r := request(int16(rng.IntN(3)-1), records)
		binary.BigEndian.PutUint64(r.Topics[0].ID[:], rng.Uint64())
		binary.BigEndian.PutUint64(r.Topics[0].ID[8:], rng.Uint64())
		if rng.IntN(2) == 0 {
			r.Topics[0].ID[0] = byte(rng.IntN(4)) // likely counts
		}
		_, req, err := wire.DecodeProduce(wire.AppendProduceRequest(h[:len(h):len(h)], r))
		if err == nil {
			t.Fatalf("topic id %x, acks %d: accepted as %+v", r.Topics[0].ID, r.Acks, req)
		}
	}
}

// Kafka closes the connection for each of these; here each is an error that says why.
func TestRequestsThatAreNotProduce13AreNotServed(t *testing.T) {
	good := payload(header("kaen"), request(1, demoBatch(t)))
	for _, c := range []struct {
		name         string
		key, version int16
		pos          int64
		field        string
	}{
		{"Produce v2", 0, 2, 2, "api_version"},
		{"Produce v8", 0, 8, 2, "api_version"},
		{"Produce v12", 0, 12, 2, "api_version"},
		{"Produce v14", 0, 14, 2, "api_version"},
		{"Produce v-1", 0, -1, 2, "api_version"},
		{"ApiVersions v99", 18, 99, 0, "api_key"},
		{"Fetch v13", 1, 13, 0, "api_key"},
		{"no such api", -1, 13, 0, "api_key"},
	} {
		b := bytes.Clone(good)
		binary.BigEndian.PutUint16(b, uint16(c.key))
		binary.BigEndian.PutUint16(b[2:], uint16(c.version))
		_, _, err := wire.DecodeProduce(b)
		t.Run(c.name, func(t *testing.T) {
			wantError(t, err, wire.ErrUnsupported, c.pos, c.field)
			if wire.KindName(err) != "" {
				t.Errorf("KindName is %q", wire.KindName(err))
			}
		})
	}
}

// Frame size 0 is read by Kafka as well; parsing the header then ends the connection.
func TestAnEmptyFrameIsReadAndHasNoRequest(t *testing.T) {
	b, err := wire.ReadFrame(bytes.NewReader([]byte{0, 0, 0, 0}))
	if err != nil || len(b) != 0 {
		t.Fatalf("%x, %v", b, err)
	}
	_, _, err = wire.DecodeProduce(b)
	wantError(t, err, wire.ErrUnexpectedEOF, 0, "api_key")
}

func TestAClientIDLongerThanItsFrameIsAnUnexpectedEnd(t *testing.T) {
	b := payload(header("kaen"), request(1, nil))
	binary.BigEndian.PutUint16(b[8:], 0x7fff)
	_, _, err := wire.DecodeProduce(b)
	wantError(t, err, wire.ErrUnexpectedEOF, 10, "client_id")
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("io.ErrUnexpectedEOF is not in the chain")
	}
}

func TestAnyNegativeLengthIsANullClientID(t *testing.T) {
	for _, n := range []uint16{0xffff, 0xfffe, 0x8000} {
		b := wire.AppendRequestHeader(nil, wire.RequestHeader{CorrelationID: 9}, 2)
		binary.BigEndian.PutUint16(b[8:], n)
		h, rest, err := wire.DecodeRequestHeader(b, 2)
		if err != nil || h.ClientID != nil || h.CorrelationID != 9 || len(rest) != 0 {
			t.Errorf("length %04x: %+v, %x, %v", n, h, rest, err)
		}
	}
}

// Header v1 and v2 carry the same request; only the tag section tells them apart.
func TestBothHeaderVersionsComeBack(t *testing.T) {
	for _, client := range []*string{nil, ptr(""), ptr("kaen-producer"), ptr("ข้าวซอย")} {
		for version := int16(1); version <= 2; version++ {
			want := wire.RequestHeader{APIKey: 3, APIVersion: -4, CorrelationID: -5, ClientID: client}
			b := append(wire.AppendRequestHeader(nil, want, version), "body"...)
			got, rest, err := wire.DecodeRequestHeader(b, version)
			if err != nil || !reflect.DeepEqual(got, want) || string(rest) != "body" {
				t.Errorf("v%d: %+v, %q, %v", version, got, rest, err)
			}
		}
	}
}
