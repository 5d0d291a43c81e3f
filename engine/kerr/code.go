// Package kerr holds Kafka's error codes and the one error type of the engine.
//
// Every other package of the engine may import it; it imports none of them.
package kerr

import "strconv"

// Code is an error code of the Kafka protocol, a 16-bit number on the wire.
//
// Source: clients/src/main/java/org/apache/kafka/common/protocol/Errors.java, 4.1.0.
type Code int16

// The codes that this engine answers, prints or compares with.
const (
	UnknownServerError           Code = -1
	None                         Code = 0
	OffsetOutOfRange             Code = 1
	CorruptMessage               Code = 2
	UnknownTopicOrPartition      Code = 3
	NotLeaderOrFollower          Code = 6
	RequestTimedOut              Code = 7
	MessageTooLarge              Code = 10
	InvalidTopicException        Code = 17
	RecordListTooLarge           Code = 18
	NotEnoughReplicas            Code = 19
	NotEnoughReplicasAfterAppend Code = 20
	InvalidRequiredAcks          Code = 21
	InvalidTimestamp             Code = 32
	UnsupportedVersion           Code = 35
	InvalidRequest               Code = 42
	UnsupportedForMessageFormat  Code = 43
	OutOfOrderSequenceNumber     Code = 45
	DuplicateSequenceNumber      Code = 46
	InvalidProducerEpoch         Code = 47
	InvalidTxnState              Code = 48
	KafkaStorageError            Code = 56
	UnknownProducerID            Code = 59
	UnsupportedCompressionType   Code = 76
	InvalidRecord                Code = 87
	ProducerFenced               Code = 90
	UnknownTopicID               Code = 100
	TransactionAbortable         Code = 120
)

var names = map[Code]string{
	UnknownServerError:           "UNKNOWN_SERVER_ERROR",
	None:                         "NONE",
	OffsetOutOfRange:             "OFFSET_OUT_OF_RANGE",
	CorruptMessage:               "CORRUPT_MESSAGE",
	UnknownTopicOrPartition:      "UNKNOWN_TOPIC_OR_PARTITION",
	NotLeaderOrFollower:          "NOT_LEADER_OR_FOLLOWER",
	RequestTimedOut:              "REQUEST_TIMED_OUT",
	MessageTooLarge:              "MESSAGE_TOO_LARGE",
	InvalidTopicException:        "INVALID_TOPIC_EXCEPTION",
	RecordListTooLarge:           "RECORD_LIST_TOO_LARGE",
	NotEnoughReplicas:            "NOT_ENOUGH_REPLICAS",
	NotEnoughReplicasAfterAppend: "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
	InvalidRequiredAcks:          "INVALID_REQUIRED_ACKS",
	InvalidTimestamp:             "INVALID_TIMESTAMP",
	UnsupportedVersion:           "UNSUPPORTED_VERSION",
	InvalidRequest:               "INVALID_REQUEST",
	UnsupportedForMessageFormat:  "UNSUPPORTED_FOR_MESSAGE_FORMAT",
	OutOfOrderSequenceNumber:     "OUT_OF_ORDER_SEQUENCE_NUMBER",
	DuplicateSequenceNumber:      "DUPLICATE_SEQUENCE_NUMBER",
	InvalidProducerEpoch:         "INVALID_PRODUCER_EPOCH",
	InvalidTxnState:              "INVALID_TXN_STATE",
	KafkaStorageError:            "KAFKA_STORAGE_ERROR",
	UnknownProducerID:            "UNKNOWN_PRODUCER_ID",
	UnsupportedCompressionType:   "UNSUPPORTED_COMPRESSION_TYPE",
	InvalidRecord:                "INVALID_RECORD",
	ProducerFenced:               "PRODUCER_FENCED",
	UnknownTopicID:               "UNKNOWN_TOPIC_ID",
	TransactionAbortable:         "TRANSACTION_ABORTABLE",
}

// String gives Kafka's name of the code, or "CODE_<n>" for one not listed here.
func (c Code) String() string {
	if n, ok := names[c]; ok {
		return n
	}
	return "CODE_" + strconv.Itoa(int(c))
}
