package cut

import (
	"bytes"
	"errors"
	"fmt"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/vfs"
	"kaenlog/engine/wire"
)

// Batch is a batch in a log's file.
type Batch struct {
	Pos, Size  int64 // bytes
	Base, Last int64 // offsets
}

// Appended is what became of a batch that was appended behind a cut.
type Appended struct {
	Cut      int64 // bytes of the damaged log that the file began with
	Truncate bool  // the torn tail was cut off before

	// What opening found, before anything was changed.
	LogEnd, Torn int64

	// What a produce request for the batch was answered.
	Code   kerr.Code
	Reason string // the broker's, for an error; "" for none

	// The batch in the file, with the base offset that its writer gave it. Blind is set where
	// the broker refused it and a writer appended it that does not look what it appends to.
	New   Batch
	Blind bool

	// What is found when the log is opened again.
	FileSize int64
	Read     []Batch
	Stop     int64    // where reading stops: the file's size where nothing is in its way
	Obstacle Obstacle // NoObstacle where there is none
	StopsBy  string   // the engine's reason; "" for none
	Found    bool     // the new batch is among those that are read
}

// Obstacle is a kind of bytes behind which nothing is read.
type Obstacle string

// What can be in a reader's way.
const (
	NoObstacle Obstacle = ""
	TooShort   Obstacle = "too-short" // a length that says more bytes than there are
	OtherCRC   Obstacle = "other-crc" // as many bytes as the length says, and not those of the batch
	NoBatch    Obstacle = "no-batch"  // a length or a magic that no batch has
)

// Obstacles gives all kinds.
func Obstacles() []Obstacle { return []Obstacle{TooShort, OtherCRC, NoBatch} }

// Append cuts the damaged log, opens what is left, cuts off its torn tail or not, has one batch
// appended, and reads everything back.
//
// Errors: *LengthError; the engine's own; what it did that it should not have.
func Append(cut int64, truncate bool) (*Appended, error) {
	d, err := theLog()
	if err != nil {
		return nil, err
	}
	if err := d.check("at", cut, 0); err != nil {
		return nil, err
	}
	a := &Appended{Cut: cut, Truncate: truncate}
	fsys, err := put(d.log[:cut])
	if err == nil {
		err = a.write(fsys, d.next)
	}
	if err == nil {
		err = a.readBack(fsys)
	}
	if err != nil {
		return nil, fmt.Errorf("cut at %d, truncating %t: %w", cut, truncate, err)
	}
	return a, nil
}

// write opens the log and appends the batch: by a request, and where that is refused without the
// broker.
func (a *Appended) write(fsys vfs.FS, records []byte) error {
	p, err := open(fsys)
	if err != nil {
		return err
	}
	a.LogEnd, a.Torn = p.LogEnd(), p.TornBytes()
	if a.Truncate {
		if _, err := p.TruncateTail(); err != nil {
			return err
		}
	}
	_, end := p.ActiveFile()
	a.New = Batch{end, int64(len(records)), a.LogEnd,
		a.LogEnd + int64(batch.Batch(records).Count()) - 1}
	answer, err := ask(p, records)
	if err != nil {
		return err
	}
	a.Code = answer.Code
	if answer.ErrorMessage != nil {
		a.Reason = *answer.ErrorMessage
	}
	if err := p.Close(); err != nil {
		return err
	}
	a.Blind = a.Code == kerr.KafkaStorageError
	switch refuses := a.Torn > 0 && !a.Truncate; {
	case refuses != a.Blind || !a.Blind && a.Code != kerr.None:
		return fmt.Errorf("with %d torn bytes the broker answers %v", a.Torn, a.Code)
	case !a.Blind && answer.BaseOffset != a.New.Base:
		return fmt.Errorf("the broker put the batch at offset %d, and the log ended at %d",
			answer.BaseOffset, a.LogEnd)
	case a.Blind:
		return appendBlindly(fsys, records, a.LogEnd)
	}
	return nil
}

// ask sends a produce request with these records to the partition, and gives its answer.
func ask(p *partition.Partition, records []byte) (wire.PartitionResponse, error) {
	var none wire.PartitionResponse
	client := "kaen-producer"
	payload := wire.AppendRequestHeader(nil, wire.RequestHeader{APIKey: wire.APIProduce,
		APIVersion: wire.ProduceVersion, CorrelationID: 1, ClientID: &client}, 2)
	payload = wire.AppendProduceRequest(payload, &wire.ProduceRequest{
		Acks: partition.AcksLeader, TimeoutMs: 30000, Topics: []wire.ProduceTopic{{
			Partitions: []wire.ProducePartition{{Index: 0, Records: records}}}}})
	var conn pipe
	conn.toBroker.Write(wire.AppendFrame(nil, payload))
	if err := p.Serve(&conn); err != nil {
		return none, err
	}
	payload, err := wire.ReadFrame(&conn.toClient)
	if err != nil {
		return none, err
	}
	resp, err := wire.DecodeProduceResponse(payload)
	if err != nil {
		return none, err
	}
	return resp.Topics[0].Partitions[0], nil
}

// pipe is both directions of a connection in memory.
type pipe struct{ toBroker, toClient bytes.Buffer }

func (p *pipe) Read(b []byte) (int, error)  { return p.toBroker.Read(b) }
func (p *pipe) Write(b []byte) (int, error) { return p.toClient.Write(b) }

// appendBlindly is a writer that knows the log's end and does not ask what stands behind it.
func appendBlindly(fsys vfs.FS, records []byte, end int64) error {
	b := batch.Batch(bytes.Clone(records))
	b.Stamp(end, 0)
	f, err := fsys.OpenAppend(logFile)
	if err != nil {
		return err
	}
	return appendAll(f, b)
}

// readBack opens the log again, as after a restart, and reads all that can be read.
func (a *Appended) readBack(fsys vfs.FS) error {
	file, err := vfs.ReadFile(fsys, logFile)
	if err != nil {
		return err
	}
	var stopped error
	if a.Read, stopped, err = walk(file); err != nil {
		return err
	}
	a.FileSize = int64(len(file))
	for _, b := range a.Read {
		a.Stop, a.Found = b.Pos+b.Size, a.Found || b == a.New
	}
	if stopped != nil {
		a.StopsBy, a.Obstacle = stopped.Error(), obstacle(stopped)
	}
	p, err := open(fsys)
	if err != nil {
		return err
	}
	read, err := p.Read(0, readLimit)
	if err != nil {
		return err
	}
	if err := a.fault(file, read, p.LogEnd(), p.TornBytes()); err != nil {
		return err
	}
	return p.Close()
}

// fault holds what was found against the file, and against what the opened log says of it: the
// bytes that it gives to a reader, its end, and how many bytes are torn.
func (a *Appended) fault(file, read []byte, logEnd, torn int64) error {
	end := int64(0)
	if n := len(a.Read); n > 0 {
		end = a.Read[n-1].Last + 1
	}
	switch {
	case a.Stop > a.FileSize || !bytes.Equal(read, file[:a.Stop]) || logEnd != end ||
		torn != a.FileSize-a.Stop:
		return fmt.Errorf("%d bytes are read up to offset %d, and %d up to offset %d are good",
			len(read), logEnd, a.Stop, end)
	case (a.Obstacle != NoObstacle) != (torn > 0):
		return fmt.Errorf("reading stops at byte %d of %d: %s", a.Stop, a.FileSize, a.StopsBy)
	case a.New.Pos+a.New.Size != a.FileSize:
		return fmt.Errorf("the batch stands at byte %d of %d", a.New.Pos, a.FileSize)
	}
	return nil
}

func obstacle(err error) Obstacle {
	switch {
	case errors.Is(err, batch.ErrOldMagic): // its cause is a CRC of the old format
		return NoBatch
	case errors.Is(err, batch.ErrTorn):
		return TooShort
	case errors.Is(err, batch.ErrCRC):
		return OtherCRC
	}
	return NoBatch
}

// walk goes over a segment's bytes as the engine does when it opens it: the batches, and what
// ended the walk before the last byte.
func walk(file []byte) (read []Batch, stopped, err error) {
	scan := segment.NewScanner(bytes.NewReader(file), int64(len(file)), 0)
	for scan.Next() {
		h := scan.Header()
		read = append(read, Batch{scan.Pos(), h.Size(), h.BaseOffset(), h.LastOffset()})
	}
	stopped = scan.Err()
	if _, isDamage := errors.AsType[*kerr.Error](stopped); stopped != nil && !isDamage {
		return nil, nil, stopped
	}
	return read, stopped, nil
}
