package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Go's linker leaves out every run of eight zeros from a program's data and begins a new
// segment behind it: tens of thousands of segments, each with a header of its own. That is
// right for the file's length and wrong for a file that is sent compressed, where zeros cost
// next to nothing and headers do not: gzip gets a ninth smaller without them, and the browser
// has a handful of segments to copy.

// gapMax is how many zeros between two segments are written out to make them one.
const gapMax = 256

const dataSection = 11 // WebAssembly core specification, 5.5.14

var errWasm = errors.New("not a WebAssembly program as Go's linker writes it")

// segment is a run of bytes that is copied to memory at start.
type segment struct {
	offset int64
	data   []byte
}

func (s segment) end() int64 { return s.offset + int64(len(s.data)) }

// maxMemory is the most memory that a program may fill at its start: many times what one of ours
// does.
const maxMemory = 1 << 28

// packData joins the data segments of a program. Memory is all zeros before they are copied,
// so the zeros between two may as well be copied too: the program is the same, but for what
// the edits change in the memory that it starts with.
//
// Errors: anything but a module whose data segments are active, at constant offsets, and do
// not overlap; those of the edits.
func packData(wasm []byte, edits ...func(memory []byte) error) ([]byte, error) {
	const header = 8
	if len(wasm) < header || string(wasm[:4]) != "\x00asm" {
		return nil, errWasm
	}
	out := bytes.NewBuffer(append([]byte(nil), wasm[:header]...))
	r := wasmReader{b: wasm[header:]}
	for len(r.b) > 0 && r.err == nil {
		id := r.byte()
		body := r.take(int64(r.uleb()))
		if id == dataSection && r.err == nil {
			memory, err := readMemory(body)
			if err != nil {
				return nil, err
			}
			for _, edit := range edits {
				if err := edit(memory); err != nil {
					return nil, err
				}
			}
			body = appendSegments(nil, cutMemory(memory))
		}
		out.WriteByte(id)
		out.Write(binary.AppendUvarint(nil, uint64(len(body))))
		out.Write(body)
	}
	return out.Bytes(), r.err
}

// readMemory gives the memory that a data section fills, from its first byte to the last that
// is filled.
func readMemory(body []byte) ([]byte, error) {
	segments, err := readSegments(body)
	if err != nil || len(segments) == 0 {
		return nil, err
	}
	size := segments[len(segments)-1].end()
	if size > maxMemory {
		return nil, fmt.Errorf("%w: %d bytes of memory", errWasm, size)
	}
	memory := make([]byte, size)
	for _, s := range segments {
		copy(memory[s.offset:], s.data)
	}
	return memory, nil
}

// readSegments reads a data section, sorted by offset.
func readSegments(body []byte) ([]segment, error) {
	r := wasmReader{b: body}
	n := r.uleb()
	var segments []segment
	for ; n > 0 && r.err == nil; n-- {
		const active, i32const, end = 0, 0x41, 0x0b
		if r.byte() != active || r.byte() != i32const {
			return nil, fmt.Errorf("%w: a data segment that is not at a constant offset", errWasm)
		}
		offset := r.sleb()
		if r.byte() != end || offset < 0 {
			return nil, fmt.Errorf("%w: a data segment at no plain offset", errWasm)
		}
		segments = append(segments, segment{offset, r.take(int64(r.uleb()))})
	}
	if r.err == nil && len(r.b) > 0 {
		r.err = fmt.Errorf("%w: %d bytes behind the data segments", errWasm, len(r.b))
	}
	slices.SortStableFunc(segments, func(a, b segment) int { return int(a.offset - b.offset) })
	for i := 1; i < len(segments) && r.err == nil; i++ {
		if segments[i].offset < segments[i-1].end() {
			r.err = fmt.Errorf("%w: data segments overlap at %d", errWasm, segments[i].offset)
		}
	}
	return segments, r.err
}

// cutMemory makes segments of memory: one ends where more than gapMax zeros follow.
func cutMemory(memory []byte) []segment {
	var segments []segment
	end := -1 // behind the last byte that is no zero
	for i, b := range memory {
		if b == 0 {
			continue
		}
		if end < 0 || i-end > gapMax {
			segments = append(segments, segment{offset: int64(i)})
		}
		end = i + 1
		last := &segments[len(segments)-1]
		last.data = memory[last.offset:end]
	}
	return segments
}

func appendSegments(dst []byte, segments []segment) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(segments)))
	for _, s := range segments {
		dst = append(dst, 0, 0x41)
		dst = appendSleb(dst, s.offset)
		dst = append(dst, 0x0b)
		dst = binary.AppendUvarint(dst, uint64(len(s.data)))
		dst = append(dst, s.data...)
	}
	return dst
}

// appendSleb appends n, which is not negative, as a signed LEB128: the last byte's sign bit
// must be clear.
func appendSleb(dst []byte, n int64) []byte {
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 {
			return append(dst, b)
		}
		dst = append(dst, b|0x80)
	}
}

// wasmReader takes what it is asked for from the front of b; after the first error it gives
// zeros.
type wasmReader struct {
	b   []byte
	err error
}

func (r *wasmReader) take(n int64) []byte {
	if r.err != nil || n > int64(len(r.b)) {
		r.fail()
		return nil
	}
	part := r.b[:n]
	r.b = r.b[n:]
	return part
}

func (r *wasmReader) byte() byte {
	if part := r.take(1); part != nil {
		return part[0]
	}
	return 0
}

func (r *wasmReader) uleb() uint32 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > 1<<32-1 {
		r.fail()
		return 0
	}
	r.b = r.b[size:]
	return uint32(n)
}

// sleb reads a signed LEB128 of at most 32 bits.
func (r *wasmReader) sleb() int64 {
	var n int64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		n |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 {
				n -= 1 << (shift + 7)
			}
			return n
		}
	}
	r.fail()
	return 0
}

func (r *wasmReader) fail() {
	r.b = nil
	if r.err == nil {
		r.err = fmt.Errorf("%w: it ends too early", errWasm)
	}
}
