package segment_test

import (
	"bytes"
	"fmt"
	"testing"
)

// kafkaRun is a file that Kafka 4.1.0's own classes recovered, and what they made of it.
type kafkaRun struct {
	story     string
	file      []byte
	kept, end int64
	fails     bool
}

// kafkaRuns are made of three of Kafka's own batches, of two records and 81 bytes each.
func kafkaRuns(t *testing.T) []kafkaRun {
	a, b, c := kafka(t, 0), kafka(t, 2), kafka(t, 4)
	three := join(a, b, c)
	runs := []kafkaRun{
		{"a zero behind", join(three, make([]byte, 1)), 243, 6, false},
		{"17 zeros behind", join(three, make([]byte, 17)), 243, 6, false},
		{"18 zeros behind", join(three, make([]byte, 18)), 243, 6, false},
		{"4096 zeros behind", join(three, make([]byte, 4096)), 243, 6, false},
		{"0xff behind", join(three, bytes.Repeat([]byte{0xff}, 30)), 243, 6, false},
		{"garbage only", []byte("khao soi, two bowls, 130 baht"), 0, 0, false},
		{"the middle batch again at the end", join(three, b), 324, 4, false},
		{"two batches swapped", join(a, c, b), 243, 4, false},
		{"the middle batch missing", join(a, c), 162, 6, false},
		{"the middle header zeroed", join(a, make([]byte, 61), b[61:], c), 81, 2, false},
	}
	for _, flip := range []struct {
		at, bit int
		kafkaRun
	}{
		{0, 0, kafkaRun{story: "base offset, high half", fails: true}},
		{3, 7, kafkaRun{story: "base offset, high half", fails: true}},
		{4, 0, kafkaRun{story: "base offset, low half", kept: 243, end: 6}},
		{7, 7, kafkaRun{story: "base offset, low half", kept: 243, end: 6}},
		{8, 0, kafkaRun{story: "length", kept: 81, end: 2}},
		{11, 7, kafkaRun{story: "length", kept: 81, end: 2}},
		{12, 7, kafkaRun{story: "leader epoch", kept: 243, end: 6}},
		{15, 0, kafkaRun{story: "leader epoch", kept: 243, end: 6}},
		{16, 0, kafkaRun{story: "magic 3", kept: 243, end: 6}},
		{16, 1, kafkaRun{story: "magic 0", kept: 81, end: 2}},
		{16, 7, kafkaRun{story: "a negative magic", kept: 81, end: 2}},
		{17, 3, kafkaRun{story: "CRC", kept: 81, end: 2}},
		{21, 0, kafkaRun{story: "attributes", kept: 81, end: 2}},
		{80, 7, kafkaRun{story: "a record", kept: 81, end: 2}},
	} {
		flip.file = bytes.Clone(three)
		flip.file[81+flip.at] ^= 1 << flip.bit
		runs = append(runs, flip.kafkaRun)
	}
	for n := range len(three) + 1 {
		whole := int64(n / 81)
		runs = append(runs, kafkaRun{fmt.Sprintf("cut at byte %d", n), three[:n], 81 * whole,
			2 * whole, false})
	}
	return runs
}

// The model of Kafka is held against what Kafka was seen to do.
func TestModelOfKafkaSaysWhatKafkaDid(t *testing.T) {
	for _, r := range kafkaRuns(t) {
		v := inKafka(r.file)
		if v.fails != r.fails || !r.fails && (v.kept != r.kept || v.end != r.end) {
			t.Errorf("%s: Kafka kept %d bytes, log end %d, failed %t; the model says %+v", r.story,
				r.kept, r.end, r.fails, v)
		}
	}
}
