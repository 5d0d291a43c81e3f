package segment_test

import (
	"encoding/binary"
	"hash/crc32"
	"math"
)

// The fuzz target's own reading of a segment file: SPEC's rule in as few lines as it takes,
// with nothing of the engine in it.

// part is one batch that counts.
type part struct {
	pos, size   int
	first, last int64
}

// walked is what a walk over a segment's bytes comes to.
type walked struct {
	parts []part
	kept  int   // bytes of the batches that count
	next  int64 // the offset after the last of them
	old   bool  // it ended at a message of magic 0 or 1 whose CRC is right
}

// walkBytes walks over the bytes of a segment with this base offset.
func walkBytes(b []byte, base int64) walked {
	w := walked{next: base}
	for w.kept < len(b) {
		rest := b[w.kept:]
		p, ok := headerAt(rest)
		if !ok || !p.counts(rest) {
			w.old = goodOldMessage(rest)
			return w
		}
		p.pos = w.kept
		if p.first < w.next || p.last < p.first || p.last == math.MaxInt64 ||
			p.last-base > math.MaxInt32 || crcOf(rest[:p.size]) != claimedCRC(rest) {
			return w
		}
		w.parts = append(w.parts, p)
		w.kept += p.size
		w.next = p.last + 1
	}
	return w
}

// index gives the sparse index of the batches: an entry, last offset and position, when more
// than interval bytes came since the last entry, asked before the batch is counted.
func (w walked) index(base, interval int64) []byte {
	var out []byte
	since := int64(0)
	for _, p := range w.parts {
		if since > interval {
			out = binary.BigEndian.AppendUint32(out, uint32(p.last-base))
			out = binary.BigEndian.AppendUint32(out, uint32(p.pos))
			since = 0
		}
		since += int64(p.size)
	}
	return out
}

// chain gives the batches as far as their lengths lead, right or not.
func chain(b []byte) []part {
	var all []part
	for at := 0; at < len(b); {
		p, ok := headerAt(b[at:])
		if !ok {
			return all
		}
		p.pos = at
		all = append(all, p)
		at += p.size
	}
	return all
}

// headerAt reads the header of the batch that b begins with; false where none can be whole.
func headerAt(b []byte) (part, bool) {
	if len(b) < 61 {
		return part{}, false
	}
	be := binary.BigEndian
	size := 12 + int64(int32(be.Uint32(b[8:])))
	if size < 61 || size > int64(len(b)) || b[16] != 2 {
		return part{}, false
	}
	first := int64(be.Uint64(b))
	return part{size: int(size), first: first, last: first + int64(int32(be.Uint32(b[23:])))}, true
}

// counts tells whether the header's count of records, and its offsets, can be.
func (p part) counts(b []byte) bool {
	delta, count := p.last-p.first, int64(int32(binary.BigEndian.Uint32(b[57:])))
	return delta >= 0 && count >= 0 && count <= delta+1
}

func crcOf(whole []byte) uint32 {
	return crc32.Checksum(whole[21:], crc32.MakeTable(crc32.Castagnoli))
}

func claimedCRC(b []byte) uint32 { return binary.BigEndian.Uint32(b[17:]) }

// oldBehind tells whether a good message of magic 0 or 1 stands behind the batches that count, as
// far as the lengths lead.
func (w walked) oldBehind(b []byte) bool {
	for at := w.kept; at < len(b); {
		if goodOldMessage(b[at:]) {
			return true
		}
		size := sizeAt(b[at:])
		if size == 0 {
			return false
		}
		at += size
	}
	return false
}

// sizeAt gives the size of the batch or message that b begins with, right or not; 0 where no
// length can be believed.
func sizeAt(b []byte) int {
	if len(b) < 26 || b[16] > 2 {
		return 0
	}
	size := 12 + int64(int32(binary.BigEndian.Uint32(b[8:])))
	if size < 26 || b[16] == 2 && size < 61 || size > int64(len(b)) {
		return 0
	}
	return int(size)
}

// goodOldMessage tells whether b begins with a whole message of magic 0 or 1 with a right CRC.
func goodOldMessage(b []byte) bool {
	size := sizeAt(b)
	return size > 0 && b[16] < 2 && binary.BigEndian.Uint32(b[12:]) == crc32.ChecksumIEEE(b[16:size])
}

// mend makes bytes that were changed at random pass more of the checks, as far as the length
// fields lead: offsets that follow on each other, and CRCs that are right.
func mend(b []byte, base int64, offsets, crcs bool) []byte {
	for at := 0; len(b)-at >= 61; {
		one := b[at:]
		size := 12 + int64(int32(binary.BigEndian.Uint32(one[8:])))
		if size < 61 || size > int64(len(one)) {
			return b
		}
		if offsets {
			binary.BigEndian.PutUint64(one, uint64(base))
			base += int64(int32(binary.BigEndian.Uint32(one[23:]))) + 1
		}
		if crcs {
			binary.BigEndian.PutUint32(one[17:], crcOf(one[:size]))
		}
		at += int(size)
	}
	return b
}

// misleads tells whether an index names a place in the middle of a batch where the bytes look
// like another batch that ends at the very offset which the entry claims. Nothing but a walk
// from the file's start tells such a place from a batch, and an index is there to save it.
func misleads(index, log []byte, base int64) bool {
	edges := map[int64]bool{}
	for _, p := range walkBytes(log, base).parts {
		edges[int64(p.pos)] = true
	}
	for ; len(index) >= 8; index = index[8:] {
		rel := int64(int32(binary.BigEndian.Uint32(index)))
		pos := int64(int32(binary.BigEndian.Uint32(index[4:])))
		if pos < 0 || pos >= int64(len(log)) || edges[pos] {
			continue
		}
		if p, ok := headerAt(log[pos:]); ok && p.last == base+rel {
			return true
		}
	}
	return false
}
