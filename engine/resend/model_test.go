package resend

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// model is what a story is to a reader of the lesson who knows nothing of the engine: batches by
// their numbers, a log that is a list of them, and the last five.
type model struct {
	idempotent, small bool

	sent   [][2]int // first and last sequence of each batch
	log    []int    // batches, by number from 0
	base   []int    // base offset of each entry of the log
	end    int
	window []int // batches by number, oldest first
}

// move gives what the story should say of a move, as told does.
func (m *model) move(mv Move) string {
	step := Step{Base: -1}
	switch mv.Kind {
	case Restart:
		if m.small && len(m.window) > 1 {
			m.window = m.window[len(m.window)-1:]
		}
	case Again:
		m.serve(mv.Batch-1, &step)
	default:
		first := 0
		if len(m.sent) > 0 {
			first = m.sent[len(m.sent)-1][1] + 1
		}
		m.sent = append(m.sent, [2]int{first, first + 1 - len(m.sent)%2})
		if mv.Kind != LoseRequest {
			m.serve(len(m.sent)-1, &step)
		}
	}
	for _, b := range m.window {
		step.Window = append(step.Window, m.ranges(b))
	}
	step.LogEnd = int64(m.end)
	return told(step)
}

func (m *model) ranges(b int) string { return fmt.Sprintf("%d..%d", m.sent[b][0], m.sent[b][1]) }

func (m *model) serve(b int, step *Step) {
	if m.idempotent {
		expected := 0
		if len(m.window) > 0 {
			expected = m.sent[m.window[len(m.window)-1]][1] + 1
		}
		switch {
		case slices.Contains(m.window, b):
			step.Verdict = "DUPLICATE"
			step.Base = int64(m.base[slices.Index(m.log, b)])
			step.Expected, step.Got = int32(expected), int32(m.sent[b][0])
			return
		case m.sent[b][0] != expected:
			step.Verdict = "OUT_OF_ORDER_SEQUENCE_NUMBER"
			step.Expected, step.Got = int32(expected), int32(m.sent[b][0])
			return
		}
		step.Verdict = "APPEND"
		if m.window = append(m.window, b); len(m.window) > 5 {
			step.Evicted, m.window = m.ranges(m.window[0]), m.window[1:]
		}
	}
	step.Base = int64(m.end)
	m.log, m.base = append(m.log, b), append(m.base, m.end)
	m.end += m.sent[b][1] - m.sent[b][0] + 1
}

func TestRandomStoriesGoAsALittleModelSays(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		s := Setup{Idempotent: r.Intn(4) > 0, SegmentBytes: int64(r.Intn(2)) * SmallSegmentBytes}
		m := model{idempotent: s.Idempotent, small: s.SegmentBytes > 0}
		var want []string
		for range r.Intn(MaxMoves + 1) {
			mv := Move{Kind: []Kind{Send, Send, Send, LoseRequest, LoseAck, Restart}[r.Intn(6)]}
			if n := len(m.sent); n > 0 && r.Intn(2) == 0 { // the newest ones more often
				mv = Move{Again, max(1, n-r.Intn(1+r.Intn(n)))}
			}
			s.Moves = append(s.Moves, mv)
			want = append(want, m.move(mv))
		}
		story, err := Run(s)
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, s.Moves, err)
		}
		for i, step := range story.Steps {
			if got := told(step); got != want[i] {
				t.Fatalf("seed %d, %+v, move %d: %s, want %s", seed, s, i+1, got, want[i])
			}
		}
		copies := make([]int, len(m.sent))
		for _, b := range m.log {
			copies[b]++
		}
		if got := copiesOf(story); !slices.Equal(got, copies) {
			t.Fatalf("seed %d: copies %v, want %v", seed, got, copies)
		}
	}
}

// What a step says, and what stands in the log, is held against each other: each of these slips
// would otherwise reach a page.
func TestAStepThatDeniesItselfIsNoticed(t *testing.T) {
	s := play(t, true, 0, "send,lose-ack,again:2,lose-request,send,restart")
	if len(s.Steps) != 6 {
		t.Fatal(s.Steps)
	}
	step := func(i int, change func(*Step)) *Step {
		changed := s.Steps[i-1]
		change(&changed)
		return &changed
	}
	one, both := []int{1, 0, 0, 0}, []int{1, 1, 0, 0}
	for name, c := range map[string]struct {
		step    *Step
		end     int64
		was, is []int
	}{
		"a batch was written twice":      {step(2, nop), 2, one, []int{1, 2, 0, 0}},
		"a batch was not written":        {step(2, nop), 2, one, one},
		"the log's end stayed":           {step(2, func(s *Step) { s.LogEnd = 2 }), 2, one, both},
		"a duplicate moved the end":      {step(3, func(s *Step) { s.LogEnd = 4 }), 3, both, both},
		"a lost ack was heard":           {step(2, func(s *Step) { s.Heard.Bytes = 9 }), 2, one, both},
		"an ack was not heard":           {step(3, func(s *Step) { s.Heard.Bytes = 0 }), 3, both, both},
		"nothing was sent":               {step(4, func(s *Step) { s.Sent.Bytes = 0 }), 3, both, both},
		"a lost request was served":      {step(4, func(s *Step) { s.Served = true }), 3, both, both},
		"a refusal without its code":     {step(5, func(s *Step) { s.Code = 0 }), 3, both, both},
		"a refusal of what was expected": {step(5, func(s *Step) { s.Got = s.Expected }), 3, both, both},
		"a duplicate without its offset": {step(3, func(s *Step) { s.Base = -1 }), 3, both, both},
		"an append that is no success":   {step(2, func(s *Step) { s.Code = 45 }), 2, one, both},
		"nothing was judged":             {step(2, func(s *Step) { s.Verdict = "" }), 2, one, both},
		"a restart was served":           {step(6, func(s *Step) { s.Served = true }), 3, both, both},
	} {
		if c.step.wrong(c.end, c.was, c.is, s.Batches) == "" {
			t.Errorf("%s, and nobody says so", name)
		}
	}
	for i, c := range []struct {
		end     int64
		was, is []int
	}{{0, []int{0, 0, 0, 0}, one}, {2, one, both}, {3, both, both}, {3, both, both},
		{3, both, both}, {3, both, both}} {
		if wrong := s.Steps[i].wrong(c.end, c.was, c.is, s.Batches); wrong != "" {
			t.Errorf("step %d: %s", i+1, wrong)
		}
	}
}

func nop(*Step) {}
