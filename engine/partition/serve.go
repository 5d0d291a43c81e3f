package partition

import (
	"fmt"
	"io"

	"kaenlog/engine/kerr"
	"kaenlog/engine/trace"
	"kaenlog/engine/wire"
)

// The kinds of errors that are answered for a place this broker does not have, and the one
// that ends a connection on which nobody listens.
var (
	ErrUnknownTopic     = kerr.New(kerr.UnknownTopicID, "unknown topic id")
	ErrUnknownPartition = kerr.New(kerr.UnknownTopicOrPartition, "unknown partition")
	ErrTwice            = kerr.New(kerr.InvalidRecord, "partition named twice in one request")
	ErrUnheard          = kerr.New(kerr.UnknownServerError,
		"a batch of a request with acks 0 was refused, and closing is the only way to say so")
)

// Serve answers the requests on one connection until it ends: see Conn.Serve.
func (p *Partition) Serve(conn io.ReadWriter) error { return p.Attach(conn).Serve() }

// Conn is one client's connection.
//
// Concurrency: one goroutine at a time; many connections may be served at once.
type Conn struct {
	p   *Partition
	out io.Writer
	in  counter
}

// Attach begins a connection.
func (p *Partition) Attach(conn io.ReadWriter) *Conn {
	return &Conn{p: p, out: conn, in: counter{r: conn}}
}

// Serve answers the requests in their order, one at a time, until the stream ends between
// two frames; then it gives nil, and goes on where it was when it is called again.
//
// Errors: everything after which nobody knows where the next frame begins, or whom to
// answer (a length out of bounds, a frame cut short, a request that can't be read, a
// refused batch with acks 0). The connection is unusable then and is to be closed; no
// answer to the last request was written.
// Source: SocketServer (one request at a time) and KafkaApis.handleProduceRequest, 4.1.0.
func (c *Conn) Serve() error {
	for {
		pos := c.in.n
		payload, err := wire.ReadFrame(&c.in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the frame at byte %d of the connection: %w",
				pos, c.p.refuse(err).Err)
		}
		response, err := c.p.handle(payload, pos)
		if err != nil {
			return fmt.Errorf("the frame at byte %d of the connection: %w", pos, err)
		}
		if response == nil {
			continue
		}
		if _, err := c.out.Write(wire.AppendFrame(nil, response)); err != nil {
			return fmt.Errorf("answering: %w", err)
		}
	}
}

// counter counts the bytes that came in.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// handle takes the payload of one frame and gives the payload of its answer, nil for
// acks 0.
func (p *Partition) handle(payload []byte, pos int64) ([]byte, error) {
	header, req, err := wire.DecodeProduce(payload)
	if err != nil {
		return nil, p.refuse(err).Err
	}
	if p.cfg.Trace != nil {
		p.emit(trace.FrameRead{CorrelationID: header.CorrelationID, Pos: pos,
			Size: int64(wire.LenPrefix + len(payload))})
	}
	resp := &wire.ProduceResponse{CorrelationID: header.CorrelationID}
	var failed error // of the first that was refused
	named := map[[16]byte]map[int32]int{}
	for _, t := range req.Topics {
		if named[t.ID] == nil {
			named[t.ID] = map[int32]int{}
		}
		for _, part := range t.Partitions {
			named[t.ID][part.Index]++
		}
	}
	for _, t := range req.Topics {
		tr := wire.TopicResponse{ID: t.ID}
		for _, part := range t.Partitions {
			twice := named[t.ID][part.Index] > 1
			pr, err := p.produceOne(t.ID, part, req.Acks, twice)
			if failed == nil {
				failed = err
			}
			tr.Partitions = append(tr.Partitions, pr)
			p.told(header.CorrelationID, req.Acks, pr)
		}
		resp.Topics = append(resp.Topics, tr)
	}
	if req.Acks == AcksNone {
		if failed != nil {
			return nil, ErrUnheard.WithCause(failed)
		}
		return nil, nil
	}
	return wire.AppendProduceResponse(nil, resp), nil
}

// produceOne produces to one partition that a request names.
func (p *Partition) produceOne(topic [16]byte, part wire.ProducePartition, acks int16,
	twice bool) (wire.PartitionResponse, error) {
	var r Result
	switch {
	case topic != p.cfg.TopicID:
		r = p.refuse(ErrUnknownTopic)
	case part.Index != p.cfg.Index:
		r = p.refuse(ErrUnknownPartition)
	case twice:
		r = p.refuse(ErrTwice)
	default:
		r = p.Produce(part.Records, acks)
	}
	pr := wire.PartitionResponse{Index: part.Index, Code: kerr.CodeOf(r.Err),
		BaseOffset: -1, LogAppendTimeMs: -1, LogStartOffset: -1}
	if r.Err != nil {
		msg := r.Err.Error()
		pr.ErrorMessage = &msg
	} else {
		pr.BaseOffset, pr.LogStartOffset = r.Base, p.Start()
	}
	return pr, r.Err
}

// told records what the client hears of one partition.
func (p *Partition) told(correlationID int32, acks int16, pr wire.PartitionResponse) {
	if p.cfg.Trace == nil {
		return
	}
	if acks == AcksNone {
		p.emit(trace.NoAnswer{CorrelationID: correlationID})
		return
	}
	p.emit(trace.Answered{CorrelationID: correlationID, Code: int16(pr.Code), Base: pr.BaseOffset})
}
