package ours

import (
	"runtime"

	"kaenlog/engine/producer"
)

// ProducerMemory fills a table with so many producers, a full window each, and gives what the
// table holds of the heap.
func ProducerMemory(producers int) (bytesEach float64) {
	before := heap()
	table := producer.NewTable()
	for i := range producers {
		// Spread over all ids, as the ids of many brokers' blocks are.
		id := int64(uint64(i) * 0x9e3779b97f4a7c15 >> 1)
		for seq := range int32(producer.WindowSize) {
			table.Update(id, 0, producer.Appended{LastSeq: seq, LastOffset: int64(seq)})
		}
	}
	after := heap()
	held := float64(after-before) / float64(table.Len())
	runtime.KeepAlive(table)
	return held
}

// heap gives the bytes of all that is alive.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // what finalizers kept
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
