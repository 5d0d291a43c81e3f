package wire

import (
	"bytes"
	"strings"
	"testing"
)

func TestABatchRequestIsTheRequestThatItsPartsMake(t *testing.T) {
	id := "kaen"
	r := BatchRequest{CorrelationID: 7, ClientID: id, Acks: -1, TopicID: [16]byte{1, 2},
		Records: []byte("batch")}
	for version := int16(1); version <= 2; version++ {
		want := AppendRequestHeader(nil, RequestHeader{APIKey: APIProduce, APIVersion: ProduceVersion,
			CorrelationID: 7, ClientID: &id}, version)
		want = AppendProduceRequest(want, &ProduceRequest{Acks: -1, TimeoutMs: 30000,
			Topics: []ProduceTopic{{ID: r.TopicID,
				Partitions: []ProducePartition{{Records: []byte("batch")}}}}})
		if got := r.AppendPayload(nil, version); !bytes.Equal(got, want) {
			t.Errorf("header version %d: % x, want % x", version, got, want)
		}
	}
	header, body, err := DecodeProduce(r.Frame()[LenPrefix:])
	if err != nil || header.CorrelationID != 7 || *header.ClientID != id || body.Acks != -1 {
		t.Errorf("%+v, %+v, %v", header, body, err)
	}
}

func TestAnAnswerIsReadForItsOwnRequestAlone(t *testing.T) {
	respond := func(id int32, partitions ...PartitionResponse) *bytes.Buffer {
		return bytes.NewBuffer(AppendFrame(nil, AppendProduceResponse(nil, &ProduceResponse{
			CorrelationID: id, Topics: []TopicResponse{{Partitions: partitions}}})))
	}
	one := PartitionResponse{BaseOffset: 9}
	got, err := ReadBatchResponse(respond(7, one), 7)
	if err != nil || got.BaseOffset != 9 {
		t.Errorf("%+v, %v", got, err)
	}
	for story, answer := range map[string]*bytes.Buffer{
		"another request": respond(8, one), "no partition": respond(7),
		"two partitions": respond(7, one, one), "nothing": {},
	} {
		got, err := ReadBatchResponse(answer, 7)
		if err == nil || got.BaseOffset != 0 {
			t.Errorf("%s: %+v, %v", story, got, err)
		}
		if story == "another request" && !strings.Contains(err.Error(), "to request 8") {
			t.Error(err)
		}
	}
}

func TestAPipeHasTwoDirections(t *testing.T) {
	var p Pipe
	p.ToBroker.WriteString("asked")
	b := make([]byte, 9)
	if n, err := p.Read(b); err != nil || string(b[:n]) != "asked" {
		t.Errorf("%q, %v", b[:n], err)
	}
	if _, err := p.Write([]byte("answered")); err != nil || p.ToClient.String() != "answered" ||
		p.ToBroker.Len() != 0 {
		t.Errorf("%q, %v", p.ToClient.String(), err)
	}
}
