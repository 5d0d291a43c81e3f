package wire

import (
	"bytes"
	"fmt"
	"io"
)

// Pipe is both directions of a connection in memory. The broker's end reads and writes it; the
// client's end are the two buffers.
//
// Concurrency: none; client and broker take turns.
type Pipe struct{ ToBroker, ToClient bytes.Buffer }

// Read implements io.Reader for the broker.
func (p *Pipe) Read(b []byte) (int, error) { return p.ToBroker.Read(b) }

// Write implements io.Writer for the broker.
func (p *Pipe) Write(b []byte) (int, error) { return p.ToClient.Write(b) }

// BatchRequest is a Produce request of one batch for partition 0 of one topic.
type BatchRequest struct {
	CorrelationID int32
	ClientID      string
	Acks          int16
	TopicID       [16]byte
	Records       []byte // the batch
}

// batchTimeoutMs is how long a BatchRequest lets the broker wait for replicas, in milliseconds.
const batchTimeoutMs = 30000

// AppendBody appends the request's body, of version 13.
func (r *BatchRequest) AppendBody(dst []byte) []byte {
	return AppendProduceRequest(dst, &ProduceRequest{
		Acks: r.Acks, TimeoutMs: batchTimeoutMs, Topics: []ProduceTopic{{ID: r.TopicID,
			Partitions: []ProducePartition{{Index: 0, Records: r.Records}}}}})
}

// AppendPayload appends a frame's payload: the body behind a request header of this version.
func (r *BatchRequest) AppendPayload(dst []byte, headerVersion int16) []byte {
	return r.AppendBody(AppendRequestHeader(dst, RequestHeader{APIKey: APIProduce,
		APIVersion: ProduceVersion, CorrelationID: r.CorrelationID, ClientID: &r.ClientID},
		headerVersion))
}

// Frame gives the request as it goes over a connection, behind header version 2.
func (r *BatchRequest) Frame() []byte { return AppendFrame(nil, r.AppendPayload(nil, 2)) }

// ReadBatchResponse reads the response to a BatchRequest with this correlation id.
//
// Errors: those of ReadFrame and DecodeProduceResponse; one for a response to another request or
// of more than one partition.
func ReadBatchResponse(r io.Reader, correlationID int32) (PartitionResponse, error) {
	payload, err := ReadFrame(r)
	if err != nil {
		return PartitionResponse{}, err
	}
	resp, err := DecodeProduceResponse(payload)
	if err != nil {
		return PartitionResponse{}, err
	}
	if resp.CorrelationID != correlationID || len(resp.Topics) != 1 ||
		len(resp.Topics[0].Partitions) != 1 {
		return PartitionResponse{}, fmt.Errorf("the answer is to request %d, and not of one partition "+
			"to request %d", resp.CorrelationID, correlationID)
	}
	return resp.Topics[0].Partitions[0], nil
}
