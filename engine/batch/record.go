package batch

// Record is one record of a batch, as the walk found it. Its slices are parts of the batch's
// own bytes: good for as long as those are, and not to be written to.
type Record struct {
	Pos            int64  // where the record begins, from the batch's first byte
	Size           int    // size of the whole record, its length field included
	Attributes     int8   // unused by Kafka
	TimestampDelta int64  // see Batch.TimestampOf
	OffsetDelta    int32  // see Batch.OffsetOf
	Key            []byte // nil: null; empty and not nil: a key of 0 bytes
	Value          []byte // nil: null; empty and not nil: a value of 0 bytes
	HeaderCount    int32
	RawHeaders     []byte // the headers, still encoded, nil for none; see Headers
}

// Header is one header of a record. A nil Value is null.
type Header struct {
	Key   string
	Value []byte
}

// Headers decodes the record's headers; the values are parts of the batch's bytes.
//
// Errors: ErrInvalidRecord when RawHeaders does not hold exactly HeaderCount headers, at a
// position within RawHeaders. A record that Iter gave has been checked and has no error.
func (r *Record) Headers() ([]Header, error) {
	c := cursor{b: r.RawHeaders}
	n := c.headerCount(r.HeaderCount, 0)
	if c.err != nil || n == 0 {
		return nil, c.end()
	}
	hs := make([]Header, 0, n)
	for range n {
		key, value := c.header()
		if c.err != nil {
			return nil, c.err
		}
		hs = append(hs, Header{Key: string(key), Value: value})
	}
	if err := c.end(); err != nil {
		return nil, err
	}
	return hs, nil
}

// parse reads the record that begins at b[pos] into r and gives the position behind it. Every
// length is held against the bytes of this record before anything is done with it.
//
// Source: DefaultRecord.readFrom, 4.1.0.
func (r *Record) parse(b []byte, pos int) (int, error) {
	c := cursor{b: b, pos: pos}
	body := c.varint("length")
	if c.err != nil {
		return pos, c.err
	}
	if left := len(b) - c.pos; body < MinRecordSize-1 || int(body) > left {
		return pos, ErrInvalidRecord.WithMsg("a record's length does not fit").
			At(int64(pos), "length", itoa(body), itoa(MinRecordSize-1)+" to "+itoa(left))
	}
	c.b = b[:c.pos+int(body)]
	r.Pos, r.Size = int64(pos), len(c.b)-pos
	r.Attributes = c.int8("attributes")
	r.TimestampDelta = c.varlong("timestampDelta")
	r.OffsetDelta = c.varint("offsetDelta")
	r.Key = c.nullable("keyLength")
	r.Value = c.nullable("valueLength")
	at := c.pos
	r.HeaderCount = c.headerCount(c.varint("headersCount"), at)
	if c.err != nil {
		return pos, c.err
	}
	r.RawHeaders = nil
	if r.HeaderCount > 0 {
		r.RawHeaders = c.b[c.pos:len(c.b):len(c.b)]
	}
	for range r.HeaderCount {
		if c.header(); c.err != nil {
			return pos, c.err
		}
	}
	return c.pos, c.end()
}

// cursor walks over a record's fields. After its first error it stands still and gives
// zeros, so a reader may read on and look at err once.
type cursor struct {
	b   []byte // ends where the record ends
	pos int
	err error
}

func (c *cursor) refuse(pos int, msg, field, found, allowed string) {
	if c.err == nil {
		c.err = ErrInvalidRecord.WithMsg(msg).At(int64(pos), field, found, allowed)
	}
}

func (c *cursor) refuseVarint(field string, n, most int) {
	if n == 0 {
		c.refuse(c.pos, "a record ends inside a field", field, bytesText(len(c.b)-c.pos), "more")
		return
	}
	c.refuse(c.pos, "a varint does not end", field, "over "+bytesText(most),
		"at most "+itoa(most))
}

func (c *cursor) int8(field string) int8 {
	if c.err != nil {
		return 0
	}
	if c.pos >= len(c.b) {
		c.refuseVarint(field, 0, 1)
		return 0
	}
	c.pos++
	return int8(c.b[c.pos-1])
}

func (c *cursor) varint(field string) int32 {
	if c.err != nil {
		return 0
	}
	v, n := Varint(c.b[c.pos:])
	if n <= 0 {
		c.refuseVarint(field, n, maxUvarintSize)
		return 0
	}
	c.pos += n
	return v
}

func (c *cursor) varlong(field string) int64 {
	if c.err != nil {
		return 0
	}
	v, n := Varlong(c.b[c.pos:])
	if n <= 0 {
		c.refuseVarint(field, n, maxVarlongSize)
		return 0
	}
	c.pos += n
	return v
}

// nullable reads a length and that many bytes. Any negative length is null, as in Kafka.
func (c *cursor) nullable(field string) []byte {
	at := c.pos
	n := c.varint(field)
	if c.err != nil || n < 0 {
		return nil
	}
	if left := len(c.b) - c.pos; int(n) > left {
		c.refuse(at, "a length reaches past its record", field, itoa(n), "at most "+itoa(left))
		return nil
	}
	from := c.pos
	c.pos += int(n)
	return c.b[from:c.pos:c.pos]
}

// headerCount holds a count, read at position at, against the bytes that are left, of which a
// header takes two at least: a count alone cannot ask for memory.
func (c *cursor) headerCount(n int32, at int) int32 {
	if most := (len(c.b) - c.pos) / 2; c.err == nil && (n < 0 || int(n) > most) {
		c.refuse(at, "a header count does not fit", "headersCount", itoa(n), "0 to "+itoa(most))
		return 0
	}
	return n
}

func (c *cursor) header() (key, value []byte) {
	at := c.pos
	if key = c.nullable("headerKeyLength"); key == nil {
		c.refuse(at, "a header without a key", "headerKeyLength", "negative", "0 or more")
		return nil, nil
	}
	return key, c.nullable("headerValueLength")
}

// end gives the error that was met, or one of its own when bytes are left over.
func (c *cursor) end() error {
	if left := len(c.b) - c.pos; left > 0 {
		c.refuse(c.pos, "a record has bytes behind its last header", "length",
			bytesText(left)+" too long", "the bytes of its fields")
	}
	return c.err
}
