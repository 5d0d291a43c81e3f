package wire

import (
	"encoding/binary"

	"kaenlog/engine/kerr"
)

const (
	minTopicResponseSize     = 16 + 1 + 1
	minPartitionResponseSize = 4 + 2 + 8 + 8 + 8 + 1 + 1 + 1
	minRecordErrorSize       = 4 + 1 + 1
)

// ProduceResponse is a Produce response, version 13, with its header's correlation id.
type ProduceResponse struct {
	CorrelationID int32
	Topics        []TopicResponse
	ThrottleMs    int32
}

// TopicResponse is what a response says of one topic.
type TopicResponse struct {
	ID         [16]byte
	Partitions []PartitionResponse
}

// PartitionResponse is the answer for one partition, which is for one batch. A refused batch
// has base offset -1.
type PartitionResponse struct {
	Index           int32
	Code            kerr.Code
	BaseOffset      int64   // of the batch's first record
	LogAppendTimeMs int64   // -1: the records keep their producer's time
	LogStartOffset  int64   // -1: not known
	ErrorMessage    *string // nil: null
}

// AppendProduceResponse appends r as a payload: response header version 1 and body.
func AppendProduceResponse(dst []byte, r *ProduceResponse) []byte {
	be := binary.BigEndian
	dst = be.AppendUint32(dst, uint32(r.CorrelationID))
	dst = appendNoTags(dst)
	dst = appendCompactLen(dst, len(r.Topics))
	for i := range r.Topics {
		t := &r.Topics[i]
		dst = append(dst, t.ID[:]...)
		dst = appendCompactLen(dst, len(t.Partitions))
		for j := range t.Partitions {
			p := &t.Partitions[j]
			dst = be.AppendUint32(dst, uint32(p.Index))
			dst = be.AppendUint16(dst, uint16(p.Code))
			dst = be.AppendUint64(dst, uint64(p.BaseOffset))
			dst = be.AppendUint64(dst, uint64(p.LogAppendTimeMs))
			dst = be.AppendUint64(dst, uint64(p.LogStartOffset))
			dst = appendCompactLen(dst, 0) // record_errors
			dst = appendCompactNullableString(dst, p.ErrorMessage)
			dst = appendNoTags(dst)
		}
		dst = appendNoTags(dst)
	}
	dst = be.AppendUint32(dst, uint32(r.ThrottleMs))
	return appendNoTags(dst)
}

// DecodeProduceResponse reads a payload as response header version 1 and a Produce response of
// version 13, to its last byte. That it is one, the payload does not say: the reader knows what
// it asked, and finds it again by correlation id. Record errors are read over: this
// engine's broker sends none.
//
// Errors: ErrUnexpectedEOF and ErrInvalidData as in DecodeProduce.
func DecodeProduceResponse(payload []byte) (*ProduceResponse, error) {
	r := reader{b: payload}
	resp := &ProduceResponse{CorrelationID: r.int32("correlation_id")}
	r.skipTags()
	n := r.compactArray("responses", minTopicResponseSize)
	resp.Topics = make([]TopicResponse, 0, min(n, firstElements))
	for ; n > 0 && r.err == nil; n-- {
		resp.Topics = append(resp.Topics, r.topicResponse())
	}
	resp.ThrottleMs = r.int32("throttle_time_ms")
	r.skipTags()
	if err := r.end(); err != nil {
		return nil, err
	}
	return resp, nil
}

func (r *reader) topicResponse() TopicResponse {
	t := TopicResponse{ID: r.uuid("topic_id")}
	n := r.compactArray("partition_responses", minPartitionResponseSize)
	t.Partitions = make([]PartitionResponse, 0, min(n, firstElements))
	for ; n > 0 && r.err == nil; n-- {
		t.Partitions = append(t.Partitions, r.partitionResponse())
	}
	r.skipTags()
	return t
}

func (r *reader) partitionResponse() PartitionResponse {
	p := PartitionResponse{
		Index:           r.int32("index"),
		Code:            kerr.Code(r.int16("error_code")),
		BaseOffset:      r.int64("base_offset"),
		LogAppendTimeMs: r.int64("log_append_time_ms"),
		LogStartOffset:  r.int64("log_start_offset"),
	}
	n := r.compactArray("record_errors", minRecordErrorSize)
	for ; n > 0 && r.err == nil; n-- {
		r.int32("batch_index")
		r.compactNullableString("batch_index_error_message")
		r.skipTags()
	}
	p.ErrorMessage = r.compactNullableString("error_message")
	r.skipTags()
	return p
}
