package page

import (
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/batch"
)

// What the primer says of bytes stands in tables that are written by hand. These tests hold
// them to what the engine writes.

// primerSection gives the lines of the section with that id of the primer in a language.
func primerSection(t *testing.T, l lang, id string) []string {
	t.Helper()
	return sectionLines(t, l, "primer.md", id)
}

// sectionLines gives the lines of the section with that id of a page in a language.
func sectionLines(t *testing.T, l lang, page, id string) []string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(siteDir, "content", l.code, page))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(src), " {#"+id+"}\n")
	if !ok {
		t.Fatalf("%s: %s has no section %q", l.code, page, id)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return strings.Split(section, "\n")
}

// tableRows gives the cells of each table row in lines, heads and rules too.
func tableRows(lines []string) [][]string {
	var rows [][]string
	for _, line := range lines {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

// hexCell is bytes in hex, or the first and the last of them with an ellipsis between.
var hexCell = regexp.MustCompile(
	"^`([0-9a-f]{2}(?: [0-9a-f]{2})*)(?: … ([0-9a-f]{2}(?: [0-9a-f]{2})*))?`$")

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fence gives the one line between ```text and ``` in lines.
func fence(t *testing.T, lines []string) string {
	t.Helper()
	for i, line := range lines {
		if line == "```text" && i+2 < len(lines) && lines[i+2] == "```" {
			return lines[i+1]
		}
	}
	t.Fatal("no fence of one line")
	return ""
}

func TestPrimerRecordIsTheEnginesRecord(t *testing.T) {
	for _, l := range langs {
		lines := primerSection(t, l, "record")
		value := fence(t, lines)
		b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{
			{Timestamp: 1700000000000, Key: []byte("order-0"), Value: []byte(value)},
		})
		if err != nil {
			t.Fatal(err)
		}
		rest := b[batch.HeaderSize:]
		for _, row := range tableRows(lines) {
			m := hexCell.FindStringSubmatch(row[1])
			if m == nil {
				continue
			}
			head, tail := unhex(t, m[1]), unhex(t, m[2])
			n := len(head)
			if m[2] != "" {
				n = len(value)
			}
			if n > len(rest) {
				t.Fatalf("%s: row %q is past the end of the record", l.code, row[0])
			}
			field := string(rest[:n])
			if !strings.HasPrefix(field, string(head)) || !strings.HasSuffix(field, string(tail)) {
				t.Errorf("%s: row %q shows %s, the engine writes % x", l.code, row[0], row[1], field)
			}
			if strings.HasSuffix(row[0], "length") {
				v, _ := batch.Varint(rest)
				if !strings.Contains(row[2], " "+strconv.Itoa(int(v))+" ") &&
					!strings.HasPrefix(row[2], strconv.Itoa(int(v))+" ") {
					t.Errorf("%s: row %q says %q, the engine reads %d", l.code, row[0], row[2], v)
				}
			}
			rest = rest[n:]
		}
		if len(rest) != 0 {
			t.Errorf("%s: the table leaves out the record's last bytes, % x", l.code, rest)
		}
	}
}

// primerBatch is a batch in which no two fields of the header have the same value, and the
// values as the primer calls them.
func primerBatch(t *testing.T) (batch.Batch, map[string]int64) {
	t.Helper()
	raw, err := batch.Append(nil, batch.Producer{ID: 1000, Epoch: 6, BaseSequence: 70},
		[]batch.NewRecord{{Timestamp: 500}, {Timestamp: 502}, {Timestamp: 501}, {Timestamp: 500}})
	if err != nil {
		t.Fatal(err)
	}
	b := batch.Batch(raw)
	b.Stamp(41, 9)
	return b, map[string]int64{
		"base offset": 41, "length": int64(len(b) - 12), "partition leader epoch": 9, "magic": 2,
		"CRC": int64(b.ComputeCRC()), "attributes": 0, "last offset delta": 3,
		"base timestamp": 500, "max timestamp": 502, "producer id": 1000, "producer epoch": 6,
		"base sequence": 70, "records count": 4,
	}
}

func TestPrimerMapIsTheEnginesHeader(t *testing.T) {
	b, want := primerBatch(t)
	stamped := append(batch.Batch(nil), b...)
	stamped.Stamp(-2, -2) // every byte of what the broker writes differs from before
	for _, l := range langs {
		end := 0
		for _, row := range tableRows(primerSection(t, l, "batch")) {
			pos, err := strconv.Atoi(row[0])
			if err != nil {
				continue
			}
			size, err := strconv.Atoi(row[1])
			if err != nil || pos != end || pos+size > batch.HeaderSize {
				t.Fatalf("%s: row %q does not follow the one above: %v", l.code, row, err)
			}
			end = pos + size
			v, known := want[row[2]]
			field := append(make([]byte, 8-size), b[pos:end]...)
			if got := int64(binary.BigEndian.Uint64(field)); !known || got != v {
				t.Errorf("%s: %q at %d, %d bytes: want %d, found %d", l.code, row[2], pos, size, v, got)
			}
			byBroker := string(stamped[pos:end]) != string(b[pos:end])
			if said := strings.Contains(row[4], "broker"); said != byBroker {
				t.Errorf("%s: %q: said that the broker writes it: %v; it does: %v",
					l.code, row[2], said, byBroker)
			}
		}
		if end != batch.HeaderSize {
			t.Errorf("%s: the map ends at %d", l.code, end)
		}
	}
}

func TestPrimerVarintsAreTheEngines(t *testing.T) {
	for _, l := range langs {
		lines := primerSection(t, l, "varint")
		var unsigned string
		zigzags := 0
		for _, row := range tableRows(lines) {
			m := hexCell.FindStringSubmatch(row[len(row)-1])
			if m == nil {
				continue
			}
			if len(row) == 5 {
				unsigned += m[1]
				continue
			}
			n, err1 := strconv.ParseInt(row[0], 10, 32)
			z, err2 := strconv.ParseUint(row[1], 10, 32)
			if err1 != nil || err2 != nil {
				t.Fatalf("%s: no numbers in %q", l.code, row)
			}
			zigzags++
			said := string(unhex(t, m[1]))
			if said != string(batch.AppendVarint(nil, int32(n))) ||
				said != string(batch.AppendUvarint(nil, uint32(z))) {
				t.Errorf("%s: row %q is not what the engine writes", l.code, row)
			}
		}
		if want := hex.EncodeToString(batch.AppendUvarint(nil, 300)); unsigned != want {
			t.Errorf("%s: 300 is said to be %s, the engine writes %s", l.code, unsigned, want)
		}
		right := "- [x] `" + strings.TrimSpace(hexOf(batch.AppendVarint(nil, 100))) + "`"
		if zigzags == 0 || !strings.Contains(strings.Join(lines, "\n"), right) {
			t.Errorf("%s: %d rows of zigzag; want the answer %q", l.code, zigzags, right)
		}
	}
}

func hexOf(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteString(hex.EncodeToString([]byte{c}) + " ")
	}
	return s.String()
}
