package wire_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/engine/kerr"
	"kaenlog/engine/wire"
)

// Witness: franz-go's kmsg, generated from Kafka's own definitions.

func kmsgRequest(r *wire.ProduceRequest) *kmsg.ProduceRequest {
	k := kmsg.NewPtrProduceRequest()
	k.SetVersion(13)
	k.TransactionID, k.Acks, k.TimeoutMillis = r.TransactionalID, r.Acks, r.TimeoutMs
	for _, topic := range r.Topics {
		kt := kmsg.NewProduceRequestTopic()
		kt.TopicID = topic.ID
		for _, p := range topic.Partitions {
			kp := kmsg.NewProduceRequestTopicPartition()
			kp.Partition, kp.Records = p.Index, p.Records
			kt.Partitions = append(kt.Partitions, kp)
		}
		k.Topics = append(k.Topics, kt)
	}
	return k
}

func witnessedRequests(t testing.TB) map[string]*wire.ProduceRequest {
	two := request(-1, demoBatch(t))
	two.TransactionalID = ptr("txn")
	two.Topics[0].Partitions = append(two.Topics[0].Partitions,
		wire.ProducePartition{Index: 5, Records: bytes.Repeat([]byte("r"), 200)},
		wire.ProducePartition{Index: 6, Records: nil})
	two.Topics = append(two.Topics, wire.ProduceTopic{ID: [16]byte{0xff, 15: 0xff},
		Partitions: []wire.ProducePartition{{Index: 1 << 30, Records: []byte{}}}})
	return map[string]*wire.ProduceRequest{
		"the demo's":   request(1, demoBatch(t)),
		"acks 0":       request(0, demoBatch(t)),
		"acks 2":       request(2, demoBatch(t)),
		"two topics":   two,
		"a long batch": request(1, bytes.Repeat([]byte("r"), 20000)),
	}
}

func TestKmsgsFramesAreReadToTheSameFields(t *testing.T) {
	clients := map[string]*kmsg.RequestFormatter{
		"kaen-producer": kmsg.NewRequestFormatter(kmsg.FormatterClientID("kaen-producer")),
		"":              kmsg.NewRequestFormatter(kmsg.FormatterClientID("")),
	}
	for name, want := range witnessedRequests(t) {
		for client, formatter := range clients {
			frame := formatter.AppendRequest(nil, kmsgRequest(want), 7)
			b, err := wire.ReadFrame(bytes.NewReader(frame))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			h, got, err := wire.DecodeProduce(b)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !reflect.DeepEqual(h, header(client)) || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v %+v", name, h, got)
			}
			if ours := wire.AppendFrame(nil, payload(h, got)); !bytes.Equal(ours, frame) {
				t.Errorf("%s:\nours %x\nkmsg %x", name, ours, frame)
			}
		}
	}
}

func TestKmsgWithoutAClientIDIsReadAsNull(t *testing.T) {
	frame := kmsg.NewRequestFormatter().AppendRequest(nil, kmsgRequest(request(1, nil)), 7)
	h, _, err := wire.DecodeProduce(frame[4:])
	if err != nil || h.ClientID != nil {
		t.Errorf("%+v, %v", h, err)
	}
}

func TestKmsgReadsOurRequestsAndWritesTheSameBytes(t *testing.T) {
	for name, want := range witnessedRequests(t) {
		body := wire.AppendProduceRequest(nil, want)
		k := kmsg.NewPtrProduceRequest()
		k.SetVersion(13)
		if err := k.ReadFrom(body); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if k.Acks != want.Acks || k.TimeoutMillis != want.TimeoutMs ||
			len(k.Topics) != len(want.Topics) || k.Topics[0].TopicID != want.Topics[0].ID ||
			!bytes.Equal(k.Topics[0].Partitions[0].Records, want.Topics[0].Partitions[0].Records) {
			t.Errorf("%s: kmsg reads %+v", name, k)
		}
		if again := k.AppendTo(nil); !bytes.Equal(again, body) {
			t.Errorf("%s:\nkmsg %x\nours %x", name, again, body)
		}
	}
}

func TestResponsesAreKmsgsBothWays(t *testing.T) {
	want := &wire.ProduceResponse{CorrelationID: 7, ThrottleMs: 3, Topics: []wire.TopicResponse{
		{ID: topicID, Partitions: []wire.PartitionResponse{
			{Index: 0, BaseOffset: 10, LogAppendTimeMs: -1},
			{Index: 3, Code: kerr.OutOfOrderSequenceNumber, BaseOffset: -1, LogAppendTimeMs: -1,
				LogStartOffset: -1, ErrorMessage: ptr("expected 10, got 12")},
		}},
	}}
	k := kmsg.NewPtrProduceResponse()
	k.SetVersion(13)
	k.ThrottleMillis = 3
	kt := kmsg.NewProduceResponseTopic()
	kt.TopicID = topicID
	for _, p := range want.Topics[0].Partitions {
		kp := kmsg.NewProduceResponseTopicPartition()
		kp.Partition, kp.ErrorCode, kp.BaseOffset = p.Index, int16(p.Code), p.BaseOffset
		kp.LogAppendTime, kp.LogStartOffset = p.LogAppendTimeMs, p.LogStartOffset
		kp.ErrorMessage = p.ErrorMessage
		kt.Partitions = append(kt.Partitions, kp)
	}
	k.Topics = append(k.Topics, kt)
	theirs := k.AppendTo([]byte{0, 0, 0, 7, 0}) // response header version 1
	ours := wire.AppendProduceResponse(nil, want)
	if !bytes.Equal(ours, theirs) {
		t.Errorf("\nours %x\nkmsg %x", ours, theirs)
	}
	got, err := wire.DecodeProduceResponse(theirs)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("kmsg's is read as %+v, %v", got, err)
	}
	back := kmsg.NewPtrProduceResponse()
	back.SetVersion(13)
	if err := back.ReadFrom(ours[5:]); err != nil {
		t.Fatal(err)
	}
	if again := back.AppendTo(nil); !bytes.Equal(again, ours[5:]) {
		t.Errorf("\nkmsg %x\nours %x", again, ours[5:])
	}
}

// What this engine never sends and a Kafka broker may: record errors, a current leader, node
// endpoints.
func TestWhatOnlyKafkaSendsInAResponseIsReadOver(t *testing.T) {
	k := kmsg.NewPtrProduceResponse()
	k.SetVersion(13)
	kt := kmsg.NewProduceResponseTopic()
	kt.TopicID = topicID
	kp := kmsg.NewProduceResponseTopicPartition()
	kp.ErrorCode, kp.BaseOffset, kp.LogAppendTime = 87, -1, -1
	for i, text := range []*string{ptr("no key"), nil} {
		record := kmsg.NewProduceResponseTopicPartitionErrorRecord()
		record.RelativeOffset, record.ErrorMessage = int32(i), text
		kp.ErrorRecords = append(kp.ErrorRecords, record)
	}
	kp.ErrorMessage = ptr("record failures")
	kp.CurrentLeader.LeaderID, kp.CurrentLeader.LeaderEpoch = 2, 9
	kt.Partitions = append(kt.Partitions, kp)
	k.Topics = append(k.Topics, kt)
	broker := kmsg.NewProduceResponseBroker()
	broker.NodeID, broker.Host, broker.Port = 2, "broker", 9092
	k.Brokers = append(k.Brokers, broker)
	got, err := wire.DecodeProduceResponse(k.AppendTo([]byte{0, 0, 0, 7, 0}))
	if err != nil {
		t.Fatal(err)
	}
	p := got.Topics[0].Partitions[0]
	if p.Code != kerr.InvalidRecord || p.BaseOffset != -1 || *p.ErrorMessage != "record failures" {
		t.Errorf("got %+v", p)
	}
}

// Produce v8 with header v1 and v9 with header v2 carry the same request (KAFKA.md §6). Only
// version 13 is served here; the headers are read right for both.
func TestHeadersOfOlderProduceVersionsAreReadRight(t *testing.T) {
	for version, headerVersion := range map[int16]int16{8: 1, 9: 2, 12: 2} {
		k := kmsgRequest(request(1, demoBatch(t)))
		k.SetVersion(version)
		k.Topics[0].Topic = "orders"
		frame := kmsg.NewRequestFormatter(kmsg.FormatterClientID("kaen")).AppendRequest(nil, k, 7)
		h, rest, err := wire.DecodeRequestHeader(frame[4:], headerVersion)
		if err != nil || h.APIVersion != version || h.CorrelationID != 7 || *h.ClientID != "kaen" {
			t.Errorf("v%d: %+v, %v", version, h, err)
		}
		if !bytes.Equal(rest, k.AppendTo(nil)) {
			t.Errorf("v%d: the body begins at the wrong byte", version)
		}
		_, _, err = wire.DecodeProduce(frame[4:])
		wantError(t, err, wire.ErrUnsupported, 2, "api_version")
	}
}
