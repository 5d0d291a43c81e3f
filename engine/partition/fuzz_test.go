package partition_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/wire"
)

// The bits of a fuzzed partition's configuration.
const (
	gateSaysYes  = 1 << iota // acks -1 is answered like acks 1
	batchesLarge             // max.message.bytes is above segment.bytes
	madeRight                // the batches' lengths and CRCs are made right
	shapeBits
)

// session is one fuzzed partition, the book that it is held to, and one connection.
type session struct {
	*broker
	book   *book
	conn   *partition.Conn
	client *client
	cuts   []byte
}

// client is a connection's other end. Its bytes arrive in pieces of the sizes that cuts tell,
// and it looks at the log end whenever the server asks for the first byte of a frame: by then
// the frame before has been dealt with.
type client struct {
	in     []byte
	at     int
	begins int // the next frame to look at
	frames []int
	cuts   []byte
	turn   int
	logEnd func() int64
	ends   []int64
	heard  bytes.Buffer
}

func (c *client) Write(b []byte) (int, error) { return c.heard.Write(b) }

func (c *client) Read(p []byte) (int, error) {
	if c.begins < len(c.frames) && c.at == c.frames[c.begins] {
		c.ends = append(c.ends, c.logEnd())
		c.begins++
	}
	if c.at == len(c.in) {
		return 0, io.EOF
	}
	n := min(len(p), len(c.in)-c.at)
	if len(c.cuts) > 0 {
		n = min(n, 1+int(c.cuts[c.turn%len(c.cuts)]))
		c.turn++
	}
	copy(p, c.in[c.at:c.at+n])
	c.at += n
	return n, nil
}

func newSession(t *testing.T, shape uint8, cuts []byte) *session {
	const segmentBytes = 700
	maxMessage := int64(500)
	if shape&batchesLarge != 0 {
		maxMessage = 1500
	}
	s := &session{book: newBook(maxMessage, segmentBytes, shape&gateSaysYes != 0), cuts: cuts}
	s.broker, _ = openMemory(t, func(c *partition.Config) {
		c.SegmentBytes, c.MaxMessageBytes = segmentBytes, maxMessage
		if s.book.gate {
			c.Gate = &gate{says: true}
		}
	})
	s.connect()
	return s
}

func (s *session) connect() {
	s.client = &client{cuts: s.cuts, logEnd: func() int64 { return s.LogEnd() }}
	s.conn = s.Attach(s.client)
}

// framesOf gives where frames begin in a stream, by their lengths alone: each that is whole,
// and the place behind the last of those.
func framesOf(stream []byte, at int) []int {
	all := []int{at}
	for len(stream)-at >= 4 {
		size := int64(int32(binary.BigEndian.Uint32(stream[at:])))
		if size < 0 || size > int64(len(stream)-at-4) {
			break
		}
		at += 4 + int(size)
		all = append(all, at)
	}
	return all
}

// send puts bytes on the connection, and holds what comes of them to the book; false when the
// connection has ended.
func (s *session) send(stream []byte) bool {
	t, c := s.t, s.client
	from := len(c.in)
	c.in = append(c.in, stream...)
	c.frames, c.begins, c.ends = framesOf(c.in, from), 0, nil
	c.heard.Reset()
	err := s.conn.Serve()

	var answers []*wire.ProduceResponse
	ends := []int64{s.book.end}
	pos, good := from, true
	for _, next := range c.frames[1:] {
		var answer *wire.ProduceResponse
		if answer, good = s.book.frame(c.in[pos+4 : next]); answer != nil {
			answers = append(answers, answer)
		}
		if !good {
			break
		}
		pos = next
		ends = append(ends, s.book.end)
	}
	if good && pos == len(c.in) {
		if err != nil {
			t.Fatalf("the stream ends between two frames, and so does the connection: %v", err)
		}
	} else {
		s.wantEnd(err, pos)
	}
	if !slices.Equal(c.ends, ends) {
		t.Fatalf("log ends before each frame: %d, want %d", c.ends, ends)
	}
	s.wantAnswers(c.heard.Bytes(), answers)
	return err == nil
}

// wantEnd wants the error that ends a connection, with the frame's place in it.
func (s *session) wantEnd(err error, pos int) {
	var e *kerr.Error
	if !errors.As(err, &e) || !strings.Contains(err.Error(), fmt.Sprintf("frame at byte %d of", pos)) {
		s.t.Fatalf("the frame at byte %d can't be served; the connection ends with %v", pos, err)
	}
}

// wantAnswers holds what was heard to the answers that the book gives, by our own decoder and
// by kmsg's.
func (s *session) wantAnswers(heard []byte, want []*wire.ProduceResponse) {
	t := s.t
	for i, w := range want {
		if len(heard) < 4 || int64(binary.BigEndian.Uint32(heard)) > int64(len(heard)-4) {
			t.Fatalf("answer %d of %d is no whole frame: %x", i, len(want), heard)
		}
		payload := heard[4 : 4+binary.BigEndian.Uint32(heard)]
		heard = heard[4+len(payload):]
		got, err := wire.DecodeProduceResponse(payload)
		if err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		for _, topic := range got.Topics {
			for j := range topic.Partitions {
				p := &topic.Partitions[j]
				if (p.ErrorMessage == nil) != (p.Code == kerr.None) {
					t.Fatalf("answer %d: code %d %s, message %q", i, p.Code, p.Code, text(p.ErrorMessage))
				}
				p.ErrorMessage = nil
			}
		}
		if !reflect.DeepEqual(got, w) {
			t.Fatalf("answer %d is\n%+v, want\n%+v", i, got, w)
		}
		k := kmsg.NewPtrProduceResponse()
		k.SetVersion(13)
		if err := k.ReadFrom(payload[5:]); err != nil || payload[4] != 0 ||
			!bytes.Equal(k.AppendTo(nil), payload[5:]) {
			t.Fatalf("answer %d: kmsg says %v, reads %+v out of %x", i, err, k, payload)
		}
	}
	if len(heard) > 0 {
		t.Fatalf("%d bytes were answered to nothing: %x", len(heard), heard)
	}
}

// holds checks the partition as a whole: what a reader gets is what was acknowledged.
func (s *session) holds(when string) {
	t, l := s.t, s.book
	if s.LogEnd() != l.end || s.HighWatermark() != l.end || s.Start() != 0 || s.TornBytes() != 0 ||
		!slices.Equal(s.Segments(), l.bases) {
		t.Fatalf("%s: offsets %d to %d, high watermark %d, segments %d; want end %d, segments %d", when,
			s.Start(), s.LogEnd(), s.HighWatermark(), s.Segments(), l.end, l.bases)
	}
	got := s.stored()
	if len(got) != len(l.log) {
		t.Fatalf("%s: %d batches are stored, want %d", when, len(got), len(l.log))
	}
	next := int64(0)
	for i, b := range got {
		if !bytes.Equal(b, l.log[i].Batch) || b.BaseOffset() != next {
			t.Fatalf("%s: batch %d is stored at %d as\n%x, want at %d\n%x", when, i, b.BaseOffset(), b,
				next, l.log[i].Batch)
		}
		next = b.LastOffset() + 1
	}
	if ids := s.ProducerIDs(); len(ids) != len(l.writers) {
		t.Fatalf("%s: producers %d are known, want %d", when, ids, len(l.writers))
	}
	for id, w := range l.writers {
		want := fmt.Sprintf("epoch %d:", w.epoch)
		for _, b := range w.batches[max(0, len(w.batches)-5):] {
			want += fmt.Sprintf(" %d..%d", b.BaseSequence(), b.LastSequence())
		}
		if got := s.window(id); got != want {
			t.Fatalf("%s: the window of %d is %s, want %s", when, id, got, want)
		}
	}
}

// restart closes the partition and opens it again, with a new connection.
func (s *session) restart() {
	cfg := s.cfg
	s.broker = s.again(func(c *partition.Config) {
		c.SegmentBytes, c.MaxMessageBytes, c.Gate = cfg.SegmentBytes, cfg.MaxMessageBytes, cfg.Gate
	})
	s.book.restart()
	s.connect()
}

// correct makes the batches of the frames in a stream pass length and CRC, so that bytes that
// were changed at random come to what is behind those checks.
func correct(stream []byte) {
	all := framesOf(stream, 0)
	for i, next := range all[1:] {
		_, req, err := wire.DecodeProduce(stream[all[i]+4 : next])
		if err != nil {
			continue
		}
		for _, t := range req.Topics {
			for _, p := range t.Partitions {
				if len(p.Records) >= 61 {
					put32(p.Records, atLength, int32(len(p.Records)-12))
					fixCRC(p.Records)
				}
			}
		}
	}
}

// Invariants, whatever bytes come from a client, in pieces of whatever sizes; what each frame
// must come to is told by book, a partition made of lists:
//
//  1. Nothing panics.
//  2. Frames are answered in their order: each request with acks other than 0 by one frame,
//     which kmsg reads and writes again as the same bytes, with its correlation id, its topics
//     and partitions, and the very code and base offset that the book gives.
//  3. The log end moves by the batches that were accepted and by nothing else, and has moved
//     before the next frame is read.
//  4. The connection ends at the first frame that can't be read or answered, with an error that
//     names its place in the stream, and nothing is answered behind that. A stream that ends
//     between two frames ends without an error.
//  5. Reading the whole log gives the accepted batches in their order, byte for byte apart from
//     what is the broker's, at offsets without a hole; the segments are those of Kafka's rules.
//  6. The producers' windows are those of the accepted batches.
//  7. Closed and opened again, 5 holds, and 6 of the batches of the last segment.
func FuzzConn(f *testing.F) {
	for _, s := range connSeeds(f) {
		f.Add(s.stream, s.cuts, s.shape)
	}
	f.Fuzz(func(t *testing.T, stream, cuts []byte, shape uint8) {
		if len(stream) > 1<<14 {
			return // a dozen frames do
		}
		stream = bytes.Clone(stream)
		if shape&madeRight != 0 {
			correct(stream)
		}
		s := newSession(t, shape, cuts)
		s.send(stream)
		s.holds("behind the stream")
		s.restart()
		s.holds("opened again")
	})
}
