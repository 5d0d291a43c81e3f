package wire

import "encoding/binary"

const (
	// APIProduce is the api key of Produce.
	APIProduce = 0
	// ProduceVersion is the one version that is served, behind request header version 2.
	ProduceVersion = 13
	// requestHeaderVersion and responseHeaderVersion go with ProduceVersion.
	requestHeaderVersion = 2

	minTopicSize     = 16 + 1 + 1 // topic_id, an array's count, tagged fields
	minPartitionSize = 4 + 1 + 1  // index, null records, tagged fields
)

// ProduceRequest is the body of a Produce request, version 13.
type ProduceRequest struct {
	TransactionalID *string // nil: null
	Acks            int16
	TimeoutMs       int32
	Topics          []ProduceTopic
}

// ProduceTopic is what a request holds for one topic.
type ProduceTopic struct {
	ID         [16]byte
	Partitions []ProducePartition
}

// ProducePartition is what a request holds for one partition.
type ProducePartition struct {
	Index   int32
	Records []byte // one record batch; nil: null
}

// AppendProduceRequest appends r as a body of version 13, without header.
func AppendProduceRequest(dst []byte, r *ProduceRequest) []byte {
	be := binary.BigEndian
	dst = appendCompactNullableString(dst, r.TransactionalID)
	dst = be.AppendUint16(dst, uint16(r.Acks))
	dst = be.AppendUint32(dst, uint32(r.TimeoutMs))
	dst = appendCompactLen(dst, len(r.Topics))
	for i := range r.Topics {
		t := &r.Topics[i]
		dst = append(dst, t.ID[:]...)
		dst = appendCompactLen(dst, len(t.Partitions))
		for j := range t.Partitions {
			dst = be.AppendUint32(dst, uint32(t.Partitions[j].Index))
			dst = appendCompactNullableBytes(dst, t.Partitions[j].Records)
			dst = appendNoTags(dst)
		}
		dst = appendNoTags(dst)
	}
	return appendNoTags(dst)
}

// DecodeProduce reads a payload, which is what ReadFrame gave, as request header version 2 and
// a Produce body of version 13, to its last byte. Records are parts of payload, not copies.
//
// Errors: ErrUnsupported for another api key or version, with the field that says so.
// ErrUnexpectedEOF for lengths and counts that reach past the payload, ErrInvalidData for
// arrays that are null, varints that do not end, more than MaxElements topics and partitions,
// and bytes left over. Positions count from the payload's first byte.
//
// Source: RequestContext.parseRequest and ProduceRequest.json, 4.1.0.
//
// Differs from Kafka: it ignores bytes behind the body. A version 13 body behind a version 1
// header can pass there: its first byte is taken for the missing tag section, everything
// moves by one, acks 1 is read as 256 and the topics become none. The bytes left over are
// what gives it away here.
func DecodeProduce(payload []byte) (RequestHeader, *ProduceRequest, error) {
	route := reader{b: payload}
	key, version := route.int16("api_key"), route.int16("api_version")
	switch {
	case route.err != nil:
		return RequestHeader{}, nil, route.err
	case key != APIProduce:
		return RequestHeader{}, nil, ErrUnsupported.At(0, "api_key", itoa(key), "0 (Produce)")
	case version != ProduceVersion:
		return RequestHeader{}, nil, ErrUnsupported.At(2, "api_version", itoa(version),
			itoa(ProduceVersion))
	}
	r := reader{b: payload}
	h := r.requestHeader(requestHeaderVersion)
	req := &ProduceRequest{
		TransactionalID: r.compactNullableString("transactional_id"),
		Acks:            r.int16("acks"),
		TimeoutMs:       r.int32("timeout_ms"),
	}
	n := r.compactArray("topic_data", minTopicSize)
	req.Topics = make([]ProduceTopic, 0, min(n, firstElements))
	for ; n > 0 && r.err == nil; n-- {
		req.Topics = append(req.Topics, r.produceTopic())
	}
	r.skipTags()
	if err := r.end(); err != nil {
		return RequestHeader{}, nil, err
	}
	return h, req, nil
}

func (r *reader) produceTopic() ProduceTopic {
	t := ProduceTopic{ID: r.uuid("topic_id")}
	n := r.compactArray("partition_data", minPartitionSize)
	t.Partitions = make([]ProducePartition, 0, min(n, firstElements))
	for ; n > 0 && r.err == nil; n-- {
		t.Partitions = append(t.Partitions, ProducePartition{
			Index:   r.int32("index"),
			Records: r.compactNullableBytes("records"),
		})
		r.skipTags()
	}
	r.skipTags()
	return t
}
