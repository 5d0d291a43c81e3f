package partition

import (
	"errors"
	"fmt"
	"sync"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/producer"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs"
)

// DefaultMaxMessageBytes is Kafka's message.max.bytes.
const DefaultMaxMessageBytes = 1048588

// The kinds of errors of this package; those of batch, segment and wire come through.
var (
	ErrStopped = kerr.New(kerr.KafkaStorageError,
		"partition stopped after a failed write or sync, open and recover it")
	ErrClosed       = kerr.New(kerr.KafkaStorageError, "partition is closed")
	ErrRequiredAcks = kerr.New(kerr.InvalidRequiredAcks, "invalid required acks")
	ErrNotEnough    = kerr.New(kerr.NotEnoughReplicasAfterAppend,
		"appended, but not replicated")
	ErrOutOfOrder = kerr.New(kerr.OutOfOrderSequenceNumber, "sequence out of order")
)

// ReplicaGate says whether replicas have everything up to an offset, for acks -1.
//
// Concurrency: called from many goroutines, outside every lock.
type ReplicaGate interface {
	Replicated(lastOffset int64) bool
}

// NoReplicas is the gate of a broker that stands alone: it always says no.
type NoReplicas struct{}

// Replicated implements ReplicaGate.
func (NoReplicas) Replicated(int64) bool { return false }

// Config is what a partition needs to know. Zero sizes mean Kafka's defaults.
type Config struct {
	segment.Config

	TopicID         [16]byte
	Index           int32        // partition number
	MaxMessageBytes int64        // max.message.bytes: largest batch taken
	LeaderEpoch     int32        // stamped on every batch
	NowMs           func() int64 // the broker's clock; decides time-based rolling, nothing else
	Gate            ReplicaGate  // nil: NoReplicas
}

// Partition is one partition of a topic, this broker its leader and only replica.
//
// Concurrency: all methods may be called from many goroutines.
type Partition struct {
	cfg  Config
	log  *segment.Log
	sync *syncer

	mu      sync.Mutex // the append's lock: judge, assign, append, window
	table   *producer.Table
	stamped batch.Batch // the batch that is appended, as it is stored; used again and again
	stopped error       // nil while the partition takes produces

	pubMu     sync.RWMutex
	published int64 // log end offset that is durable; the high watermark
}

// Open opens the partition in dir, or begins it there, and rebuilds the producers' windows
// from the last segment that holds a batch and from nothing else.
//
// A torn tail is left as it is: reads work, produces are refused until TruncateTail.
//
// Errors: see segment.Open.
func Open(fsys vfs.FS, dir string, cfg Config) (*Partition, error) {
	if cfg.MaxMessageBytes == 0 {
		cfg.MaxMessageBytes = DefaultMaxMessageBytes
	}
	if cfg.SegmentBytes == 0 {
		cfg.SegmentBytes = segment.DefaultSegmentBytes
	}
	if cfg.Gate == nil {
		cfg.Gate = NoReplicas{}
	}
	if cfg.NowMs == nil {
		return nil, fmt.Errorf("opening partition %s: a clock is missing", dir)
	}
	p := &Partition{cfg: cfg, table: producer.NewTable()}
	log, err := segment.Open(fsys, dir, cfg.Config, p.table.Observe)
	if err != nil {
		return nil, err
	}
	p.log = log
	p.sync = newSyncer(log, &p.mu, p.emit, p.stop)
	p.rebuilt()
	return p, nil
}

// rebuilt tells what was read back, and begins to publish from there.
func (p *Partition) rebuilt() {
	for _, id := range p.table.IDs() {
		w, _ := p.table.Window(id)
		p.emit(trace.WindowRebuilt{Producer: id, Window: w.Ranges()})
	}
	end := p.log.End()
	p.sync.reset(end)
	p.pubMu.Lock()
	p.published = end
	p.pubMu.Unlock()
	p.emit(trace.Published{LogEnd: end, HighWatermark: end})
}

// TruncateTail recovers the partition: see segment.Log.TruncateTail. The windows are those
// of the whole batches, which opening has read already.
func (p *Partition) TruncateTail() (segment.Report, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped != nil {
		return segment.Report{}, p.stopped
	}
	r, err := p.log.TruncateTail()
	if errors.Is(err, segment.ErrWrite) {
		p.stopped = ErrStopped.WithCause(err)
	}
	return r, err
}

// LogEnd gives the log end offset: what the next record gets.
func (p *Partition) LogEnd() int64 { return p.log.End() }

// HighWatermark gives the offset below which readers see records: the published log end,
// since the leader is the only replica.
func (p *Partition) HighWatermark() int64 {
	p.pubMu.RLock()
	defer p.pubMu.RUnlock()
	return p.published
}

// Start gives the first offset of the log.
func (p *Partition) Start() int64 { return p.log.Start() }

// Segments gives the base offsets of the segments.
func (p *Partition) Segments() []int64 { return p.log.Segments() }

// ActiveFile gives the path and the length in bytes of the last segment's log.
func (p *Partition) ActiveFile() (name string, size int64) { return p.log.ActiveFile() }

// TornBytes gives how many bytes stand after the last whole batch.
func (p *Partition) TornBytes() int64 { return p.log.TornBytes() }

// ProducerIDs gives the ids of the producers with a window, in the order in which they were
// first seen.
func (p *Partition) ProducerIDs() []int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.table.IDs()
}

// Window gives a copy of a producer's window; false when it was never seen. In a partition that
// was stopped by a failed sync it may hold batches that were taken back.
func (p *Partition) Window(id int64) (producer.Window, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.table.Window(id)
}

// Read gives whole batches from offset on, none of them reaching the high watermark: see
// segment.Log.Read.
func (p *Partition) Read(offset int64, maxBytes int) ([]byte, error) {
	return p.log.Read(offset, p.HighWatermark(), maxBytes)
}

// Close closes the files; it syncs nothing that was not answered.
func (p *Partition) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped == nil {
		p.stopped = ErrClosed
	}
	return p.log.Close()
}

// stop is called once, by whoever saw a write or a sync fail.
func (p *Partition) stop(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopLocked(err)
}

func (p *Partition) stopLocked(err error) {
	err = p.log.Break(err)
	if p.stopped == nil {
		p.stopped = ErrStopped.WithCause(err)
	}
}

func (p *Partition) emit(e trace.Event) {
	if p.cfg.Trace != nil {
		p.cfg.Trace.Emit(e)
	}
}

// publish moves the durable log end forward; it never goes back.
func (p *Partition) publish(end int64) {
	p.pubMu.Lock()
	moved := end > p.published
	if moved {
		p.published = end
		p.emit(trace.Published{LogEnd: end, HighWatermark: end})
	}
	p.pubMu.Unlock()
}
