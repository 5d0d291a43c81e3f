package partition_test

import (
	"bytes"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/wire"
)

// story reads what happens to a partition from bytes: a turn is one byte that says what, and
// some that say with what. Bytes that are out read as 0.
type story struct {
	*session
	script []byte
	stream []byte // frames that wait to be sent together
	count  int32
}

func (s *story) byte() byte {
	if len(s.script) == 0 {
		return 0
	}
	b := s.script[0]
	s.script = s.script[1:]
	return b
}

// pick gives a number from 0 to n-1.
func (s *story) pick(n int) int { return int(s.byte()) % n }

func (s *story) acks() int16 { return []int16{1, 0, -1, 1, 0, 1, -1, 2}[s.pick(8)] }

// put adds a frame, which is sent at once or together with the next.
func (s *story) put(together bool, r *wire.ProduceRequest) {
	s.count++
	s.stream = append(s.stream, asked(s.count, r)...)
	if !together {
		s.flush()
	}
}

func (s *story) flush() {
	if !s.send(s.stream) {
		s.connect()
	}
	s.stream = nil
}

func (s *story) produce(together bool, acks int16, records []byte) {
	s.put(together, &wire.ProduceRequest{Acks: acks, Topics: []wire.ProduceTopic{{ID: topic,
		Partitions: []wire.ProducePartition{{Records: records}}}}})
}

// next makes the batch that is due from a producer, moved by some sequences.
func (s *story) next(id int64, epoch int16, moved int32, n int) []byte {
	first := int32((int64(s.book.next(id, epoch)) + int64(moved)) & (1<<31 - 1))
	return numbered(id, epoch, first, n)
}

func (s *story) epochOf(id int64) int16 {
	if w := s.book.writers[id]; w != nil {
		return w.epoch
	}
	return 0
}

// turn lets one thing happen.
func (s *story) turn() {
	what := s.byte()
	together := what&0x80 != 0
	id := int64(s.pick(4)) - 1 // -1: a producer without an id
	epoch := s.epochOf(id)
	switch what % 12 {
	case 0, 1: // what is due
		n := 1 + s.pick(8)
		if id < 0 {
			s.produce(together, s.acks(), plain(n))
		} else {
			s.produce(together, s.acks(), s.next(id, epoch, 0, n))
		}
	case 2: // a batch that was sent before, whoever sent it
		if len(s.book.log) > 0 {
			b := bytes.Clone(s.book.log[len(s.book.log)-1-s.pick(len(s.book.log))].Batch)
			batch.Batch(b).Stamp(0, -1)
			s.produce(together, s.acks(), b)
		}
	case 3: // a gap, or half an overlap
		s.produce(together, s.acks(), s.next(id, epoch, int32(int8(s.byte())), 1+s.pick(5)))
	case 4: // a new epoch, from 0 or not
		s.produce(together, s.acks(), numbered(id, epoch+1, int32(s.pick(2)), 1+s.pick(3)))
	case 5: // a late one of an old epoch
		s.produce(together, s.acks(), s.next(id, epoch-1, 0, 1))
	case 6: // a large one
		s.produce(together, s.acks(), build(batch.NoProducer, 1, string(make([]byte, 4*int(s.byte())))))
	case 7: // a damaged one
		b := s.next(max(id, 0), epoch, 0, 2)
		at := s.pick(len(b))
		b[at] ^= 1 << s.pick(8)
		if s.pick(2) == 1 {
			fixCRC(b)
		}
		s.produce(together, s.acks(), b)
	case 8: // a request for several places
		s.put(together, s.several())
	case 9: // bytes that are no request, in a frame or not
		n := s.pick(16)
		for range min(n, len(s.script)) {
			s.stream = append(s.stream, s.byte())
		}
		s.flush()
	case 10:
		s.flush()
		s.connect()
	case 11:
		s.flush()
		s.restart()
	}
}

func (s *story) several() *wire.ProduceRequest {
	r := &wire.ProduceRequest{Acks: s.acks()}
	for range s.pick(3) {
		t := wire.ProduceTopic{ID: topic}
		if s.pick(4) == 0 {
			t.ID[0]++
		}
		for range s.pick(4) {
			t.Partitions = append(t.Partitions, wire.ProducePartition{
				Index: int32(s.pick(3) / 2), Records: plain(1 + s.pick(2))})
		}
		r.Topics = append(r.Topics, t)
	}
	return r
}

// nearTheEnd is a stored batch after which producer 2 has four sequences left before 0.
func nearTheEnd(t testing.TB) batch.Batch {
	b := batch.Batch(numbered(2, 0, 1<<31-9, 5))
	b.Stamp(0, 0)
	return b
}

// begin opens the partition over a segment that producer 2 has written nearly all of its
// sequences before, so that a story can get to where they wrap.
func (s *story) begin() {
	s.broker.Close()
	stored := nearTheEnd(s.t)
	name := s.dir + "/" + segment.FileName(0, segment.LogSuffix)
	f, err := s.fs.OpenAppend(name)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := f.Append(stored); err != nil {
		s.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.book.store(stored)
	cfg := s.cfg
	s.broker = open(s.t, s.fs, s.dir, func(c *partition.Config) { *c = cfg })
	s.connect()
}

// Invariants: those of FuzzConn, over many connections and restarts, in requests that are mostly
// good: three producers with ids and one without, whose batches come in order, twice, too early,
// too late, from old and new epochs and near the end of the sequences, too large or damaged.
func FuzzStory(f *testing.F) {
	for _, script := range storySeeds {
		f.Add(script, []byte{}, uint8(0))
		f.Add(script, []byte{1, 0, 40}, uint8(gateSaysYes|shapeBits))
	}
	f.Fuzz(func(t *testing.T, script, cuts []byte, shape uint8) {
		if len(script) > 400 {
			return // a hundred turns
		}
		s := &story{session: newSession(t, shape, cuts), script: script}
		if shape&shapeBits != 0 {
			s.begin()
		}
		for len(s.script) > 0 {
			s.turn()
		}
		s.flush()
		s.holds("at the end")
		s.restart()
		s.holds("opened again")
	})
}

// storySeeds are scripts; a row is a turn.
var storySeeds = [][]byte{
	{},
	{
		0, 0, 2, 0, // a batch without an id
		0, 1, 2, 0,
		0, 1, 0, 1, // acks 0
		0x80, 3, 3, 0, // producer 2, together with
		2, 3, 0, 0, // the same once more
		4, 3, 0, 0, 1,
		5, 3, 0,
		3, 3, 1, 0, 0, // a gap
		3, 3, 255, 0, 0, // half an overlap
	},
	{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,
		2, 1, 4, 0, // the fifth back
		2, 1, 5, 0, // the sixth
	},
	{0, 2, 7, 0, 11, 0, 2, 2, 0, 0, 0, 2, 7, 0, 0, 2, 7, 0, 0, 2, 7, 0, 11, 0, 2, 2, 3, 0},
	{6, 0, 80, 0, 6, 0, 100, 0, 6, 0, 150, 0, 6, 0, 255, 0},
	{7, 1, 0, 0, 1, 0, 7, 1, 60, 1, 1, 0, 7, 1, 30, 2, 0, 1},
	{8, 0, 0, 2, 1, 3, 0, 0, 2, 1, 0, 0, 1, 3, 2, 1, 10, 0, 8, 0, 2, 1, 0, 1, 1, 0},
	{0, 1, 0, 0, 9, 0, 8, 0, 0, 0, 4, 1, 2, 3, 4, 0, 1, 0, 0},
	{0, 3, 2, 0, 0, 3, 3, 0, 11, 0, 2, 3, 0, 0, 0, 3, 0, 0, 2, 3, 1, 0},
}
