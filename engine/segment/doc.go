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
// All numbers are big-endian. The indexes are derived: they are never synced, and a wrong or
// missing one costs time, since whatever they point to is checked. One answer it could change:
// that of an entry which points into a record's value in which a whole batch stands, with a
// right CRC and the very offset of the entry.
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
// # What survives a crash
//
// The argument that an acknowledged batch is not lost, in numbered sentences: comments in the
// code and the names of tests quote them. It stands on what the layers below promise:
//
//	A1  A sync of a file that says yes made every byte durable that was in the file when it
//	    was asked, and the size; one of a directory made its names durable, not the bytes of
//	    files and not its own name (vfs).
//	A2  A durable byte stays as it is until it is written over or cut off. A disk that rots is
//	    no crash: the CRC finds it, and reading and verifying name it.
//	A3  Of what was not synced any part may be durable, in any order: a name, a size, a part
//	    of the bytes. Bytes of a longer file that never arrived are zeros, or what stood there
//	    before (package crashfs, rules 3 to 7).
//	A4  A sync that says no made nothing durable for certain, and no later sync tells of those
//	    bytes or names: the page cache takes them for clean (crashfs, rule 8).
//	A5  One process at a time has the directory.
//	A6  A batch of which a part is missing has the right CRC-32C by chance only, once in 2^32.
//	A7  After a sync that failed while a log that was there was opened, and when what a failed
//	    sync left was not taken back (S3, R4, T3, O3), since that failed too or the process
//	    died before it, the machine is started anew before the log is opened again.
//
// Three sentences hold at every moment:
//
//	I1  Only the last segment's log holds bytes that are not durable; an older one is durable
//	    as a whole, name and all. A torn batch is thus in the last segment or nowhere.
//	I2  An acknowledged batch lies below the last segment's durable end, which a sync moved
//	    there (S2), or in an older segment.
//	I3  The last log changes in two ways only: bytes are added at its end, or its end is cut
//	    back to a place that is not below the durable end or that recovery found (T; in T3 it
//	    is moved back again).
//
// Append writes one batch at the end of the last log. Between two syncs there may be several;
// a crash finds of each
//
//	W1  nothing: the log is as if it had not been sent.
//	W2  all of it: it is in the log, and nobody was told. A resend is a DUPLICATE, rightly.
//	W3  its first bytes: its length, if that much is there, reaches past the end of the file.
//	W4  its size with bytes missing behind or in between: the length is 0, or the CRC differs.
//	    Where all bytes that are missing are zeros anyway, this is W2.
//	W5  its last bytes alone, and zeros before them: the length is 0, or the base offset, which
//	    the CRC does not cover, lost its upper bytes. These are zeros and it is W2, or the
//	    offset is below the one expected. The leader epoch stands behind the length. Where
//	    older bytes shine through instead of zeros (S3), the base offset may be one of them
//	    and too high: the batch, which nobody was told of, has a hole before it.
//	W6  a later one whole and an earlier one not: the walk stops at the earlier one.
//
// In each, the walk over the file ends where the first batch is not whole, which is at or
// behind the durable end (I2), and what is before is what was sent, in order, without a hole.
//
// Sync makes the log durable, outside the writer's lock:
//
//	S1  before it has returned, a crash finds what W says.
//	S2  after it said yes, every batch up to its target is there in whole.
//	S3  after it said no, the log takes nothing more (Break), all who wait are told, and what
//	    was not durable is cut off the file. So whoever opens the log on the same page cache
//	    finds what is durable and nothing else, and its appends go over what is adrift (A4). A
//	    crash before that cut is durable finds what W says.
//
// Roll leaves a segment for a new one. The order is: sync of the old log, names of the new
// segment's three files, sync of the directory, the first batch.
//
//	R1  the old log is not synced yet: as S1. The new one has no name.
//	R2  some of the three names, each empty: the last segment is empty or is the old one. Its
//	    indexes are mended before the first append; those without a log are replaced.
//	R3  all three names and no batch: producers' windows come from the segment before.
//	R4  a sync that fails. Of the old log: as S3. Of the directory: the names are removed, so
//	    that they are new ones for the next roll's sync (A4).
//
// TruncateTail cuts the last log where the walk ends, and syncs it:
//
//	T1  the cut is not durable: the tail is back, and recovery finds the same place again.
//	T2  the cut is durable: the log is good, and recovery changes nothing.
//	T3  its sync failed: the file is made as long again as it was, with zeros, so that the log
//	    is torn still, and the cut of the next recovery is a change that its sync writes (A4).
//	    Built upon the first cut, an older segment could get the rest of the tail back.
//
// Opening makes what is missing, and reads the rest:
//
//	O1  the directories and the first segment, outermost first, each name durable before what
//	    is below it is made: a crash leaves a part of the path, or an empty log.
//	O2  bytes and names that a dead process left in the page cache: they are synced before
//	    anything is answered from them, those of the directories above, too.
//	O3  a sync that fails: what was made here is removed again (A4); for what was found, A7.
//	O4  index files hold anything whatever: they are hints (above).
//
// Package crashfs enumerates all of this: operations_test.go and matrix_test.go there.
//
// Source: LogSegment, OffsetIndex and TimeIndex under
// storage/src/main/java/org/apache/kafka/storage/internals/log/, 4.1.0.
package segment
