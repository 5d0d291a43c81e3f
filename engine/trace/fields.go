package trace

// The names and the plain values of each event, in the order of its fields.

// fields makes the list from names and values in turn: in the page's program that takes a
// third of the bytes of as many composite literals.
//
//go:noinline
func fields(pairs ...any) []Field {
	fs := make([]Field, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		fs = append(fs, Field{pairs[i].(string), pairs[i+1]})
	}
	return fs
}

// Type implements Event.
func (FrameSent) Type() string { return "frame-sent" }

// Fields implements Event.
func (e FrameSent) Fields() []Field {
	return fields("correlationId", int64(e.CorrelationID), "pos", e.Pos, "size", e.Size)
}

// Type implements Event.
func (FrameRead) Type() string { return "frame-read" }

// Fields implements Event.
func (e FrameRead) Fields() []Field {
	return fields("correlationId", int64(e.CorrelationID), "pos", e.Pos, "size", e.Size)
}

// Type implements Event.
func (Refused) Type() string { return "refused" }

// Fields implements Event.
func (e Refused) Fields() []Field {
	return fields("code", int64(e.Code), "name", e.Name, "reason", e.Reason)
}

// Type implements Event.
func (Judged) Type() string { return "judged" }

// Fields implements Event.
func (e Judged) Fields() []Field {
	return fields("producer", e.Producer, "epoch", int64(e.Epoch), "firstSeq", int64(e.FirstSeq),
		"lastSeq", int64(e.LastSeq), "verdict", e.Verdict, "expected", int64(e.Expected),
		"got", int64(e.Got), "base", e.BaseOffset, "last", e.LastOf, "window", e.Window)
}

// Type implements Event.
func (Assigned) Type() string { return "assigned" }

// Fields implements Event.
func (e Assigned) Fields() []Field {
	return fields("base", e.Base, "last", e.Last)
}

// Type implements Event.
func (Rolled) Type() string { return "rolled" }

// Fields implements Event.
func (e Rolled) Fields() []Field {
	return fields("base", e.Base)
}

// Type implements Event.
func (Written) Type() string { return "written" }

// Fields implements Event.
func (e Written) Fields() []Field {
	return fields("file", e.File, "pos", e.Pos, "size", e.Size)
}

// Type implements Event.
func (Synced) Type() string { return "synced" }

// Fields implements Event.
func (e Synced) Fields() []Field {
	return fields("file", e.File, "upTo", e.UpTo, "shared", int64(e.Shared))
}

// Type implements Event.
func (SyncFailed) Type() string { return "sync-failed" }

// Fields implements Event.
func (e SyncFailed) Fields() []Field {
	return fields("file", e.File, "reason", e.Reason)
}

// Type implements Event.
func (Published) Type() string { return "published" }

// Fields implements Event.
func (e Published) Fields() []Field {
	return fields("logEnd", e.LogEnd, "highWatermark", e.HighWatermark)
}

// Type implements Event.
func (Answered) Type() string { return "answered" }

// Fields implements Event.
func (e Answered) Fields() []Field {
	return fields("correlationId", int64(e.CorrelationID), "code", int64(e.Code), "base", e.Base)
}

// Type implements Event.
func (NoAnswer) Type() string { return "no-answer" }

// Fields implements Event.
func (e NoAnswer) Fields() []Field {
	return fields("correlationId", int64(e.CorrelationID))
}

// Type implements Event.
func (AckLost) Type() string { return "ack-lost" }

// Fields implements Event.
func (e AckLost) Fields() []Field {
	return fields("correlationId", int64(e.CorrelationID))
}

// Type implements Event.
func (Opened) Type() string { return "opened" }

// Fields implements Event.
func (e Opened) Fields() []Field {
	return fields("logEnd", e.LogEnd, "tornBytes", e.TornBytes)
}

// Type implements Event.
func (BatchChecked) Type() string { return "batch-checked" }

// Fields implements Event.
func (e BatchChecked) Fields() []Field {
	return fields("file", e.File, "pos", e.Pos, "ok", e.OK, "reason", e.Reason)
}

// Type implements Event.
func (Truncated) Type() string { return "truncated" }

// Fields implements Event.
func (e Truncated) Fields() []Field {
	return fields("file", e.File, "from", e.From, "to", e.To)
}

// Type implements Event.
func (WindowRebuilt) Type() string { return "window-rebuilt" }

// Fields implements Event.
func (e WindowRebuilt) Fields() []Field {
	return fields("producer", e.Producer, "window", e.Window)
}

// Type implements Event.
func (Evicted) Type() string { return "evicted" }

// Fields implements Event.
func (e Evicted) Fields() []Field {
	return fields("producer", e.Producer, "batch", e.Batch)
}
