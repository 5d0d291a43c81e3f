package page

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
)

// What the recovery page says of the torn log stands in its text by hand. These tests hold it to
// what the engine makes of that log's bytes.

// recoverySays wants texts in a section of the recovery page in both languages.
func recoverySays(t *testing.T, id string, texts ...string) {
	t.Helper()
	for _, l := range langs {
		section := strings.Join(sectionLines(t, l, "recovery.md", id), "\n")
		for _, text := range texts {
			if !strings.Contains(section, text) {
				t.Errorf("%s: section %s does not say %q", l.code, id, text)
			}
		}
	}
}

// walkLog gives where each whole batch of a log begins, where the last one ends, and what ended
// the walk there.
func walkLog(log []byte) (starts []int64, end int64, stopped error) {
	scan := segment.NewScanner(bytes.NewReader(log), int64(len(log)), 0)
	for scan.Next() {
		starts = append(starts, scan.Pos())
	}
	return starts, scan.End(), scan.Err()
}

// tornLog gives the torn log, the batch that comes after it, and where its batches begin and end.
func tornLog(t *testing.T) (log, next []byte, edges []int64) {
	t.Helper()
	log, next, err := demo.TornLog()
	if err != nil {
		t.Fatal(err)
	}
	starts, end, _ := walkLog(log)
	return log, next, append(starts, end)
}

func TestRecoveryPagesStairsAreThoseOfEveryCut(t *testing.T) {
	log, _, edges := tornLog(t)
	var kept []int64
	width := map[int64]int64{}
	for n := range len(log) + 1 {
		_, end, _ := walkLog(log[:n])
		if width[end]++; width[end] == 1 {
			kept = append(kept, end)
		}
	}
	if !slices.Equal(kept, edges) {
		t.Errorf("kept are %v, the batches begin and end at %v", kept, edges)
	}
	var words []string
	for _, end := range kept {
		words = append(words, format(end, false))
	}
	last := len(words) - 1
	lengths := strings.Join(words[:last], " · ")
	for _, l := range langs {
		or := map[string]string{"th": " หรือ ", "en": " or "}[l.code]
		section := strings.Join(sectionLines(t, l, "recovery.md", "every-cut"), "\n")
		if !strings.Contains(section, lengths+or+words[last]) {
			t.Errorf("%s: the section does not say %s", l.code, lengths+or+words[last])
		}
	}
	widest := int64(0)
	for _, w := range width {
		widest = max(widest, w)
	}
	recoverySays(t, "every-cut", format(int64(len(log)), false), format(int64(len(log)+1), false),
		fmt.Sprintf(" %d ", widest), fmt.Sprintf(" %d ", width[edges[last]]))
	_, end, _ := walkLog(log[:1000])
	recoverySays(t, "questions", "[x] "+strconv.FormatInt(end, 10), fmt.Sprintf("%d + %d + %d = %d",
		edges[1], edges[2]-edges[1], edges[3]-edges[2], end), format(edges[4], false))
}

func TestRecoveryPagesHalfBatchHasAHeaderAndARecord(t *testing.T) {
	log, _, edges := tornLog(t)
	torn := batch.Batch(log[edges[len(edges)-1]:])
	record := (torn.Size() - batch.HeaderSize) / int64(torn.Count())
	if size := int64(len(torn)); size < batch.HeaderSize+record || size >= batch.HeaderSize+2*record {
		t.Errorf("the half batch has %d bytes, its header %d, a record %d", size, batch.HeaderSize,
			record)
	}
	recoverySays(t, "every-cut", fmt.Sprintf(" %d byte", record))
	recoverySays(t, "append", fmt.Sprintf(" %d byte", torn.Size()))
	recoverySays(t, "together", fmt.Sprintf(" %d byte", batch.HeaderSize))
}

func TestRecoveryPagesDamageTurnsIntoTheOtherKind(t *testing.T) {
	log, next, edges := tornLog(t)
	end := edges[len(edges)-1]
	missing := batch.Batch(log[end:]).Size() - int64(len(log)-int(end)) - int64(len(next))
	recoverySays(t, "append", fmt.Sprintf(" %d byte", len(next)), fmt.Sprintf(" %d byte", missing))
	for i, kind := range []error{batch.ErrTorn, batch.ErrTorn, batch.ErrCRC} {
		if _, at, err := walkLog(log); at != end || !errors.Is(err, kind) {
			t.Errorf("with %d batches behind, the walk ends at %d for %v, want %d and %v", i, at, err,
				end, kind)
		}
		log = append(log, next...)
	}
}

func TestRecoveryPagesDamageInTheMiddleTakesWhatIsBehind(t *testing.T) {
	log, _, edges := tornLog(t)
	third := log[edges[2]:edges[3]]
	for i := batch.PosAttributes; i < len(third); i++ {
		third[i] ^= 1
		if starts, end, _ := walkLog(log); len(starts) != 2 || end != edges[2] {
			t.Errorf("byte %d changed: %d batches, %d bytes", i, len(starts), end)
		}
		third[i] ^= 1
	}
	recoverySays(t, "not-done", fmt.Sprintf(" %d byte", edges[2]))
}

func TestRecoveryPagesWindowIsMadeFromAsManyBatches(t *testing.T) {
	spec, _ := demo.SpecOf("recovery")
	run, err := runDemo(spec, goldenFlags(spec))
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, e := range run.Events {
		if w, ok := e.Event.(trace.Written); ok && strings.Contains(w.File, "idem") {
			written++
		}
	}
	recoverySays(t, "window", " "+strconv.Itoa(written)+" batch")
}
