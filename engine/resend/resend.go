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
)

// Limits of a setup.
const (
	MaxMoves          = 64
	SmallSegmentBytes = 256 // each batch of the story gets a segment of its own
)

// The producer's id, where it has one; its epoch is 0.
const ProducerID = 1000

// Kind is what a move does.
type Kind string

// The kinds of moves.
const (
	Send        Kind = "send"
	LoseRequest Kind = "lose-request"
	LoseAck     Kind = "lose-ack"
	Again       Kind = "again"
	Restart     Kind = "restart"
)

// Move is one thing that happens. Batch counts from 1; in a setup Again alone has one.
type Move struct {
	Kind  Kind
	Batch int
}

// Setup is a story to be played.
type Setup struct {
	Idempotent   bool  // the producer has an id and numbers its records
	SegmentBytes int64 // 0, which is Kafka's default, or SmallSegmentBytes
	Moves        []Move
}

// Traffic is what went one way: in this move, and since the story began.
type Traffic struct {
	Bytes, Total int64
	Sum          uint32 // CRC-32C of all of it since the story began
}

// Step is a move that was made, and how things are after it. Sequences are -1 without a producer
// id and for a restart.
type Step struct {
	Move
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

// SetupError says what of a setup there is not, and what there is.
type SetupError struct{ Field, Found, Allowed string }

// Error implements error.
func (e *SetupError) Error() string {
	return e.Field + " is " + strconv.Quote(e.Found) + ", allowed is " + e.Allowed
}

const movesAllowed = "send, lose-request, lose-ack, again:N with N a batch sent before, or restart"

// String gives the move as ParseMoves reads it.
func (m Move) String() string {
	if m.Kind == Again {
		return string(m.Kind) + ":" + strconv.Itoa(m.Batch)
	}
	return string(m.Kind)
}

// ParseMoves reads moves with commas between them, without spaces; "" is none.
//
// Errors: *SetupError.
func ParseMoves(text string) ([]Move, error) {
	if text == "" {
		return nil, nil
	}
	words := strings.Split(text, ",")
	if len(words) > MaxMoves {
		return nil, tooMany(len(words))
	}
	var moves []Move
	for _, word := range words {
		kind, number, _ := strings.Cut(word, ":")
		m := Move{Kind: Kind(kind)}
		m.Batch, _ = strconv.Atoi(number)
		if m.String() != word {
			return nil, &SetupError{"moves", word, movesAllowed}
		}
		moves = append(moves, m)
	}
	return moves, nil
}

func tooMany(moves int) error {
	return &SetupError{"moves", strconv.Itoa(moves) + " moves",
		"at most " + strconv.Itoa(MaxMoves)}
}

// check refuses a setup that there is not.
func (s Setup) check() error {
	if s.SegmentBytes != 0 && s.SegmentBytes != SmallSegmentBytes {
		return &SetupError{"segmentBytes", strconv.FormatInt(s.SegmentBytes, 10), "0 or 256"}
	}
	if len(s.Moves) > MaxMoves {
		return tooMany(len(s.Moves))
	}
	sent := 0
	for _, m := range s.Moves {
		switch {
		case m.Kind == Again && m.Batch >= 1 && m.Batch <= sent, m == Move{Kind: Restart}:
		case m == Move{Kind: Send}, m == Move{Kind: LoseRequest}, m == Move{Kind: LoseAck}:
			sent++
		default:
			return &SetupError{"moves", m.String(), movesAllowed}
		}
	}
	return nil
}

// Run plays a story.
//
// Errors: *SetupError; what the engine says, and what it did not do as this package tells it.
func Run(s Setup) (*Story, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	t, err := begin(s)
	if err != nil {
		return nil, err
	}
	for i, m := range s.Moves {
		if err := t.move(m); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, m.String(), err)
		}
	}
	return t.story, t.p.Close()
}
