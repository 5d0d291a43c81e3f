package cut

import (
	"errors"
	"strconv"
)

// Outcome is what recovery made of the first Length bytes of the damaged log.
type Outcome struct {
	Length  int64 // bytes
	Kept    int64 // bytes; the rest was cut off
	Batches int64 // whole ones
	LogEnd  int64
	Last    int64 // the last offset; -1 where no batch is whole
}

// Every recovers each length of the damaged log from from to to, both of them included.
//
// Errors: *demo.FlagError; the engine's own; what it left that it should not have.
func Every(from, to int64) ([]Outcome, error) {
	err := check("from", strconv.FormatInt(from, 10), from, 0)
	if err == nil {
		err = check("to", strconv.FormatInt(to, 10), to, from)
	}
	var all []Outcome
	for n := from; n <= to && err == nil; n++ {
		var o Outcome
		if o, err = recovered(log[:n]); err == nil {
			all = append(all, o)
		}
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}

// recovered has the engine open a log that consists of these bytes, and recover it.
func recovered(b []byte) (Outcome, error) {
	o := Outcome{Length: int64(len(b)), Last: -1}
	fsys, err := put(b)
	if err != nil {
		return o, err
	}
	p, err := open(fsys)
	if err != nil {
		return o, err
	}
	torn := p.TornBytes()
	r, err := p.TruncateTail()
	if err != nil {
		return o, err
	}
	if r.HasLast {
		o.Last = r.LastOffset
	}
	o.Kept, o.Batches, o.LogEnd = r.Kept, int64(r.Batches), p.LogEnd()
	if o.LogEnd != o.Last+1 {
		return o, errors.New("the log does not end behind its last offset")
	}
	read, err := p.Read(0, readLimit)
	if err != nil {
		return o, err
	}
	_, size := p.ActiveFile()
	if err := fault(b, read, torn, size, r); err != nil {
		return o, err
	}
	return o, p.Close()
}
