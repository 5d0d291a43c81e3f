package batch_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
)

const now = 1700000000000

// The header's fields, counted by hand from Kafka's table and not taken from the package.
const (
	atBaseOffset      = 0
	atLength          = 8
	atLeaderEpoch     = 12
	atMagic           = 16
	atCRC             = 17
	atAttributes      = 21
	atLastOffsetDelta = 23
	atBaseTimestamp   = 27
	atMaxTimestamp    = 35
	atProducerID      = 43
	atProducerEpoch   = 51
	atBaseSequence    = 53
	atCount           = 57
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// build makes a batch of n records as the demo's producer does.
func build(t testing.TB, p batch.Producer, n int, state string) []byte {
	t.Helper()
	b, err := batch.Append(nil, p, demoRecords(n, state))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func demoRecords(n int, state string) []batch.NewRecord {
	recs := make([]batch.NewRecord, n)
	for i := range recs {
		recs[i] = batch.NewRecord{
			Timestamp: now + int64(i),
			Key:       []byte("order-" + string(rune('0'+i))),
			Value:     []byte(`{"item":"khao soi","qty":2,"baht":130,"state":"` + state + `"}`),
		}
	}
	return recs
}

// one makes a batch of n records with the value "vvv" and producer id 1000.
func one(t testing.TB, n int) []byte {
	t.Helper()
	recs := make([]batch.NewRecord, n)
	for i := range recs {
		recs[i] = batch.NewRecord{Timestamp: now, Value: []byte("vvv")}
	}
	b, err := batch.Append(nil, batch.Producer{ID: 1000, BaseSequence: 7}, recs)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fixCRC makes the CRC right again, with a checksum of the test's own.
func fixCRC(b []byte) []byte {
	if len(b) > atAttributes {
		sum := crc32.Checksum(b[atAttributes:], crc32.MakeTable(crc32.Castagnoli))
		binary.BigEndian.PutUint32(b[atCRC:], sum)
	}
	return b
}

// fixLength makes the length field say what the slice has, and then fixes the CRC.
func fixLength(b []byte) []byte {
	put32(b, atLength, int32(len(b)-12))
	return fixCRC(b)
}

func put16(b []byte, at int, v int16) { binary.BigEndian.PutUint16(b[at:], uint16(v)) }
func put32(b []byte, at int, v int32) { binary.BigEndian.PutUint32(b[at:], uint32(v)) }
func put64(b []byte, at int, v int64) { binary.BigEndian.PutUint64(b[at:], uint64(v)) }

// raw makes a batch around records that are given as bytes.
func raw(t testing.TB, count int32, records string) []byte {
	t.Helper()
	b := bytes.Clone(one(t, 1)[:batch.HeaderSize])
	b = append(b, unhex(t, records)...)
	put32(b, atCount, count)
	put32(b, atLastOffsetDelta, count-1)
	return fixLength(b)
}

// produce does what the broker does with the bytes for one partition, up to the sequence.
func produce(records []byte) error { return produceWith(records, 1048588, 1073741824) }

func produceWith(records []byte, maxMessage, segment int64) error {
	b, err := batch.ParseProduced(records)
	if err != nil {
		return err
	}
	return batch.ValidateProduced(b, maxMessage, segment)
}

// wantError checks kind, code and that the error tells where, what and what would be right.
func wantError(t testing.TB, err error, kind *kerr.Error, code kerr.Code, pos int64, field string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("got %v, want kind %v", err, kind)
	}
	if got := kerr.CodeOf(err); got != code {
		t.Errorf("code is %d %v, want %d", got, got, code)
	}
	e := told(t, err)
	if e.Pos != pos || e.Field != field {
		t.Errorf("error is at %d, %q; want %d, %q: %v", e.Pos, e.Field, pos, field, err)
	}
}

// told checks that an error names position, field, what was found and what is allowed.
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
