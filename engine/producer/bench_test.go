package producer_test

import (
	"testing"

	"kaenlog/engine/producer"
)

// Judging allocates nothing, whatever the verdict, with a full window among a thousand.
func BenchmarkJudge(b *testing.B) {
	table := producer.NewTable()
	for id := range int64(1000) {
		for seq := range int32(producer.WindowSize) {
			table.Update(id, 0, producer.Appended{LastSeq: seq, LastOffset: int64(seq)})
		}
	}
	rows := []struct {
		name        string
		first, last int32
		want        producer.Kind
	}{
		{"append", producer.WindowSize, producer.WindowSize, producer.Append},
		{"duplicate", 0, 0, producer.Duplicate},
		{"out of order", 9, 9, producer.OutOfOrder},
	}
	for _, r := range rows {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			id := int64(0)
			for b.Loop() {
				if v := table.Judge(id, 0, r.first, r.last); v.Kind != r.want {
					b.Fatal(v)
				}
				id = (id + 1) % 1000
			}
		})
	}
}
