// Package partition is the produce path of one partition, from a request's frame to its
// answer, and the reads.
//
// For every acks the order of work is the same:
//
//	decode and validate
//	┌ the partition's lock
//	│ judge (producer), assign offsets on a copy, append (segment), update the window
//	└
//	sync, shared by all who wait          outside every lock
//	publish log end and high watermark
//	decide what to say
//
// acks changes when and what is answered, never what is written.
//
// A failed write or sync stops the partition: who waits gets that error, later produces
// get KAFKA_STORAGE_ERROR, until it is opened again and recovered. After a failed sync
// nobody can know which bytes reached the disk, so nothing is tried twice.
//
// One thing recovery can't see: after a failed sync a page cache may take bytes for clean that
// never reached the disk (crashfs, rule 8). A partition opened again on that same cache finds
// them whole, and its own sync of them says that all is well; a power cut later can still lose
// them, and then recovery cuts what was acknowledged behind them. After a failed sync, open the
// partition again only on a machine that was started anew.
package partition
