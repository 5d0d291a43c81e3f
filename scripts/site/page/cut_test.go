package page

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"kaenlog/engine/cut"
	"kaenlog/engine/kerr"
)

func TestTheTableOfCutsHasWhatTheEngineFound(t *testing.T) {
	v, err := widgetSite(t, "", "", "cut", "cuts").cutterView(langs[1], &document{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Rows) != 2*len(cutsShown) {
		t.Fatalf("%d rows", len(v.Rows))
	}
	lost := 0
	for i, row := range v.Rows {
		a, err := cut.Append(cutsShown[i/2], i%2 == 1)
		if err != nil {
			t.Fatal(err)
		}
		want := cutRow{At: commas(a.Cut), Torn: commas(a.Torn), Way: "not truncated",
			Answer: a.Code.String(), Pos: commas(a.New.Pos), Stop: commas(a.Stop),
			Unread: commas(a.FileSize - a.Stop), New: "is read", Lost: !a.Found}
		if a.Truncate {
			want.Way = "truncated"
		}
		if a.Code == kerr.None {
			want.Answer = "taken"
		}
		if row.Lost {
			lost++
			want.New = "is never read"
		}
		if row != want {
			t.Errorf("%+v, want %+v", row, want)
		}
	}
	if lost != 3 {
		t.Errorf("%d batches are lost, want those behind 700, 866 and 1425", lost)
	}
}

func TestTheStillDrawingIsTheDemosOwnCutToScale(t *testing.T) {
	v, err := widgetSite(t, "", "", "cut", "cuts").cutterView(langs[1], &document{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if v.Size != 1425 || v.Scale != 1562 || v.Kept != 1278 || v.Torn != 147 ||
		v.Edges != "0 213 502 867 1004 1141 1278" || len(v.Whole) != 6 {
		t.Errorf("%+v", v)
	}
	want := cutBlock{"13.636%", "18.502%", "22.855%", "2..4"} // 213, 289 and 357 of 1562
	if v.Whole[1] != want || v.Away.X != "81.818%" || v.Away.W != "9.411%" || v.At != "91.229%" ||
		v.New != (cutBlock{"91.229%", "8.771%", "95.583%", "12"}) || v.Stop != "81.818%" {
		t.Errorf("%+v", v)
	}
	for _, says := range []string{"Cut at 1,425: a torn tail of 147 bytes", "at byte 1,425",
		"KAFKA_STORAGE_ERROR", "up to byte 1,278 only", "The other 284 bytes"} {
		if !strings.Contains(v.Said, says) {
			t.Errorf("%q has no %q", v.Said, says)
		}
	}
	css, err := os.ReadFile("../../../site/css/cut.css")
	if err != nil || !strings.Contains(string(css), "100% * 1425 / 1562 ") {
		t.Error("site/css/cut.css has the handle's way for a log of another length")
	}
}

func TestTheTableOfLengthsHasSevenOutcomes(t *testing.T) {
	v, err := widgetSite(t, "", "", "cut", "cuts").stairsView(langs[1], &document{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range v.Steps {
		got = append(got, s.Kept+" "+s.LogEnd+" "+s.Lengths+" "+s.Count)
	}
	want := "0 0 0–212 213, 213 2 213–501 289, 502 5 502–866 365, 867 9 867–1,003 137, " +
		"1,004 10 1,004–1,140 137, 1,141 11 1,141–1,277 137, 1,278 12 1,278–1,425 148"
	if strings.Join(got, ", ") != want || v.All != 1426 {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestWordsOfCutsThatDoNotFitAreRefused(t *testing.T) {
	for _, c := range []struct{ old, new, file, says string }{
		{`"handle":`, `"hold":`, "cut", `1: "handle" is missing`},
		{`"why.other-crc":`, `"why.crc":`, "cut", `1: "why.other-crc" is missing`},
		{`{unread}`, `{rest}`, "cut", `{rest} is no value of "result.blind"`},
		{`"slider":`, `"more": "x", "slider":`, "cuts", `nothing shows "more"`},
		{`{dropped}`, `{lost}`, "cuts", `{lost} is no value of "read"`},
	} {
		s := widgetSite(t, c.old, c.new, "cut", "cuts")
		_, err := s.cutterView(langs[0], &document{}, 1)
		if c.file == "cuts" && err == nil {
			_, err = s.stairsView(langs[0], &document{}, 1)
		}
		place := regexp.MustCompile(`^site/content/th/` + c.file + `\.json:\d+: `)
		if err == nil || !place.MatchString(err.Error()) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s for %s: %v, want %s", c.new, c.old, err, c.says)
		}
	}
}

func TestWhatThePageSaysOfACutIsHeldAgainstTheEngine(t *testing.T) {
	for _, c := range []struct {
		says     string
		at       int64
		truncate bool
		change   func(a *cut.Appended)
	}{
		{"", 700, false, func(*cut.Appended) {}},
		{"", 700, true, func(*cut.Appended) {}},
		{"", 502, false, func(*cut.Appended) {}},
		{"cut at 502, at a batch's edge", 502, false, func(a *cut.Appended) { a.Found = false }},
		{"cut at 502, at a batch's edge", 502, true, func(a *cut.Appended) { a.Blind = true }},
		{"cut at 700 and truncated", 700, true, func(a *cut.Appended) { a.Found = false }},
		{"cut at 700 and truncated", 700, true, func(a *cut.Appended) { a.New.Pos++ }},
		{"cut at 700 and truncated", 700, true, func(a *cut.Appended) { a.Stop-- }},
		{"cut at 700 and not truncated", 700, false, func(a *cut.Appended) { a.Found = true }},
		{"cut at 700 and not truncated", 700, false, func(a *cut.Appended) { a.Blind = false }},
		{"cut at 700 and not truncated", 700, false, func(a *cut.Appended) { a.New.Pos = 502 }},
	} {
		a, err := cut.Append(c.at, c.truncate)
		if err != nil {
			t.Fatal(err)
		}
		c.change(a)
		if fault := cutFault(a); !strings.HasPrefix(fault, c.says) || (fault == "") != (c.says == "") {
			t.Errorf("%q, want %q", fault, c.says)
		}
	}
}

func TestWhatThePageSaysOfEveryLengthIsHeldAgainstTheEngine(t *testing.T) {
	c, fault := everyCut()
	if fault != "" {
		t.Fatal(fault)
	}
	for _, change := range []func(o *cut.Outcome){
		func(o *cut.Outcome) { o.Kept-- },
		func(o *cut.Outcome) { o.LogEnd++ },
		func(o *cut.Outcome) { o.Batches-- },
		func(o *cut.Outcome) { o.Length++ },
	} {
		for _, n := range []int{0, 867, 1425} {
			all := append([]cut.Outcome(nil), c.every...)
			change(&all[n])
			if everyFault(all, c.batches) == "" {
				t.Errorf("of %d bytes %+v is believed", n, all[n])
			}
		}
	}
	if everyFault(c.every[:1278], c.batches) == "" {
		t.Error("a log without its last lengths is believed")
	}
}

func TestTheOddCutTellsWhyTheTornBatchIsWhole(t *testing.T) {
	w, err := readWidgetWords(widgetSite(t, "", "", "cut", "cuts").site, langs[1], "cut", cutKeys())
	if err != nil {
		t.Fatal(err)
	}
	for at, odd := range map[int64]bool{865: false, 866: true, 867: false, 868: false} {
		a, err := cut.Append(at, false)
		if err != nil {
			t.Fatal(err)
		}
		if said := w.sentence(a); strings.HasSuffix(said, w.T("result.whole")) != odd {
			t.Errorf("cut at %d: %s", at, said)
		}
	}
}
