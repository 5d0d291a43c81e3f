package resend

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/demo"
)

// play runs a story.
func play(t *testing.T, idempotent bool, segmentBytes int64, moves string) *Story {
	t.Helper()
	story, err := Run(Setup{idempotent, segmentBytes, moves})
	if err != nil {
		t.Fatalf("%s: %v", moves, err)
	}
	return story
}

func copiesOf(s *Story) (copies []int) {
	for _, b := range s.Batches {
		copies = append(copies, b.Copies)
	}
	return copies
}

func TestALostRequestAndALostAckAreTheSameToTheProducerByteForByte(t *testing.T) {
	for _, idempotent := range []bool{false, true} {
		for _, before := range []string{"", "send,", "send,lose-ack,again:1,"} {
			request := play(t, idempotent, 0, before+LoseRequest.String())
			ack := play(t, idempotent, 0, before+LoseAck.String())
			a, b := request.Steps[len(request.Steps)-1], ack.Steps[len(ack.Steps)-1]
			if a.Sent != b.Sent || a.Heard != b.Heard || a.Sent.Bytes == 0 || a.Heard.Bytes != 0 {
				t.Errorf("after %q: it sent %v and %v, and heard %v and %v", before, a.Sent, b.Sent,
					a.Heard, b.Heard)
			}
			if a.LogEnd == b.LogEnd || a.Served || !b.Served {
				t.Errorf("after %q: both are the same to the broker", before)
			}
		}
	}
}

func TestWithoutAnIDAloneALostAckMakesTwoCopies(t *testing.T) {
	for _, c := range []struct {
		idempotent bool
		lost       Kind
		copies     int
	}{{false, LoseRequest, 1}, {false, LoseAck, 2}, {true, LoseRequest, 1}, {true, LoseAck, 1}} {
		s := play(t, c.idempotent, 0, c.lost.String()+",again:1")
		if s.Batches[0].Copies != c.copies || s.Steps[1].Code != 0 || s.Steps[1].Heard.Bytes == 0 {
			t.Errorf("%+v: %+v", c, *s)
		}
	}
}

// Each row's steps are the verdict, expected/got where they differ, the base offset, the
// window and the log's end; rows are called after those of KAFKA.md's edge cases.
func TestStories(t *testing.T) {
	const five = "send,send,send,send,send"
	for _, c := range []struct {
		story    string
		segment  int64
		moves    string
		lastStep string
		copies   []int
	}{
		{"seq 0..1 sent twice", 0, "send,again:1", "DUPLICATE 2/0 base 0 [0..1] end 2", []int{1}},
		{"a duplicate is asked for as often as one likes", 0, "lose-ack,again:1,again:1,again:1",
			"DUPLICATE 2/0 base 0 [0..1] end 2", []int{1}},
		{"five batches, resend the oldest", 0, five + ",again:1",
			"DUPLICATE 8/0 base 0 [0..1 2..2 3..4 5..5 6..7] end 8", []int{1, 1, 1, 1, 1}},
		{"the sixth batch evicts the first", 0, five + ",send",
			"APPEND base 8 [2..2 3..4 5..5 6..7 8..8] end 9, out 0..1", []int{1, 1, 1, 1, 1, 1}},
		{"sixth then resend the oldest", 0, five + ",send,again:1",
			"OUT_OF_ORDER_SEQUENCE_NUMBER 9/0 base -1 [2..2 3..4 5..5 6..7 8..8] end 9",
			[]int{1, 1, 1, 1, 1, 1}},
		{"a gap after a lost request", 0, "send,lose-request,send",
			"OUT_OF_ORDER_SEQUENCE_NUMBER 2/3 base -1 [0..1] end 2", []int{1, 0, 0}},
		{"the gap is closed in order", 0, "lose-request,send,again:1,again:2",
			"APPEND base 2 [0..1 2..2] end 3", []int{1, 1}},
		{"a producer never seen must begin at 0", 0, "lose-request,send",
			"OUT_OF_ORDER_SEQUENCE_NUMBER 0/2 base -1 [] end 0", []int{0, 0}},
		{"restart: the window is read back from one segment", 0, five + ",restart",
			"base -1 [0..1 2..2 3..4 5..5 6..7] end 8", []int{1, 1, 1, 1, 1}},
		{"restart, then an old batch again", 0, five + ",restart,again:1",
			"DUPLICATE 8/0 base 0 [0..1 2..2 3..4 5..5 6..7] end 8", []int{1, 1, 1, 1, 1}},
		{"restart: of small segments the last one alone is read", 256, five + ",restart",
			"base -1 [6..7] end 8", []int{1, 1, 1, 1, 1}},
		{"small segments: last batch is a duplicate", 256, five + ",restart,again:5",
			"DUPLICATE 8/6 base 6 [6..7] end 8", []int{1, 1, 1, 1, 1}},
		{"small segments: the previous one is out of order", 256, five + ",restart,again:4",
			"OUT_OF_ORDER_SEQUENCE_NUMBER 8/5 base -1 [6..7] end 8", []int{1, 1, 1, 1, 1}},
		{"small segments: the next batch", 256, "send,restart,send",
			"APPEND base 2 [0..1 2..2] end 3", []int{1, 1}},
		{"an ack is lost, and the broker restarts before the resend", 256, "lose-ack,restart,again:1",
			"DUPLICATE 2/0 base 0 [0..1] end 2", []int{1}},
	} {
		t.Run(c.story, func(t *testing.T) {
			s := play(t, true, c.segment, c.moves)
			if got := told(s.Steps[len(s.Steps)-1]); got != c.lastStep {
				t.Errorf("got %s, want %s", got, c.lastStep)
			}
			if got := copiesOf(s); !slices.Equal(got, c.copies) {
				t.Errorf("copies %v, want %v", got, c.copies)
			}
		})
	}
}

func told(s Step) string {
	text := fmt.Sprintf("base %d %v end %d", s.Base, s.Window, s.LogEnd)
	if s.Got != s.Expected {
		text = fmt.Sprintf("%d/%d %s", s.Expected, s.Got, text)
	}
	if s.Evicted != "" {
		text += ", out " + s.Evicted
	}
	return strings.TrimSpace(s.Verdict + " " + text)
}

func TestBatchesHaveTheSizesAndSegmentsThatTheLessonsName(t *testing.T) {
	for segmentBytes, segments := range map[int64]int{0: 1, SmallSegmentBytes: 3} {
		s := play(t, true, segmentBytes, "send,send,send")
		for i, want := range []int64{213, 137, 213} {
			if s.Batches[i].Bytes != want {
				t.Errorf("batch %d has %d bytes, want %d", i+1, s.Batches[i].Bytes, want)
			}
		}
		if got := s.Steps[2].Segments; got != segments {
			t.Errorf("segments of %d bytes: there are %d, want %d", segmentBytes, got, segments)
		}
	}
}

func TestTheSameBatchAgainIsTheSameBytesInAnotherRequest(t *testing.T) {
	s := play(t, true, 0, "send,again:1")
	if a, b := s.Steps[0].Sent, s.Steps[1].Sent; a.Bytes != b.Bytes || a.Sum == b.Sum {
		t.Errorf("%+v, then %+v", a, b)
	}
}

func TestTheSameStoryIsTheSameEveryTime(t *testing.T) {
	const moves = "send,lose-ack,again:2,lose-request,send,again:3,restart,again:1"
	first := play(t, true, SmallSegmentBytes, moves)
	if again := play(t, true, SmallSegmentBytes, moves); !reflect.DeepEqual(first, again) {
		t.Errorf("%+v, then %+v", *first, *again)
	}
}

func TestALongStoryIsPlayedToItsEnd(t *testing.T) {
	for _, idempotent := range []bool{false, true} {
		s := play(t, idempotent, 0, "send"+strings.Repeat(",send", MaxMoves-1))
		if last := s.Steps[MaxMoves-1]; last.LogEnd != MaxMoves*3/2 || len(s.Batches) != MaxMoves {
			t.Errorf("%+v", last)
		}
	}
}

func TestStepsAreTheMovesInTheirOrder(t *testing.T) {
	const moves = "send,lose-request,lose-ack,again:3,restart,send"
	var words []string
	for _, step := range play(t, false, 0, moves).Steps {
		word := step.Kind.String()
		if step.Kind == Again {
			word += fmt.Sprintf(":%d", step.Batch)
		}
		words = append(words, word)
	}
	if got := strings.Join(words, ","); got != moves {
		t.Errorf("got %s", got)
	}
	if s := play(t, true, 0, ""); len(s.Steps) != 0 || len(s.Batches) != 0 {
		t.Errorf("%+v", *s)
	}
}

func TestWhatIsNoSetupIsRefused(t *testing.T) {
	const allowed = ", allowed is " + movesAllowed
	tooMany := "send" + strings.Repeat(",send", MaxMoves)
	for _, c := range []struct {
		segmentBytes int64
		moves, want  string
	}{
		{1, "", `segmentBytes is "1", allowed is 0 or 256`},
		{0, "again:1", `moves is "again:1"` + allowed},
		{0, "send,again:2,send", `moves is "again:2"` + allowed},
		{0, "send,again:0", `moves is "again:0"` + allowed},
		{0, "send,again:-1", `moves is "again:-1"` + allowed},
		{0, "send,again:+1", `moves is "again:+1"` + allowed},
		{0, "send,again:01", `moves is "again:01"` + allowed},
		{0, "send,again:4294967297", `moves is "again:4294967297"` + allowed},
		{0, "send,again", `moves is "again"` + allowed},
		{0, "send:1", `moves is "send:1"` + allowed},
		{0, "send:", `moves is "send:"` + allowed},
		{0, "restart:1", `moves is "restart:1"` + allowed},
		{0, "send,", `moves is ""` + allowed},
		{0, "send,,send", `moves is ""` + allowed},
		{0, "Send", `moves is "Send"` + allowed},
		{0, "send, send", `moves is " send"` + allowed},
		{0, tooMany, `moves is "` + tooMany + `", allowed is at most 64 moves`},
	} {
		s, err := Run(Setup{true, c.segmentBytes, c.moves})
		if bad := (*demo.FlagError)(nil); !errors.As(err, &bad) || bad.JSON != bad.Field ||
			err.Error() != "--"+c.want || s != nil {
			t.Errorf("%+v: %v, %v", c, s, err)
		}
	}
}
