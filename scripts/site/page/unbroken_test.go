package page

import "testing"

func TestLongNamesBreakAtTheirJoints(t *testing.T) {
	for text, want := range map[string]string{
		"DUPLICATE 7..9":             "DUPLICATE 7..9",
		"error 45 (OUT_OF_ORDER_X)":  "error 45 (OUT_OF_ORDER_X)",
		"OUT_OF_ORDER_SEQUENCE":      "OUT_<wbr>OF_<wbr>ORDER_<wbr>SEQUENCE",
		"max.in.flight.requests":     "max.<wbr>in.<wbr>flight.<wbr>requests",
		"storage/internals/Log.java": "storage/<wbr>internals/<wbr>Log.<wbr>java",
		"a<ProducerStateManager>":    "a&lt;Producer<wbr>State<wbr>Manager&gt;",
		"__transaction_state":        "__transaction_<wbr>state",
		"00000000000000000000.log":   "00000000000000000000.<wbr>log",
		"ยาวมาก แต่ไม่ใช่ชื่อ & อื่นๆ": "ยาวมาก แต่ไม่ใช่ชื่อ &amp; อื่นๆ",
	} {
		if got := string(breakable(text)); got != want {
			t.Errorf("breakable(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWordsStayWhole(t *testing.T) {
	for piece, want := range map[string]string{
		"<p>kaen-log's log</p>": `<p><span class="unbroken">kaen-log</span>'s log</p>`,
		`<a href="kaen-log">a 61-byte header</a>`: `<a href="kaen-log">a ` +
			`<span class="unbroken">61-byte</span> header</a>`,
		"<p><code>kaen-log <b>kaen-log</b></code></p>": "<p><code>kaen-log <b>kaen-log</b></code></p>",
		"<p>กู้ไม่ได้</p>":                             "<p>กู้ไม่ได้</p>",
		"<h2 id=a>กู้<em>ไม่ได้</em></h2>": `<h2 id=a>กู้<em><span class="unbroken">ไม่ได้</span>` +
			`</em></h2>`,
	} {
		if got := string(keepWhole([]byte(piece))); got != want {
			t.Errorf("keepWhole(%q) = %q, want %q", piece, got, want)
		}
	}
	want := `&lt;<span class="unbroken">ตรงไหน</span>&gt;`
	if got := string(unbroken("<ตรงไหน>")); got != want {
		t.Errorf("unbroken: %q, want %q", got, want)
	}
}
