// Package inspect looks at segment files that somebody else may have written: Kafka of any age,
// this engine, or nothing of the kind. It takes a file or a partition's directory and tells a
// Visitor what is there, batch by batch, in constant memory whatever the file's size.
//
//	Walk      tells everything and writes nothing: dump and verify are made from it
//	Recover   cuts the tail of one segment, after keeping it beside the log
//
// # What is a segment here
//
// A directory's segments are its ordinary files with a segment's name. Other names that end in
// .log are told in a note and not looked at; a link, a directory or a device with a segment's
// name is a fault, since the log would be without it. A single file is taken whatever its name:
// its base offset comes from the name, or from its first batch when the name is none.
//
// # What is a fault
//
// What segment.Scanner stops at, an older segment whose offsets reach into the next one, and
// a segment's name on no ordinary file. A gap in the offsets is legal and told; so are good
// messages of magic 0 and 1, which are named and not decoded. Behind a batch that fails, the
// walk goes on where the file's own lengths lead to another batch, so one bad byte does not
// hide what comes after it. Index files are derived, so their state is told in notes.
package inspect
