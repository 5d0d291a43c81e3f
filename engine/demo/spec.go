package demo

import (
	"math"
	"strconv"
	"strings"
)

// Spec describes one demo: its names and its flags. The command line, the functions for
// JavaScript, the HTTP queries and the fields on the page are all made from it, so a flag
// is spelled, bounded and explained in one place.
type Spec struct {
	Name       string   // in the run's shape and in URLs: "produce", "dedup", "recovery"
	Commands   []string // words of the command line; the first is the one that help shows
	Function   string   // name in JavaScript
	GoldenName string   // golden file's name without ".txt"
	Summary    string   // one line for help
	Flags      []Flag
}

// Kind says how a flag's text is read.
type Kind int

// The kinds of flags.
const (
	KindInt   Kind = iota // a decimal number from Min to Max
	KindRange             // A..B with Min ≤ A ≤ B ≤ Max
	KindBool              // present or not; "true" or "false" where a value is given
	KindPath              // a directory, not empty
)

// Flag is one flag of a demo.
type Flag struct {
	Name     string // on the command line without dashes and in queries: "now-ms"
	JSON     string // in the run's shape and in JavaScript: "nowMs"
	Kind     Kind
	Default  string // text of the value when the flag is absent; "" for an absent path
	Golden   string // text of the value that the golden file was made with
	Min, Max int64  // for KindInt and KindRange
	Help     string
}

// MaxNowMs is the largest clock value that the demos take.
const MaxNowMs = 1 << 62

var flagNowMs = Flag{Name: "now-ms", JSON: "nowMs", Kind: KindInt, Default: "1700000000000",
	Golden: "1700000000000", Max: MaxNowMs,
	Help: "the broker's clock and the records' base timestamp, in ms"}

var flagDir = Flag{Name: "dir", JSON: "dir", Kind: KindPath,
	Help: "directory to write segments to; absent: in memory"}

var specs = []Spec{
	{
		Name: "produce", Commands: []string{"produce-demo"}, Function: "produceDemo",
		GoldenName: "03-produce",
		Summary:    "a produce request from its frame to its answer, and a torn tail",
		Flags: []Flag{
			{Name: "acks", JSON: "acks", Kind: KindInt, Default: "1", Golden: "1",
				Min: math.MinInt16, Max: math.MaxInt16,
				Help: "required acks of section offsets: 0, 1 or -1; others are refused by the broker"},
			{Name: "batches", JSON: "batches", Kind: KindInt, Default: "3", Golden: "3", Min: 1, Max: 64,
				Help: "batches sent in section offsets"},
			{Name: "truncate-tail", JSON: "truncateTail", Kind: KindBool, Default: "false", Golden: "true",
				Help: "also tear the file's tail, reopen it and cut it"},
			flagNowMs, flagDir,
		},
	},
	{
		Name: "dedup", Commands: []string{"idem-demo", "dedup-demo"}, Function: "dedupDemo",
		GoldenName: "07-idem",
		Summary:    "the idempotent producer: resend, gap, overflow, restart",
		Flags: []Flag{
			{Name: "pid", JSON: "pid", Kind: KindInt, Default: "1000", Golden: "1000",
				Max: math.MaxInt64 - 1, Help: "producer id; section limits uses the next one"},
			{Name: "seq", JSON: "seq", Kind: KindRange, Default: "7..9", Golden: "7..9", Max: 9999,
				Help: "sequences of the batch whose ack is lost, first..last"},
			{Name: "resend", JSON: "resend", Kind: KindBool, Default: "false", Golden: "true",
				Help: "also send that batch again"},
			flagNowMs, flagDir,
		},
	},
	{
		Name: "recovery", Commands: []string{"recovery-demo"}, Function: "recoveryDemo",
		GoldenName: "recovery",
		Summary:    "both recoveries: the torn tail is cut, the window is rebuilt",
		Flags:      []Flag{flagNowMs, flagDir},
	},
}

// Specs gives the demos in the order of the course.
func Specs() []Spec { return specs }

// SpecOf finds a demo by name, by command or by function name; false when there is none.
func SpecOf(word string) (Spec, bool) {
	for _, s := range specs {
		if s.Name == word || s.Function == word {
			return s, true
		}
		for _, c := range s.Commands {
			if c == word {
				return s, true
			}
		}
	}
	return Spec{}, false
}

// FlagOf finds a flag of the demo by its Name or its JSON name.
func (s Spec) FlagOf(word string) (Flag, bool) {
	for _, f := range s.Flags {
		if f.Name == word || f.JSON == word {
			return f, true
		}
	}
	return Flag{}, false
}

// FlagError says which flag is wrong, what stood there, and what may stand there.
type FlagError struct {
	Field   string // the flag's Name
	JSON    string // the flag's JSON name; "" when the flag does not exist
	Found   string
	Allowed string // "" when no such flag exists
}

// Error implements error.
func (e *FlagError) Error() string {
	if e.Allowed == "" {
		return "unknown flag --" + e.Field
	}
	return "--" + e.Field + " is " + strconv.Quote(e.Found) + ", allowed is " + e.Allowed
}

// Allowed says in words what the flag takes.
func (f Flag) Allowed() string {
	lo, hi := strconv.FormatInt(f.Min, 10), strconv.FormatInt(f.Max, 10)
	switch f.Kind {
	case KindInt:
		return "a whole number from " + lo + " to " + hi
	case KindRange:
		return "A..B with " + lo + " <= A <= B <= " + hi
	case KindBool:
		return "true or false"
	default:
		return "the path of a directory, not empty"
	}
}

// Options are the values of all flags of all demos; a demo reads only its own.
type Options struct {
	Acks              int16
	Batches           int
	TruncateTail      bool
	PID               int64
	SeqFirst, SeqLast int32
	Resend            bool
	NowMs             int64
	Dir               string // "": in memory
}

// Set is the text given for one flag, by Name or JSON name.
type Set struct{ Name, Text string }

// Parse reads the flags given for the demo and fills in the defaults of the others; a flag
// given twice counts as given last.
//
// Errors: *FlagError for an unknown flag or a value that it does not take.
func (s Spec) Parse(given []Set) (Options, error) {
	var o Options
	for _, f := range s.Flags {
		if f.Default != "" {
			if err := f.apply(&o, f.Default); err != nil {
				return o, err
			}
		}
	}
	for _, g := range given {
		f, ok := s.FlagOf(g.Name)
		if !ok {
			return o, &FlagError{Field: g.Name, Found: g.Text}
		}
		if err := f.apply(&o, g.Text); err != nil {
			return o, err
		}
	}
	return o, nil
}

// apply reads text as the flag's kind says and stores it in its place.
func (f Flag) apply(o *Options, text string) error {
	bad := &FlagError{Field: f.Name, JSON: f.JSON, Found: text, Allowed: f.Allowed()}
	switch f.Kind {
	case KindInt:
		n, ok := f.number(text)
		if !ok {
			return bad
		}
		switch f.Name {
		case "acks":
			o.Acks = int16(n)
		case "batches":
			o.Batches = int(n)
		case "pid":
			o.PID = n
		case "now-ms":
			o.NowMs = n
		}
	case KindRange:
		a, b, ok := strings.Cut(text, "..")
		first, ok1 := f.number(a)
		last, ok2 := f.number(b)
		if !ok || !ok1 || !ok2 || first > last {
			return bad
		}
		o.SeqFirst, o.SeqLast = int32(first), int32(last)
	case KindBool:
		if text != "true" && text != "false" {
			return bad
		}
		switch f.Name {
		case "truncate-tail":
			o.TruncateTail = text == "true"
		case "resend":
			o.Resend = text == "true"
		}
	case KindPath:
		if text == "" {
			return bad
		}
		o.Dir = text
	}
	return nil
}

// number reads a plain decimal within the flag's bounds.
func (f Flag) number(text string) (int64, bool) {
	n, ok := Int(text)
	if !ok || n < f.Min || n > f.Max {
		return 0, false
	}
	return n, true
}

// Int reads a plain decimal: no plus sign, no minus zero, no spaces, no leading zeros that a reader
// could take for octal. Every option that is a number is read so.
func Int(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == text
}

// values gives the options of the demo as the shape of a run shows them.
func (s Spec) values(o Options) []Value {
	var vs []Value
	for _, f := range s.Flags {
		if v := o.value(f.Name); v != nil {
			vs = append(vs, Value{f.JSON, v})
		}
	}
	return vs
}

// value gives one option by its flag's name; nil for a directory that was not given.
func (o *Options) value(flag string) any {
	switch flag {
	case "acks":
		return int64(o.Acks)
	case "batches":
		return int64(o.Batches)
	case "truncate-tail":
		return o.TruncateTail
	case "pid":
		return o.PID
	case "seq":
		return seqRange(o.SeqFirst, o.SeqLast)
	case "resend":
		return o.Resend
	case "now-ms":
		return o.NowMs
	}
	if o.Dir == "" {
		return nil
	}
	return o.Dir
}

// golden reports whether the options are those of the demo's golden file; where the files
// are written changes no byte of the output, so the directory does not count.
func (s Spec) golden(o Options) bool {
	var given []Set
	for _, f := range s.Flags {
		if f.Golden != "" {
			given = append(given, Set{f.Name, f.Golden})
		}
	}
	want, err := s.Parse(given)
	want.Dir = o.Dir
	return err == nil && want == o
}

func seqRange(first, last int32) string {
	return strconv.Itoa(int(first)) + ".." + strconv.Itoa(int(last))
}
