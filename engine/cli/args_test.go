package cli

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"kaenlog/engine/demo"
)

// defaults are a demo's options when no flag is given.
func defaults(t *testing.T, command string) demo.Options {
	t.Helper()
	spec, _ := specOf(command)
	o, err := spec.Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestFlagsAreRead(t *testing.T) {
	for _, c := range []struct {
		line string
		want func(o *demo.Options)
	}{
		{"produce-demo", func(*demo.Options) {}},
		{"produce-demo --acks 0", func(o *demo.Options) { o.Acks = 0 }},
		{"produce-demo --acks -1", func(o *demo.Options) { o.Acks = -1 }},
		{"produce-demo --acks=-1", func(o *demo.Options) { o.Acks = -1 }},
		{"produce-demo -acks -1", func(o *demo.Options) { o.Acks = -1 }},
		{"produce-demo -acks=-1", func(o *demo.Options) { o.Acks = -1 }},
		{"produce-demo --acks 32767", func(o *demo.Options) { o.Acks = math.MaxInt16 }},
		{"produce-demo --acks -32768", func(o *demo.Options) { o.Acks = math.MinInt16 }},
		{"produce-demo --batches 1", func(o *demo.Options) { o.Batches = 1 }},
		{"produce-demo --batches 64", func(o *demo.Options) { o.Batches = 64 }},
		{"produce-demo --truncate-tail", func(o *demo.Options) { o.TruncateTail = true }},
		{"produce-demo --truncate-tail=true", func(o *demo.Options) { o.TruncateTail = true }},
		{"produce-demo --truncate-tail=false", func(*demo.Options) {}},
		{"produce-demo --truncate-tail --truncate-tail=false", func(*demo.Options) {}},
		{"produce-demo --acks 0 --acks 2", func(o *demo.Options) { o.Acks = 2 }},
		{"produce-demo --acks 0 --", func(o *demo.Options) { o.Acks = 0 }},
		{"produce-demo --now-ms 0", func(o *demo.Options) { o.NowMs = 0 }},
		{"produce-demo --now-ms 4611686018427387904", func(o *demo.Options) { o.NowMs = 1 << 62 }},
		{"produce-demo --format json --format text", func(*demo.Options) {}},
		{"produce-demo --dir -d", func(o *demo.Options) { o.Dir = "-d" }},
		{"produce-demo --dir=--acks", func(o *demo.Options) { o.Dir = "--acks" }},
		{"produce-demo --dir a=b", func(o *demo.Options) { o.Dir = "a=b" }},
		{"idem-demo --pid 0", func(o *demo.Options) { o.PID = 0 }},
		{"idem-demo --pid 9223372036854775806",
			func(o *demo.Options) { o.PID = math.MaxInt64 - 1 }},
		{"idem-demo --seq 0..0", func(o *demo.Options) { o.SeqFirst, o.SeqLast = 0, 0 }},
		{"idem-demo --seq 9999..9999",
			func(o *demo.Options) { o.SeqFirst, o.SeqLast = 9999, 9999 }},
		{"idem-demo --seq 0..9999", func(o *demo.Options) { o.SeqFirst, o.SeqLast = 0, 9999 }},
		{"dedup-demo --resend", func(o *demo.Options) { o.Resend = true }},
		{"recovery-demo --dir d --now-ms=1", func(o *demo.Options) { o.Dir, o.NowMs = "d", 1 }},
	} {
		var f fake
		words := strings.Split(c.line, " ")
		want := defaults(t, words[0])
		c.want(&want)
		if r := Run(words, f.env(t)); r.Exit != 0 || f.calls != 1 || f.o != want {
			t.Errorf("klog %s: exit %d %s\n got %+v\nwant %+v", c.line, r.Exit, r.Stderr, f.o, want)
		}
	}
}

func TestWrongWords(t *testing.T) {
	long := strings.Repeat("9", 5000)
	for _, c := range []struct {
		words []string // a word each
		want  string   // how the line on stderr goes on after "klog: "
	}{
		{nil, "no command"},
		{[]string{""}, `unknown command ""`},
		{[]string{"bogus"}, `unknown command "bogus"`},
		{[]string{"produce-dmeo"}, `unknown command "produce-dmeo", did you mean produce-demo?`},
		{[]string{"produce"}, `unknown command "produce", did you mean produce-demo?`},
		{[]string{"produceDemo"}, `unknown command "produceDemo", did you mean produce-demo?`},
		{[]string{"Idem_Demo"}, `unknown command "Idem_Demo", did you mean idem-demo?`},
		{[]string{"hlep"}, `unknown command "hlep", did you mean help?`},
		{[]string{"help", "dedup"}, `unknown command "dedup", did you mean dedup-demo?`},
		{[]string{"dmup", "x.log"}, `unknown command "dmup", did you mean dump?`},
		{[]string{"recove"}, `unknown command "recove", did you mean recovery-demo or recover?`},
		{[]string{"dump"}, `dump: PATH is missing: the path of a file or a directory`},
		{[]string{"verify", "--format", "json"}, `verify: PATH is missing`},
		{[]string{"recover", "--"}, `recover: PATH is missing`},
		{[]string{"dump", ""}, `dump: PATH is "", allowed is the path of a file or a directory`},
		{[]string{"dump", "a\xff"}, `dump: PATH is "a\xff", allowed is a path in UTF-8`},
		{[]string{"dump", "a\x00"}, `dump: PATH is "a\x00", allowed is a path in UTF-8`},
		{[]string{"dump", "a", "b"}, `dump: unexpected word "b"`},
		{[]string{"dump", "a", "--", "b"}, `dump: unexpected word "b"`},
		{[]string{"dump", "--", "-a", "-b"}, `dump: unexpected word "-b"`},
		{[]string{"dump", "a", "—records"}, `dump: unexpected word "—records" (flags begin`},
		{[]string{"dump", "--records", "a", "true"}, `dump: unexpected word "true"`},
		{[]string{"dump", "a", "--records=1"}, `dump: --records is "1", allowed is true or false`},
		{[]string{"dump", "a", "--record"}, `dump: unknown flag "--record", did you mean --records?`},
		{[]string{"dump", "a", "--dry-run"}, `dump: unknown flag "--dry-run", which is recover's`},
		{[]string{"verify", "a", "--records"}, `verify: unknown flag "--records", which is dump's`},
		{[]string{"verify", "a", "--format", "xml"}, `verify: --format is "xml", allowed is`},
		{[]string{"recover", "a", "--now-ms", "1"}, `recover: unknown flag "--now-ms", which is`},
		{[]string{"recover", "a", "--format"}, `recover: --format needs a value: text or json`},
		{[]string{"a\nb\x00\xff"}, `unknown command "a\nb\x00\xff"`},
		{[]string{"help", "produce-demo", "x"}, `help: unexpected word "x"`},
		{[]string{"version", "x"}, `version: unexpected word "x"`},
		{[]string{"--format", "json", "idem-demo"},
			`no command before "--format": flags stand after`},
		{[]string{"--", "idem-demo"}, `no command before "--"`},
		{[]string{"-"}, `unknown command "-"`},

		{[]string{"produce-demo", "x"}, `produce-demo: unexpected word "x"`},
		{[]string{"produce-demo", ""}, `produce-demo: unexpected word ""`},
		{[]string{"produce-demo", "-"}, `produce-demo: unexpected word "-"`},
		{[]string{"produce-demo", "--", "--acks"}, `produce-demo: unexpected word "--acks"`},
		{[]string{"produce-demo", "—acks", "1"},
			`produce-demo: unexpected word "—acks" (flags begin with two plain hyphens)`},
		{[]string{"idem-demo", "--resend", "true"},
			`idem-demo: unexpected word "true" (--resend=true is how to say it)`},
		{[]string{"idem-demo", "--pid", "1", "true"}, "idem-demo: unexpected word \"true\"\n"},

		{[]string{"produce-demo", "--acsk", "1"},
			`produce-demo: unknown flag "--acsk", did you mean --acks?`},
		{[]string{"produce-demo", "--nowMs=1"},
			`produce-demo: unknown flag "--nowMs", did you mean --now-ms?`},
		{[]string{"produce-demo", "--trunc"},
			`produce-demo: unknown flag "--trunc", did you mean --truncate-tail?`},
		{[]string{"produce-demo", "--fromat=json"},
			`produce-demo: unknown flag "--fromat", did you mean --format?`},
		{[]string{"recovery-demo", "--acks", "1"},
			`recovery-demo: unknown flag "--acks", which is produce-demo's`},
		{[]string{"recovery-demo", "--truncate-tail"},
			`recovery-demo: unknown flag "--truncate-tail", which is`},
		{[]string{"produce-demo", "--zzzzzz"}, "produce-demo: unknown flag \"--zzzzzz\"\n"},
		{[]string{"produce-demo", "---acks"},
			`produce-demo: unknown flag "---acks", did you mean --acks?`},
		{[]string{"produce-demo", "--=1"}, "produce-demo: unknown flag \"--\"\n"},
		{[]string{"produce-demo", "--a\nb"}, `produce-demo: unknown flag "--a\nb"`},
		{[]string{"produce-demo", "--help=yes"},
			`produce-demo: "--help=yes": --help takes no value`},

		{[]string{"produce-demo", "--acks"},
			"produce-demo: --acks needs a value: a whole number from -32768"},
		{[]string{"produce-demo", "--dir"},
			"produce-demo: --dir needs a value: the path of a directory"},
		{[]string{"produce-demo", "--format"},
			"produce-demo: --format needs a value: text or json"},
		{[]string{"produce-demo", "--acks", "--batches", "3"},
			`produce-demo: --acks needs a value, but the flag "--batches" follows`},
		{[]string{"produce-demo", "--dir", "--format=json"},
			`produce-demo: --dir needs a value, but the flag "--format=json" follows`},
		{[]string{"produce-demo", "--dir", "--"},
			`produce-demo: --dir needs a value, but the flag "--" follows`},
		{[]string{"produce-demo", "--format", "xml"},
			`produce-demo: --format is "xml", allowed is text or json`},
		{[]string{"produce-demo", "--format="},
			`produce-demo: --format is "", allowed is text or json`},
		{[]string{"produce-demo", "--format", "JSON"},
			`produce-demo: --format is "JSON", allowed is`},

		{[]string{"produce-demo", "--acks", "32768"},
			`produce-demo: --acks is "32768", allowed is a whole number from -32768 to 32767`},
		{[]string{"produce-demo", "--acks", "-32769"}, `produce-demo: --acks is "-32769"`},
		{[]string{"produce-demo", "--acks", "+1"}, `produce-demo: --acks is "+1"`},
		{[]string{"produce-demo", "--acks", "01"}, `produce-demo: --acks is "01"`},
		{[]string{"produce-demo", "--acks", "-0"}, `produce-demo: --acks is "-0"`},
		{[]string{"produce-demo", "--acks", "1.0"}, `produce-demo: --acks is "1.0"`},
		{[]string{"produce-demo", "--acks", "1e3"}, `produce-demo: --acks is "1e3"`},
		{[]string{"produce-demo", "--acks", "0x1"}, `produce-demo: --acks is "0x1"`},
		{[]string{"produce-demo", "--acks", "1_0"}, `produce-demo: --acks is "1_0"`},
		{[]string{"produce-demo", "--acks", "๑"}, `produce-demo: --acks is "๑"`},
		{[]string{"produce-demo", "--acks", "all"}, `produce-demo: --acks is "all"`},
		{[]string{"produce-demo", "--acks="}, `produce-demo: --acks is ""`},
		{[]string{"produce-demo", "--acks", long}, `produce-demo: --acks is "999`},
		{[]string{"produce-demo", "--acks", "x", "--acks", "1"}, `produce-demo: --acks is "x"`},
		{[]string{"produce-demo", "--batches", "0"},
			`produce-demo: --batches is "0", allowed is a whole number from 1 to 64`},
		{[]string{"produce-demo", "--batches", "65"}, `produce-demo: --batches is "65"`},
		{[]string{"produce-demo", "--batches", "-1"}, `produce-demo: --batches is "-1"`},
		{[]string{"produce-demo", "--truncate-tail=1"},
			`produce-demo: --truncate-tail is "1", allowed is true or false`},
		{[]string{"produce-demo", "--truncate-tail="}, `produce-demo: --truncate-tail is ""`},
		{[]string{"produce-demo", "--now-ms", "-1"},
			`produce-demo: --now-ms is "-1", allowed is a whole number from 0 to 4611686018427387904`},
		{[]string{"produce-demo", "--now-ms", "4611686018427387905"},
			`produce-demo: --now-ms is "461`},
		{[]string{"idem-demo", "--pid", "9223372036854775807"},
			`idem-demo: --pid is "9223372036854775807", allowed is a whole number from 0 to 92233720`},
		{[]string{"idem-demo", "--pid", "-1"}, `idem-demo: --pid is "-1"`},
		{[]string{"dedup-demo", "--pid", "x"}, `dedup-demo: --pid is "x"`},
		{[]string{"idem-demo", "--seq", "9..7"},
			`idem-demo: --seq is "9..7", allowed is A..B with 0 <= A <= B <= 9999`},
		{[]string{"idem-demo", "--seq", "7"}, `idem-demo: --seq is "7"`},
		{[]string{"idem-demo", "--seq", "7.."}, `idem-demo: --seq is "7.."`},
		{[]string{"idem-demo", "--seq", "..7"}, `idem-demo: --seq is "..7"`},
		{[]string{"idem-demo", "--seq", "7...9"}, `idem-demo: --seq is "7...9"`},
		{[]string{"idem-demo", "--seq", "7-9"}, `idem-demo: --seq is "7-9"`},
		{[]string{"idem-demo", "--seq", " 7..9"}, `idem-demo: --seq is " 7..9"`},
		{[]string{"idem-demo", "--seq", "-1..0"}, `idem-demo: --seq is "-1..0"`},
		{[]string{"idem-demo", "--seq", "0..10000"}, `idem-demo: --seq is "0..10000"`},
		{[]string{"recovery-demo", "--dir", ""},
			`recovery-demo: --dir is "", allowed is the path of a directory, not empty`},
		{[]string{"recovery-demo", "--dir", "a\xff"},
			`recovery-demo: --dir is "a\xff", allowed is a path in UTF-8`},
		{[]string{"recovery-demo", "--dir", "a\x00"},
			`recovery-demo: --dir is "a\x00", allowed is a path in UTF-8`},
	} {
		var f fake
		r := Run(c.words, f.env(t))
		if r.Exit != 2 || len(r.Stdout) != 0 || f.calls != 0 ||
			!strings.HasPrefix(r.Stderr, "klog: "+c.want) {
			t.Errorf("klog %.80q: %d runs, %+v\nwant klog: %s", c.words, f.calls, r, c.want)
			continue
		}
		lines := strings.Split(strings.TrimSuffix(r.Stderr, "\n"), "\n")
		if len(lines) != 2 || !strings.HasPrefix(lines[1], "usage: klog ") ||
			!utf8.ValidString(r.Stderr) {
			t.Errorf("klog %.80q: stderr %q is not two lines", c.words, r.Stderr)
		}
		if len(r.Stderr) > 500 {
			t.Errorf("klog %.80q: stderr has %d bytes", c.words, len(r.Stderr))
		}
	}
}

func TestNearNames(t *testing.T) {
	names := []string{"acks", "batches", "truncate-tail", "now-ms", "dir", "format", "help"}
	for typed, want := range map[string]string{
		"ack": "acks", "akcs": "acks", "axks": "acks", "aacks": "acks", "cks": "acks",
		"ACKS": "acks", "batch": "batches", "batchs": "batches", "now": "now-ms", "now_ms": "now-ms",
		"truncateTail": "truncate-tail", "truncate_tial": "truncate-tail", "f": "format", "": "",
		"zz": "", "xyzw": "", "directory": "", strings.Repeat("acks", 100): "", "ไดร": "",
	} {
		if got := strings.Join(near(typed, names), " "); got != want {
			t.Errorf("near(%.20q) is %q, want %q", typed, got, want)
		}
	}
}
