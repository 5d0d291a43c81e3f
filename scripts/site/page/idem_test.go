package page

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
	"kaenlog/engine/kerr"
	"kaenlog/engine/producer"
)

// What chapter 7 says of verdicts that no golden line has stands in its text by hand. These tests
// hold it to the engine.

// windowOfTheRun gives a table with what the golden run's broker remembers before the resend, and
// the sequences of the batch whose ack is lost.
func windowOfTheRun(t *testing.T) (table *producer.Table, lost string) {
	t.Helper()
	spec, ok := demo.SpecOf("dedup")
	if !ok {
		t.Fatal("no demo dedup")
	}
	run, err := runDemo(spec, goldenFlags(spec))
	if err != nil {
		t.Fatal(err)
	}
	table = producer.NewTable()
	for _, sec := range run.Sections {
		for _, l := range sec.Lines {
			if sec.ID != "window" || l.ID != "row" {
				continue
			}
			for _, v := range l.Values {
				if v.Name == "seq" {
					lost = v.V.(string)
				}
			}
			first, last := sequences(t, lost)
			table.Update(1000, 0, producer.Appended{LastSeq: last, OffsetDelta: last - first,
				LastOffset: int64(last)})
		}
	}
	// "10 records in 5 batches"
	if w, _ := table.Window(1000); w.Len() != 5 || w.Expected() != 10 {
		t.Fatalf("the run sends %v", w.Ranges())
	}
	return table, lost
}

// sequences reads "7..9".
func sequences(t *testing.T, text string) (first, last int32) {
	t.Helper()
	if n, err := fmt.Sscanf(text, "%d..%d", &first, &last); n != 2 || err != nil {
		t.Fatalf("%q: want first..last", text)
	}
	return first, last
}

func TestChapterTableOfVerdictsIsTheEngines(t *testing.T) {
	table, lost := windowOfTheRun(t)
	for _, l := range langs {
		verdicts := map[string]string{}
		for _, row := range tableRows(sectionLines(t, l, "07-idem.md", "exact")) {
			if !strings.Contains(row[0], "..") {
				continue // the head and its rule
			}
			first, last := sequences(t, row[0])
			verdicts[row[0]] = row[1]
			kind := table.Judge(1000, 0, first, last).Kind
			want := kind.String()
			if kind == producer.OutOfOrder {
				want = "error " + strconv.Itoa(int(kerr.OutOfOrderSequenceNumber))
			}
			if row[1] != want {
				t.Errorf("%s: %s is %v, the page says %s", l.code, row[0], want, row[1])
			}
		}
		if len(verdicts) != 6 || verdicts[lost] != producer.Duplicate.String() {
			t.Errorf("%s: the table has %v", l.code, verdicts)
		}
	}
}

func TestChapterTableOfProducerFieldsIsTheEngines(t *testing.T) {
	_, lost := windowOfTheRun(t)
	first, last := sequences(t, lost)
	who := batch.Producer{ID: 0x0102, Epoch: 0x0304, BaseSequence: 0x0506}
	b, err := batch.Append(nil, who, make([]batch.NewRecord, 1))
	if err != nil {
		t.Fatal(err)
	}
	ends := map[string]string{"\x01\x02": "producer id", "\x03\x04": "producer epoch",
		"\x05\x06": "base sequence"}
	at := map[string]int{} // where a field begins: it ends behind its two marks
	for mark, field := range ends {
		end := strings.Index(string(b[:batch.HeaderSize]), mark) + 2
		at[field] = end - map[string]int{"producer id": 8, "producer epoch": 2, "base sequence": 4}[field]
	}
	for _, l := range langs {
		rows := tableRows(sectionLines(t, l, "07-idem.md", "remembered"))
		for field, pos := range at {
			found := false
			for _, row := range rows {
				if strings.Contains(row[0], field) {
					found = row[1] == strconv.Itoa(pos)
				}
			}
			if !found {
				t.Errorf("%s: no row %s with byte %d", l.code, field, pos)
			}
		}
		sum := fmt.Sprintf("%d + %d = %d", first, last-first, last)
		if !strings.Contains(strings.Join(sectionLines(t, l, "07-idem.md", "remembered"), "\n"), sum) {
			t.Errorf("%s: section remembered does not say %s", l.code, sum)
		}
	}
}
