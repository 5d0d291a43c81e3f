package wire_test

import (
	"bytes"
	"testing"

	"kaenlog/engine/wire"
)

func BenchmarkReadAndDecodeProduce(b *testing.B) {
	frame := wire.AppendFrame(nil, payload(header("kaen"), request(1, make([]byte, 10000))))
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	r := bytes.NewReader(nil)
	for b.Loop() {
		r.Reset(frame)
		p, err := wire.ReadFrame(r)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := wire.DecodeProduce(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendProduce(b *testing.B) {
	req := request(1, make([]byte, 10000))
	h := header("kaen")
	dst := wire.AppendProduceRequest(wire.AppendRequestHeader(nil, h, 2), req)
	b.SetBytes(int64(len(dst)))
	b.ReportAllocs()
	for b.Loop() {
		dst = wire.AppendProduceRequest(wire.AppendRequestHeader(dst[:0], h, 2), req)
	}
}
