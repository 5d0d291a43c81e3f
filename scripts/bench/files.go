package main

import (
	"fmt"

	"kaenlog/scripts/bench/measure"
	"kaenlog/scripts/bench/ours"
	"kaenlog/scripts/bench/plain"
)

// recoveries compares recovering a log with summing its file.
func (b *bench) recoveries() ([]measure.Row, error) {
	var rows []measure.Row
	for _, c := range []struct {
		what    string
		records int
		size    int
		reach   float64
	}{
		{"recovery scan, batches of 16 KiB", 16, 1000, 0.8},
		{"recovery scan, batches of one record of 100 B", 1, recordSize, 0},
	} {
		batch, err := ours.Batch(ours.Records(c.records, c.size))
		if err != nil {
			return nil, err
		}
		row, err := b.recovery(c.what, batch, c.reach)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (b *bench) recovery(what string, batch []byte, reach float64) (measure.Row, error) {
	const logSize = 64 << 20
	at, err := b.below(fmt.Sprintf("recovery-%d", len(batch)))
	if err != nil {
		return measure.Row{}, err
	}
	if err := ours.Fill(at, batch, logSize); err != nil {
		return measure.Row{}, err
	}
	file := ours.LogFile(at)
	t, err := b.compare(4, 2, ours.Recover(at), plain.Sum("CRC-32C", file, 64<<10),
		plain.Sum("CRC-32C", file, 256<<10), plain.Sum("CRC-32C", file, 1<<20))
	if err != nil {
		return measure.Row{}, err
	}
	return speed(t, what, 0, t.Fastest(1, 2, 3), "CRC-32C over the same file", reach), nil
}

// openings counts what opening reads with more and more older segments.
func (b *bench) openings() ([]measure.Row, error) {
	batch, err := hundred()
	if err != nil {
		return nil, err
	}
	at, err := b.below("open")
	if err != nil {
		return nil, err
	}
	all, err := ours.Openings(at, batch, 1<<20, []int{1, 10, 100, 1000}, b.tell)
	if err != nil {
		return nil, err
	}
	first := all[0]
	var rows []measure.Row
	for _, o := range all {
		times := float64(o.Bytes) / float64(first.Bytes)
		row := measure.Row{
			What: fmt.Sprintf("bytes read on opening with %s of 1 MiB",
				counted(o.Older, "older segment")),
			Here:   fmt.Sprintf("%d B (%d names listed, %s)", o.Bytes, o.Names, rounded(o.Took)),
			Beside: "itself with 1", There: fmt.Sprintf("%d B", first.Bytes),
			Ratio: measure.Spread{Median: times, Least: times, Most: times},
			Reach: 1.2, AtMost: true,
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// memory weighs a million producers.
func (b *bench) memory() ([]measure.Row, error) {
	const producers = 1_000_000
	each := ours.ProducerMemory(producers)
	return []measure.Row{{
		What: "memory a producer, 1,000,000 producers, five batches each",
		Here: fmt.Sprintf("%.0f MB in all", each*producers/1e6), Beside: "–", There: "–",
		Ratio: measure.Spread{Median: each, Least: each, Most: each},
		Reach: 256, AtMost: true, Unit: " B",
	}}, nil
}
