package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
	"kaenlog/wasm/api"
)

// dumpsFile holds what klog prints of some files, for the tests in site/ too: there the program
// of the page must say the same of the same bytes.
const dumpsFile = "../../site/tests/dumps.json"

// dumped is one file, and what klog dump says of it.
type dumped struct {
	Story   string `json:"story"`
	Name    string `json:"name"`
	Hex     string `json:"hex"`
	Records bool   `json:"records"`
	Exit    int    `json:"exit"`
	Text    string `json:"text"`
	JSON    string `json:"json"`
	Stderr  string `json:"stderr"`
}

// Batches made by Kafka 4.1.0 itself: one record of no producer, two of producer 1000.
const (
	kafkaFirst = "00000000000000000000003bffffffff02a5fb70ba0000000000000000018bcfe5680000" +
		"00018bcfe56800ffffffffffffffffffffffffffff0000000112000000010676767600"
	kafkaSecond = "00000000000000010000004500000007" + "02283b37220000000000010000018bcfe56800000001" +
		"8bcfe5680000000000000003e8000000000007000000021200000001067676760012000002010676767600"
)

func hexBytes(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// oldMessage makes a message of magic 1.
func oldMessage(offset int64) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(offset))
	b = append(b, 0, 0, 0, 25, 0, 0, 0, 0, 1, 0, 0, 0, 1, 139, 207, 229, 104, 0)
	b = append(b, 255, 255, 255, 255, 0, 0, 0, 3, 'v', 'v', 'v')
	binary.BigEndian.PutUint32(b[12:], crc32.ChecksumIEEE(b[16:]))
	return b
}

// marked sets attributes and makes the CRC right again.
func marked(b []byte, attributes uint16) []byte {
	binary.BigEndian.PutUint16(b[21:], attributes)
	binary.BigEndian.PutUint32(b[17:], crc32.Checksum(b[21:], crc32.MakeTable(crc32.Castagnoli)))
	return b
}

func dumpCases(t *testing.T) []dumped {
	t.Helper()
	first, second := hexBytes(t, kafkaFirst), hexBytes(t, kafkaSecond)
	both := append(bytes.Clone(first), second...)
	differs := bytes.Clone(both)
	differs[100] ^= 1
	const base = 1<<53 + 1
	large, err := batch.Append(nil, batch.Producer{ID: 1<<63 - 2, Epoch: 1, BaseSequence: 1<<31 - 1},
		[]batch.NewRecord{{Timestamp: 1 << 62, Key: []byte("ก\"\\\u2028"), Value: []byte{0, 255}},
			{Timestamp: 1<<62 + 1, Key: []byte{}, Value: []byte("a\x1b[2J")}})
	if err != nil {
		t.Fatal(err)
	}
	batch.Batch(large).Stamp(base+3, 7)
	abort, err := batch.Append(nil, batch.Producer{ID: 5, BaseSequence: -1},
		[]batch.NewRecord{{Key: []byte{0, 0, 0, 0}, Value: []byte{0, 0, 0, 0, 0, 0}}})
	if err != nil {
		t.Fatal(err)
	}
	batch.Batch(abort).Stamp(3, 0)
	packed := marked(bytes.Clone(first), 4)
	batch.Batch(packed).Stamp(9, 0)
	odd := append(append(append(bytes.Clone(both), marked(abort, 0x30)...), packed...),
		oldMessage(10)...)
	const named = "orders-0/00000000000000000000.log"
	return []dumped{
		{Story: "nothing", Name: "bytes"},
		{Story: "one byte", Name: "bytes", Hex: "7f"},
		{Story: "Kafka's own", Name: named, Hex: hex.EncodeToString(both)},
		{Story: "its records", Name: named, Hex: hex.EncodeToString(both), Records: true},
		{Story: "a name that is none", Name: "a b.ก", Hex: hex.EncodeToString(both), Records: true},
		{Story: "a byte differs, and the end is torn", Name: named,
			Hex: hex.EncodeToString(differs[:150]), Records: true},
		{Story: "a byte differs in the middle", Name: "bytes",
			Hex: hex.EncodeToString(append(differs, packed...))},
		{Story: "below its name's base", Name: "00000000000000000007.log",
			Hex: hex.EncodeToString(both)},
		{Story: "past 53 bits", Name: "00009007199254740993.log", Hex: hex.EncodeToString(large),
			Records: true},
		{Story: "a gap, a marker, a codec, an old message", Name: named,
			Hex: hex.EncodeToString(odd), Records: true},
		{Story: "HTML", Name: "index.html", Hex: hex.EncodeToString([]byte("<!doctype html>\n"))},
	}
}

// dump runs klog on the file of a case, in a directory where its name leads to it.
func (d *dumped) dump(t *testing.T, format string) (stdout string) {
	t.Helper()
	args := []string{"dump", "--format", format, d.Name}
	if d.Records {
		args = append(args, "--records")
	}
	var out, bad bytes.Buffer
	cmd := exec.Command("klog", args...)
	cmd.Stdout, cmd.Stderr = &out, &bad
	err := cmd.Run()
	if ended := new(exec.ExitError); err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	d.Exit, d.Stderr = cmd.ProcessState.ExitCode(), bad.String()
	return out.String()
}

func TestAPageSaysOfAFileWhatKlogDumpSays(t *testing.T) {
	file, err := filepath.Abs(dumpsFile)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(file)
	if err != nil && os.Getenv("UPDATE_GOLDEN") != "1" {
		t.Fatal(err)
	}
	cases := dumpCases(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir("orders-0", 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		d := &cases[i]
		content := hexBytes(t, d.Hex)
		if err := os.WriteFile(d.Name, content, 0o666); err != nil {
			t.Fatal(err)
		}
		d.Text, d.JSON = d.dump(t, "text"), d.dump(t, "json")
		given := []demo.Set{{Name: "name", Text: d.Name}}
		if d.Records {
			given = append(given, demo.Set{Name: "records", Text: "true"})
		}
		got, err := api.Inspect(content, given)
		if err != nil {
			t.Fatalf("%s: %v", d.Story, err)
		}
		if text := string(bytes.Join(got.Text, nil)); text != d.Text {
			t.Errorf("%s: klog prints\n%sapi.Inspect gives\n%s", d.Story, d.Text, text)
		}
		if text := string(bytes.Join(got.JSON, nil)); text != d.JSON {
			t.Errorf("%s: klog prints\n%sapi.Inspect gives\n%s", d.Story, d.JSON, text)
		}
		if got.Exit != d.Exit || got.Stderr != d.Stderr {
			t.Errorf("%s: exit %d %s, want %d %s", d.Story, got.Exit, got.Stderr, d.Exit, d.Stderr)
		}
	}
	checkDumps(t, file, kept, cases)
}

// checkDumps holds the cases to the file; UPDATE_GOLDEN=1 writes it.
func checkDumps(t *testing.T, file string, kept []byte, cases []dumped) {
	t.Helper()
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(cases); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(kept, want.Bytes()) {
		return
	}
	if os.Getenv("UPDATE_GOLDEN") != "1" || os.Getenv("CI") != "" {
		t.Fatalf("%s is not what klog prints now: UPDATE_GOLDEN=1 writes it", dumpsFile)
	}
	if err := os.WriteFile(file, want.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Errorf("%s was updated: look at the difference, then run without UPDATE_GOLDEN", dumpsFile)
}
