package api

import (
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
//	 "steps":[{"move":"lose-ack","served":true,"verdict":"APPEND",
//	   "before":[],"window":["0..1"],"evicted":"","batch":1,"firstSeq":0,"lastSeq":1,
//	   "sentBytes":275,"sentSum":577614490,"heardBytes":0,"heardSum":0,"code":0,"base":0,
//	   "expected":0,"got":0,"logEnd":2,"segments":1}],
//	 "batches":[{"firstSeq":0,"lastSeq":1,"records":2,"bytes":213,"copies":1}]}
//
// Bytes are those of the move, sums those of everything so far (CRC-32C). Options are
// "idempotent" (true or false; true when it is absent), "segmentBytes" (0, which is Kafka's
// default, or 256; 0) and "moves", as resend.Setup has them (""); of one given twice the
// last counts.
//
// Errors: *Error with code invalid-option, and with code failed when the engine fails.
func playResend(given []demo.Set) ([]byte, error) {
	setup, err := readStory(given)
	var story *resend.Story
	if err == nil {
		story, err = resend.Run(setup)
	}
	if err != nil {
		return nil, errorOf(resendSpec, err)
	}
	out := cli.AppendValues(nil, []demo.Value{{Name: "idempotent", V: story.Idempotent},
		{Name: "segmentBytes", V: story.SegmentBytes}})
	out = appendList(out[:len(out)-1], "steps", len(story.Steps), func(dst []byte, i int) []byte {
		return appendStep(dst, &story.Steps[i])
	})
	out = appendList(out, "batches", len(story.Batches), func(dst []byte, i int) []byte {
		b := &story.Batches[i]
		dst = appendNumbers(append(dst, '{'), "firstSeq lastSeq records bytes copies",
			int64(b.FirstSeq), int64(b.LastSeq), int64(b.Records), b.Bytes, int64(b.Copies))
		return append(dst, '}')
	})
	return append(out, '}'), nil
}

// appendList appends a list of n objects, as it stands in a JSON object behind something else.
func appendList(dst []byte, name string, n int, each func(dst []byte, i int) []byte) []byte {
	dst = append(append(append(dst, `,"`...), name...), `":[`...)
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = each(dst, i)
	}
	return append(dst, ']')
}

func appendStep(dst []byte, s *resend.Step) []byte {
	dst = cli.AppendValues(dst, []demo.Value{
		{Name: "move", V: s.Kind.String()}, {Name: "served", V: s.Served},
		{Name: "verdict", V: s.Verdict}, {Name: "before", V: s.Before},
		{Name: "window", V: s.Window}, {Name: "evicted", V: s.Evicted},
	})
	dst[len(dst)-1] = ','
	dst = appendNumbers(dst, "batch firstSeq lastSeq sentBytes sentSum heardBytes heardSum code base "+
		"expected got logEnd segments", int64(s.Batch), int64(s.FirstSeq), int64(s.LastSeq),
		s.Sent.Bytes, int64(s.Sent.Sum), s.Heard.Bytes, int64(s.Heard.Sum), int64(s.Code), s.Base,
		int64(s.Expected), int64(s.Got), s.LogEnd, int64(s.Segments))
	return append(dst, '}')
}

// readStory reads the options; the error is that of the first that can't be read.
func readStory(given []demo.Set) (s resend.Setup, err error) {
	s.Idempotent = true
	for _, g := range given {
		allowed := ""
		switch g.Name {
		case "idempotent":
			if s.Idempotent = g.Text == "true"; !s.Idempotent && g.Text != "false" {
				allowed = "true or false"
			}
		case "segmentBytes":
			n, ok := demo.Int(g.Text)
			if s.SegmentBytes = n; !ok {
				allowed = "0 or 256"
			}
		case "moves":
			s.Moves = g.Text
		default:
			return s, &demo.FlagError{Field: g.Name, Found: g.Text}
		}
		if allowed != "" {
			return s, &demo.FlagError{Field: g.Name, JSON: g.Name, Found: g.Text, Allowed: allowed}
		}
	}
	return s, nil
}
