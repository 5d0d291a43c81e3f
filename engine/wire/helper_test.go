package wire_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/wire"
)

const now = 1700000000000

var topicID = [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ptr(s string) *string { return &s }

// request is a request for one partition, as the demo makes it.
func request(acks int16, records []byte) *wire.ProduceRequest {
	return &wire.ProduceRequest{
		Acks: acks, TimeoutMs: 30000,
		Topics: []wire.ProduceTopic{{
			ID:         topicID,
			Partitions: []wire.ProducePartition{{Index: 0, Records: records}},
		}},
	}
}

func header(client string) wire.RequestHeader {
	return wire.RequestHeader{
		APIKey: wire.APIProduce, APIVersion: wire.ProduceVersion, CorrelationID: 7,
		ClientID: &client,
	}
}

// payload is header v2 and body; the broker's side of the demo takes this.
func payload(h wire.RequestHeader, r *wire.ProduceRequest) []byte {
	return wire.AppendProduceRequest(wire.AppendRequestHeader(nil, h, 2), r)
}

// demoBatch is the batch of the demo's frame: 129 bytes.
func demoBatch(t testing.TB) []byte {
	t.Helper()
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{{
		Timestamp: now, Key: []byte("order-0"),
		Value: []byte(`{"item":"khao soi","qty":2,"baht":130,"state":"sent"}`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// wantError checks kind and place, and that the error tells what was found and allowed.
func wantError(t testing.TB, err error, kind *kerr.Error, pos int64, field string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("got %v, want kind %v", err, kind)
	}
	if e := told(t, err); e.Pos != pos || e.Field != field {
		t.Errorf("error is at %d, %q; want %d, %q: %v", e.Pos, e.Field, pos, field, err)
	}
}

func told(t testing.TB, err error) *kerr.Error {
	t.Helper()
	var e *kerr.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is no *kerr.Error: %v", err, err)
	}
	if e.Pos < 0 || e.Field == "" || e.Found == "" || e.Allowed == "" {
		t.Fatalf("pos %d, field %q, found %q, allowed %q: one is missing in %v",
			e.Pos, e.Field, e.Found, e.Allowed, err)
	}
	return e
}
