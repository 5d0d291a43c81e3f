package partition_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
	"kaenlog/engine/vfs/vfstest"
	"kaenlog/engine/wire"
)

const now = 1700000000000

var topic = [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}

// The header's fields, counted by hand from Kafka's table and not taken from package batch.
const (
	atBaseOffset      = 0
	atLength          = 8
	atMagic           = 16
	atCRC             = 17
	atAttributes      = 21
	atLastOffsetDelta = 23
	atProducerID      = 43
	atBaseSequence    = 53
	atCount           = 57
)

// places are the file systems that the tests run on; disk_test.go adds the real one.
var places = []struct {
	name string
	make func(t testing.TB) (vfs.FS, string)
}{{"in memory", func(t testing.TB) (vfs.FS, string) {
	m, err := vfs.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	return m, "data/orders-0"
}}}

// everywhere runs a test on each file system, which remembers what is done to it.
func everywhere(t *testing.T, test func(t *testing.T, fsys *vfstest.FS, dir string)) {
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			under, dir := place.make(t)
			test(t, vfstest.Wrap(under), dir)
		})
	}
}

// broker is an open partition with all that a test wants to see of it.
type broker struct {
	*partition.Partition
	t     testing.TB
	fs    vfs.FS
	dir   string
	cfg   partition.Config
	trace *trace.Recorder
}

// open opens the partition in dir; edit, which may be nil, changes its configuration.
func open(t testing.TB, fsys vfs.FS, dir string, edit func(*partition.Config)) *broker {
	t.Helper()
	b := &broker{t: t, fs: fsys, dir: dir, trace: &trace.Recorder{}}
	b.cfg = partition.Config{TopicID: topic, NowMs: func() int64 { return now }}
	b.cfg.Trace, b.cfg.Label = b.trace, dir
	if edit != nil {
		edit(&b.cfg)
	}
	p, err := partition.Open(fsys, dir, b.cfg)
	if err != nil {
		t.Fatal(err)
	}
	b.Partition = p
	t.Cleanup(func() { p.Close() })
	return b
}

// openMemory begins a partition in memory, on a file system that claims to be a disk.
func openMemory(t testing.TB, edit func(*partition.Config)) (*broker, *vfstest.FS) {
	t.Helper()
	fsys := vfstest.Memory()
	return open(t, fsys, "data/orders-0", edit), fsys
}

// again closes the partition and opens it once more, as after a restart.
func (b *broker) again(edit func(*partition.Config)) *broker {
	b.t.Helper()
	if err := b.Close(); err != nil {
		b.t.Fatal(err)
	}
	return open(b.t, b.fs, b.dir, edit)
}

// numbered makes an idempotent producer's batch of n records from sequence first on.
func numbered(id int64, epoch int16, first int32, n int) []byte {
	return build(batch.Producer{ID: id, Epoch: epoch, BaseSequence: first}, n, "vvv")
}

// plain makes a batch of n records from an ordinary producer.
func plain(n int) []byte { return build(batch.NoProducer, n, "vvv") }

func build(p batch.Producer, n int, value string) []byte {
	recs := make([]batch.NewRecord, n)
	for i := range recs {
		recs[i] = batch.NewRecord{Timestamp: now, Value: []byte(value)}
	}
	b, err := batch.Append(nil, p, recs)
	if err != nil {
		panic(err)
	}
	return b
}

// fixCRC makes the CRC right again, with a checksum of the tests' own.
func fixCRC(b []byte) []byte {
	if len(b) > atAttributes {
		sum := crc32.Checksum(b[atAttributes:], crc32.MakeTable(crc32.Castagnoli))
		put32(b, atCRC, int32(sum))
	}
	return b
}

func put32(b []byte, at int, v int32) { binary.BigEndian.PutUint32(b[at:], uint32(v)) }
func put64(b []byte, at int, v int64) { binary.BigEndian.PutUint64(b[at:], uint64(v)) }

// frame makes a Produce request for partition 0 of the topic.
func frame(correlation int32, acks int16, records []byte) []byte {
	client := "kaen"
	payload := wire.AppendRequestHeader(nil, wire.RequestHeader{APIKey: wire.APIProduce,
		APIVersion: wire.ProduceVersion, CorrelationID: correlation, ClientID: &client}, 2)
	payload = wire.AppendProduceRequest(payload, &wire.ProduceRequest{Acks: acks,
		TimeoutMs: 30000, Topics: []wire.ProduceTopic{{ID: topic,
			Partitions: []wire.ProducePartition{{Records: records}}}}})
	return wire.AppendFrame(nil, payload)
}

// wireEnds is a connection whose client said all of in at once and keeps what it hears.
type wireEnds struct {
	io.Reader
	io.Writer
}

// serve puts the frames on one connection and gives the answers, and how it ended.
func (b *broker) serve(frames ...[]byte) ([]*wire.ProduceResponse, error) {
	b.t.Helper()
	var heard bytes.Buffer
	err := b.Serve(wireEnds{bytes.NewReader(slices.Concat(frames...)), &heard})
	return responses(b.t, heard.Bytes()), err
}

func responses(t testing.TB, heard []byte) []*wire.ProduceResponse {
	t.Helper()
	var all []*wire.ProduceResponse
	for r := bytes.NewReader(heard); r.Len() > 0; {
		payload, err := wire.ReadFrame(r)
		if err != nil {
			t.Fatalf("the answer is no frame: %v", err)
		}
		resp, err := wire.DecodeProduceResponse(payload)
		if err != nil {
			t.Fatalf("the answer is no response: %v", err)
		}
		all = append(all, resp)
	}
	return all
}

// send produces one batch through a frame of its own and gives the partition's answer.
func (b *broker) send(acks int16, records []byte) wire.PartitionResponse {
	b.t.Helper()
	all, err := b.serve(frame(7, acks, records))
	if err != nil {
		b.t.Fatalf("the connection ended: %v", err)
	}
	if len(all) != 1 || all[0].CorrelationID != 7 || len(all[0].Topics) != 1 ||
		all[0].Topics[0].ID != topic || len(all[0].Topics[0].Partitions) != 1 {
		b.t.Fatalf("%d answers, want one to request 7 for one partition: %+v", len(all), all)
	}
	return all[0].Topics[0].Partitions[0]
}

// mustSend sends a batch that has to be taken, and gives its base offset.
func (b *broker) mustSend(records []byte) int64 {
	b.t.Helper()
	r := b.send(1, records)
	if r.Code != kerr.None {
		b.t.Fatalf("the batch is refused: %d %s: %s", r.Code, r.Code, text(r.ErrorMessage))
	}
	return r.BaseOffset
}

// words gives an answer as the tables write it: "offset 4" or "error 45".
func words(r wire.PartitionResponse) string {
	if r.Code == kerr.None {
		// Kafka's answer to a duplicate carries the original's time; here it is -1 always.
		if r.LogAppendTimeMs != -1 || r.LogStartOffset < 0 || r.ErrorMessage != nil {
			return fmt.Sprintf("offset %d beside %+v", r.BaseOffset, r)
		}
		return fmt.Sprintf("offset %d", r.BaseOffset)
	}
	if r.BaseOffset != -1 || r.LogAppendTimeMs != -1 || r.LogStartOffset != -1 {
		return fmt.Sprintf("error %d with offsets %d, %d and time %d", r.Code, r.BaseOffset,
			r.LogStartOffset, r.LogAppendTimeMs)
	}
	return fmt.Sprintf("error %d", r.Code)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// window gives what is remembered of a producer, as "epoch 0: 0..1 2..2".
func (b *broker) window(id int64) string {
	w, ok := b.Window(id)
	if !ok {
		return "never seen"
	}
	return fmt.Sprintf("epoch %d: %s", w.Epoch(), strings.Join(w.Ranges(), " "))
}

// state is all of a partition that a refused batch must leave as it was.
type state struct {
	logEnd, highWatermark int64
	segments              []int64
	file                  string
	size                  int64
	windows               map[int64]string
}

func (b *broker) state() state {
	s := state{logEnd: b.LogEnd(), highWatermark: b.HighWatermark(), segments: b.Segments(),
		windows: map[int64]string{}}
	s.file, s.size = b.ActiveFile()
	for _, id := range b.ProducerIDs() {
		w, _ := b.Window(id)
		s.windows[id] = fmt.Sprintf("%+v", w) // offsets and timestamps too
	}
	return s
}

// sameState fails the test where the partition is not what it was.
func (b *broker) sameState(before state) {
	b.t.Helper()
	if after := b.state(); !reflect.DeepEqual(after, before) {
		b.t.Errorf("the partition is\n%+v, was\n%+v", after, before)
	}
}

// changes are the calls by which a file system changes.
func changes(fsys *vfstest.FS) []vfstest.Call {
	return slices.DeleteFunc(fsys.Calls(), func(c vfstest.Call) bool {
		return slices.Contains([]string{"open", "close", "readat", "size", "readdir", "stat", "sync",
			"syncdir"}, c.Op)
	})
}

// files gives the bytes of every file in dir; nobody may have one open for appending.
func files(t testing.TB, fsys vfs.FS, dir string) map[string]string {
	t.Helper()
	list, err := fsys.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range list {
		b, err := vfs.ReadFile(fsys, path.Join(dir, e.Name))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name] = string(b)
	}
	return all
}

// stored reads all batches that a reader may see.
func (b *broker) stored() []batch.Batch {
	b.t.Helper()
	var all []batch.Batch
	for offset := b.Start(); offset < b.HighWatermark(); {
		got, err := b.Read(offset, 1<<20)
		if err != nil {
			b.t.Fatalf("reading from %d: %v", offset, err)
		}
		if len(got) == 0 {
			break // the last offsets are a hole
		}
		for len(got) > 0 {
			one := batch.Batch(got[:batch.Batch(got).Size()])
			all = append(all, one)
			offset, got = one.LastOffset()+1, got[len(one):]
		}
	}
	return all
}

// layout gives the batches that a reader may see, as "0:0..1 2:7..7": base offset and
// sequences, or base offset and size for those without.
func (b *broker) layout() string {
	b.t.Helper()
	var all []string
	for _, one := range b.stored() {
		if one.HasSequence() {
			all = append(all, fmt.Sprintf("%d:%d..%d", one.BaseOffset(), one.BaseSequence(),
				one.LastSequence()))
		} else {
			all = append(all, fmt.Sprintf("%d+%d", one.BaseOffset(), one.Count()))
		}
	}
	return strings.Join(all, " ")
}

// wantPlace wants an error of a kind that says in which file and at which byte.
func wantPlace(t testing.TB, err error, file string, pos int64, kind *kerr.Error) {
	t.Helper()
	var e *kerr.Error
	if !errors.As(err, &e) || !errors.Is(err, kind) || e.File != file ||
		e.Pos < pos || e.Pos >= pos+batch.HeaderSize {
		t.Errorf("the error is %v; want %v in the batch at byte %d of %s", err, kind, pos, file)
	}
}
