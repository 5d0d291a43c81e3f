package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// A Go program carries tables that only a stack trace reads: the names of its functions and
// files, and which line each place in its code came from. In the page nobody sees a trace: of
// a program that breaks, its first line is told (embed/runtime.js). Without them it is a twelfth
// lighter to send.
//
// The tables stand in one block, here with positions counted from its header and as Go 1.26
// writes them (runtime.pcHeader and runtime._func):
//
//	header     magic, number of functions, offset of each part
//	funcnames  each ends in a zero
//	cutab      which file a number is, for each package
//	filenames  each ends in a zero
//	pctab      tables of values by place in the code: lines and files, and what the garbage
//	           collector asks for
//	functab    for each function, where it begins and where its record is
//	records    of functions: their names and tables, as offsets into the parts above
//
// Nothing moves: what is not read any more becomes zeros, which cost nothing when compressed,
// and the records say that they have no lines, no files and nothing that only a trace asks for.
// Of names the runtime itself looks at two things: whether one begins with "runtime.", for a
// goroutine of its own, and whether it is one of two of package reflect. So all functions of the
// runtime have one name, those of reflect keep theirs, and the others have none.

// tracesOf is the toolchain whose tables these are, and whose runtime was read for what it does
// with them. The program of another keeps its tables.
const tracesOf = "go1.26"

var errTables = errors.New("the function tables are not as " + tracesOf + " writes them")

// What stands in a record behind its fixed part, by number: tables by place, and then data of the
// function (internal/abi/symtab.go). A program for the browser is never stopped between two safe
// points, so nobody asks whether a place is one; the rest are for traces.
var (
	unreadTables = []uint32{0, 2, 3} // PCDATA_UnsafePoint, _InlTreeIndex, _ArgLiveIndex
	unreadData   = []uint32{3, 5, 6} // FUNCDATA_InlTree, _ArgInfo, _ArgLiveInfo
)

// noData says that a function has no data of a kind.
const noData = 1<<32 - 1

// The header's words, and the offsets in a function's record.
const (
	tablesMagic  = "\xf1\xff\xff\xff\x00\x00\x01\x08" // version, an instruction's size, a pointer's
	tablesHeader = 72

	recordName     = 4
	recordPCSP     = 16
	recordPCFile   = 20
	recordPCLine   = 24
	recordTables   = 28 // how many values by place follow the record
	recordCU       = 32
	recordLine     = 36
	recordFuncData = 43
	recordSize     = 44
)

// tables are the parts of the block, each a part of the program's memory.
type tables struct {
	funcs                             int
	names, files, values, functionTab []byte // files with cutab before it
	own                               int    // where the name is that all of the runtime's get
}

// stripTraces takes out of a program's memory what only a stack trace reads.
//
// Errors: errTables; the memory may have changed in part, and must not be used.
func stripTraces(memory []byte) error {
	t, err := findTables(memory)
	if err != nil {
		return err
	}
	t.own = bytes.Index(t.names, []byte("\x00"+ownPrefix)) + 1
	if t.own == 0 {
		return fmt.Errorf("%w: no function of the runtime", errTables)
	}
	keep := make([]bool, len(t.values))
	if len(keep) > 0 {
		keep[0] = true // offset 0 is no table
	}
	for i := range t.funcs {
		record, err := t.record(i)
		if err != nil {
			return err
		}
		t.quieten(record)
		used := [][]byte{record[recordPCSP:]}
		for n := range binary.LittleEndian.Uint32(record[recordTables:]) {
			used = append(used, record[recordSize+4*n:])
		}
		for _, offset := range used {
			if err := t.mark(keep, binary.LittleEndian.Uint32(offset)); err != nil {
				return err
			}
		}
	}
	for i, kept := range keep {
		if !kept {
			t.values[i] = 0
		}
	}
	clear(t.files)
	for at := 0; at < len(t.names); {
		name := t.nameAt(at)
		switch {
		case at == t.own:
			clear(name[len(ownPrefix):])
		case !bytes.HasPrefix(name, []byte(reflectPrefix)):
			clear(name)
		}
		at += len(name) + 1
	}
	return nil
}

// What the runtime asks of a name.
const (
	ownPrefix     = "runtime."
	reflectPrefix = "reflect."
)

// quieten takes out of a function's record what only a trace asks for.
func (t *tables) quieten(record []byte) {
	for _, field := range []int{recordPCFile, recordPCLine, recordCU, recordLine} {
		clear(record[field : field+4])
	}
	switch name := t.nameAt(int(binary.LittleEndian.Uint32(record[recordName:]))); {
	case bytes.HasPrefix(name, []byte(ownPrefix)):
		binary.LittleEndian.PutUint32(record[recordName:], uint32(t.own))
	case !bytes.HasPrefix(name, []byte(reflectPrefix)):
		clear(record[recordName : recordName+4]) // 0 is no name
	}
	byPlace := binary.LittleEndian.Uint32(record[recordTables:])
	for _, n := range unreadTables {
		if n < byPlace {
			clear(record[recordSize+4*n:][:4])
		}
	}
	for _, n := range unreadData {
		if n < uint32(record[recordFuncData]) {
			binary.LittleEndian.PutUint32(record[recordSize+4*(byPlace+n):], noData)
		}
	}
}

// nameAt gives the name that begins at an offset, without its zero.
func (t *tables) nameAt(offset int) []byte {
	name, _, _ := bytes.Cut(t.names[offset:], []byte{0})
	return name
}

// findTables finds the block by its header, of which there must be one.
func findTables(memory []byte) (tables, error) {
	var found tables
	for at := 0; ; at++ {
		next := bytes.Index(memory[at:], []byte(tablesMagic))
		if next < 0 {
			break
		}
		at += next
		if t, ok := readHeader(memory[at:]); ok {
			if found.funcs > 0 {
				return tables{}, fmt.Errorf("%w: there are two", errTables)
			}
			found = t
		}
	}
	if found.funcs == 0 {
		return tables{}, fmt.Errorf("%w: there is no header", errTables)
	}
	return found, nil
}

// readHeader reads a header; false where the bytes behind the magic number are none.
func readHeader(block []byte) (tables, bool) {
	if len(block) < tablesHeader {
		return tables{}, false
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(block[8*i:]) }
	parts := []uint64{tablesHeader, word(4), word(5), word(6), word(7), word(8), uint64(len(block))}
	for i, part := range parts[1:] {
		if part < parts[i] || i == 0 && part != tablesHeader {
			return tables{}, false
		}
	}
	funcs := word(1)
	if funcs == 0 || funcs > (parts[6]-parts[5])/8 {
		return tables{}, false
	}
	return tables{funcs: int(funcs), names: block[parts[1]:parts[2]],
		files: block[parts[2]:parts[4]], values: block[parts[4]:parts[5]],
		functionTab: block[parts[5]:]}, true
}

// record gives the record of a function and all that is behind it.
func (t *tables) record(i int) ([]byte, error) {
	offset := binary.LittleEndian.Uint32(t.functionTab[8*i+4:])
	if uint64(offset)+recordSize > uint64(len(t.functionTab)) {
		return nil, fmt.Errorf("%w: function %d has no record", errTables, i)
	}
	record := t.functionTab[offset:]
	size := recordSize + 4*(uint64(binary.LittleEndian.Uint32(record[recordTables:]))+
		uint64(record[recordFuncData]))
	if size > uint64(len(record)) ||
		uint64(binary.LittleEndian.Uint32(record[recordName:])) >= uint64(len(t.names)) {
		return nil, fmt.Errorf("%w: the record of function %d is none", errTables, i)
	}
	return record, nil
}

// mark marks a table of values as used: pairs of differences, of value and of place, up to a
// value that differs by 0; the first may.
func (t *tables) mark(keep []bool, offset uint32) error {
	if uint64(offset) >= uint64(len(t.values)) {
		return fmt.Errorf("%w: a table of values at %d", errTables, offset)
	}
	if offset == 0 {
		return nil
	}
	r := wasmReader{b: t.values[offset:]}
	for first := true; r.uleb() != 0 || first; first = false {
		r.uleb()
	}
	if r.err != nil {
		return fmt.Errorf("%w: a table of values at %d does not end", errTables, offset)
	}
	for i := int(offset); i < len(t.values)-len(r.b); i++ {
		keep[i] = true
	}
	return nil
}
