package rivals

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/segmentio/kafka-go/protocol"

	"kaenlog/scripts/bench/measure"
)

// KafkaGo visits with kafka-go's record set. It checks the CRC always. Keys and values come as
// readers; they are read into two buffers that are used again and again.
func KafkaGo(b []byte) Visitor {
	set := binary.BigEndian.AppendUint32(nil, uint32(len(b)))
	set = append(set, b...)
	var key, value []byte
	return func() (sum uint64, err error) {
		var records protocol.RecordSet
		if _, err := records.ReadFrom(bytes.NewBuffer(set)); err != nil {
			return 0, err
		}
		if records.Records == nil { // it goes on without the batches that it could not read
			return 0, errCRC
		}
		for {
			r, err := records.Records.ReadRecord()
			if err == io.EOF {
				return sum, nil
			}
			if err != nil {
				return 0, err
			}
			if key, err = readInto(key, r.Key); err != nil {
				return 0, err
			}
			if value, err = readInto(value, r.Value); err != nil {
				return 0, err
			}
			sum = measure.Touch(sum, key, value, r.Time.UnixMilli(), r.Offset)
		}
	}
}

func readInto(buf []byte, from protocol.Bytes) ([]byte, error) {
	n := from.Len()
	if cap(buf) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	_, err := io.ReadFull(from, buf)
	return buf, err
}
