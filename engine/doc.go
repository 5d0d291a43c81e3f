// Package engine is the map of the broker log below it; there is no code in it.
//
// # The write path
//
// A Produce request arrives as a frame and leaves as an answer:
//
//	bytes
//	│ wire.ReadFrame           the length is checked before anything is allocated
//	│ wire.DecodeProduce       header v2 and body v13, nothing left over
//	│ batch.ParseProduced      exactly one batch, magic 2
//	│ batch.ValidateProduced   CRC, records, offsets 0, 1, 2 …
//	│ ┌ the partition's lock
//	│ │ producer.Table.Judge   APPEND, DUPLICATE or OUT_OF_ORDER_SEQUENCE_NUMBER
//	│ │ batch.Batch.Stamp      offsets and leader epoch, on a copy
//	│ │ segment.Log.Append     rolls where it must, writes, indexes
//	│ │ producer.Table.Update  the window of five
//	│ └
//	│ one sync for all who wait
//	│ publish                  log end and high watermark
//	│ partition.ReplicaGate    asked for acks -1
//	▼ wire.AppendProduceResponse, or nothing for acks 0
//
// Each step takes what the one before made; none reaches back. The whole of it is
// partition/serve.go and partition/produce.go; partition/sync.go is the shared sync.
//
// # The read path
//
// partition.Partition.Read ends below the high watermark. segment.Log.Read finds the
// segment by its base offset, the place in it by the sparse index, walks headers to the
// batch, and checks the CRC of every batch that it gives away. An index is a hint: what it
// points to is checked, and a wrong one costs time (segment/doc.go has the one exception).
//
// # Recovery
//
// segment.Open replays the last segment: where it ends, its indexes, the producers' windows
// (from headers, through producer.Table.Observe). It cuts nothing; a torn tail makes the
// log refuse appends. segment.Log.TruncateTail walks the file batch by batch, cuts it at
// the first that is not whole or not right, and makes the cut durable. Why a power cut loses
// nothing that was acknowledged is argued, sentence by sentence, in segment/doc.go;
// crashfs/operations_test.go holds the code to it.
//
// # Which file to read first
//
//  1. batch/doc.go, batch/layout.go: the record batch, byte by byte
//  2. wire/doc.go, wire/frame.go: frame, header, Produce request and response
//  3. vfs/vfs.go: what a file system must do, and what survives a crash
//  4. segment/doc.go, then log.go, open.go, read.go, recover.go
//  5. producer/window.go, producer/table.go: the window and the verdicts
//  6. partition/doc.go, then produce.go, sync.go, serve.go
//  7. demo/produce.go, demo/dedup.go: the path above, driven from outside
//
// kerr and trace are leaves: Kafka's error codes with the one error type, and the events
// that tell what happened. demo/golden holds what the demos print; no program that prints
// may import it. crashfs is a file system that knows what a power cut keeps, for tests and for
// the lessons' power switch; power is that switch: it pulls the plug while a request is under way
// and counts what recovery finds beside what the producer believes. resend loses requests and
// answers between a producer and a broker, and counts the copies that every resend leaves. cut
// cuts the recovery demo's torn log at any byte, and appends a batch behind what is left. inspect
// looks at segment files that anybody may have written, and cuts their torn tails; inspect/doc.go
// says what is a fault there. cli is the command line over the demos and over inspect.
//
// # What is not here
//
// Compression, a second replica, transactions, fencing, expiry, producer snapshots and
// retention. The engine has no clock, no random source and no file system of its own: all
// three are given to it.
package engine
