package batch

// StoredSize tells from the bytes at a place in a segment file how large the batch there is,
// before the batch itself is read. head must hold the first HeaderSize bytes from that place,
// or all that there are when there are fewer; remaining is how many bytes the file has from
// there. On success the batch's bytes are all in the file: reaching exactly to its end is
// whole.
//
// The first that holds is the answer. The order is made for a person with a damaged file:
// what no cut-off write can leave is told before what one can, and a file from an old broker
// is told apart from both.
//
//	fewer than 17 bytes                        ErrTorn      length and magic cannot be known
//	length under 14                            ErrCorrupt   no magic allows it; zeros end here
//	magic negative or over 2                   ErrCorrupt
//	magic 2, length under 49                   ErrCorrupt
//	position + 12 + length beyond the file     ErrTorn
//	magic 0 or 1                               ErrOldMagic
//
// Errors: as in the table, each with position (from head's first byte), field, what was
// found and what is allowed. Nothing is changed; the bytes from here on can be cut away, but
// think before cutting at ErrOldMagic: those may be good records that this engine cannot read.
//
// Source: FileLogInputStream.nextBatch and LegacyRecord, 4.1.0.
//
// Differs from Kafka: 18 to 60 bytes that end inside a good header are torn here; Kafka goes
// by the same rule of position and length, and calls a length of 14 to 48 corrupt only when
// it checks the CRC. A magic over 2 goes on as magic 2 there.
func StoredSize(head []byte, remaining int64) (int64, error) {
	if remaining < sizeToMagic || len(head) < sizeToMagic {
		return 0, ErrTorn.At(0, "size", bytesText(min(remaining, int64(len(head)))),
			"at least "+itoa(HeaderSize))
	}
	// Only what lies in the first 17 bytes is read here, so a short header does not matter.
	b := Batch(head)
	length, magic := b.Length(), b.Magic()
	switch {
	case length < minOldLength:
		return 0, badLength(length)
	case magic < 0 || magic > Magic:
		return 0, checkMagic(magic)
	case magic == Magic && length < MinLength:
		return 0, badLength(length)
	case b.Size() > remaining:
		return 0, ErrTorn.At(posLength, "length", itoa(length),
			"at most "+itoa(remaining-LengthPrefix))
	}
	if err := checkMagic(magic); err != nil {
		return 0, err
	}
	return b.Size(), nil
}

// CheckStored holds a batch from a segment file to what makes it readable. b must be as many
// bytes as StoredSize said. Compressed batches pass: their CRC covers the compressed bytes.
// Holes are legal (fewer records than lastOffsetDelta + 1), and so is a batch with no records:
// compaction leaves both. The records themselves are not walked over.
//
// Errors: those of StoredSize, and ErrCorrupt when b is longer than the batch; ErrCRC; ErrCorrupt
// when lastOffsetDelta is negative, or the count negative or over lastOffsetDelta + 1.
//
// Source: DefaultRecordBatch.ensureValid, 4.1.0.
//
// Differs from Kafka: ensureValid looks at size and CRC only; the counts are looked at here
// too, since everything that rebuilds state from headers believes them.
func CheckStored(b Batch) error {
	size, err := StoredSize(b, int64(len(b)))
	if err != nil {
		return err
	}
	if size < int64(len(b)) {
		return ErrCorrupt.At(posLength, "length", itoa(b.Length()), itoa(len(b)-LengthPrefix))
	}
	return CheckStoredSum(b, b.ComputeCRC())
}

// CheckStoredSum is the part of CheckStored that needs the header and the CRC-32C of the bytes
// from PosAttributes on: for a batch too large to be held in memory, whose reader summed it
// piece by piece. head is at least the batch's header.
//
// Errors: ErrCRC and ErrCorrupt, as in CheckStored.
func CheckStoredSum(head Batch, sum uint32) error {
	if head.CRC() != sum {
		return badCRC(head.CRC(), sum)
	}
	delta, count := head.LastOffsetDelta(), head.Count()
	if delta < 0 {
		return ErrCorrupt.At(posLastOffsetDelta, "lastOffsetDelta", itoa(delta), "0 or more")
	}
	if count < 0 || int64(count) > int64(delta)+1 {
		return ErrCorrupt.At(posCount, "recordsCount", itoa(count), "0 to "+itoa(int64(delta)+1))
	}
	return nil
}

// checkMagic gives nil for magic 2, and otherwise the one error for each other.
func checkMagic(magic int8) error {
	switch {
	case magic == Magic:
		return nil
	case magic == 0 || magic == 1:
		return ErrOldMagic.At(posMagic, "magic", itoa(magic), itoa(Magic))
	}
	return ErrCorrupt.At(posMagic, "magic", itoa(magic), itoa(Magic))
}

func badLength(length int32) error {
	return ErrCorrupt.At(posLength, "length", itoa(length), "at least "+itoa(MinLength))
}

func checkCRC(b Batch) error {
	if want := b.ComputeCRC(); b.CRC() != want {
		return badCRC(b.CRC(), want)
	}
	return nil
}

func badCRC(found, sum uint32) error {
	return ErrCRC.At(posCRC, "crc", Hex32(found), Hex32(sum)+", that of the bytes")
}

// checkCodec gives nil where the records lie open.
func checkCodec(b Batch) error {
	switch c := b.Codec(); {
	case c == CodecNone:
		return nil
	case c.Known():
		return ErrCompressed.At(posAttributes, "attributes", c.String(), CodecNone.String())
	default:
		return ErrInvalidRecord.WithMsg("no such compression").
			At(posAttributes, "attributes", c.String(), CodecNone.String())
	}
}
