package api

import (
	"errors"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/engine/resend"
)

// resendSpec has the options of playResend.
var resendSpec = demo.Spec{Flags: []demo.Flag{{JSON: "idempotent"}, {JSON: "segmentBytes"},
	{JSON: "moves"}}}

// playResend plays a story of requests and answers that get lost and batches that are sent again,
// and gives what each move left on both sides, as JSON on one line:
//
//	{"idempotent":true,"segmentBytes":0,
//	 "steps":[{"move":"lose-ack","batch":1,"firstSeq":0,"lastSeq":1,
//	   "sentBytes":275,"sentSum":577614490,"heardBytes":0,"heardSum":0,
//	   "served":true,"code":0,"base":0,"verdict":"APPEND","expected":0,"got":0,
//	   "before":[],"window":["0..1"],"evicted":"","logEnd":2,"segments":1}],
//	 "batches":[{"firstSeq":0,"lastSeq":1,"records":2,"bytes":213,"copies":1}]}
//
// Bytes are those of the move, sums those of everything so far (CRC-32C). Options are
// "idempotent" (true or false; true when it is absent), "segmentBytes" (0, which is Kafka's
// default, or 256; 0) and "moves", as resend.ParseMoves reads them (""); of one given twice the
// last counts.
//
// Errors: *Error with code invalid-option, and with code failed when the engine fails.
func playResend(given []demo.Set) ([]byte, error) {
	setup, err := readStory(given)
	var story *resend.Story
	if err == nil {
		story, err = resend.Run(setup)
	}
	if wrong, ok := errors.AsType[*resend.SetupError](err); ok {
		err = &demo.FlagError{Field: wrong.Field, JSON: wrong.Field, Found: wrong.Found,
			Allowed: wrong.Allowed}
	}
	if err != nil {
		return nil, errorOf(resendSpec, err)
	}
	out := cli.AppendValues(nil, []demo.Value{{Name: "idempotent", V: story.Idempotent},
		{Name: "segmentBytes", V: story.SegmentBytes}})
	out = append(out[:len(out)-1], `,"steps":[`...)
	for i := range story.Steps {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendStep(out, &story.Steps[i])
	}
	out = append(out, `],"batches":[`...)
	for i, b := range story.Batches {
		if i > 0 {
			out = append(out, ',')
		}
		out = cli.AppendValues(out, []demo.Value{
			{Name: "firstSeq", V: int64(b.FirstSeq)}, {Name: "lastSeq", V: int64(b.LastSeq)},
			{Name: "records", V: int64(b.Records)}, {Name: "bytes", V: b.Bytes},
			{Name: "copies", V: int64(b.Copies)},
		})
	}
	return append(out, "]}"...), nil
}

func appendStep(dst []byte, s *resend.Step) []byte {
	return cli.AppendValues(dst, []demo.Value{
		{Name: "move", V: string(s.Kind)}, {Name: "batch", V: int64(s.Batch)},
		{Name: "firstSeq", V: int64(s.FirstSeq)}, {Name: "lastSeq", V: int64(s.LastSeq)},
		{Name: "sentBytes", V: s.Sent.Bytes}, {Name: "sentSum", V: int64(s.Sent.Sum)},
		{Name: "heardBytes", V: s.Heard.Bytes}, {Name: "heardSum", V: int64(s.Heard.Sum)},
		{Name: "served", V: s.Served}, {Name: "code", V: int64(s.Code)}, {Name: "base", V: s.Base},
		{Name: "verdict", V: s.Verdict}, {Name: "expected", V: int64(s.Expected)},
		{Name: "got", V: int64(s.Got)}, {Name: "before", V: s.Before}, {Name: "window", V: s.Window},
		{Name: "evicted", V: s.Evicted}, {Name: "logEnd", V: s.LogEnd},
		{Name: "segments", V: int64(s.Segments)},
	})
}

// readStory reads the options; the error is that of the first that can't be read.
func readStory(given []demo.Set) (resend.Setup, error) {
	s := resend.Setup{Idempotent: true}
	for _, g := range given {
		bad := &demo.FlagError{Field: g.Name, JSON: g.Name, Found: g.Text}
		switch g.Name {
		case "idempotent":
			if g.Text != "true" && g.Text != "false" {
				bad.Allowed = "true or false"
				return s, bad
			}
			s.Idempotent = g.Text == "true"
		case "segmentBytes":
			if g.Text != "0" && g.Text != "256" {
				bad.Allowed = "0 or 256"
				return s, bad
			}
			s.SegmentBytes = 0
			if g.Text == "256" {
				s.SegmentBytes = resend.SmallSegmentBytes
			}
		case "moves":
			var err error
			if s.Moves, err = resend.ParseMoves(g.Text); err != nil {
				return s, err
			}
		default:
			bad.JSON = ""
			return s, bad
		}
	}
	return s, nil
}
