package batch

// What a produced batch is refused for. Rows go from top to bottom, and the first that holds
// is the answer; so do the lines within a row. Nothing is written before the last has passed.
//
//	input                                                        answer            code
//	ParseProduced
//	  no bytes                                                   ErrNoBatch          87
//	  fewer than 17 bytes                                        ErrCutShort         87
//	  magic 0 or 1                                               ErrOldMagic         87
//	  length at least 49, and more than the bytes there are      ErrCutShort         87
//	  length at least 49, and bytes behind it                    ErrManyBatches      87
//	  magic over 2 or negative, or length under 49               ErrCorrupt           2
//	the partition's own: acks not -1, 0 or 1                                         21
//	ValidateProduced
//	  base offset not 0                                          ErrBaseOffset       87
//	  larger than max.message.bytes                              ErrTooLarge         10
//	  CRC differs                                                ErrCRC               2
//	  codec 1 to 4                                               ErrCompressed       76
//	  codec 5 to 7                                               ErrInvalidRecord    87
//	  lastOffsetDelta negative; count under 1, or not that + 1   ErrInvalidRecord    87
//	  control bit                                                ErrInvalidRecord    87
//	  producer id without a sequence                             ErrInvalidRecord    87
//	  records fewer, more, malformed; deltas not 0, 1, 2 …       ErrInvalidRecord    87
//	  larger than segment.bytes                                  ErrSegmentTooSmall  18
//	the partition's own: the sequence is not the expected one                        45

// ParseProduced finds the one batch in what a Produce request holds for a partition. On
// success the batch is all of records, its magic is 2 and its length is legal; nothing else
// about it is known. The batch is records itself, not a copy.
//
// Errors: as in the table above, with the position in records.
//
// Source: ProduceRequest.validateRecords, and ByteBufferLogInputStream.nextBatchSize, 4.1.0.
//
// Differs from Kafka: bytes behind the batch that are no whole one (under 12, or a second
// batch cut short) are trimmed there, and others that are no batch, zeros say, are answered
// with 2; here anything behind it is more than one batch. Magic 0
// with a length under 14 is 2 there, and 87 here, where the rows' order decides. A length of
// 14 to 38 with magic 2 makes Kafka's header read run off its buffer, which is answered with
// -1 for the whole request.
func ParseProduced(records []byte) (Batch, error) {
	have := int64(len(records))
	if have == 0 {
		return nil, ErrNoBatch.At(0, "records", bytesText(have), "one record batch")
	}
	if have < sizeToMagic {
		return nil, ErrCutShort.At(0, "records", bytesText(have), "at least "+itoa(HeaderSize))
	}
	b := Batch(records)
	magic, length := b.Magic(), b.Length()
	if magic == 0 || magic == 1 {
		return nil, checkMagic(magic)
	}
	if length >= MinLength {
		if b.Size() > have {
			return nil, ErrCutShort.At(posLength, "length", itoa(length),
				"at most "+itoa(have-LengthPrefix))
		}
		if b.Size() < have {
			return nil, ErrManyBatches.At(b.Size(), "records",
				bytesText(have-b.Size())+" behind the first batch", "none")
		}
	}
	if err := checkMagic(magic); err != nil {
		return nil, err
	}
	if length < MinLength {
		return nil, badLength(length)
	}
	return b, nil
}

// ValidateProduced holds a batch that ParseProduced gave to all that can be told from its
// bytes and the two limits. A size equal to a limit passes.
//
// Errors: as in the table above, with position in the batch, field, found and allowed.
//
// Source: UnifiedLog.analyzeAndValidateRecords, LogValidator.validateBatch and
// DefaultRecordBatch.iterator, 4.1.0.
//
// Differs from Kafka, which
//   - decompresses codecs 1 to 4 and validates what comes out; here they are answered with 76;
//   - accepts any offset deltas in an uncompressed batch, and so can store two records under
//     one offset; here they must be 0, 1, 2 …;
//   - corrects maxTimestamp when the records say otherwise, clears a log-append-time bit, and
//     redoes the CRC; here the producer's bytes are stored as they came;
//   - refuses timestamps more than message.timestamp.after.max.ms ahead of its clock (32); here
//     the clock decides about rolling and about nothing else;
//   - refuses null keys on compacted topics; here there are none;
//   - answers codecs 5 to 7, and a record length that does not end, with -1; here with 87.
func ValidateProduced(b Batch, maxMessageBytes, segmentBytes int64) error {
	if base := b.BaseOffset(); base != 0 {
		return ErrBaseOffset.At(posBaseOffset, "baseOffset", itoa(base), "0")
	}
	if size := b.Size(); size > maxMessageBytes {
		return ErrTooLarge.At(posLength, "size", bytesText(size),
			"at most "+itoa(maxMessageBytes)+" (max.message.bytes)")
	}
	if err := checkCRC(b); err != nil {
		return err
	}
	if err := checkCodec(b); err != nil {
		return err
	}
	if err := checkHeader(b); err != nil {
		return err
	}
	if err := checkRecords(b); err != nil {
		return err
	}
	if size := b.Size(); size > segmentBytes {
		return ErrSegmentTooSmall.At(posLength, "size", bytesText(size),
			"at most "+itoa(segmentBytes)+" (segment.bytes)")
	}
	return nil
}

// checkHeader looks at what a produced header alone can get wrong.
func checkHeader(b Batch) error {
	delta, count := b.LastOffsetDelta(), b.Count()
	if delta < 0 {
		return ErrInvalidRecord.At(posLastOffsetDelta, "lastOffsetDelta", itoa(delta),
			"0 or more")
	}
	if want := int64(delta) + 1; int64(count) != want {
		return ErrInvalidRecord.At(posCount, "recordsCount", itoa(count),
			itoa(want)+", lastOffsetDelta + 1")
	}
	if b.IsControl() {
		return ErrInvalidRecord.WithMsg("a producer writes no control batches").
			At(posAttributes, "attributes", "control", "not control")
	}
	if b.HasProducerID() && !b.HasSequence() {
		return ErrInvalidRecord.WithMsg("a producer id without a sequence").
			At(posBaseSequence, "baseSequence", itoa(b.BaseSequence()), "0 or more")
	}
	return nil
}

// checkRecords walks over all records and looks at their offset deltas.
func checkRecords(b Batch) error {
	want := int32(0)
	it := b.Records()
	for it.Next() {
		if r := it.Record(); r.OffsetDelta != want {
			return ErrInvalidRecord.WithMsg("a record out of its place").
				At(r.Pos, "offsetDelta", itoa(r.OffsetDelta), itoa(want))
		}
		want++
	}
	return it.Err()
}
