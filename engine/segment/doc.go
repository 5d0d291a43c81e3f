// Package segment keeps batches in files: one segment is a .log with its two indexes, a
// Log is the segments of one partition, and recovery cuts a torn tail.
//
// A partition's directory holds, for each segment, three files named after the offset of
// the first record that the segment may hold, with Kafka's names and Kafka's formats:
//
//	00000000000000000000.log        record batches, one after the other
//	00000000000000000000.index      8 bytes an entry: offset - base, position in .log
//	00000000000000000000.timeindex  12 bytes an entry: timestamp, offset - base
//
// All numbers are big-endian. The indexes are derived: they are never synced, a wrong or
// missing one costs time and never an answer, since whatever they point to is checked.
//
// Other files in the directory are left alone. A directory belongs to one process at a time:
// nothing keeps a second one out, and two that append would each overwrite what the other
// believes of the file's end.
//
// Differs from Kafka: it keeps a .lock in each log directory and locks it with the operating
// system's means, which the file systems here don't have.
//
// Opening replays the last segment and writes nothing but what a missing log needs to
// begin. Bytes after its last whole batch, a torn tail, make the log refuse appends until
// TruncateTail: files are opened for appending, and an append would land behind the
// garbage, where no reader arrives.
//
// Source: LogSegment, OffsetIndex and TimeIndex under
// storage/src/main/java/org/apache/kafka/storage/internals/log/, 4.1.0.
package segment
