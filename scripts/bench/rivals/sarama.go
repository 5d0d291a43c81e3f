package rivals

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/scripts/bench/measure"
)

// SaramaBatches is how many batches one call of Sarama's visitor visits.
const SaramaBatches = 100

const saramaTopic = "t"

// Sarama visits with sarama's Fetch: it shows no way to read a batch from bytes, so a broker
// that knows one answer is at the other end of a connection in memory. The answer holds the
// batch SaramaBatches times, so that asking costs next to nothing for each. It checks the CRC
// always. The caller closes it.
func Sarama(b []byte) (Visitor, func() error, error) {
	ours, theirs := net.Pipe()
	var wait sync.WaitGroup
	wait.Go(func() { answerFetches(theirs, fetchAnswer(b)) })
	config := sarama.NewConfig()
	config.Version = sarama.V0_11_0_0
	config.ApiVersionsRequest = false
	config.Net.Proxy.Enable = true
	config.Net.Proxy.Dialer = dialer{ours}
	broker := sarama.NewBroker("in-memory:0")
	if err := broker.Open(config); err != nil {
		return nil, nil, errors.Join(err, ours.Close(), theirs.Close())
	}
	shut := func() error {
		err := errors.Join(broker.Close(), theirs.Close())
		wait.Wait()
		return err
	}
	if ok, err := broker.Connected(); !ok || err != nil {
		return nil, nil, errors.Join(err, theirs.Close())
	}
	return func() (uint64, error) { return saramaVisit(broker) }, shut, nil
}

type dialer struct{ conn net.Conn }

func (d dialer) Dial(string, string) (net.Conn, error) { return d.conn, nil }

func saramaVisit(broker *sarama.Broker) (sum uint64, err error) {
	request := &sarama.FetchRequest{Version: 4, MaxWaitTime: 1, MinBytes: 1, MaxBytes: 1 << 30}
	request.AddBlock(saramaTopic, 0, 0, 1<<30, -1)
	response, err := broker.Fetch(request)
	if err != nil {
		return 0, err
	}
	block := response.GetBlock(saramaTopic, 0)
	if block == nil || len(block.RecordsSet) != SaramaBatches {
		return 0, fmt.Errorf("not %d batches in the answer", SaramaBatches)
	}
	for _, set := range block.RecordsSet {
		sum = 0 // each is the same batch, seen anew
		head := set.RecordBatch
		first := head.FirstTimestamp.UnixMilli()
		for _, r := range head.Records {
			sum = measure.Touch(sum, r.Key, r.Value, first+r.TimestampDelta.Milliseconds(),
				head.FirstOffset+r.OffsetDelta)
		}
	}
	return sum, nil
}

// fetchAnswer builds the body of a Fetch response of version 4 behind its header.
func fetchAnswer(b []byte) []byte {
	part := kmsg.NewFetchResponseTopicPartition()
	for range SaramaBatches {
		part.RecordBatches = append(part.RecordBatches, b...)
	}
	topic := kmsg.NewFetchResponseTopic()
	topic.Topic = saramaTopic
	topic.Partitions = append(topic.Partitions, part)
	response := kmsg.NewPtrFetchResponse()
	response.SetVersion(4)
	response.Topics = append(response.Topics, topic)
	return response.AppendTo(nil)
}

// answerFetches gives the same body to every request on the connection, until it closes.
func answerFetches(conn net.Conn, body []byte) {
	for {
		var head [12]byte // length, api key, version, correlation id
		if _, err := io.ReadFull(conn, head[:]); err != nil {
			return
		}
		rest := int64(binary.BigEndian.Uint32(head[:])) - 8
		if _, err := io.CopyN(io.Discard, conn, rest); err != nil {
			return
		}
		answer := binary.BigEndian.AppendUint32(nil, uint32(4+len(body)))
		answer = append(answer, head[8:12]...)
		if _, err := (&net.Buffers{answer, body}).WriteTo(conn); err != nil {
			return
		}
	}
}
