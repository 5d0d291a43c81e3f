package segment_test

import (
	"bytes"
	"strings"
	"testing"

	"kaenlog/engine/segment"
)

// A log damaged in its middle: the demo's log as an older segment, each of its bits flipped in
// turn. What klog verify names first is what stops a reader that comes from the log's start:
// the same kind, file, position, field and value. Bits of the leader epoch are nobody's.
func TestVerifyAndAReaderNameTheSameDamage(t *testing.T) {
	good, _ := demoLogs(t)
	fsys := memory(t)
	end := here(good).end
	put(t, fsys, file(end, ".log"), one(t, end, now))
	var nobody, both int
	at := 0
	for _, b := range batches(t, good) {
		for bit := 0; bit < len(b)*8; bit += oneIn() {
			flipped := bytes.Clone(good)
			flipped[at+bit/8] ^= 1 << (bit % 8)
			put(t, fsys, file(0, ".log"), flipped)
			verified, read := "", ""
			if s := walkToFault(t, fsys, dir); s.fault != nil {
				verified = named(s.fault.Reason)
			}
			l := open(t, fsys, segment.Config{})
			if err := readThrough(t, l); err != nil {
				read = named(err.Error())
			}
			shut(t, l)
			epoch := bit/8 >= 12 && bit/8 < 16
			switch {
			case read != verified || epoch != (read == ""):
				t.Fatalf("bit %d of byte %d of the batch at byte %d: verify says %q, a reader %q",
					bit%8, bit/8, at, verified, read)
			case epoch:
				nobody++
			default:
				both++
			}
		}
		at += len(b)
	}
	t.Logf("of flipped bits %d are named by verify and by a reader alike, %d of a leader epoch "+
		"by nobody", both, nobody)
}

// named is what an error names, without what would be allowed there.
func named(reason string) string {
	place, _, _ := strings.Cut(reason, ", allowed is ")
	return place
}
