package batch_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"kaenlog/engine/batch"
)

func seeds(t testing.TB) [][]byte {
	rich, err := batch.Append(nil, batch.Producer{ID: 5, BaseSequence: 0}, []batch.NewRecord{
		{Timestamp: now, Key: []byte("k"), Value: []byte("v"), Headers: []batch.Header{
			{Key: "a", Value: []byte("1")}, {Key: "b"},
		}},
		{Timestamp: now + 70000, Value: bytes.Repeat([]byte("x"), 200)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{unhex(t, gb1), unhex(t, gb2), unhex(t, gb2Appended), unhex(t, gb3), rich,
		one(t, 5), append(one(t, 1), one(t, 2)...), make([]byte, 100), nil}
}

func TestMutatedBatchesNeverPanicAndErrorsTellTheirPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rounds := 20000
	if testing.Short() {
		rounds = 2000
	}
	for round := range rounds {
		all := seeds(t)
		b := all[rng.IntN(len(all))]
		for range rng.IntN(4) {
			b = mutate(rng, b)
		}
		if round%2 == 0 { // half of them get past the CRC, to what is behind it
			fixCRC(b)
		}
		examine(t, b)
	}
}

func mutate(rng *rand.Rand, b []byte) []byte {
	if len(b) == 0 {
		return []byte{byte(rng.Uint32())}
	}
	at := rng.IntN(len(b))
	switch rng.IntN(6) {
	case 0:
		b[at] ^= 1 << rng.IntN(8)
	case 1:
		b[at] = byte(rng.Uint32())
	case 2:
		b[at] = []byte{0, 1, 0x7f, 0x80, 0xff}[rng.IntN(5)]
	case 3:
		b = b[:at]
	case 4:
		b = append(b[:at:at], append([]byte{byte(rng.Uint32())}, b[at:]...)...)
	case 5:
		b = append(b, make([]byte, rng.IntN(20))...)
	}
	return b
}
