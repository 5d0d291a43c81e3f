package batch

import "encoding/binary"

// Iter walks over a batch's records, in order and without allocating:
//
//	it := b.Records()
//	for it.Next() {
//		use(it.Record())
//	}
//	if err := it.Err(); err != nil {
//
// Next gives as many records as the header counts, or stops at the first that is not there or
// not well formed. A caller that wants all or nothing walks once before it uses any.
//
// Concurrency: one goroutine an Iter; any number of Iters on a batch.
type Iter struct {
	b     []byte
	pos   int
	left  int32
	count int32
	r     Record
	err   error
}

// Records gives an Iter before the first record of b. The CRC is not looked at, and neither
// are the offset deltas.
//
// Errors: they come out of Err. Those of StoredSize when b does not hold the batch that its
// header speaks of. ErrCompressed: the records are one compressed blob. ErrInvalidRecord: a
// codec that does not exist, a negative count, or any fault in a record.
func (b Batch) Records() Iter {
	size, err := StoredSize(b, int64(len(b)))
	if err == nil {
		err = checkCodec(b)
	}
	if err != nil {
		return Iter{err: err}
	}
	n := b.Count()
	if n < 0 {
		return Iter{err: ErrInvalidRecord.At(posCount, "recordsCount", itoa(n), "0 or more")}
	}
	return Iter{b: b[:size], pos: HeaderSize, left: n, count: n}
}

// Next moves to the next record and reports whether there is one.
//
// What nearly every record is takes the short way through here: well formed, without headers,
// no number longer than two bytes. Any other is read with care, and only there is it said what
// is wrong.
func (it *Iter) Next() bool {
	b, pos := it.b, it.pos
	if it.left <= 0 || len(b)-pos < 8 {
		return it.careful()
	}
	r := &it.r
	w := binary.LittleEndian.Uint64(b[pos : pos+8]) // at most 7 bytes of it are used
	u, w, n := short(w)
	at := pos + n
	end := at + int(u>>1)
	if u&1 != 0 || end > len(b) {
		return it.careful()
	}
	b = b[:end]
	r.Pos, r.Size, r.Attributes = int64(pos), end-pos, int8(w)
	u, w, n = short(w >> 8)
	at += 1 + n
	r.TimestampDelta = int64(u>>1) ^ -int64(u&1)
	u, _, n = short(w)
	at += n
	r.OffsetDelta = int32(u>>1) ^ -int32(u&1)
	if at+1 >= len(b) {
		return it.careful()
	}
	var key, value []byte
	u, _, n = short(uint64(b[at]) | uint64(b[at+1])<<8)
	at += n
	if u&1 == 0 {
		to := at + int(u>>1)
		if to >= len(b) {
			return it.careful()
		}
		key, at = b[at:to:to], to
	}
	if at+1 >= len(b) {
		return it.careful()
	}
	u, _, n = short(uint64(b[at]) | uint64(b[at+1])<<8)
	at += n
	if u&1 == 0 {
		to := at + int(u>>1)
		if to >= len(b) {
			return it.careful()
		}
		value, at = b[at:to:to], to
	}
	if at != len(b)-1 || b[at] != 0 { // the count of headers is the last byte
		return it.careful()
	}
	it.pos = end
	it.left--
	if r.HeaderCount != 0 {
		r.HeaderCount, r.RawHeaders = 0, nil
	}
	r.Key, r.Value = key, value
	return true
}

// careful is Next for every record, and for the end.
func (it *Iter) careful() bool {
	if it.err != nil {
		return false
	}
	if it.left == 0 {
		if it.pos < len(it.b) {
			it.err = ErrInvalidRecord.WithMsg("more records than the header counts").
				At(int64(it.pos), "recordsCount", itoa(it.count)+" and "+
					bytesText(len(it.b)-it.pos)+" left over", "no bytes left over")
		}
		return false
	}
	if it.pos == len(it.b) {
		it.err = ErrInvalidRecord.WithMsg("fewer records than the header counts").
			At(int64(it.pos), "recordsCount", itoa(it.count), itoa(it.count-it.left))
		return false
	}
	it.pos, it.err = it.r.parse(it.b, it.pos)
	if it.err != nil {
		it.b = nil // nor does the short way go on
		return false
	}
	it.left--
	return true
}

// Record gives the record that Next moved to. The next call to Next overwrites it.
func (it *Iter) Record() *Record { return &it.r }

// Err gives what stopped the walk; nil when all records were there and nothing else was.
// It is settled once Next has given false.
func (it *Iter) Err() error { return it.err }
