// Package resend loses requests and answers between a producer and a broker, lets the producer
// send again, and tells what each side has after every move.
//
// Both sides are real: a batch is a frame on a connection to a partition on a file system in
// memory. What the producer knows is what it put on the wire and what came back, byte for byte;
// what is in the log is what the engine reads from it. A connection on which something was lost
// is given up for a new one, as by a client whose request timed out.
//
//	move          what happens
//	send          the next batch is sent, served and acknowledged
//	lose-request  the next batch is sent, and never reaches the broker
//	lose-ack      the next batch is sent and served, and the answer never reaches the producer
//	again:N       batch N of those sent so far is sent once more, the same bytes, and answered
//	restart       the broker closes its partition and opens it again
//
// Batches hold two records, one, two, one … With an id the producer counts on whatever happens:
// a batch that was lost has used its sequences.
package resend

import (
	"fmt"
	"strconv"
	"strings"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
)

// Limits of a setup.
const (
	MaxMoves          = 64
	SmallSegmentBytes = 256 // each batch of the story gets a segment of its own
)

// The producer's id, where it has one; its epoch is 0.
const ProducerID = 1000

// Kind is what a move does.
type Kind uint8

// The kinds of moves, named as in the table above.
const (
	Send Kind = iota
	LoseRequest
	LoseAck
	Again
	Restart
)

var kinds = [...]string{"send", "lose-request", "lose-ack", "again", "restart"}

// String gives the kind's name.
func (k Kind) String() string { return kinds[k] }

// Setup is a story to be played.
type Setup struct {
	Idempotent   bool   // the producer has an id and numbers its records
	SegmentBytes int64  // 0, which is Kafka's default, or SmallSegmentBytes
	Moves        string // with commas between them, without spaces
}

// Traffic is what went one way.
type Traffic struct {
	Bytes int64  // in this move
	Sum   uint32 // CRC-32C of everything since the story began
}

// Step is a move that was made, and how things are after it. Sequences are -1 without a producer
// id and for a restart.
type Step struct {
	Kind              Kind
	Batch             int // from 1; 0 for a restart
	FirstSeq, LastSeq int32

	Sent, Heard Traffic // of the producer

	Served bool  // the request reached the broker, and these two are its answer, heard or not
	Code   int16 // Kafka's
	Base   int64 // base offset; -1 when nothing is written, or nothing was served

	Verdict       string // "" when nothing was judged
	Expected, Got int32
	Before        []string // what the broker's window held before the move, oldest first: "0..1"
	Window        []string // what it holds now; after a restart what was read back
	Evicted       string   // what fell out of it; "" for nothing

	LogEnd   int64 // log end offset
	Segments int
}

// Batch is a batch that was sent, whether it arrived or not.
type Batch struct {
	FirstSeq, LastSeq int32 // -1 without a producer id
	Records           int
	Bytes             int64
	Copies            int // in the log when the story ends
}

// Story is what came of a setup: a step for each of its moves.
type Story struct {
	Setup
	Steps   []Step
	Batches []Batch
}

const movesAllowed = "send, lose-request, lose-ack, again:N with N a batch sent before, or restart"

// refuse says what of a setup there is not, and what there is.
func refuse(field, found, allowed string) error {
	return &demo.FlagError{Field: field, JSON: field, Found: found, Allowed: allowed}
}

// steps gives the setup's moves as steps of which nothing else is known.
func (s *Setup) steps() (steps []Step, err error) {
	if s.SegmentBytes != 0 && s.SegmentBytes != SmallSegmentBytes {
		return nil, refuse("segmentBytes", strconv.FormatInt(s.SegmentBytes, 10), "0 or 256")
	}
	sent, rest := int64(0), s.Moves
	for more := rest != ""; more; {
		var word string
		word, rest, more = strings.Cut(rest, ",")
		name, number, _ := strings.Cut(word, ":")
		k := Send
		for k < Restart && kinds[k] != name {
			k++
		}
		name = kinds[k]
		n, _ := strconv.ParseInt(number, 10, 32)
		if k == Again {
			name += ":" + strconv.FormatInt(n, 10)
		} else if k < Again {
			sent++
		}
		if word != name || k == Again && (n < 1 || n > sent) {
			return nil, refuse("moves", word, movesAllowed)
		}
		if len(steps) == MaxMoves {
			return nil, refuse("moves", s.Moves, "at most 64 moves")
		}
		steps = append(steps, Step{Kind: k, Batch: int(n), FirstSeq: batch.NoSequence,
			LastSeq: batch.NoSequence, Base: -1})
	}
	return steps, nil
}

// Run plays a story.
//
// Errors: *demo.FlagError; what the engine says, and what it did not do as this package tells it.
func Run(s Setup) (*Story, error) {
	t, err := begin(s)
	if err != nil {
		return nil, err
	}
	for i := range t.story.Steps {
		t.step = &t.story.Steps[i]
		if err := t.move(); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return t.story, t.p.Close()
}
