package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// module makes a program with a custom section around a data section.
func module(data []byte) []byte {
	section := func(id byte, body []byte) []byte {
		return append(binary.AppendUvarint([]byte{id}, uint64(len(body))), body...)
	}
	m := []byte("\x00asm\x01\x00\x00\x00")
	m = append(m, section(0, []byte("\x04name..."))...)
	m = append(m, section(dataSection, data)...)
	return append(m, section(0, []byte("\x03end"))...)
}

// memory is what a program's memory holds after its segments were copied.
func memory(t *testing.T, m []byte) (bytesAt []byte, segments int) {
	t.Helper()
	r := wasmReader{b: m[8:]}
	memory := make([]byte, 4096)
	for len(r.b) > 0 {
		id := r.byte()
		body := r.take(int64(r.uleb()))
		if id != dataSection {
			continue
		}
		list, err := readSegments(body)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			copy(memory[s.offset:], s.data)
		}
		segments += len(list)
	}
	return memory, segments
}

func TestPackedProgramStartsWithTheSameMemory(t *testing.T) {
	rows := []struct {
		story    string
		segments []segment
		left     int
	}{
		{"none", nil, 0},
		{"one", []segment{{64, []byte("abc")}}, 1},
		{"an empty one", []segment{{64, nil}}, 0},
		{"one of zeros", []segment{{64, make([]byte, 9)}}, 0},
		{"zeros inside", []segment{{64, append(make([]byte, 300), 1)}, {500, []byte("b")}}, 1},
		{"neighbours", []segment{{63, []byte("abc")}, {66, []byte("def")}}, 1},
		{"a gap of eight", []segment{{8191 - 8000, []byte("a")}, {200, []byte("b")}}, 1},
		{"the widest gap that is filled", []segment{{0, []byte("a")}, {1 + gapMax, []byte("b")}}, 1},
		{"a wider gap", []segment{{0, []byte("a")}, {2 + gapMax, []byte("b")}}, 2},
		{"out of order", []segment{{300, []byte("c")}, {0, []byte("a")}, {100, []byte("b")}}, 1},
		{"an offset with the sign bit in its last byte",
			[]segment{{64, []byte("a")}, {2000, []byte("b")}}, 2},
	}
	for _, row := range rows {
		plain := module(appendSegments(nil, row.segments))
		packed, err := packData(plain)
		if err != nil {
			t.Fatalf("%s: %v", row.story, err)
		}
		want, _ := memory(t, plain)
		got, n := memory(t, packed)
		if !bytes.Equal(got, want) || n != row.left {
			t.Errorf("%s: %d segments, want %d; same memory: %t", row.story, n, row.left,
				bytes.Equal(got, want))
		}
		if !bytes.Contains(packed, []byte("\x04name...")) || !bytes.HasSuffix(packed, []byte("\x03end")) {
			t.Errorf("%s: the other sections changed", row.story)
		}
	}
}

func TestWhatIsNotTheLinkersIsRefused(t *testing.T) {
	good := module(appendSegments(nil, []segment{{0, []byte("abc")}, {300, []byte("def")}}))
	rows := map[string][]byte{
		"empty":             {},
		"html":              []byte("<!doctype html>"),
		"a passive segment": module([]byte{1, 1, 1, 'a'}),
		"a global's offset": module([]byte{1, 0, 0x23, 0, 0x0b, 1, 'a'}),
		"a negative offset": module([]byte{1, 0, 0x41, 0x7f, 0x0b, 1, 'a'}),
		"overlapping": module(appendSegments(nil,
			[]segment{{0, []byte("abc")}, {2, []byte("d")}})),
		"cut in its data":    good[:len(good)-10],
		"bytes behind":       module([]byte{0, 7}),
		"more than there is": module([]byte{2, 0, 0x41, 0, 0x0b, 1, 'a'}),
		"memory without end": module(appendSegments(nil, []segment{{maxMemory, []byte("a")}})),
	}
	for story, m := range rows {
		if _, err := packData(m); !errors.Is(err, errWasm) {
			t.Errorf("%s: %v", story, err)
		}
	}
}
