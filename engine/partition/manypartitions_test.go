package partition_test

import (
	"bytes"
	"errors"
	"testing"

	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/vfs/vfstest"
	"kaenlog/engine/wire"
)

// bothWays is a connection: what comes in, and what went out.
type bothWays struct {
	in  *bytes.Reader
	out bytes.Buffer
}

func (c *bothWays) Read(p []byte) (int, error)  { return c.in.Read(p) }
func (c *bothWays) Write(p []byte) (int, error) { return c.out.Write(p) }

// manyPartitions is a request that names this many partitions which do not exist.
func manyPartitions(n int, acks int16) []byte {
	t := wire.ProduceTopic{}
	for i := range n {
		t.Partitions = append(t.Partitions, wire.ProducePartition{Index: int32(i)})
	}
	id := "crowd"
	h := wire.RequestHeader{APIVersion: wire.ProduceVersion, CorrelationID: 1, ClientID: &id}
	req := &wire.ProduceRequest{Acks: acks, Topics: []wire.ProduceTopic{t}}
	return wire.AppendFrame(nil, wire.AppendProduceRequest(wire.AppendRequestHeader(nil, h, 2), req))
}

func TestRequestThatNamesManyPartitionsHasAnAnswerThatCanBeRead(t *testing.T) {
	b := open(t, vfstest.Memory(), "data/orders-0", nil)
	conn := &bothWays{in: bytes.NewReader(manyPartitions(wire.MaxElements-1, 1))}
	if err := b.Serve(conn); err != nil {
		t.Fatal(err)
	}
	payload, err := wire.ReadFrame(&conn.out)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := wire.DecodeProduceResponse(payload)
	if err != nil || len(resp.Topics[0].Partitions) != wire.MaxElements-1 {
		t.Fatalf("%v", err)
	}
	conn = &bothWays{in: bytes.NewReader(manyPartitions(wire.MaxElements, 1))}
	if err := b.Serve(conn); !errors.Is(err, wire.ErrInvalidData) || conn.out.Len() > 0 {
		t.Errorf("one too many: %v, %d bytes answered", err, conn.out.Len())
	}
}

// An error that holds all others would cost the square of their number.
func TestManyRefusalsThatNobodyHearsAreToldAsOne(t *testing.T) {
	b := open(t, vfstest.Memory(), "data/orders-0", nil)
	err := b.Serve(bytes.NewBuffer(manyPartitions(20_000, 0)))
	if !errors.Is(err, partition.ErrUnheard) || kerr.CodeOf(err) != kerr.UnknownServerError ||
		len(err.Error()) > 500 {
		t.Errorf("error of %d bytes", len(err.Error()))
	}
}
