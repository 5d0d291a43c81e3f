package page

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
	"kaenlog/engine/trace"
)

// What chapter 3 says of sizes that no golden line has as values stands in its text by hand.
// These tests hold it to the events of a run.

// writtenSizes gives the size of each write of a produce run up to its recovery, and why
// recovery stopped.
func writtenSizes(t *testing.T, batches string) (sizes []int64, torn string) {
	t.Helper()
	spec, ok := demo.SpecOf("produce")
	if !ok {
		t.Fatal("no demo produce")
	}
	run, err := runDemo(spec, append(goldenFlags(spec), demo.Set{Name: "batches", Text: batches}))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range run.Events {
		switch e := e.Event.(type) {
		case trace.Written:
			sizes = append(sizes, e.Size)
		case trace.BatchChecked:
			if !e.OK {
				return sizes, e.Reason
			}
		}
	}
	t.Fatal("recovery found nothing torn")
	return nil, ""
}

// mustSay wants the text in a section in both languages.
func mustSay(t *testing.T, id, text string) {
	t.Helper()
	for _, l := range langs {
		if !strings.Contains(strings.Join(sectionLines(t, l, "03-produce.md", id), "\n"), text) {
			t.Errorf("%s: section %s does not say %q", l.code, id, text)
		}
	}
}

func TestChapterTableOfBatchesIsTheRuns(t *testing.T) {
	sizes, _ := writtenSizes(t, "3")
	byCount := map[int64]int64{1: sizes[3], 2: sizes[0], 3: sizes[1], 4: sizes[2]}
	for _, l := range langs {
		seen := 0
		for _, row := range tableRows(sectionLines(t, l, "03-produce.md", "batching")) {
			count, err := strconv.ParseInt(row[0], 10, 64)
			if err != nil {
				continue // the head and its rule
			}
			seen++
			size := byCount[count]
			tenths := (size*20 + count) / (count * 2) // rounded half up, as a reader does
			mean := strings.TrimSuffix(fmt.Sprintf("%d.%d", tenths/10, tenths%10), ".0")
			if row[1] != strconv.FormatInt(size, 10) || row[2] != mean {
				t.Errorf("%s: %v, want %d and %s", l.code, row, size, mean)
			}
		}
		if seen != len(byCount) {
			t.Errorf("%s: %d rows", l.code, seen)
		}
	}
}

func TestChapterSizesAreTheRuns(t *testing.T) {
	sizes, reason := writtenSizes(t, "3")
	one, two, three, four := sizes[3], sizes[0], sizes[1], sizes[2]
	for _, size := range []int64{three - two, four - three} {
		if size != one-batch.HeaderSize {
			t.Fatalf("a record adds %d bytes, one alone has %d", size, one-batch.HeaderSize)
		}
	}
	mustSay(t, "batching", strconv.FormatInt(one-batch.HeaderSize, 10)) // a record
	mustSay(t, "batching", strconv.Itoa(batch.HeaderSize))
	mustSay(t, "batching", strconv.FormatInt(4*one, 10)) // four of one record
	mustSay(t, "torn", fmt.Sprintf("%d, %d, ", two, three))
	mustSay(t, "torn", strconv.FormatInt(one, 10))

	// "length is 283, allowed is at most 135"
	m := regexp.MustCompile(`length is (\d+), .* (\d+)$`).FindStringSubmatch(reason)
	if m == nil {
		t.Fatalf("recovery stopped for %q", reason)
	}
	mustSay(t, "torn", m[1])
	mustSay(t, "torn", m[2])

	five, _ := writtenSizes(t, "5")
	var sum []string
	for _, size := range five[:5] {
		sum = append(sum, strconv.FormatInt(size, 10))
	}
	mustSay(t, "torn", strings.Join(sum, " + "))
}
