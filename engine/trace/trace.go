// Package trace is what the engine says it did: typed events of plain values, in order.
//
// Golden text, pictures and tests read it; the engine never reads it back. An event's
// fields are numbers, words and lists of words, so that it can cross into JSON and
// JavaScript without reflection.
package trace

import "sync"

// Event is one thing that happened. Type gives its name on the wire ("written"); Fields
// its values in their documented order.
type Event interface {
	Type() string
	Fields() []Field
}

// Field is one named value of an event: an int64, a string, a bool or a []string.
type Field struct {
	Name  string
	Value any
}

// Entry is an event with its place in the run: steps count from 1 without holes.
type Entry struct {
	Step  int
	Event Event
}

// Sink takes events as they happen.
//
// Concurrency: Emit may be called from many goroutines, and under the partition's lock: it
// must not call back into the engine.
type Sink interface {
	Emit(Event)
}

// Recorder is a Sink that keeps everything, numbered.
type Recorder struct {
	mu      sync.Mutex
	entries []Entry
}

// Emit implements Sink.
func (r *Recorder) Emit(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries = append(r.entries, Entry{Step: len(r.entries) + 1, Event: e})
}

// Entries gives a copy of what was recorded so far.
func (r *Recorder) Entries() []Entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Entry(nil), r.entries...)
}

// Len gives how many events were recorded so far; Since(Len()) later gives the new ones.
func (r *Recorder) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.entries)
}

// Since gives a copy of the entries from index n on.
func (r *Recorder) Since(n int) []Entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Entry(nil), r.entries[n:]...)
}
