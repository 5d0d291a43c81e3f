package partition_test

import (
	"path"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
)

// kafkaRow is an edge case with what Kafka 4.1 does there. Where this engine does something
// else, why says so and why.
type kafkaRow struct {
	name   string
	input  string                        // in words
	stored func() [][]byte               // what stands in the segment when the story begins
	cfg    func(c *partition.Config)     // from the beginning on
	steps  []step                        // in order
	after  func(t *testing.T, b *broker) // more to see at the end; nil for nothing
	log    string                        // what is in the log at the end
	why    string                        // the reason, where any answer differs
}

// step is one batch and both answers, "offset N" or "error N"; or, without a batch, a
// restart of the broker.
type step struct {
	batch       []byte
	acks        int16 // 0: 1
	kafka, ours string
	cfg         func(c *partition.Config) // for a restart
}

// say is a batch that this engine answers as Kafka does.
func say(records []byte, answer string) step {
	return step{batch: records, kafka: answer, ours: answer}
}

// differ is one that it does not.
func differ(records []byte, kafka, ours string) step {
	return step{batch: records, kafka: kafka, ours: ours}
}

// lay writes a segment by hand: the batches one behind the other, from offset base on.
func lay(t testing.TB, fsys vfs.FS, dir string, base int64, batches ...[]byte) {
	t.Helper()
	if err := fsys.MkdirAll(dir); err != nil {
		t.Fatal(err)
	}
	f, err := fsys.Create(path.Join(dir, segment.FileName(base, segment.LogSuffix)))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		batch.Batch(b).Stamp(base, 0)
		base = batch.Batch(b).LastOffset() + 1
		if _, err := f.Append(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// marker makes what a transaction's end leaves in the log: a control batch of one record
// that carries producer id and epoch, and no sequence.
func marker(id int64, epoch int16) []byte {
	b := build(batch.Producer{ID: id, Epoch: epoch, BaseSequence: -1}, 1, "\x00\x00\x00\x00\x00\x00")
	b[atAttributes+1] |= 0x30
	return fixCRC(b)
}

func TestEdgeCasesAreAnsweredAsInKafkaOrForAReason(t *testing.T) {
	for _, rows := range [][]kafkaRow{idempotenceRows(), wrapRows(), restartRows(), faultRows()} {
		for _, row := range rows {
			t.Run(row.name, func(t *testing.T) {
				everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
					tell(t, fsys, dir, row)
				})
			})
		}
	}
}

func tell(t *testing.T, fsys *vfstest.FS, dir string, row kafkaRow) {
	t.Helper()
	if row.stored != nil {
		lay(t, fsys, dir, 0, row.stored()...)
	}
	b := open(t, fsys, dir, row.cfg)
	differs := false
	for i, s := range row.steps {
		if s.batch == nil {
			cfg := s.cfg
			if cfg == nil {
				cfg = row.cfg
			}
			b = b.again(cfg)
			continue
		}
		acks := s.acks
		if acks == 0 {
			acks = 1
		}
		before := b.state()
		fsys.Forget()
		got := words(b.send(acks, s.batch))
		if got != s.ours {
			t.Errorf("step %d is answered %s; want %s, Kafka says %s\ninput: %s\nwhy: %s", i+1,
				got, s.ours, s.kafka, row.input, row.why)
		}
		if b.LogEnd() == before.logEnd && len(changes(fsys)) > 0 {
			t.Errorf("step %d leaves the log end where it was and calls %+v", i+1, changes(fsys))
		}
		differs = differs || s.kafka != s.ours
	}
	if differs != (row.why != "") {
		t.Errorf("an answer that differs is %v, and the reason given is %q", differs, row.why)
	}
	if got := b.layout(); got != row.log {
		t.Errorf("in the log is %q, want %q", got, row.log)
	}
	if row.after != nil {
		row.after(t, b)
	}
}
