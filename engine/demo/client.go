package demo

import (
	"fmt"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/trace"
	"kaenlog/engine/wire"
)

// What the demo's producer says of itself on the wire.
const (
	clientID           = "kaen-producer"
	firstCorrelationID = 7
)

// topicID is 01 02 … 10.
var topicID = [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}

// The states that a demo's record can say of itself.
const (
	stateSent           = "sent"
	stateAcknowledged   = "acknowledged"
	stateUnacknowledged = "unacknowledged"
)

// payload makes n records: an order each, a millisecond apart.
func payload(n int, state string, nowMs int64) []batch.NewRecord {
	recs := make([]batch.NewRecord, n)
	for i := range recs {
		recs[i] = batch.NewRecord{
			Timestamp: nowMs + int64(i),
			Key:       []byte("order-" + strconv.Itoa(i)),
			Value:     []byte(`{"item":"khao soi","qty":2,"baht":130,"state":"` + state + `"}`),
		}
	}
	return recs
}

// request makes a Produce request of one batch.
func request(correlationID int32, acks int16, records []byte) *wire.BatchRequest {
	return &wire.BatchRequest{CorrelationID: correlationID, ClientID: clientID, Acks: acks,
		TopicID: topicID, Records: records}
}

// client is the demo's producer on one connection to one partition.
type client struct {
	p    *partition.Partition
	rec  *trace.Recorder
	conn *partition.Conn
	pipe wire.Pipe
	tap  func(sent bool, frame []byte)
	next int32 // correlation id
	sent int64 // bytes
}

func (e *env) client(p *partition.Partition) *client {
	c := &client{p: p, rec: e.rec, tap: e.tap, next: firstCorrelationID}
	c.conn = p.Attach(&c.pipe)
	return c
}

// answer is what a producer learns of one request, and what it does not: the log's end
// before and after, and the verdict, come from accessors and the trace.
type answer struct {
	correlationID int32
	heard         bool // a response frame came
	code          kerr.Code
	base          int64        // -1 when nothing was heard, or an error
	before, after int64        // log end offset
	bytes         int64        // written to segments meanwhile
	judged        trace.Judged // the zero Judged for a batch without a producer id
}

// claim ends the demo, unless what it says of this answer holds.
func (a answer) claim(holds bool, what string) {
	if !holds {
		must(fmt.Errorf("%w: %s (request %d: judged %q, answered %v, base offset %d, "+
			"log end %d to %d, %d bytes written)", ErrClaim, what, a.correlationID,
			a.judged.Verdict, a.code, a.base, a.before, a.after, a.bytes))
	}
}

// wrote tells whether this many records, and bytes with them, went into the log.
func (a answer) wrote(records int64) bool {
	return a.after-a.before == records && (a.bytes > 0) == (records > 0)
}

// send puts one request on the connection, waits until the broker is done with it, and
// checks that exactly acks 0 is left without an answer.
func (c *client) send(acks int16, records []byte) answer {
	a := answer{correlationID: c.next, base: -1, before: c.p.LogEnd()}
	c.next++
	frame := request(a.correlationID, acks, records).Frame()
	c.rec.Emit(trace.FrameSent{CorrelationID: a.correlationID, Pos: c.sent, Size: int64(len(frame))})
	c.sent += int64(len(frame))
	c.tap(true, frame)
	c.pipe.ToBroker.Write(frame)

	seen := c.rec.Len()
	must(c.conn.Serve())
	a.after = c.p.LogEnd()
	for _, e := range c.rec.Since(seen) {
		switch e := e.Event.(type) {
		case trace.Judged:
			a.judged = e
		case trace.Written:
			a.bytes += e.Size
		}
	}
	c.hear(&a)
	a.claim(a.heard == (acks != partition.AcksNone), "acks 0 alone has no answer")
	return a
}

// hear reads the response, if one came.
func (c *client) hear(a *answer) {
	if c.pipe.ToClient.Len() == 0 {
		return
	}
	c.tap(false, c.pipe.ToClient.Bytes())
	part, err := wire.ReadBatchResponse(&c.pipe.ToClient, a.correlationID)
	must(err)
	a.heard, a.code, a.base = true, part.Code, part.BaseOffset
	if part.Code == kerr.KafkaStorageError { // a disk's fault is no part of any lesson
		must(fmt.Errorf("the broker can't write: %s", *part.ErrorMessage))
	}
}
