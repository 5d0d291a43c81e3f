package demo_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
	"kaenlog/engine/vfs"
)

func parse(t *testing.T, name string, flags string) (demo.Spec, demo.Options) {
	t.Helper()
	spec, ok := demo.SpecOf(name)
	if !ok {
		t.Fatalf("no demo %q", name)
	}
	var given []demo.Set
	for _, f := range strings.Fields(flags) {
		k, v, _ := strings.Cut(f, "=")
		given = append(given, demo.Set{Name: k, Text: v})
	}
	o, err := spec.Parse(given)
	if err != nil {
		t.Fatal(err)
	}
	return spec, o
}

func do(t *testing.T, fsys vfs.FS, dir, name, flags string) *demo.Run {
	t.Helper()
	spec, o := parse(t, name, flags)
	o.Dir = dir
	run, err := demo.Do(spec, fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func goldenFlags(spec demo.Spec) string {
	var b strings.Builder
	for _, f := range spec.Flags {
		if f.Golden != "" {
			fmt.Fprintf(&b, "%s=%s ", f.Name, f.Golden)
		}
	}
	return b.String()
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Errorf("line %d\n got %q\nwant %q", i+1, a, b)
		}
	}
}

func TestGoldenFlagsPrintTheGoldenBytes(t *testing.T) {
	for _, spec := range demo.Specs() {
		t.Run(spec.Name, func(t *testing.T) {
			run := do(t, nil, "", spec.Name, goldenFlags(spec))
			same(t, run.Text(), golden.Text(spec.GoldenName))
			if !run.Golden {
				t.Error("the flags are the golden file's, the run says they are not")
			}
		})
	}
}

func TestModelAgreesWithTheGoldenFiles(t *testing.T) {
	same(t, produceModel(1, 3, true), golden.Text("03-produce"))
	same(t, dedupModel(1000, 7, 9, true), golden.Text("07-idem"))
	same(t, recoveryModel(), golden.Text("recovery"))
}

func TestOtherFlagsPrintWhatArithmeticSays(t *testing.T) {
	const tail = " truncate-tail=true"
	rows := []struct{ name, demo, flags, want string }{
		{"five batches", "produce", "batches=5" + tail, produceModel(1, 5, true)},
		{"one batch", "produce", "batches=1" + tail, produceModel(1, 1, true)},
		{"the most batches", "produce", "batches=64" + tail, produceModel(1, 64, true)},
		{"nobody hears of acks 0", "produce", "acks=0" + tail, produceModel(0, 3, true)},
		{"no replica for acks -1", "produce", "acks=-1" + tail, produceModel(-1, 3, true)},
		{"acks 2 writes nothing", "produce", "acks=2" + tail, produceModel(2, 3, true)},
		{"the largest acks", "produce", "acks=32767", produceModel(32767, 3, false)},
		{"the smallest acks", "produce", "acks=-32768", produceModel(-32768, 3, false)},
		{"the tail left alone", "produce", "", produceModel(1, 3, false)},
		{"another clock", "produce", "now-ms=0" + tail, produceModel(1, 3, true)},
		{"the latest clock", "produce", "now-ms=4611686018427387904", produceModel(1, 3, false)},
		{"the first batch lost", "dedup", "seq=0..0 resend=true", dedupModel(1000, 0, 0, true)},
		{"three single ones before", "dedup", "seq=3..3 resend=true", dedupModel(1000, 3, 3, true)},
		{"64 records lost", "dedup", "seq=100..163 resend=true", dedupModel(1000, 100, 163, true)},
		{"the last sequence", "dedup", "seq=9999..9999 resend=true", dedupModel(1000, 9999, 9999, true)},
		{"all sequences", "dedup", "seq=0..9999 resend=true", dedupModel(1000, 0, 9999, true)},
		{"producer id 0", "dedup", "pid=0 resend=true", dedupModel(0, 7, 9, true)},
		{"the largest producer id", "dedup", "pid=9223372036854775806 resend=true",
			dedupModel(9223372036854775806, 7, 9, true)},
		{"not resent", "dedup", "", dedupModel(1000, 7, 9, false)},
		{"recovery with another clock", "recovery", "now-ms=1", recoveryModel()},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			run := do(t, nil, "", r.demo, r.flags)
			same(t, run.Text(), r.want)
			if run.Golden {
				t.Error("these flags have no golden file, the run says they have")
			}
		})
	}
}

func TestFiveRunsAreEqualInMemoryAndOnDisk(t *testing.T) {
	for _, spec := range demo.Specs() {
		t.Run(spec.Name, func(t *testing.T) {
			flags := goldenFlags(spec)
			first := do(t, nil, "", spec.Name, flags)
			places := map[string]vfs.FS{}
			memory, err := vfs.NewMemory()
			if err != nil {
				t.Fatal(err)
			}
			places["memory"] = memory
			dir := "a/b"
			if disk, root := onDisk(t); disk != nil {
				places["disk"] = disk
				dir = root + "/a/b"
			}
			for range 5 {
				for place, fsys := range places {
					for _, d := range []string{"", dir} {
						run := do(t, fsys, d, spec.Name, flags)
						same(t, run.Text(), first.Text())
						if !reflect.DeepEqual(run.Sections, first.Sections) {
							t.Errorf("%s: the values differ", place)
						}
						if !reflect.DeepEqual(run.Events, first.Events) {
							t.Errorf("%s: the events differ", place)
						}
					}
				}
			}
		})
	}
}

func TestEveryLineIsTidy(t *testing.T) {
	for _, spec := range demo.Specs() {
		run := do(t, nil, "", spec.Name, goldenFlags(spec))
		seen := map[string]bool{}
		for _, s := range run.Sections {
			if seen[s.ID] {
				t.Errorf("%s: section %s twice", spec.Name, s.ID)
			}
			seen[s.ID] = true
			if s.Lines[0].ID != "title" || s.Lines[0].Text != "== "+s.Title+" ==" {
				t.Errorf("%s: section %s begins with %+v", spec.Name, s.ID, s.Lines[0])
			}
			for _, l := range s.Lines {
				if l.ID == "" || l.Text == "" || strings.ContainsAny(l.Text, "\n\r\t") ||
					strings.TrimRight(l.Text, " ") != l.Text {
					t.Errorf("%s/%s: line %q %q", spec.Name, s.ID, l.ID, l.Text)
				}
				for _, v := range l.Values {
					switch v.V.(type) {
					case int64, string, bool:
					default:
						t.Errorf("%s/%s/%s: %s is a %T", spec.Name, s.ID, l.ID, v.Name, v.V)
					}
				}
			}
		}
	}
}

func TestFlagsAreRefusedByName(t *testing.T) {
	rows := []struct{ demo, flag, text, field string }{
		{"produce", "acks", "32768", "acks"},
		{"produce", "acks", "-32769", "acks"},
		{"produce", "acks", "", "acks"},
		{"produce", "acks", "+1", "acks"},
		{"produce", "acks", "01", "acks"},
		{"produce", "acks", "1e3", "acks"},
		{"produce", "acks", "๑", "acks"},
		{"produce", "batches", "0", "batches"},
		{"produce", "batches", "65", "batches"},
		{"produce", "batches", "99999999999999999999", "batches"},
		{"produce", "truncateTail", "yes", "truncate-tail"},
		{"produce", "now-ms", "-1", "now-ms"},
		{"produce", "nowMs", "4611686018427387905", "now-ms"},
		{"produce", "dir", "", "dir"},
		{"produce", "pid", "1", "pid"},
		{"dedup", "pid", "-1", "pid"},
		{"dedup", "pid", "9223372036854775807", "pid"},
		{"dedup", "seq", "9..7", "seq"},
		{"dedup", "seq", "7", "seq"},
		{"dedup", "seq", "7..", "seq"},
		{"dedup", "seq", "..9", "seq"},
		{"dedup", "seq", "-1..2", "seq"},
		{"dedup", "seq", "7...9", "seq"},
		{"dedup", "seq", " 7..9", "seq"},
		{"dedup", "seq", "0..10000", "seq"},
		{"dedup", "acks", "1", "acks"},
		{"recovery", "resend", "true", "resend"},
	}
	for _, r := range rows {
		spec, _ := demo.SpecOf(r.demo)
		_, err := spec.Parse([]demo.Set{{Name: r.flag, Text: r.text}})
		var fe *demo.FlagError
		if !errors.As(err, &fe) || fe.Field != r.field || fe.Found != r.text {
			t.Errorf("%s --%s=%q: %v", r.demo, r.flag, r.text, err)
		}
	}
}

func TestTraceTellsTheStoryOfAProduce(t *testing.T) {
	run := do(t, nil, "", "produce", "batches=1")
	var types []string
	for i, e := range run.Events {
		if e.Step != i+1 {
			t.Fatalf("step %d stands at %d", e.Step, i+1)
		}
		types = append(types, e.Event.Type())
	}
	story := "frame-sent frame-read assigned written synced published answered"
	if !strings.Contains(strings.Join(types, " "), story) {
		t.Errorf("events are %v", types)
	}
}
