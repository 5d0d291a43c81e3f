package trace

// FrameSent: the demo's producer put a frame of Size bytes (length prefix included) on the
// connection, at Pos bytes from the connection's start.
type FrameSent struct {
	CorrelationID int32
	Pos, Size     int64
}

// FrameRead: the broker read a whole frame's payload.
type FrameRead struct {
	CorrelationID int32
	Pos, Size     int64
}

// Refused: a frame, request or batch was refused before anything was written.
type Refused struct {
	Code   int16
	Name   string // Kafka's name of the code
	Reason string
}

// Judged: the partition judged a batch that carries a producer id.
type Judged struct {
	Producer           int64
	Epoch              int16
	FirstSeq, LastSeq  int32
	Verdict            string // APPEND, DUPLICATE or OUT_OF_ORDER_SEQUENCE_NUMBER
	Expected, Got      int32
	BaseOffset, LastOf int64    // of the original, for a DUPLICATE; else -1
	Window             []string // ranges known before the judgement, oldest first: "7..9"
}

// Assigned: offsets were handed out.
type Assigned struct{ Base, Last int64 }

// Rolled: a new segment with this base offset became the active one.
type Rolled struct{ Base int64 }

// Written: Size bytes were written to File from Pos on.
type Written struct {
	File      string
	Pos, Size int64
}

// Synced: everything in File up to byte UpTo is durable (as far as its file system can
// say); Shared producers waited for this one sync. A directory's sync has UpTo -1.
type Synced struct {
	File   string
	UpTo   int64
	Shared int
}

// SyncFailed: a sync of File failed; the partition stops.
type SyncFailed struct{ File, Reason string }

// Published: readers may see offsets below HighWatermark; LogEnd is durable.
type Published struct{ LogEnd, HighWatermark int64 }

// Answered: a response was put on the connection.
type Answered struct {
	CorrelationID int32
	Code          int16
	Base          int64
}

// NoAnswer: acks 0, no response frame exists.
type NoAnswer struct{ CorrelationID int32 }

// AckLost: the demo's producer never received the answer to this request.
type AckLost struct{ CorrelationID int32 }

// Opened: a log was opened; TornBytes are the bytes after its last whole batch.
type Opened struct{ LogEnd, TornBytes int64 }

// BatchChecked: recovery looked at the bytes from Pos on.
type BatchChecked struct {
	File   string
	Pos    int64
	OK     bool
	Reason string // why not; "" when OK
}

// Truncated: File was cut from From bytes to To bytes.
type Truncated struct {
	File     string
	From, To int64
}

// WindowRebuilt: a producer's window was read back from segment headers.
type WindowRebuilt struct {
	Producer int64
	Window   []string
}

// Evicted: the batch with these sequences fell out of a producer's window.
type Evicted struct {
	Producer int64
	Batch    string // "7..9"
}
