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
// After a failed sync the page cache takes bytes for clean that never reached the disk: whoever
// opened the partition again would find them whole, and build on what a power cut can lose. So
// what was not durable is cut off before the error is told. Package segment has the argument why
// nothing acknowledged is lost, with what it assumes of the disk.
package partition
