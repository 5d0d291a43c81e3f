package kerr_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"kaenlog/engine/kerr"
)

// Witness: Errors.java at 4.1.0, as its table of codes and names is printed in Kafka's
// protocol guide.
func TestCodesHaveKafkasNumbersAndNames(t *testing.T) {
	rows := []struct {
		number int16
		name   string
		code   kerr.Code
	}{
		{-1, "UNKNOWN_SERVER_ERROR", kerr.UnknownServerError},
		{0, "NONE", kerr.None},
		{1, "OFFSET_OUT_OF_RANGE", kerr.OffsetOutOfRange},
		{2, "CORRUPT_MESSAGE", kerr.CorruptMessage},
		{3, "UNKNOWN_TOPIC_OR_PARTITION", kerr.UnknownTopicOrPartition},
		{6, "NOT_LEADER_OR_FOLLOWER", kerr.NotLeaderOrFollower},
		{7, "REQUEST_TIMED_OUT", kerr.RequestTimedOut},
		{10, "MESSAGE_TOO_LARGE", kerr.MessageTooLarge},
		{17, "INVALID_TOPIC_EXCEPTION", kerr.InvalidTopicException},
		{18, "RECORD_LIST_TOO_LARGE", kerr.RecordListTooLarge},
		{19, "NOT_ENOUGH_REPLICAS", kerr.NotEnoughReplicas},
		{20, "NOT_ENOUGH_REPLICAS_AFTER_APPEND", kerr.NotEnoughReplicasAfterAppend},
		{21, "INVALID_REQUIRED_ACKS", kerr.InvalidRequiredAcks},
		{32, "INVALID_TIMESTAMP", kerr.InvalidTimestamp},
		{35, "UNSUPPORTED_VERSION", kerr.UnsupportedVersion},
		{42, "INVALID_REQUEST", kerr.InvalidRequest},
		{43, "UNSUPPORTED_FOR_MESSAGE_FORMAT", kerr.UnsupportedForMessageFormat},
		{45, "OUT_OF_ORDER_SEQUENCE_NUMBER", kerr.OutOfOrderSequenceNumber},
		{46, "DUPLICATE_SEQUENCE_NUMBER", kerr.DuplicateSequenceNumber},
		{47, "INVALID_PRODUCER_EPOCH", kerr.InvalidProducerEpoch},
		{48, "INVALID_TXN_STATE", kerr.InvalidTxnState},
		{56, "KAFKA_STORAGE_ERROR", kerr.KafkaStorageError},
		{59, "UNKNOWN_PRODUCER_ID", kerr.UnknownProducerID},
		{76, "UNSUPPORTED_COMPRESSION_TYPE", kerr.UnsupportedCompressionType},
		{87, "INVALID_RECORD", kerr.InvalidRecord},
		{90, "PRODUCER_FENCED", kerr.ProducerFenced},
		{100, "UNKNOWN_TOPIC_ID", kerr.UnknownTopicID},
		{120, "TRANSACTION_ABORTABLE", kerr.TransactionAbortable},
	}
	for _, r := range rows {
		if int16(r.code) != r.number || r.code.String() != r.name {
			t.Errorf("%d %s: got %d %s", r.number, r.name, int16(r.code), r.code)
		}
	}
	if got := kerr.Code(999).String(); got != "CODE_999" {
		t.Errorf("a code without a name is %s", got)
	}
}

func TestErrorTellsPlaceFieldFoundAllowedAndCause(t *testing.T) {
	kind, other := kerr.New(kerr.CorruptMessage, "broken"), kerr.New(kerr.CorruptMessage, "broken")
	err := kind.At(8, "length", "3", "at least 49").In("a.log", 1000).WithCause(io.EOF)
	const want = "a.log: at byte 1008: broken: length is 3, allowed is at least 49: EOF"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
	wrapped := fmt.Errorf("reading: %w", err)
	if !errors.Is(wrapped, kind) || errors.Is(wrapped, other) || !errors.Is(wrapped, io.EOF) {
		t.Errorf("%v does not match its kind, or another, or not its cause", wrapped)
	}
	if kerr.CodeOf(wrapped) != kerr.CorruptMessage || kerr.CodeOf(nil) != kerr.None ||
		kerr.CodeOf(io.EOF) != kerr.UnknownServerError {
		t.Error("CodeOf gives other codes")
	}
	if kind.Pos != kerr.NoPos || kind.In("b.log", 5).Pos != 5 {
		t.Error("an error without a place has one, or In does not give it one")
	}
	if !errors.Is(kind.WithMsg("other words"), kind) {
		t.Error("other words make another kind")
	}
}
