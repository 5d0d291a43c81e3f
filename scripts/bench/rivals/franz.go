package rivals

import (
	"errors"
	"hash/crc32"

	"github.com/twmb/franz-go/pkg/kbin"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/scripts/bench/measure"
)

// Visitor visits all records of the batch it was made with and gives what it saw.
type Visitor func() (sum uint64, err error)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var (
	errCRC   = errors.New("crc differs")
	errShort = errors.New("a record is cut short")
)

// Kmsg visits with franz-go's generated structs alone, one Record used again and again. It has
// no check of the CRC: where it is wanted, it is made beside it.
func Kmsg(b []byte, crc bool) Visitor {
	var head kmsg.RecordBatch
	var r kmsg.Record
	return func() (sum uint64, err error) {
		if err := head.ReadFrom(b); err != nil {
			return 0, err
		}
		if crc && crc32.Checksum(b[21:], castagnoli) != uint32(head.CRC) {
			return 0, errCRC
		}
		in := head.Records
		for range head.NumRecords {
			length, n := kbin.Varint(in)
			if n <= 0 || length < 0 || int(length) > len(in)-n {
				return 0, errShort
			}
			if err := r.ReadFrom(in[:n+int(length)]); err != nil {
				return 0, err
			}
			in = in[n+int(length):]
			sum = measure.Touch(sum, r.Key, r.Value, head.FirstTimestamp+r.TimestampDelta64,
				head.FirstOffset+int64(r.OffsetDelta))
		}
		return sum, nil
	}
}

// Kgo visits with what franz-go's client does to a fetched partition, its records out of a
// pool: the client's own way to allocate little.
func Kgo(b []byte, crc bool) Visitor {
	fetched := &kmsg.FetchResponseTopicPartition{RecordBatches: b}
	opts := kgo.ProcessFetchPartitionOpts{DisableCRCValidation: !crc, Topic: "t",
		Pools: []kgo.Pool{&recordPool{}}}
	return func() (sum uint64, err error) {
		part, _ := kgo.ProcessFetchPartition(opts, fetched, nil, nil)
		for _, r := range part.Records {
			sum = measure.Touch(sum, r.Key, r.Value, r.Timestamp.UnixMilli(), r.Offset)
		}
		return sum, part.Err
	}
}

// recordPool lends the same records every time, and nobody has to give them back.
type recordPool struct{ all []kgo.Record }

func (p *recordPool) GetRecords(n int) []kgo.Record {
	if cap(p.all) < n {
		p.all = make([]kgo.Record, n)
	}
	return p.all[:n]
}

func (p *recordPool) PutRecords([]kgo.Record) {}
