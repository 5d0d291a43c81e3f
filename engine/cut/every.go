package cut

import (
	"bytes"
	"fmt"
)

// Outcome is what recovery made of the first Length bytes of the damaged log.
type Outcome struct {
	Length  int64 // bytes
	Kept    int64 // bytes; the rest was cut off
	Batches int   // whole ones
	LogEnd  int64
	Last    int64 // the last offset; -1 where no batch is whole
}

// Every recovers each length of the damaged log from from to to, both of them included.
//
// Errors: *LengthError; the engine's own; what it left that it should not have.
func Every(from, to int64) ([]Outcome, error) {
	d, err := theLog()
	if err != nil {
		return nil, err
	}
	if err := d.check("from", from, 0); err != nil {
		return nil, err
	}
	if err := d.check("to", to, from); err != nil {
		return nil, err
	}
	all := make([]Outcome, 0, to-from+1)
	for n := from; n <= to; n++ {
		o, err := recovered(d.log[:n])
		if err != nil {
			return nil, fmt.Errorf("the first %d bytes: %w", n, err)
		}
		all = append(all, o)
	}
	return all, nil
}

// recovered has the engine open a log that consists of these bytes, and recover it.
func recovered(log []byte) (Outcome, error) {
	o := Outcome{Length: int64(len(log)), Last: -1}
	fsys, err := put(log)
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
	o.Kept, o.Batches, o.LogEnd = r.Kept, r.Batches, p.LogEnd()
	read, err := p.Read(0, readLimit)
	if err != nil {
		return o, err
	}
	_, size := p.ActiveFile()
	if err := o.fault(log, read, size, torn, r.Dropped); err != nil {
		return o, err
	}
	return o, p.Close()
}

// fault holds the outcome against the bytes that were opened, those that are read after recovery,
// the size of the file then, the bytes that were torn before and those that it says it cut off.
func (o *Outcome) fault(log, read []byte, size, torn, dropped int64) error {
	switch {
	case size != o.Kept || dropped != torn || o.Kept+torn != int64(len(log)):
		return fmt.Errorf("recovery left %d bytes, and says that it kept %d and cut off %d, "+
			"of which %d were torn", size, o.Kept, dropped, torn)
	case !bytes.Equal(read, log[:o.Kept]):
		return fmt.Errorf("of %d bytes that were kept, %d are read, or others", o.Kept, len(read))
	case o.LogEnd != o.Last+1:
		return fmt.Errorf("the log ends at %d behind offset %d", o.LogEnd, o.Last)
	}
	return nil
}
