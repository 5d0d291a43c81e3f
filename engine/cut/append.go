package cut

import (
	"bytes"
	"errors"
	"strconv"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
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
// Errors: *demo.FlagError; the engine's own; what it did that it should not have.
func Append(cut int64, truncate bool) (*Appended, error) {
	if err := check("at", strconv.FormatInt(cut, 10), cut, 0); err != nil {
		return nil, err
	}
	a := &Appended{Cut: cut, Truncate: truncate}
	fsys, err := put(log[:cut])
	if err == nil {
		err = a.write(fsys)
	}
	if err == nil {
		err = a.readBack(fsys)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// write opens the log and appends the batch: by a request, and where that is refused without the
// broker.
func (a *Appended) write(fsys vfs.FS) error {
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
	_, a.New.Pos = p.ActiveFile()
	answer, err := ask(p)
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
	b := batch.Batch(bytes.Clone(next))
	b.Stamp(a.LogEnd, 0)
	a.New = Batch{a.New.Pos, b.Size(), a.LogEnd, b.LastOffset()}
	refuses := a.Torn > 0 && !a.Truncate
	if refuses != a.Blind || !a.Blind && (a.Code != kerr.None || answer.BaseOffset != a.LogEnd) {
		return errors.New("the broker answers " + a.Code.String() + ": " + a.Reason)
	}
	if !a.Blind {
		return nil
	}
	// A writer that knows the log's end and does not ask what stands behind it.
	f, err := fsys.OpenAppend(logFile)
	if err != nil {
		return err
	}
	return appendAll(f, b)
}

// ask sends a produce request with the batch to the partition, and gives its answer.
func ask(p *partition.Partition) (wire.PartitionResponse, error) {
	const correlationID = 1
	r := wire.BatchRequest{CorrelationID: correlationID, ClientID: "kaen-producer",
		Acks: partition.AcksLeader, Records: next}
	var conn wire.Pipe
	conn.ToBroker.Write(r.Frame())
	if err := p.Serve(&conn); err != nil {
		return wire.PartitionResponse{}, err
	}
	return wire.ReadBatchResponse(&conn.ToClient, correlationID)
}

// readBack opens the log again, as after a restart, reads all that can be read, and has the
// engine say why it is not more: that is what recovery finds in its way.
func (a *Appended) readBack(fsys vfs.FS) error {
	file, err := vfs.ReadFile(fsys, logFile)
	if err != nil {
		return err
	}
	p, err := open(fsys)
	if err != nil {
		return err
	}
	read, err := p.Read(0, readLimit)
	if err != nil {
		return err
	}
	torn, end := p.TornBytes(), int64(0)
	a.FileSize, a.Stop = int64(len(file)), int64(len(read))
	for pos := int64(0); pos < a.Stop; {
		b := batch.Batch(read[pos:])
		one := Batch{pos, b.Size(), b.BaseOffset(), b.LastOffset()}
		a.Read, a.Found = append(a.Read, one), a.Found || one == a.New
		pos, end = pos+one.Size, one.Last+1
	}
	if p.LogEnd() != end || a.New.Pos+a.New.Size != a.FileSize {
		return errors.New("the log does not end behind what is read, or its file behind the batch")
	}
	r, err := p.TruncateTail()
	if err != nil {
		return err
	}
	if r.Reason != nil {
		a.StopsBy, a.Obstacle = r.Reason.Error(), obstacle(r.Reason)
	}
	_, size := p.ActiveFile()
	if err := fault(file, read, torn, size, r); err != nil {
		return err
	}
	return p.Close()
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
