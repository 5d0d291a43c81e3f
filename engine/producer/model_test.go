package producer_test

import (
	"testing"

	"kaenlog/engine/producer"
)

// model is the window once more, as a list that only grows: slow, and easy to believe.
type model struct {
	epoch   int16
	batches []sent
	offsets []int64
}

func (m *model) expected() int32 {
	if len(m.batches) == 0 {
		return 0
	}
	newest := m.batches[len(m.batches)-1]
	return int32((int64(newest.first) + int64(newest.n)) % (1 << 31))
}

func (m *model) judge(s sent) (producer.Kind, int64) {
	for i := max(0, len(m.batches)-5); i < len(m.batches); i++ {
		old := m.batches[i]
		if s.epoch == m.epoch && old.first == s.first && old.n == s.n {
			return producer.Duplicate, m.offsets[i]
		}
	}
	expected := m.expected()
	if s.epoch > m.epoch {
		expected = 0
	}
	if s.first != expected {
		return producer.OutOfOrder, 0
	}
	return producer.Append, 0
}

func (m *model) update(s sent, offset int64) {
	if s.epoch > m.epoch {
		*m = model{epoch: s.epoch}
	}
	m.batches = append(m.batches, s)
	m.offsets = append(m.offsets, offset)
}

// moves are what a producer may do next, seen from the state it is in.
var moves = []func(m *model) sent{
	func(m *model) sent { return sent{m.epoch, m.expected(), 1} },
	func(m *model) sent { return sent{m.epoch, m.expected(), 3} },
	func(m *model) sent { return m.back(1) },
	func(m *model) sent { return m.back(5) },
	func(m *model) sent { return m.back(6) },
	func(m *model) sent { return sent{m.epoch + 1, 0, 2} },
	func(m *model) sent { return sent{m.epoch - 1, m.expected(), 2} },
}

// back gives the n-th newest batch, under the present epoch.
func (m *model) back(n int) sent {
	if len(m.batches) < n {
		return sent{m.epoch, m.expected() + 1, 1}
	}
	s := m.batches[len(m.batches)-n]
	s.epoch = m.epoch
	return s
}

// Every story of five moves, after each of two beginnings. A story is one producer of a table
// that it shares with others.
func TestEveryStoryEndsAsInASlowModel(t *testing.T) {
	const length, together = 5, 250
	stories := 1
	for range length {
		stories *= len(moves)
	}
	for _, begin := range [][]sent{{{0, 0, 1}, {0, 1, 3}, {0, 4, 1}},
		{{0, 1<<31 - 4, 1}, {0, 1<<31 - 3, 1}, {0, 1<<31 - 2, 1}, {0, 1<<31 - 1, 1}}} {
		var table *producer.Table
		for story := range stories {
			if story%together == 0 {
				table = producer.NewTable()
			}
			if !follow(t, table, begin, story, length) {
				return
			}
		}
	}
}

func follow(t *testing.T, table *producer.Table, begin []sent, story, length int) bool {
	t.Helper()
	m, id := &model{}, int64(story)
	offset := int64(0)
	keep := func(s sent) {
		m.update(s, offset)
		table.Update(id, s.epoch, s.at(offset))
		offset += int64(s.n)
	}
	for _, s := range begin {
		keep(s)
	}
	for step, rest := 0, story; step < length; step, rest = step+1, rest/len(moves) {
		s := moves[rest%len(moves)](m)
		kind, original := m.judge(s)
		v := table.Judge(id, s.epoch, s.first, s.last())
		if v.Kind != kind || kind == producer.Duplicate && v.Original.FirstOffset() != original {
			t.Errorf("story %d, step %d: %d..%d of epoch %d is %v at %d, want %v at %d", story,
				step, s.first, s.last(), s.epoch, v.Kind, v.Original.FirstOffset(), kind, original)
			return false
		}
		if kind == producer.Append {
			keep(s)
		}
	}
	return true
}
