package demo

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"kaenlog/engine/batch"
	"kaenlog/engine/vfs"
)

// Witness: franz-go's kmsg, generated from Kafka's own definitions. It decodes every frame that
// the demos send and hear, and every batch that they send and store, and encodes each again to
// the same bytes.

func TestEveryFrameOfTheDemosIsOneForFranzGo(t *testing.T) {
	for _, spec := range Specs() {
		requests, responses := 0, 0
		e := newEnv(goldenOptions(t, spec))
		e.tap = func(sent bool, frame []byte) {
			if sent {
				requests++
				witnessRequest(t, frame)
			} else {
				responses++
				witnessResponse(t, frame)
			}
		}
		if _, err := e.runInMemory(spec.Name); err != nil {
			t.Fatal(err)
		}
		if requests < 7 || responses < 5 {
			t.Errorf("%s: %d requests and %d responses went by", spec.Name, requests, responses)
		}
		for _, name := range logs(t, e.fs, ".") {
			b, err := vfs.ReadFile(e.fs, name)
			if err != nil {
				t.Fatal(err)
			}
			for len(b) > 0 {
				size := batch.Batch(b).Size()
				witnessBatch(t, b[:size])
				b = b[size:]
			}
		}
	}
}

func goldenOptions(t *testing.T, spec Spec) Options {
	t.Helper()
	var given []Set
	for _, f := range spec.Flags {
		if f.Golden != "" {
			given = append(given, Set{f.Name, f.Golden})
		}
	}
	o, err := spec.Parse(given)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// logs gives the paths of all segments below dir.
func logs(t *testing.T, fsys vfs.FS, dir string) []string {
	t.Helper()
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		name := strings.TrimPrefix(dir+"/"+e.Name, "./")
		if e.Dir {
			names = append(names, logs(t, fsys, name)...)
		} else if strings.HasSuffix(name, ".log") {
			names = append(names, name)
		}
	}
	return names
}

func witnessRequest(t *testing.T, frame []byte) {
	t.Helper()
	const header = 4 + 2 + 2 + 4 + 2 + len(clientID) + 1
	req := kmsg.NewPtrProduceRequest()
	req.SetVersion(int16(frame[6])<<8 | int16(frame[7]))
	if err := req.ReadFrom(frame[header:]); err != nil {
		t.Fatalf("kmsg can't read a request: %v", err)
	}
	formatter := kmsg.NewRequestFormatter(kmsg.FormatterClientID(clientID))
	correlation := int32(binary.BigEndian.Uint32(frame[8:]))
	again := formatter.AppendRequest(nil, req, correlation)
	if !bytes.Equal(again, frame) {
		t.Errorf("request\nours %x\nkmsg %x", frame, again)
	}
	for _, topic := range req.Topics {
		for _, p := range topic.Partitions {
			witnessBatch(t, p.Records)
		}
	}
}

func witnessResponse(t *testing.T, frame []byte) {
	t.Helper()
	const header = 4 + 4 + 1
	resp := kmsg.NewPtrProduceResponse()
	resp.SetVersion(13)
	if err := resp.ReadFrom(frame[header:]); err != nil {
		t.Fatalf("kmsg can't read a response: %v", err)
	}
	if again := resp.AppendTo(nil); !bytes.Equal(again, frame[header:]) {
		t.Errorf("response\nours %x\nkmsg %x", frame[header:], again)
	}
}

func witnessBatch(t *testing.T, b []byte) {
	t.Helper()
	var k kmsg.RecordBatch
	if err := k.ReadFrom(b); err != nil {
		t.Fatalf("kmsg can't read a batch: %v", err)
	}
	records := k.Records
	var again []byte
	for range k.NumRecords {
		var r kmsg.Record
		if err := r.ReadFrom(records); err != nil {
			t.Fatalf("kmsg can't read a record: %v", err)
		}
		one := r.AppendTo(nil)
		records = records[len(one):]
		again = append(again, one...)
	}
	k.Records = again
	if got := k.AppendTo(nil); !bytes.Equal(got, b) {
		t.Errorf("batch\nours %x\nkmsg %x", b, got)
	}
}
