package segment

import "kaenlog/engine/kerr"

// The kinds of errors of this package; damaged batches come as the kinds of package batch.
var (
	// ErrTornTail: the log was opened with bytes after its last whole batch. Nothing was
	// written; TruncateTail cuts them.
	ErrTornTail = kerr.New(kerr.KafkaStorageError, "torn tail, cut it before appending")

	// ErrBroken: an earlier write of this log failed, so the end of its file is not known.
	// Nothing was written; open the log again and recover it.
	ErrBroken = kerr.New(kerr.KafkaStorageError, "an earlier write failed")

	// ErrNotAFile: a link, a directory or a device has the name of a segment's file. What a log
	// holds would be missing without a word, and an index is written over, wherever a link
	// leads; put the file itself there, or remove an index.
	ErrNotAFile = kerr.New(kerr.KafkaStorageError, "a segment's file is no ordinary file")

	// ErrOldFormat: the log goes on with messages of magic 0 or 1 whose CRC is right. They are
	// good records that this engine can't read, so they are not cut either.
	ErrOldFormat = kerr.New(kerr.UnsupportedForMessageFormat,
		"good messages of an old format, which are not cut")

	// ErrFull: every offset up to 9223372036854775807 was handed out.
	ErrFull = kerr.New(kerr.KafkaStorageError, "no offset is left")

	// ErrClosed: the log was closed.
	ErrClosed = kerr.New(kerr.KafkaStorageError, "log is closed")

	// ErrWrite: a write, a sync or a truncation failed; the log is broken from here on.
	ErrWrite = kerr.New(kerr.KafkaStorageError, "writing the log")

	// ErrOffsetOutOfRange: a read below the log's start or above its end.
	ErrOffsetOutOfRange = kerr.New(kerr.OffsetOutOfRange, "offset out of range")

	// ErrOffsetOrder: a batch's base offset is below the one expected, or its last offset
	// is further from the segment's base than an index can say.
	ErrOffsetOrder = kerr.New(kerr.CorruptMessage, "offset out of order")

	// ErrTooLarge: a batch is larger than segment.bytes.
	ErrTooLarge = kerr.New(kerr.RecordListTooLarge, "batch larger than a segment")
)
