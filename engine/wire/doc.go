// Package wire speaks the part of Kafka's protocol that a producer needs: the frame, the
// request header in versions 1 and 2, and the Produce request and response, version 13.
//
// # The frame
//
//	 0       4       6       8      12
//	+-------+-------+-------+-------+-----------------------
//	| size  |api_key|version|correl.| client id, body …
//	+-------+-------+-------+-------+-----------------------
//	        |<-------------------- size bytes ------------->|
//
//	pos  size  type             name
//	  0     4  int32            size            bytes behind this field, 0 to 104857600
//	  4     2  int16            api_key         0: Produce
//	  6     2  int16            api_version     says which header and body follow
//	  8     4  int32            correlation_id  given back in the response
//	 12   2+n  nullable string  client_id       int16 length; negative: null
//	  …     1  tagged fields    header version 2 only; one zero byte when there are none
//	  …     …  the body
//
// All numbers are big-endian and signed, varints apart. The first 12 bytes are enough to say
// where a frame goes (PeekRoute). Produce has header version 2 from version 9 on. client_id
// keeps its 16-bit length there, so that a broker can read it from a header of any version.
//
// # Produce, version 13
//
// Compact lengths are unsigned varints of n + 1, with 0 for null. This is not the zigzag
// varint of records (package batch).
//
//	request                                    response (header version 1)
//	  compact nullable string transactional_id   int32 correlation_id
//	  int16 acks                                 tagged fields
//	  int32 timeout_ms                           compact array responses
//	  compact array topic_data                     16 bytes topic_id
//	    16 bytes topic_id                          compact array partition_responses
//	    compact array partition_data                 int32 index
//	      int32 index                                int16 error_code
//	      compact nullable bytes records             int64 base_offset
//	      tagged fields                              int64 log_append_time_ms
//	    tagged fields                                int64 log_start_offset
//	  tagged fields                                  compact array record_errors
//	                                                   int32 batch_index
//	                                                   compact nullable string message
//	                                                   tagged fields
//	                                                 compact nullable string error_message
//	                                                 tagged fields
//	                                               tagged fields
//	                                             int32 throttle_time_ms
//	                                             tagged fields
//
// Tagged fields are a count and, for each, a tag, a size and that many bytes. Those that this
// package does not know, which is all of them, are skipped.
//
// # What is refused
//
// Every length is held against the bytes that are there before anything is allocated for it.
// Bytes that are announced and not there are ErrUnexpectedEOF; what cannot be right with any
// bytes is ErrInvalidData. After either from ReadFrame the connection is of no use: nobody
// knows where the next frame begins.
//
// Source: clients/src/main/resources/common/message/RequestHeader.json, ResponseHeader.json,
// ProduceRequest.json and ProduceResponse.json, 4.1.0.
package wire
