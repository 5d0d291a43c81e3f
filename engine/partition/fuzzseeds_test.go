package partition_test

import (
	"bytes"
	"slices"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/wire"
)

// connSeed is an input of FuzzConn.
type connSeed struct {
	stream, cuts []byte
	shape        uint8
}

// asked makes a frame around a request.
func asked(correlation int32, r *wire.ProduceRequest) []byte {
	payload := wire.AppendRequestHeader(nil, wire.RequestHeader{APIKey: wire.APIProduce,
		APIVersion: wire.ProduceVersion, CorrelationID: correlation}, 2)
	return wire.AppendFrame(nil, wire.AppendProduceRequest(payload, r))
}

func connSeeds(t testing.TB) []connSeed {
	kafka := unhex(t, "000000770000000d0000000700046b61656e0000000100007530020102030405060708"+
		"090a0b0c0d0e0f1002000000004800000000000000000000003bffffffff02c527a5dd0000000000000000"+
		"018bcfe568000000018bcfe5680000000000000003e80000000000070000000112000000010676767600000000")
	changed := func(at int, v byte) []byte {
		b := bytes.Clone(kafka)
		b[at] ^= v
		return b
	}
	part := func(index int32, b []byte) wire.ProducePartition {
		return wire.ProducePartition{Index: index, Records: b}
	}
	two := asked(8, &wire.ProduceRequest{Acks: 1, Topics: []wire.ProduceTopic{
		{ID: topic, Partitions: []wire.ProducePartition{part(0, plain(1)), part(1, plain(1))}},
		{Partitions: []wire.ProducePartition{part(0, plain(1))}}, {ID: topic}}})
	twice := asked(9, &wire.ProduceRequest{Acks: -1, Topics: []wire.ProduceTopic{
		{ID: topic, Partitions: []wire.ProducePartition{part(0, plain(1))}},
		{ID: topic, Partitions: []wire.ProducePartition{part(0, plain(2)), part(7, nil)}}}})
	old := batch.Batch(plain(1)) // sent long before now, so that the next batch rolls
	put64(old, 35, now-8*24*60*60*1000)
	half := build(batch.NoProducer, 1, string(make([]byte, 280))) // two fill a segment exactly
	if len(half) != 350 {
		t.Fatalf("half a segment is %d bytes", len(half))
	}
	timeless := batch.Batch(plain(1)) // which makes no segment old
	put64(timeless, 35, -7)
	six := []byte{}
	for i := range int32(6) {
		six = append(six, frame(i, 1, numbered(1000, 0, i, 1))...)
	}
	v1 := slices.Delete(bytes.Clone(kafka), 18, 19) // header v1 in front of a body v13
	v1[3]--
	return []connSeed{
		{nil, nil, 0},
		{kafka, nil, 0}, // sequence 7 of a producer never seen
		{kafka[:60], []byte{0}, 0},
		{kafka[:3], nil, 0},
		{v1, nil, 0},
		{slices.Concat(frame(1, 1, plain(2)), frame(2, 0, plain(3)), frame(3, -1, plain(1))),
			[]byte{0, 6, 2}, 0},
		{slices.Concat(frame(1, -1, plain(2)), frame(2, 5, plain(1)), frame(3, 1, nil)), nil,
			gateSaysYes},
		{slices.Concat(frame(1, 1, plain(2)), frame(2, 0, nil), frame(3, 1, plain(1))), nil, 0},
		{slices.Concat(frame(1, 1, plain(2)), []byte{0xff, 0xff, 0xff, 0xff}, frame(3, 1, plain(1))),
			nil, 0},
		{slices.Concat(frame(1, 1, plain(2)), []byte{0, 0, 0, 0}, frame(3, 1, plain(1))), nil, 0},
		{slices.Concat(frame(1, 1, plain(2)), []byte{6, 0x40, 0, 1}, frame(3, 1, plain(1))), nil, 0},
		{slices.Concat(six, frame(6, 1, numbered(1000, 0, 1, 1)), frame(7, 1, numbered(1000, 0, 0, 1)),
			frame(8, 1, numbered(1000, 0, 7, 1)), frame(9, 1, numbered(1000, 1, 0, 2)),
			frame(10, -1, numbered(1000, 1, 0, 2))), nil, 0},
		{slices.Concat(two, twice), []byte{3}, 0},
		{frame(1, 1, build(batch.NoProducer, 1, string(make([]byte, 500)))), nil, 0},
		{frame(1, 1, build(batch.NoProducer, 1, string(make([]byte, 800)))), nil, batchesLarge},
		{slices.Concat(frame(1, 1, half), frame(2, 1, half), frame(3, 1, half)), nil, 0},
		{slices.Concat(frame(1, 1, old), frame(2, 1, plain(1))), nil, madeRight},
		{slices.Concat(frame(1, 1, timeless), frame(2, 1, plain(1))), nil, madeRight},
		{slices.Concat(changed(5, 3), kafka), nil, 0},
		{slices.Concat(changed(49+57+3, 3), kafka), nil, madeRight},
		{slices.Concat(changed(49+22, 1), kafka), nil, madeRight},    // compressed
		{slices.Concat(changed(49+22, 0x20), kafka), nil, madeRight}, // control
		{slices.Concat(changed(49+43, 0x80), kafka), nil, madeRight}, // no producer id
	}
}
