// Package crashfs is a hackpadfs file system in memory that knows what of it is durable and
// what is only in the page cache, and that can lose power.
//
// A file system in use has two sides. Reads and writes see the page cache, where every call
// takes effect at once. A disk stands below it, and hears of a change when somebody syncs, or
// by itself at any moment before. Between the two stands a list of changes, in the order in
// which they were made. Crash makes the file system that is found after a power cut: all that
// was durable and any part of the rest, as the caller chooses.
//
// The model, by number; tests and their failures name these:
//
//  1. Each file and each directory has its own list of changes. Sync of a file makes its
//     bytes and its size durable and nothing else: not its name, not another file.
//  2. Sync of a directory makes the names in it durable and nothing else: not the bytes of
//     the files, not the names in directories below it, not its own name in its parent.
//  3. A change that was not synced may be on the disk or not, each by itself: a later one may
//     have arrived without an earlier one. Those that arrived count in the order in which
//     they were made.
//  4. A write may be cut at any byte: its first bytes arrived, or its last bytes, and no
//     others. Where it made the file longer, the new length may have arrived without some or
//     all of the bytes; they read as zeros. Bytes that never arrived between two that did are
//     zeros, or what stood there before.
//  5. A change of size (Truncate, O_TRUNC) arrives in whole or not: the old size, with the
//     old bytes behind it, may come back.
//  6. A name made, removed, or renamed within one directory arrives in whole or not. What
//     was removed may come back; what was replaced by a rename is there until it arrives.
//  7. A rename from one directory to another is two changes, each durable with its own
//     directory: after a crash a file may have both names, or none. A directory never has
//     two names: of those that arrived, the first in the order of a sorted walk remains.
//  8. A sync that fails has made nothing durable, and what it should have written is adrift:
//     the page cache takes it for clean, so that a later sync says that all is well and still
//     has not written it. A crash keeps any part of it.
//  9. A durable byte stays as it is: a write damages nothing around it, and a disk does not
//     lie about a sync that it said was done.
//  10. Modes and times are not part of the model: a crash keeps the last ones. Times come
//     from a counter, one nanosecond a change, unless Chtimes sets them; there is no clock.
//
// What is chosen is chosen the same way every time: changes are numbered in the order in
// which they were made, and no draw looks at a map.
//
// The list of a file that is never synced grows with every write, by the bytes and a little:
// this is for lessons and tests, whose histories end.
//
// Differs from hackpadfs/mem: an open file goes on living when its name is removed or given
// to another; O_EXCL is honoured; WriteAt through an appending handle is refused, as os.File
// does; a call after Close is an error.
package crashfs
