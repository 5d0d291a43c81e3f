package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"runtime/metrics"
	"slices"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/wire"
)

// Invariants, of any bytes as a stream, as a request's payload and as a response's:
//
//  1. Nothing panics, and reading leaves the bytes as they were.
//  2. Reading allocates no more than 64 bytes for each byte of the input and 256 KiB, whatever a
//     length or a count says; decoding a small payload asks for no large object.
//  3. An error tells a field, what was found, what is allowed, and a position in the bytes; it is
//     one of the package's kinds.
//  4. A frame that is read is the bytes behind its length, and not one byte more was taken from
//     the stream, in whatever pieces it came. PeekRoute gives what the header's decoder gives.
//  5. A request that is accepted is written again and read again as the same; kmsg, the outside
//     witness, reads the same fields and writes what we write, or refuses it, and then a varint
//     is not in its shortest form or a tagged field is there. What kmsg takes and writes again
//     as the same bytes is accepted, but for more elements than MaxElements.
//  6. So is a response, whose other fields kmsg keeps and we read over; what we write kmsg
//     reads, and writes as the same bytes.
func FuzzWire(f *testing.F) {
	request, response := unhex(f, kafkaRequest), unhex(f, kafkaResponse)
	f.Add(request[4:], []byte{})
	f.Add(request, []byte{0})
	f.Add(response[4:], []byte{3, 0})
	f.Add(response, []byte{})
	for _, r := range witnessedRequests(f) {
		if b := payload(header("kaen-producer"), r); len(b) < 1000 {
			f.Add(b, []byte{})
		}
	}
	tagged := slices.Insert(bytes.Clone(request[4:]), 14, 1, 5, 2, 'x', 'y')
	f.Add(slices.Delete(tagged, 19, 20), []byte{}) // a tagged field in the header
	f.Add(append(request[4:len(request)-1:len(request)-1], 1, 0, 1, 0), []byte{})
	long := slices.Replace(bytes.Clone(request[4:]), 22, 23, 0x80, 0x00) // longer than needed
	f.Add(long, []byte{})
	f.Add(append(request[4:48:48], 0xff, 0xff, 0xff, 0xff, 0x0f), []byte{})    // a count
	f.Add(append(request[4:26:26], 0xff, 0xff, 0xff, 0xff, 0x0f, 1), []byte{}) // another
	f.Add([]byte{0, 1, 0, 0, 1, 2, 3}, []byte{1})
	f.Add([]byte{6, 0x40, 0, 1}, []byte{})
	f.Add([]byte{6, 0x40, 0, 0, 1, 2, 3}, []byte{}) // the largest length, and three bytes
	f.Add(append(bytes.Clone(request[4:]), 0), []byte{})
	f.Add(append(bytes.Clone(response[4:]), 0), []byte{})
	f.Add(wire.AppendProduceResponse(nil, &wire.ProduceResponse{CorrelationID: -7, ThrottleMs: 5,
		Topics: []wire.TopicResponse{{ID: topicID, Partitions: []wire.PartitionResponse{
			{Index: 1, BaseOffset: 1 << 40, LogAppendTimeMs: now, LogStartOffset: 7},
			{Index: 2, Code: kerr.InvalidRequiredAcks, BaseOffset: -1, ErrorMessage: ptr("ไม่ได้")},
		}}, {}}}), []byte{})
	f.Add(fullResponse(), []byte{})
	f.Fuzz(func(t *testing.T, b, cuts []byte) {
		examine(t, b)
		readInPieces(t, b, cuts)
	})
}

// fullResponse has the fields that this engine never sends.
func fullResponse() []byte {
	k := kmsg.NewPtrProduceResponse()
	k.SetVersion(13)
	kt, kp := kmsg.NewProduceResponseTopic(), kmsg.NewProduceResponseTopicPartition()
	kp.ErrorCode, kp.ErrorMessage = 87, ptr("record failures")
	record := kmsg.NewProduceResponseTopicPartitionErrorRecord()
	record.RelativeOffset, record.ErrorMessage = 3, ptr("no key")
	kp.ErrorRecords = append(kp.ErrorRecords, record)
	kp.CurrentLeader.LeaderID, kp.CurrentLeader.LeaderEpoch = 2, 9
	kt.Partitions = append(kt.Partitions, kp)
	k.Topics = append(k.Topics, kt)
	broker := kmsg.NewProduceResponseBroker()
	broker.NodeID, broker.Host, broker.Port = 2, "broker", 9092
	k.Brokers = append(k.Brokers, broker)
	return k.AppendTo([]byte{0, 0, 0, 7, 0})
}

// examine gives the bytes to every decoder.
func examine(t testing.TB, b []byte) {
	t.Helper()
	before := bytes.Clone(b)
	large, used := allocatedBy(func() {
		_, _, _ = wire.DecodeProduce(b)
		_, _ = wire.DecodeProduceResponse(b)
	})
	most := uint64(64 * len(b))
	if most < largeObject && large > 0 || used > most+slack {
		t.Fatalf("decoding %d bytes allocated %d objects of over %d bytes, %d bytes in all", len(b),
			large, largeObject, used)
	}
	if _, used := allocatedBy(func() { _, _ = wire.ReadFrame(bytes.NewReader(b)) }); used >
		most+slack+256<<10 {
		t.Fatalf("reading a frame out of %d bytes allocated %d", len(b), used)
	}
	examineRequest(t, b)
	examineResponse(t, b)
	if route, err := wire.PeekRoute(b); err != nil {
		within(t, err, b)
	} else if h, _, err := wire.DecodeRequestHeader(b[4:], 1); err == nil &&
		(h.APIKey != route.APIKey || h.APIVersion != route.APIVersion ||
			h.CorrelationID != route.CorrelationID) {
		t.Fatalf("routed as %+v, the header is %+v", route, h)
	}
	if !bytes.Equal(b, before) {
		t.Fatal("reading changed the bytes")
	}
}

// The runtime counts an object over largeObject at once. Smaller ones it counts when a page of
// them is full, or all at the next collection: slack is more than there can be till then.
const (
	largeObject = 32 << 10
	slack       = 2 << 20
)

// allocatedBy tells how many large objects a function asked for, and how many bytes in all.
func allocatedBy(f func()) (large, used uint64) {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"},
		{Name: "/gc/heap/allocs-by-size:bytes"}}
	read := func() (large, all uint64) {
		metrics.Read(sample)
		bySize := sample[1].Value.Float64Histogram().Counts
		return bySize[len(bySize)-1], sample[0].Value.Uint64()
	}
	largeBefore, allBefore := read()
	f()
	largeAfter, allAfter := read()
	return largeAfter - largeBefore, allAfter - allBefore
}

func within(t testing.TB, err error, b []byte) {
	t.Helper()
	if e := told(t, err); e.Pos > int64(len(b)) {
		t.Fatalf("position %d in %d bytes: %v", e.Pos, len(b), err)
	}
	kinds := []*kerr.Error{wire.ErrInvalidData, wire.ErrUnexpectedEOF, wire.ErrUnsupported}
	if !slices.ContainsFunc(kinds, func(k *kerr.Error) bool { return errors.Is(err, k) }) {
		t.Fatalf("an error of another kind: %v", err)
	}
}

func examineRequest(t testing.TB, b []byte) {
	t.Helper()
	h, req, err := wire.DecodeProduce(b)
	k, written, kmsgErr := kmsgReads(b)
	if err != nil {
		within(t, err, b)
		if kmsgErr == nil && bytes.Equal(written, b) && kmsgElements(k) <= wire.MaxElements {
			t.Fatalf("refused, and kmsg writes the same: %v", err)
		}
		return
	}
	ours := payload(h, req)
	h2, req2, err := wire.DecodeProduce(ours)
	if err != nil || !reflect.DeepEqual(h, h2) || !reflect.DeepEqual(req, req2) {
		t.Fatalf("%+v %+v\nis read again as %+v %+v, %v", h, req, h2, req2, err)
	}
	for _, topic := range req.Topics {
		for _, p := range topic.Partitions {
			if _, err := batch.ParseProduced(p.Records); err != nil {
				told(t, err)
			}
		}
	}
	if kmsgErr != nil {
		if bytes.Equal(ours, b) {
			t.Fatalf("kmsg refuses a request in its shortest form: %v", kmsgErr)
		}
		return
	}
	if len(written) < len(b) && bytes.HasPrefix(b, written) {
		t.Fatalf("accepted with %d bytes left over", len(b)-len(written))
	}
	withoutTags(k)
	// kmsg's own frame holds the header that its fields make; here only the body is compared.
	if body := wire.AppendProduceRequest(nil, req); !bytes.Equal(body, k.AppendTo(nil)) {
		t.Fatalf("ours %x\nkmsg %x", body, k.AppendTo(nil))
	}
}

// kmsgReads reads a payload's header by hand and its body by kmsg, and writes both again.
func kmsgReads(b []byte) (k *kmsg.ProduceRequest, written []byte, err error) {
	k = kmsg.NewPtrProduceRequest()
	k.SetVersion(13)
	if len(b) < 10 || binary.BigEndian.Uint32(b) != 13 { // Produce, version 13
		return k, nil, io.ErrUnexpectedEOF
	}
	at := 10
	if n := int16(binary.BigEndian.Uint16(b[8:])); n > 0 {
		at += int(n)
	} else if n < -1 {
		return k, nil, errors.New("another null")
	}
	if at >= len(b) || b[at] != 0 { // a section without tagged fields
		return k, nil, io.ErrUnexpectedEOF
	}
	if err := k.ReadFrom(b[at+1:]); err != nil {
		return k, nil, err
	}
	return k, k.AppendTo(bytes.Clone(b[:at+1])), nil
}

func kmsgElements(k *kmsg.ProduceRequest) int {
	n := len(k.Topics)
	for _, t := range k.Topics {
		n += len(t.Partitions)
	}
	return n
}

// withoutTags takes away what we read over.
func withoutTags(k *kmsg.ProduceRequest) {
	k.UnknownTags = kmsg.Tags{}
	for i := range k.Topics {
		k.Topics[i].UnknownTags = kmsg.Tags{}
		for j := range k.Topics[i].Partitions {
			k.Topics[i].Partitions[j].UnknownTags = kmsg.Tags{}
		}
	}
}

func examineResponse(t testing.TB, b []byte) {
	t.Helper()
	resp, err := wire.DecodeProduceResponse(b)
	if err != nil {
		within(t, err, b)
		return
	}
	ours := wire.AppendProduceResponse(nil, resp)
	again, err := wire.DecodeProduceResponse(ours)
	if err != nil || !reflect.DeepEqual(resp, again) {
		t.Fatalf("%+v\nis read again as %+v, %v", resp, again, err)
	}
	mine := kmsg.NewPtrProduceResponse()
	mine.SetVersion(13)
	if err := mine.ReadFrom(ours[5:]); err != nil || !bytes.Equal(mine.AppendTo(nil), ours[5:]) {
		t.Fatalf("kmsg, %v, reads %+v from what we write: %x", err, mine, ours)
	}
	if len(b) < 5 || b[4] != 0 {
		return
	}
	k := kmsg.NewPtrProduceResponse()
	k.SetVersion(13)
	if err := k.ReadFrom(b[5:]); err != nil {
		return // it reads into tagged fields that we read over
	}
	if theirs := k.AppendTo(bytes.Clone(b[:5])); len(theirs) < len(b) && bytes.HasPrefix(b, theirs) {
		t.Fatalf("accepted with %d bytes left over", len(b)-len(theirs))
	}
	same := len(k.Topics) == len(resp.Topics) && k.ThrottleMillis == resp.ThrottleMs
	for i := 0; same && i < len(k.Topics); i++ {
		theirs, ours := k.Topics[i], resp.Topics[i]
		same = theirs.TopicID == ours.ID && len(theirs.Partitions) == len(ours.Partitions)
		for j := 0; same && j < len(theirs.Partitions); j++ {
			p, o := theirs.Partitions[j], ours.Partitions[j]
			same = p.Partition == o.Index && p.ErrorCode == int16(o.Code) &&
				p.BaseOffset == o.BaseOffset && p.LogAppendTime == o.LogAppendTimeMs &&
				p.LogStartOffset == o.LogStartOffset && reflect.DeepEqual(p.ErrorMessage, o.ErrorMessage)
		}
	}
	if !same {
		t.Fatalf("kmsg reads %+v\nours is %+v", k, resp)
	}
}

// pieces gives bytes in reads of the sizes that cuts tell.
type pieces struct {
	b, cuts []byte
	turn    int
}

func (p *pieces) Read(into []byte) (int, error) {
	if len(p.b) == 0 {
		return 0, io.EOF
	}
	n := min(len(into), len(p.b))
	if len(p.cuts) > 0 {
		n = min(n, 1+int(p.cuts[p.turn%len(p.cuts)]))
		p.turn++
	}
	copy(into, p.b[:n])
	p.b = p.b[n:]
	return n, nil
}

// readInPieces reads frames from the bytes until there are none.
func readInPieces(t testing.TB, b, cuts []byte) {
	t.Helper()
	from := &pieces{b: b, cuts: cuts}
	for {
		before := from.b
		got, err := wire.ReadFrame(from)
		size := int64(-1)
		if len(before) >= 4 {
			size = int64(int32(binary.BigEndian.Uint32(before)))
		}
		switch {
		case len(before) == 0:
			if err != io.EOF {
				t.Fatalf("no bytes: %v", err)
			}
			return
		case len(before) >= 4 && (size < 0 || size > wire.MaxFrameBytes):
			if !errors.Is(err, wire.ErrInvalidData) || len(from.b) != len(before)-4 {
				t.Fatalf("length %d: %v, %d bytes taken", size, err, len(before)-len(from.b))
			}
			return
		case size < 0 || size > int64(len(before)-4):
			if !errors.Is(err, wire.ErrUnexpectedEOF) || !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("length %d and %d bytes: %v", size, len(before), err)
			}
			within(t, err, before)
			return
		case err != nil || !bytes.Equal(got, before[4:4+size]) || len(from.b) != len(before)-4-int(size):
			t.Fatalf("a frame of %d bytes: %v, %x, %d bytes taken", size, err, got,
				len(before)-len(from.b))
		}
	}
}
