package cli

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/vfs"
)

const segmentName = "00000000000000000000.log"

// Two batches made by Kafka 4.1.0 itself: "vvv" of no producer, and twice of producer 1000.
const kafkaLog = "00000000000000000000003bffffffff02a5fb70ba0000000000000000018bcfe5680000" +
	"00018bcfe56800ffffffffffffffffffffffffffff0000000112000000010676767600" +
	"00000000000000010000004500000007" + "02283b37220000000000010000018bcfe568000000018bcf" +
	"e5680000000000000003e8000000000007000000021200000001067676760012000002010676767600"

func kafkaBytes(t *testing.T) []byte {
	t.Helper()
	b, err := hex.DecodeString(kafkaLog)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tree is a file system with one file in it.
func tree(t *testing.T, name string, content []byte) vfs.FS {
	t.Helper()
	fsys, err := vfs.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	f, err := fsys.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Append(content); err != nil {
		t.Fatal(err)
	}
	return fsys
}

func TestDumpOfKafkasOwnBytes(t *testing.T) {
	fsys := tree(t, segmentName, kafkaBytes(t))
	const want = segmentName + ": base offset 0, size 152\n" +
		"pos 0  size 71  offsets 0..0  leader epoch -1  producer -1 epoch -1 sequences -1..-1" +
		"  count 1  max timestamp 1700000000000  codec none  crc ok\n" +
		"  offset 0  timestamp 1700000000000  key null  value \"vvv\"\n" +
		"pos 71  size 81  offsets 1..2  leader epoch 7  producer 1000 epoch 0 sequences 7..8" +
		"  count 2  max timestamp 1700000000000  codec none  crc ok\n" +
		"  offset 1  timestamp 1700000000000  key null  value \"vvv\"\n" +
		"  offset 2  timestamp 1700000000000  key null  value \"vvv\"\n" +
		segmentName + ": batches 2, records 3, next offset 3\n"
	for _, line := range []string{"dump --records " + segmentName, "dump " + segmentName +
		" --records", "dump -records=true -- " + segmentName, "dump ./" + segmentName + " --records"} {
		r := Run(strings.Split(line, " "), Env{Place: InTree(fsys)})
		got := strings.ReplaceAll(string(r.Stdout), "./"+segmentName, segmentName)
		if r.Exit != 0 || r.Stderr != "" || got != want {
			t.Errorf("klog %s: exit %d %s\n%s", line, r.Exit, r.Stderr, r.Stdout)
		}
		var out bytes.Buffer
		r = Run(strings.Split(line, " "), Env{Place: InTree(fsys), Stdout: &out})
		if len(r.Stdout) != 0 || strings.ReplaceAll(out.String(), "./", "") != want {
			t.Errorf("klog %s, written as it comes: %s%s", line, out.String(), r.Stdout)
		}
	}
}

func TestKeysAndValuesAreTextOrHexOrNull(t *testing.T) {
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{
		{Key: []byte("ข้าวซอย \"\\"), Value: []byte{}},
		{Key: []byte{0, 255}, Value: []byte("a\nb")},
		{Key: nil, Value: []byte("0x00ff")},
	})
	if err != nil {
		t.Fatal(err)
	}
	fsys := tree(t, "x.log", b)
	r := Run([]string{"dump", "x.log", "--records"}, Env{Place: InTree(fsys)})
	for _, want := range []string{`key "ข้าวซอย \"\\"  value ""`, "key 0x00ff  value 0x610a62\n",
		`key null  value "0x00ff"`} {
		if !strings.Contains(string(r.Stdout), want) {
			t.Errorf("%s is not in\n%s", want, r.Stdout)
		}
	}
	r = Run([]string{"dump", "x.log", "--records", "--format", "json"}, Env{Place: InTree(fsys)})
	for _, want := range []string{`"key":"ข้าวซอย \"\\","value":""`,
		`"keyHex":"00ff","valueHex":"610a62"`, `"key":null,"value":"0x00ff"`} {
		if !strings.Contains(string(r.Stdout), want) || !json.Valid(r.Stdout) {
			t.Errorf("%s is not in\n%s", want, r.Stdout)
		}
	}
}

func TestMarksOfABatchAreTold(t *testing.T) {
	b := kafkaBytes(t)[:71]
	for attributes, want := range map[byte]string{0x30: "  transactional  control\n",
		0x08: "  logAppendTime\n", 0x40: "  deleteHorizon\n", 0x04: "  codec zstd  crc ok\n",
		0x00: "  codec none  crc ok\n"} {
		c := bytes.Clone(b)
		c[22] = attributes
		sum := batch.Batch(c).ComputeCRC()
		c[17], c[18], c[19], c[20] = byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)
		r := Run([]string{"dump", "x"}, Env{Place: InTree(tree(t, "x", c))})
		if r.Exit != 0 || !strings.Contains(string(r.Stdout), want) {
			t.Errorf("attributes %#x: %d\n%s", attributes, r.Exit, r.Stdout)
		}
	}
	for key, want := range map[string]string{"\x00\x00\x00\x00": "ABORT",
		"\x00\x00\x00\x01": "COMMIT", "\x00\x00\x00\x05": "of another type", "x": "of another type"} {
		if got := markerOf([]byte(key)); got != want {
			t.Errorf("marker %q is %s, want %s", key, got, want)
		}
	}
}

func TestVerifyNamesAFaultWithFilePositionAndReason(t *testing.T) {
	b := kafkaBytes(t)
	b[100] ^= 1
	fsys := tree(t, segmentName, append(b, 1, 2, 3))
	const first = segmentName + ": at byte 88: the CRC differs: crc is "
	for _, format := range []string{"text", "json"} {
		r := Run([]string{"verify", segmentName, "--format", format}, Env{Place: InTree(fsys)})
		if r.Exit != 1 || !strings.HasPrefix(r.Stderr, "klog: verify: faults 1, the first: "+first) ||
			strings.Count(r.Stderr, "\n") != 1 || !strings.Contains(string(r.Stdout), first) {
			t.Errorf("exit %d, stderr %s, stdout %s", r.Exit, r.Stderr, r.Stdout)
		}
		if format == "json" && !json.Valid(r.Stdout) {
			t.Errorf("no JSON: %s", r.Stdout)
		}
	}
	if r := Run([]string{"dump", segmentName}, Env{Place: InTree(fsys)}); r.Exit != 1 ||
		!strings.Contains(string(r.Stdout), "  crc differs\n") {
		t.Errorf("dump: exit %d, %s", r.Exit, r.Stdout)
	}
}

func TestJSONOfEachTool(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"dump x.log", `{"command":"dump","path":"x.log","items":[{"type":"file","file":"x.log",` +
			`"base":0,"size":153,"baseFrom":"its first batch, else 0"},{"type":"batch","pos":0,"size":71,` +
			`"baseOffset":0,"lastOffset":0,"leaderEpoch":-1,"producerId":-1,"producerEpoch":-1,` +
			`"baseSequence":-1,"lastSequence":-1,"count":1,"baseTimestamp":1700000000000,` +
			`"maxTimestamp":1700000000000,"codec":"none","crc":"ok","transactional":false,` +
			`"control":false,"logAppendTime":false,"deleteHorizon":false},`},
		{"verify x.log", `{"command":"verify","path":"x.log","items":[{"type":"file","file":` +
			`"x.log","base":0,"size":153,"baseFrom":"its first batch, else 0"},{"type":"fault","file":` +
			`"x.log","pos":152,"unread":1,"reason":"x.log: at byte 152: the bytes end`},
		{"recover x.log --dry-run", `{"command":"recover","path":"x.log","items":[{"type":` +
			`"recovered","file":"x.log","batches":2,"kept":152,"dropped":1,"nextOffset":3,` +
			`"goodBehind":0,"olderSegments":0,"laterSegments":0,` +
			`"result":"would be cut","reason":"x.log: at byte 152: `},
		{"recover x.log", `{"command":"recover","path":"x.log","items":[{"type":` +
			`"recovered","file":"x.log","batches":2,"kept":152,"dropped":1,"nextOffset":3,` +
			`"goodBehind":0,"olderSegments":0,"laterSegments":0,` +
			`"result":"cut","cut":"x.log.cut","reason":"x.log: at byte 152: `},
		{"dump nowhere", ""},
	} {
		fsys := tree(t, "x.log", append(kafkaBytes(t), 7))
		r := Run(append(strings.Split(c.line, " "), "--format=json"), Env{Place: InTree(fsys)})
		if !strings.HasPrefix(string(r.Stdout), c.want) ||
			c.want == "" && (len(r.Stdout) > 0 || r.Exit != 1) ||
			c.want != "" && (!json.Valid(r.Stdout) || !strings.HasSuffix(string(r.Stdout), "}\n")) {
			t.Errorf("klog %s: exit %d %s\n%s", c.line, r.Exit, r.Stderr, r.Stdout)
		}
	}
}

// full is an output that takes so many bytes.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("no space")
	}
	return len(p), nil
}

func TestAReportThatCantBeWrittenEndsTheWalk(t *testing.T) {
	one := kafkaBytes(t)[:71]
	var log []byte
	for i := range 3000 {
		b := batch.Batch(bytes.Clone(one))
		b.Stamp(int64(i), 0)
		log = append(log, b...)
	}
	for _, left := range []int{0, flushBytes * 2} {
		out := &full{left}
		r := Run([]string{"dump", "x"}, Env{Place: InTree(tree(t, "x", log)), Stdout: out})
		if r.Exit != 1 || r.Stderr != "klog: writing the output: no space\n" || len(r.Stdout) > 0 {
			t.Errorf("%+v", r)
		}
		if out.left < -flushBytes-1000 {
			t.Errorf("%d more bytes were offered after the failure", -out.left)
		}
	}
}

func TestWhatRecoverDidIsToldWhereItsReportIsNot(t *testing.T) {
	fsys := tree(t, segmentName, append(kafkaBytes(t), 1, 2, 3))
	r := Run([]string{"recover", segmentName}, Env{Place: InTree(fsys), Stdout: &full{0}})
	want := "klog: writing the output: no space; " + segmentName + " was cut, its tail is in " +
		segmentName + ".cut\n"
	if r.Exit != 1 || r.Stderr != want {
		t.Errorf("exit %d, %q, want %q", r.Exit, r.Stderr, want)
	}
}

func TestTextIsShownAsGoQuotesIt(t *testing.T) {
	for _, text := range []string{"", `a"b\c`, "ข้าวซอย", "日本 é ␀", "a b", `\"`, "~!"} {
		var r report
		r.bytes("value", []byte(text))
		if want := "  value " + strconv.Quote(text); string(r.buf) != want {
			t.Errorf("%q is shown as %s, want %s", text, r.buf, want)
		}
	}
	for _, other := range []string{"\x00", "a\n", "\x7f", "\u00a0", "\u200b", "\ufffd", "\xff",
		"\xe0\xb8", "\ufeff"} {
		var r report
		r.bytes("value", []byte(other))
		if want := "  value 0x" + hex.EncodeToString([]byte(other)); string(r.buf) != want {
			t.Errorf("%q is shown as %s, want %s", other, r.buf, want)
		}
	}
}
