package wire_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"kaenlog/engine/kerr"
	"kaenlog/engine/wire"
)

func TestRequestsOfEveryShapeComeBack(t *testing.T) {
	for name, want := range map[string]*wire.ProduceRequest{
		"no topics": {Acks: -1, Topics: []wire.ProduceTopic{}},
		"a topic without partitions": {Acks: 0, Topics: []wire.ProduceTopic{
			{ID: topicID, Partitions: []wire.ProducePartition{}},
		}},
		"null, empty and some records": {Acks: 256, TimeoutMs: -1, Topics: []wire.ProduceTopic{{
			Partitions: []wire.ProducePartition{
				{Index: 0, Records: nil}, {Index: -1, Records: []byte{}}, {Index: 7, Records: []byte("x")},
			},
		}}},
		"a transactional id of 300 bytes": {
			TransactionalID: ptr(strings.Repeat("t", 300)), Acks: 1, Topics: []wire.ProduceTopic{},
		},
		"an empty transactional id": {TransactionalID: ptr(""), Topics: []wire.ProduceTopic{}},
		"20 topics of the smallest size": {Topics: func() (ts []wire.ProduceTopic) {
			for i := range 20 {
				ts = append(ts, wire.ProduceTopic{
					ID: [16]byte{byte(i)}, Partitions: []wire.ProducePartition{},
				})
			}
			return ts
		}()},
		"more topics and partitions than are allocated at first": func() *wire.ProduceRequest {
			r := &wire.ProduceRequest{}
			for i := range 40 {
				topic := wire.ProduceTopic{ID: [16]byte{byte(i)}, Partitions: []wire.ProducePartition{}}
				for j := range i {
					topic.Partitions = append(topic.Partitions, wire.ProducePartition{Index: int32(j)})
				}
				r.Topics = append(r.Topics, topic)
			}
			return r
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			b := payload(header("kaen"), want)
			h, got, err := wire.DecodeProduce(b)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(h, header("kaen")) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if again := payload(h, got); !bytes.Equal(again, b) {
				t.Errorf("written again\n%x, was\n%x", again, b)
			}
		})
	}
}

func TestRecordsArePartsOfThePayloadAndCannotGrowIntoIt(t *testing.T) {
	b := payload(header("kaen"), request(1, []byte("records")))
	_, req, err := wire.DecodeProduce(b)
	if err != nil {
		t.Fatal(err)
	}
	records := req.Topics[0].Partitions[0].Records
	at := bytes.Index(b, []byte("records"))
	if &records[0] != &b[at] {
		t.Error("records are a copy")
	}
	if cap(records) != len(records) {
		t.Errorf("records can grow over %d bytes behind them", cap(records)-len(records))
	}
}

func TestUnknownTaggedFieldsAreReadOver(t *testing.T) {
	tags := unhex(t, "02 00 03 616263 8001 00") // tag 0 of 3 bytes, tag 128 of none
	head := wire.AppendRequestHeader(nil, header("kaen"), 1)
	body := append(bytes.Clone(head), tags...)              // the header's
	body = append(body, unhex(t, "00 0001 00007530 02")...) // to the topics' count
	body = append(append(body, topicID[:]...), 2, 0, 0, 0, 9, 4, 'a', 'b', 'c')
	body = append(body, tags...) // the partition's
	body = append(body, tags...) // the topic's
	body = append(body, tags...) // the request's
	h, req, err := wire.DecodeProduce(body)
	if err != nil {
		t.Fatal(err)
	}
	want := request(1, []byte("abc"))
	want.Topics[0].Partitions[0].Index = 9
	if !reflect.DeepEqual(req, want) || *h.ClientID != "kaen" {
		t.Errorf("got %+v", req)
	}
}

// Each row cuts or bends a good request: "kaen", acks 1, one topic, one partition, no records.
func TestWhatARequestIsRefusedFor(t *testing.T) {
	head := wire.AppendRequestHeader(nil, header("kaen"), 2) // 15 bytes
	const id = "0102030405060708090a0b0c0d0e0f10"
	for _, c := range []struct {
		story, body string
		kind        *kerr.Error
		pos         int64
		field       string
	}{
		{"bytes left over", "00 0001 00007530 01 00 ff", wire.ErrInvalidData, 24, "body"},
		{"topics that are null", "00 0001 00007530 00 00", wire.ErrInvalidData, 22, "topic_data"},
		{"partitions that are null", "00 0001 00007530 02" + id + "00 00 00",
			wire.ErrInvalidData, 39, "partition_data"},
		{"a varint without end", "00 0001 00007530 8080808080 00", wire.ErrInvalidData,
			22, "topic_data"},
		{"two topics where one has room", "00 0001 00007530 03" + id + "01 00 00",
			wire.ErrUnexpectedEOF, 22, "topic_data"},
		{"2^32-2 topics", "00 0001 00007530 ffffffff0f" + id + "01 00 00",
			wire.ErrUnexpectedEOF, 22, "topic_data"},
		{"2^30 partitions", "00 0001 00007530 02" + id + "8180808004 00000000 00 00 00 00",
			wire.ErrUnexpectedEOF, 39, "partition_data"},
		{"records of 2^32-2 bytes", "00 0001 00007530 02" + id + "02 00000000 ffffffff0f 00 00 00",
			wire.ErrUnexpectedEOF, 49, "records"},
		{"records of one byte too many", "00 0001 00007530 02" + id + "02 00000000 05 00 00 00",
			wire.ErrUnexpectedEOF, 45, "records"},
		{"a transactional id of 1 GB", "8180808004 0001 00007530 01 00",
			wire.ErrUnexpectedEOF, 20, "transactional_id"},
		{"2^32-1 tagged fields", "00 0001 00007530 01 ffffffff0f",
			wire.ErrUnexpectedEOF, 28, "tagged_fields"},
		{"a tagged field of 4 GB", "00 0001 00007530 01 01 00 ffffffff0f",
			wire.ErrUnexpectedEOF, 30, "tagged_fields"},
		{"no body", "", wire.ErrUnexpectedEOF, 15, "transactional_id"},
		{"an end in acks", "00 00", wire.ErrUnexpectedEOF, 16, "acks"},
		{"an end in the timeout", "00 0001 000075", wire.ErrUnexpectedEOF, 18, "timeout_ms"},
		{"no last tag section", "00 0001 00007530 01", wire.ErrUnexpectedEOF,
			23, "tagged_fields"},
	} {
		t.Run(c.story, func(t *testing.T) {
			b := append(bytes.Clone(head), unhex(t, c.body)...)
			var err error
			used := allocated(func() { _, _, err = wire.DecodeProduce(b) })
			wantError(t, err, c.kind, c.pos, c.field)
			if used > 16<<10 {
				t.Errorf("%d bytes were allocated to refuse %d", used, len(b))
			}
		})
	}
}

func TestEveryCutOfARequestIsAnUnexpectedEnd(t *testing.T) {
	good := payload(header("kaen"), request(1, demoBatch(t)))
	for n := range good {
		if _, _, err := wire.DecodeProduce(good[:n]); wire.KindName(err) != "UnexpectedEof" {
			t.Errorf("%d bytes of %d: %v", n, len(good), err)
		}
	}
}

func TestResponsesOfEveryKindComeBack(t *testing.T) {
	want := &wire.ProduceResponse{CorrelationID: -7, ThrottleMs: 5, Topics: []wire.TopicResponse{
		{ID: topicID, Partitions: []wire.PartitionResponse{
			{Index: 0, BaseOffset: 1 << 40, LogAppendTimeMs: -1},
			{Index: 1, Code: kerr.InvalidRequiredAcks, BaseOffset: -1, LogAppendTimeMs: -1,
				LogStartOffset: -1},
			{Index: 2, Code: kerr.UnknownServerError, BaseOffset: -1, ErrorMessage: ptr("ไม่ได้")},
		}},
		{Partitions: []wire.PartitionResponse{}},
	}}
	b := wire.AppendProduceResponse(nil, want)
	got, err := wire.DecodeProduceResponse(b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	for n := range b {
		if _, err := wire.DecodeProduceResponse(b[:n]); wire.KindName(err) != "UnexpectedEof" {
			t.Errorf("%d bytes of %d: %v", n, len(b), err)
		}
	}
	_, err = wire.DecodeProduceResponse(append(b, 0))
	wantError(t, err, wire.ErrInvalidData, int64(len(b)), "body")
}

// As many as there can be in their bytes: the guard on counts must not be a byte too strict.
func TestResponsesOfTheSmallestElementsAreRead(t *testing.T) {
	want := &wire.ProduceResponse{}
	for i := range 40 {
		want.Topics = append(want.Topics, wire.TopicResponse{
			ID: [16]byte{byte(i)}, Partitions: []wire.PartitionResponse{},
		})
	}
	got, err := wire.DecodeProduceResponse(wire.AppendProduceResponse(nil, want))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("40 topics: %v", err)
	}
	for i := range 40 {
		want.Topics[39].Partitions = append(want.Topics[39].Partitions,
			wire.PartitionResponse{Index: int32(i)})
	}
	b := wire.AppendProduceResponse(nil, want)
	got, err = wire.DecodeProduceResponse(b)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("40 partitions: %v", err)
	}
	// The last partition's empty record_errors become 40 of the smallest.
	at := len(b) - 4 - 4 // behind: error message, 3 tag sections, throttle time
	b = append(append(append([]byte(nil), b[:at-1]...), 41), make([]byte, 6*40+8)...)
	got, err = wire.DecodeProduceResponse(b)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("40 record errors: %v", err)
	}
}

func TestTheClientIDIsAtMost32767Bytes(t *testing.T) {
	h := header(strings.Repeat("k", 32767))
	got, _, err := wire.DecodeRequestHeader(wire.AppendRequestHeader(nil, h, 2), 2)
	if err != nil || *got.ClientID != *h.ClientID {
		t.Errorf("32767 bytes: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("32768 bytes are written as something else")
		}
	}()
	wire.AppendRequestHeader(nil, header(strings.Repeat("k", 32768)), 2)
}

func TestMutatedFramesNeverPanicAndErrorsTellTheirPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	frames := [][]byte{unhex(t, kafkaRequest)[4:], unhex(t, kafkaResponse)[4:],
		unhex(t, kafkaRequest), payload(header("kaen-producer"), request(-1, demoBatch(t)))}
	for range 20000 {
		b := bytes.Clone(frames[rng.IntN(len(frames))])
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(b))
			switch rng.IntN(5) {
			case 0:
				b[at] ^= 1 << rng.IntN(8)
			case 1:
				b[at] = []byte{0, 1, 2, 0x7f, 0x80, 0xff}[rng.IntN(6)]
			case 2:
				b = b[:at+1]
			case 3:
				b = append(b, byte(rng.Uint32()))
			case 4:
				b = append(b[:at:at], append([]byte{byte(rng.Uint32())}, b[at:]...)...)
			}
		}
		examine(t, b)
	}
}
