package main

import (
	"errors"
	"fmt"
	"time"

	"kaenlog/scripts/bench/measure"
	"kaenlog/scripts/bench/ours"
	"kaenlog/scripts/bench/plain"
	"kaenlog/scripts/bench/rivals"
)

// part is a group of rows that are measured together.
type part struct {
	name, what string
	run        func(*bench) ([]measure.Row, error)
}

var parts = []part{
	{"one", "produce with sync, 1 producer", func(b *bench) ([]measure.Row, error) {
		return b.synced(1)
	}},
	{"many", "produce with sync, 16 producers", func(b *bench) ([]measure.Row, error) {
		return b.synced(16)
	}},
	{"append", "segment append", (*bench).appends},
	{"visit", "visiting every record", (*bench).visits},
	{"recovery", "recovery scan", (*bench).recoveries},
	{"open", "opening with 1 to 1000 older segments", (*bench).openings},
	{"memory", "memory of a million producers", (*bench).memory},
}

// The batch of the figures: 100 records of 100 bytes of key and value.
const (
	records    = 100
	recordSize = 100
)

func hundred() ([]byte, error) { return ours.Batch(ours.Records(records, recordSize)) }

// synced compares produce with sync, for a large and for a small batch.
func (b *bench) synced(producers int) ([]measure.Row, error) {
	var rows []measure.Row
	for _, count := range []int{records, 1} {
		batch, err := ours.Batch(ours.Records(count, recordSize))
		if err != nil {
			return nil, err
		}
		more, err := b.syncedBatch(producers, count, batch)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func (b *bench) syncedBatch(producers, count int, batch []byte) ([]measure.Row, error) {
	const here, tidwall, raftwal, raw = 0, 1, 2, 3
	subjects := []measure.Subject{
		here:    ours.Produce(b.dir, batch, producers),
		tidwall: rivals.Tidwall(b.dir, batch, producers),
		raftwal: rivals.RaftWAL(b.dir, batch, producers),
	}
	turns, ops := 3, 20*producers
	if producers == 1 {
		subjects = append(subjects, plain.Append(b.dir, batch, true))
		turns, ops = 30, 8
	}
	t, err := b.compare(turns, ops, subjects...)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("produce with sync, %s, %s of %d B", counted(producers, "producer"),
		counted(count, "record"), recordSize)
	row := func(other int, beside string, reach float64) measure.Row {
		return speed(t, what, here, other, beside, reach)
	}
	if producers == 1 {
		return []measure.Row{
			row(raw, "raw append and fsync of the same bytes", 0.95),
			row(tidwall, "tidwall/wal", 0),
			row(raftwal, "raft-wal", 0),
		}, nil
	}
	return []measure.Row{
		row(tidwall, "tidwall/wal behind a mutex", 12),
		row(raftwal, "raft-wal behind a mutex", 0),
	}, nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// speed makes the row of one subject's speed against another's.
func speed(t measure.Times, what string, here, other int, beside string,
	reach float64) measure.Row {
	return measure.Row{What: what, Beside: beside, Here: rounded(t.Op(here)),
		There: rounded(t.Op(other)), Ratio: t.Speed(here, other), Reach: reach}
}

// rounded gives a time with three digits.
func rounded(d time.Duration) string {
	unit := time.Duration(1)
	for d >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

func (b *bench) appends() ([]measure.Row, error) {
	batch, err := hundred()
	if err != nil {
		return nil, err
	}
	t, err := b.compare(60, 100, ours.Append(b.dir, batch), plain.Append(b.dir, batch, false))
	if err != nil {
		return nil, err
	}
	return []measure.Row{speed(t, "segment append of a verified batch of 100 × 100 B, no sync", 0, 1,
		"raw write of the same bytes", 0.8)}, nil
}

// visiting makes a subject of a visitor that goes over the batch so many times a call.
func visiting(name string, batches int, want uint64, visit rivals.Visitor) measure.Subject {
	do := func(n int) error {
		for range n / batches {
			sum, err := visit()
			if err != nil {
				return err
			}
			if sum != want {
				return errors.New("other records were seen")
			}
		}
		return nil
	}
	return measure.Subject{Name: name,
		Begin: func() (measure.Work, error) { return measure.Work{Do: do}, nil }}
}

func (b *bench) visits() ([]measure.Row, error) {
	batch, err := hundred()
	if err != nil {
		return nil, err
	}
	var rows []measure.Row
	for _, crc := range []bool{false, true} {
		more, err := b.visitsOf(batch, crc)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func (b *bench) visitsOf(batch []byte, crc bool) (rows []measure.Row, err error) {
	want, err := ours.Visit(batch, crc)
	if err != nil {
		return nil, err
	}
	sarama, shut, err := rivals.Sarama(batch)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, shut()) }()
	own := func() (uint64, error) { return ours.Visit(batch, crc) }
	subjects := []measure.Subject{
		visiting("this log", 1, want, own),
		visiting("franz-go (kmsg)", 1, want, rivals.Kmsg(batch, crc)),
		visiting("franz-go (kgo)", 1, want, rivals.Kgo(batch, crc)),
		visiting("kafka-go", 1, want, rivals.KafkaGo(batch)),
		visiting("sarama", rivals.SaramaBatches, want, sarama),
	}
	const turns, ops = 15, rivals.SaramaBatches
	t, err := b.compare(turns, ops, subjects...)
	if err != nil {
		return nil, err
	}
	what, reach := "every record of 100 × 100 B visited, CRC off", 3.0
	if crc {
		what, reach = "every record of 100 × 100 B visited, CRC on", 2.0
	}
	fastest := t.Fastest(1, 2, 3, 4)
	for i, s := range subjects[1:] {
		row := speed(t, what, 0, i+1, s.Name, 0)
		if i+1 == fastest {
			row.Beside, row.Reach = s.Name+", the fastest", reach
		}
		rows = append(rows, row)
	}
	return rows, nil
}
