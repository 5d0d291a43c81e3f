// Package power lets the power fail while a produce request is under way, and counts what is
// found afterwards: of every state that the crash can leave on the disk, what recovery makes of
// it, beside what the producer has heard by then.
//
// The request is a real one: a frame on a connection to a partition. The moment of the failure is
// taken from what the engine says that it does (package trace), and the states are those of
// package crashfs, each of them once. They are counted, not weighed: one that is rare in life
// counts as much as a common one.
//
//	station     the power fails right after
//	receive     the whole frame was read
//	assign      offsets were handed out
//	page-cache  the batch was written, to the page cache
//	sync        the sync came back
//	publish     the batch became visible to readers
//	answer      the producer had the response frame, where acks asks for one
//
// A broker that does not sync before it answers is this same engine on a file system that says
// of itself that it is not durable: there the engine has nothing to sync, and passes the station.
package power

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kaenlog/engine/crashfs"
	"kaenlog/engine/trace"
)

// Station is a place on a request's way through the broker.
type Station string

// The stations, in the order in which a request passes them.
const (
	Receive   Station = "receive"
	Assign    Station = "assign"
	PageCache Station = "page-cache"
	Sync      Station = "sync"
	Publish   Station = "publish"
	Answer    Station = "answer"
)

// Stations gives all stations in their order.
func Stations() []Station { return []Station{Receive, Assign, PageCache, Sync, Publish, Answer} }

// Acks gives the values of acks that a broker takes.
func Acks() []int16 { return []int16{0, 1, -1} }

// Belief is what the producer knows of its batch when the power is gone.
type Belief string

// What a producer may believe.
const (
	Written       Belief = "written"        // the answer said so
	NotReplicated Belief = "not-replicated" // the answer said: appended, but not replicated
	Unanswered    Belief = "unanswered"     // it waits for an answer that never comes
	Unasked       Belief = "unasked"        // acks 0: it asked for no answer
)

// Beliefs gives all beliefs.
func Beliefs() []Belief { return []Belief{Written, NotReplicated, Unanswered, Unasked} }

// Setup is one way to pull the plug.
type Setup struct {
	Acks      int16
	SyncFirst bool // the broker syncs before it answers
	Cut       Station
}

// Setups gives every setup that there is.
func Setups() []Setup {
	var all []Setup
	for _, syncFirst := range []bool{true, false} {
		for _, acks := range Acks() {
			for _, cut := range Stations() {
				all = append(all, Setup{Acks: acks, SyncFirst: syncFirst, Cut: cut})
			}
		}
	}
	return all
}

// Outcome is what became of the batch. States is the sum of Whole, Gone and Torn.
type Outcome struct {
	Setup
	Belief Belief
	States int // that the crash can leave on the disk

	Whole int // recovery finds the batch in the log, every byte of it
	Gone  int // nothing of it is there
	Torn  int // a part of it is there, and recovery cuts it off

	// Earlier counts the states in which the batch that was acknowledged before, by a broker
	// that syncs, is there as it was.
	Earlier int

	BatchBytes int64
	Events     []trace.Entry // of the broker, from the request up to the power's failure
}

// Lost counts the states in which the batch is not in the log after recovery.
func (o *Outcome) Lost() int { return o.Gone + o.Torn }

// Broken tells whether the producer was told that its batch is written, and a crash can leave
// the disk without it.
func (o *Outcome) Broken() bool { return o.Belief == Written && o.Lost() > 0 }

// SetupError says what of a setup there is not, and what there is.
type SetupError struct{ Field, Found, Allowed string }

// Error implements error.
func (e *SetupError) Error() string {
	return e.Field + " is " + strconv.Quote(e.Found) + ", allowed is " + e.Allowed
}

// check refuses a setup that there is not.
func (s Setup) check() error {
	if !slices.Contains(Acks(), s.Acks) {
		return &SetupError{"acks", strconv.Itoa(int(s.Acks)), "0, 1 or -1"}
	}
	names := ""
	for _, station := range Stations() {
		if station == s.Cut {
			return nil
		}
		names += string(station) + ", "
	}
	names = strings.TrimSuffix(names, ", "+string(Answer)+", ")
	return &SetupError{"cut", string(s.Cut), names + " or " + string(Answer)}
}

// Run has a broker take one batch and acknowledge it, sends it another one, lets the power fail
// where the setup says, and has the engine open and recover each state that is left.
//
// Errors: *SetupError; what the engine says, and what it did not do as this package tells it.
func Run(s Setup) (*Outcome, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	disk, earlier, err := prepare()
	if err != nil {
		return nil, fmt.Errorf("the batch before: %w", err)
	}
	w, err := fail(disk, s)
	if err != nil {
		return nil, fmt.Errorf("acks %d, cut at %s: %w", s.Acks, s.Cut, err)
	}
	o := &Outcome{Setup: s, BatchBytes: int64(len(w.log) - len(earlier)), Events: w.events}
	if o.Belief, err = believes(s.Acks, w.heard); err != nil {
		return nil, err
	}
	for _, left := range w.left {
		if err := o.count(left, earlier, w.log); err != nil {
			return nil, fmt.Errorf("%w; %s", err, left.Origin())
		}
	}
	return o, nil
}

// prepare gives a disk with one batch in its log, acknowledged by a broker that syncs and that
// was shut down in order, and the log's bytes.
func prepare() (*crashfs.FS, []byte, error) {
	fs := crashfs.New()
	b, err := start(fs, true, nil)
	if err != nil {
		return nil, nil, err
	}
	records, err := batchOf(earlierKey)
	if err != nil {
		return nil, nil, err
	}
	if err := b.send(1, records); err != nil {
		return nil, nil, err
	}
	if belief, err := believes(1, b.conn.ToClient.Bytes()); err != nil || belief != Written {
		return nil, nil, fmt.Errorf("it was not acknowledged, %s: %w", belief, err)
	}
	log, err := b.p.Read(0, readLimit)
	if err != nil {
		return nil, nil, err
	}
	if err := b.p.Close(); err != nil {
		return nil, nil, err
	}
	all := make(crashfs.Choice, len(fs.Pending()))
	for i := range all {
		all[i] = crashfs.Whole
	}
	return fs.Crash(all), log, nil
}
