package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/resend"
)

// resendShape is what the JSON of a story is read into.
type resendShape struct {
	Idempotent   bool
	SegmentBytes int64
	Steps        []struct {
		Move                  string
		Batch                 int
		FirstSeq, LastSeq     int32
		SentBytes, HeardBytes int64
		SentSum, HeardSum     uint32
		Served                bool
		Code                  int16
		Base                  int64
		Verdict               string
		Expected, Got         int32
		Before, Window        []string
		Evicted               string
		LogEnd                int64
		Segments              int
	}
	Batches []resend.Batch
}

func resendWith(t *testing.T, given ...demo.Set) resendShape {
	t.Helper()
	told, err := Experiment("resend", given)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsRune(told, '\n') {
		t.Errorf("%s is not on one line", told)
	}
	read := json.NewDecoder(bytes.NewReader(told))
	read.DisallowUnknownFields()
	var s resendShape
	if err := read.Decode(&s); err != nil {
		t.Fatalf("%s: %v", told, err)
	}
	return s
}

func TestAStoryIsToldAsTheEngineFoundIt(t *testing.T) {
	const moves = "send,lose-ack,again:2,send,send,send,send,again:1,lose-request,send,restart"
	for _, idempotent := range []string{"true", "false"} {
		story, err := resend.Run(resend.Setup{Idempotent: idempotent == "true", SegmentBytes: 256,
			Moves: moves})
		if err != nil {
			t.Fatal(err)
		}
		got := resendWith(t, demo.Set{Name: "idempotent", Text: idempotent},
			demo.Set{Name: "segmentBytes", Text: "256"}, demo.Set{Name: "moves", Text: moves})
		if got.Idempotent != story.Idempotent || got.SegmentBytes != 256 ||
			!reflect.DeepEqual(got.Batches, story.Batches) || len(got.Steps) != len(story.Steps) {
			t.Fatalf("%+v, want %+v", got, *story)
		}
		for i, step := range got.Steps {
			if step.Move != story.Steps[i].Kind.String() {
				t.Errorf("move %d is %s", i+1, step.Move)
			}
			back := resend.Step{Kind: story.Steps[i].Kind, Batch: step.Batch,
				FirstSeq: step.FirstSeq, LastSeq: step.LastSeq, Sent: story.Steps[i].Sent,
				Heard: story.Steps[i].Heard, Served: step.Served, Code: step.Code, Base: step.Base,
				Verdict: step.Verdict, Expected: step.Expected, Got: step.Got, Before: step.Before,
				Window: step.Window, Evicted: step.Evicted, LogEnd: step.LogEnd,
				Segments: step.Segments}
			back.Sent.Bytes, back.Sent.Sum = step.SentBytes, step.SentSum
			back.Heard.Bytes, back.Heard.Sum = step.HeardBytes, step.HeardSum
			if !reflect.DeepEqual(back, story.Steps[i]) {
				t.Errorf("%+v, want %+v", back, story.Steps[i])
			}
		}
	}
}

func TestAStoryWithoutOptionsIsEmptyAndIdempotent(t *testing.T) {
	got := resendWith(t)
	if !got.Idempotent || got.SegmentBytes != 0 || got.Steps == nil || len(got.Steps) != 0 ||
		got.Batches == nil || len(got.Batches) != 0 {
		t.Errorf("%+v", got)
	}
	last := resendWith(t, demo.Set{Name: "segmentBytes", Text: "256"},
		demo.Set{Name: "segmentBytes", Text: "0"}, demo.Set{Name: "moves", Text: "send"})
	if last.SegmentBytes != 0 || len(last.Steps) != 1 {
		t.Errorf("given twice: %+v", last)
	}
}

func TestBadOptionsOfAStorySayWhich(t *testing.T) {
	const moves = "send, lose-request, lose-ack, again:N with N a batch sent before, or restart"
	for _, c := range []struct{ name, text, field, message string }{
		{"idempotent", "1", "idempotent", `idempotent is "1", allowed is true or false`},
		{"segmentBytes", "257", "segmentBytes", `segmentBytes is "257", allowed is 0 or 256`},
		{"segmentBytes", "", "segmentBytes", `segmentBytes is "", allowed is 0 or 256`},
		{"moves", "sent", "moves", `moves is "sent", allowed is ` + moves},
		{"moves", "again:1", "moves", `moves is "again:1", allowed is ` + moves},
		{"move", "send", "move", `unknown option "move", did you mean moves?`},
		{"pid", "1", "pid", `unknown option "pid", known are idempotent, segmentBytes, moves`},
	} {
		told, err := Experiment("resend", []demo.Set{{Name: c.name, Text: c.text}})
		e := ErrorOf(err)
		if told != nil || e == nil || e.Name != ErrorName || e.Code != CodeInvalidOption ||
			e.Field != c.field || e.Message != c.message {
			t.Errorf("%s %q: %s %+v, want %s", c.name, c.text, told, e, c.message)
		}
	}
}
