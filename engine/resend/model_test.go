package resend

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
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
func (m *model) move(kind Kind, batch int) string {
	step := Step{Base: -1}
	switch kind {
	case Restart:
		if m.small && len(m.window) > 1 {
			m.window = m.window[len(m.window)-1:]
		}
	case Again:
		m.serve(batch-1, &step)
	default:
		first := 0
		if len(m.sent) > 0 {
			first = m.sent[len(m.sent)-1][1] + 1
		}
		m.sent = append(m.sent, [2]int{first, first + 1 - len(m.sent)%2})
		if kind != LoseRequest {
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
			kind, batch := []Kind{Send, Send, Send, LoseRequest, LoseAck, Restart}[r.Intn(6)], 0
			word := kind.String()
			if n := len(m.sent); n > 0 && r.Intn(2) == 0 { // the newest ones more often
				kind, batch = Again, max(1, n-r.Intn(1+r.Intn(n)))
				word = fmt.Sprintf("again:%d", batch)
			}
			s.Moves = strings.TrimPrefix(s.Moves+","+word, ",")
			want = append(want, m.move(kind, batch))
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

// What a step says is held against what stands in the log: each of these slips would otherwise
// reach a page.
func TestAStepThatDeniesItselfIsNoticed(t *testing.T) {
	s := play(t, true, 0, "send,lose-ack,again:2,lose-request,send,restart")
	written := []bool{true, true, false, false, false, false}
	for i := range s.Steps {
		if wrong := s.Steps[i].wrong(written[i]); wrong != "" {
			t.Errorf("step %d: %s", i+1, wrong)
		}
	}
	for name, c := range map[string]struct {
		step   int
		change func(*Step)
	}{
		"a lost ack was heard":           {2, func(s *Step) { s.Heard.Bytes = 9 }},
		"an ack was not heard":           {3, func(s *Step) { s.Heard.Bytes = 0 }},
		"nothing was sent":               {4, func(s *Step) { s.Sent.Bytes = 0 }},
		"a lost request was served":      {4, func(s *Step) { s.Served = true }},
		"an append that writes nothing":  {2, func(*Step) { written[1] = false }},
		"a duplicate that is written":    {3, func(*Step) { written[2] = true }},
		"a restart that writes":          {6, func(*Step) { written[5] = true }},
		"a refusal without its code":     {5, func(s *Step) { s.Code = 0 }},
		"a refusal with an offset":       {5, func(s *Step) { s.Base = 2 }},
		"a duplicate without its offset": {3, func(s *Step) { s.Base = -1 }},
		"an append that is no success":   {2, func(s *Step) { s.Code = 45 }},
		"nothing was judged":             {2, func(s *Step) { s.Verdict = "" }},
		"a restart was served":           {6, func(s *Step) { s.Served = true }},
	} {
		step, was := s.Steps[c.step-1], written[c.step-1]
		c.change(&step)
		if step.wrong(written[c.step-1]) == "" {
			t.Errorf("%s, and nobody says so", name)
		}
		written[c.step-1] = was
	}
	plain := play(t, false, 0, "send").Steps[0]
	if plain.wrong(true) != "" || plain.wrong(false) == "" {
		t.Error("a batch without an id is not written, and nobody says so")
	}
}

func TestALogThatIsNotWhatWasSentIsNoticed(t *testing.T) {
	tk, err := begin(Setup{Idempotent: true, Moves: "send,send,send"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		tk.step = &tk.story.Steps[i]
		if err := tk.move(); err != nil {
			t.Fatal(err)
		}
	}
	step := tk.step
	if wrong, err := tk.count(step, 5); wrong != "" || err != nil { // no copy more than before
		t.Error(wrong, err)
	}
	if wrong, _ := tk.count(step, 3); wrong == "" {
		t.Error("the log grew by two records, and no copy came")
	}
	tk.batches[1] = tk.batches[0]
	if wrong, _ := tk.count(step, 5); wrong == "" {
		t.Error("the log holds what nobody sent")
	}
}

func TestSegmentsAreThoseOfTheLog(t *testing.T) {
	tk, err := begin(Setup{SegmentBytes: SmallSegmentBytes,
		Moves: "send,restart,lose-ack,send,restart"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range tk.story.Steps {
		tk.step = &tk.story.Steps[i]
		if err := tk.move(); err != nil {
			t.Fatal(err)
		}
		if want := len(tk.p.Segments()); tk.step.Segments != want {
			t.Errorf("after move %d there are %d segments, want %d", i+1, tk.step.Segments, want)
		}
	}
}
