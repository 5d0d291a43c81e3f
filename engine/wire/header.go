package wire

import (
	"encoding/binary"
	"math"
)

// RequestHeader is what stands in front of every request's body. The tagged fields of header
// version 2 are not here: Kafka has defined none, and unknown ones are skipped.
type RequestHeader struct {
	APIKey        int16
	APIVersion    int16
	CorrelationID int32   // the response carries it back
	ClientID      *string // nil: null
}

// AppendRequestHeader appends h as header version 1 or 2. Version 2 has one byte more, the
// count of its tagged fields, which are none. A client id must be of at most 32767 bytes, as
// its length field says no more: a longer one is a fault of the caller's, and panics.
//
// Source: RequestHeader.json, 4.1.0: validVersions 1-2, flexibleVersions 2+, and client_id
// with "flexibleVersions": "none".
func AppendRequestHeader(dst []byte, h RequestHeader, version int16) []byte {
	be := binary.BigEndian
	dst = be.AppendUint16(dst, uint16(h.APIKey))
	dst = be.AppendUint16(dst, uint16(h.APIVersion))
	dst = be.AppendUint32(dst, uint32(h.CorrelationID))
	if h.ClientID == nil {
		dst = be.AppendUint16(dst, math.MaxUint16)
	} else {
		if len(*h.ClientID) > math.MaxInt16 {
			panic("wire: a client id of " + bytesText(len(*h.ClientID)))
		}
		dst = be.AppendUint16(dst, uint16(len(*h.ClientID)))
		dst = append(dst, *h.ClientID...)
	}
	if version >= 2 {
		dst = appendNoTags(dst)
	}
	return dst
}

// DecodeRequestHeader reads a header of version 1 or 2 from the start of b, a payload; rest
// is what follows it. Which version it is, b does not say: api key and version do.
//
// Errors: ErrUnexpectedEOF when b ends inside the header, a client id longer than b included;
// ErrInvalidData for a varint that does not end.
//
// Source: RequestHeader.parse, 4.1.0. Any negative length is a null client id, as there.
func DecodeRequestHeader(b []byte, version int16) (h RequestHeader, rest []byte, err error) {
	r := reader{b: b}
	h = r.requestHeader(version)
	if r.err != nil {
		return RequestHeader{}, nil, r.err
	}
	return h, b[r.pos:], nil
}

func (r *reader) requestHeader(version int16) RequestHeader {
	h := RequestHeader{
		APIKey:        r.int16("api_key"),
		APIVersion:    r.int16("api_version"),
		CorrelationID: r.int32("correlation_id"),
		ClientID:      r.nullableString("client_id"),
	}
	if version >= 2 {
		r.skipTags()
	}
	return h
}
