package batch_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"kaenlog/engine/batch"
)

// Witness: the bytes are Kafka's own, KAFKA.md §8.
func TestVarintsAreKafkasBytes(t *testing.T) {
	for _, c := range []struct {
		v   int32
		hex string
	}{
		{0, "00"}, {-1, "01"}, {1, "02"}, {63, "7e"}, {-64, "7f"}, {64, "8001"},
		{8191, "fe7f"}, {math.MaxInt32, "feffffff0f"}, {math.MinInt32, "ffffffff0f"},
	} {
		want := unhex(t, c.hex)
		if got := batch.AppendVarint(nil, c.v); !bytes.Equal(got, want) {
			t.Errorf("varint %d is %x, Kafka's is %x", c.v, got, want)
		}
		if v, n := batch.Varint(want); v != c.v || n != len(want) {
			t.Errorf("%x reads as %d in %d bytes, want %d", want, v, n, c.v)
		}
	}
	least := unhex(t, "ffffffffffffffffff01")
	if got := batch.AppendVarlong(nil, math.MinInt64); !bytes.Equal(got, least) {
		t.Errorf("varlong MIN is %x, Kafka's is %x", got, least)
	}
	if v, n := batch.Varlong(least); v != math.MinInt64 || n != 10 {
		t.Errorf("%x reads as %d in %d bytes", least, v, n)
	}
}

// Where Kafka's readers and encoding/binary part ways: KAFKA.md §1.2.
func TestVarintReadersHaveKafkasHabits(t *testing.T) {
	for _, c := range []struct {
		name, hex string
		v         uint32
		n         int
	}{
		{"upper bits of the fifth byte are dropped", "ffffffff7f", math.MaxUint32, 5},
		{"a form longer than needed", "8000", 0, 2},
		{"the longest form of 1", "8180808000", 1, 5},
		{"a fifth byte that is not the last", "ffffffffff01", 0, -5},
		{"five bytes and no more, none the last", "8080808080", 0, -5},
		{"no bytes", "", 0, 0},
		{"ends inside", "ffffff", 0, 0},
	} {
		if v, n := batch.Uvarint(unhex(t, c.hex)); v != c.v || n != c.n {
			t.Errorf("%s: %s reads as %d, %d; want %d, %d", c.name, c.hex, v, n, c.v, c.n)
		}
	}
	for _, c := range []struct {
		name, hex string
		v         int64
		n         int
	}{
		{"upper bits of the tenth byte are dropped", "ffffffffffffffffff7f", math.MinInt64, 10},
		{"a tenth byte that is not the last", "ffffffffffffffffffff01", 0, -10},
		{"ends inside", "ffffffffffffffffff", 0, 0},
		{"a form longer than needed", "82808000", 1, 4},
	} {
		if v, n := batch.Varlong(unhex(t, c.hex)); v != c.v || n != c.n {
			t.Errorf("%s: %s reads as %d, %d; want %d, %d", c.name, c.hex, v, n, c.v, c.n)
		}
	}
}

func TestVarintsComeBackAndTheirSizesAreTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := []int64{0, 1, -1, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64}
	for shift := range 64 {
		values = append(values, 1<<shift, 1<<shift-1, -(1 << shift), rng.Int64()>>shift)
	}
	for _, v := range values {
		long := batch.AppendVarlong(nil, v)
		if got, n := batch.Varlong(long); got != v || n != len(long) {
			t.Errorf("varlong %d comes back as %d from %x", v, got, long)
		}
		if n := batch.VarlongSize(v); n != len(long) {
			t.Errorf("VarlongSize(%d) is %d, bytes are %d", v, n, len(long))
		}
		short := batch.AppendVarint(nil, int32(v))
		if got, n := batch.Varint(short); got != int32(v) || n != len(short) {
			t.Errorf("varint %d comes back as %d from %x", int32(v), got, short)
		}
		if n := batch.VarintSize(int32(v)); n != len(short) {
			t.Errorf("VarintSize(%d) is %d, bytes are %d", int32(v), n, len(short))
		}
		unsigned := batch.AppendUvarint(nil, uint32(v))
		if got, n := batch.Uvarint(unsigned); got != uint32(v) || n != len(unsigned) {
			t.Errorf("unsigned varint %d comes back as %d from %x", uint32(v), got, unsigned)
		}
		if n := batch.UvarintSize(uint32(v)); n != len(unsigned) {
			t.Errorf("UvarintSize(%d) is %d, bytes are %d", uint32(v), n, len(unsigned))
		}
	}
}
