package batch

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
func (it *Iter) Next() bool {
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
