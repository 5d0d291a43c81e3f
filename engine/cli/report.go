package cli

import (
	"io"
	"strconv"
	"unicode/utf8"
)

// flushBytes is how much of a report is gathered before it is written.
const flushBytes = 1 << 16

// report is the output of a command that looks at files, written as it comes: of a large
// segment it is long, and memory stays constant. As JSON it is one line,
//
//	{"command":"dump","path":"…","items":[{"type":"file",…},{"type":"batch",…}],"faults":0}
//
// with the items in the order in which the text has its lines; "error" stands behind faults
// when the command failed. Lines and items are made from one table of shapes, which keeps
// them alike, and the page's program small.
type report struct {
	w    io.Writer // nil: all of it stays in buf
	json bool
	buf  []byte
	err  error // of writing; nothing more is written behind it

	batches    bool // each batch has an item
	started    int  // items told
	faults     int64
	firstFault string
	done       string // what was changed, to be told though the report was not
}

// shape is one type of item: the numbers that it tells, each by its name in JSON and by what
// stands before it in the line.
type shape struct {
	kind, lead string
	numbers    []named
}

type named struct {
	key, text string // the line does not tell it where text is ""
	unlessNil bool   // nor a 0 where this is set
}

var (
	fileShape = shape{"file", "", []named{{"base", ": base offset ", false},
		{"size", ", size ", false}}}
	batchShape = shape{"batch", "", []named{{"pos", "pos ", false}, {"size", "  size ", false},
		{"baseOffset", "  offsets ", false}, {"lastOffset", "..", false},
		{"leaderEpoch", "  leader epoch ", false}, {"producerId", "  producer ", false},
		{"producerEpoch", " epoch ", false}, {"baseSequence", " sequences ", false},
		{"lastSequence", "..", false}, {"count", "  count ", false},
		{"baseTimestamp", "", false}, {"maxTimestamp", "  max timestamp ", false}}}
	oldShape = shape{"old", "", []named{{"pos", "pos ", false}, {"size", "  size ", false},
		{"offset", "  offset ", false}, {"magic", "  crc ok  not decoded: magic ", false}}}
	recordShape = shape{"record", "", []named{{"offset", "  offset ", false},
		{"timestamp", "  timestamp ", false}, {"headers", "  headers ", true}}}
	gapShape = shape{"gap", "gap: ", []named{{"pos", ": at byte ", false},
		{"firstOffset", ": missing offsets ", false}, {"lastOffset", "..", false}}}
	faultShape = shape{"fault", "fault: ", []named{{"pos", "", false}, {"unread", "", false}}}
	noteShape  = shape{"note", "note: ", nil}
	endShape   = shape{"end", "", []named{{"batches", ": batches ", false},
		{"records", ", records ", false}, {"nextOffset", ", next offset ", false},
		{"oldMessages", ", messages of magic 0 and 1: ", true}, {"faults", ", faults ", true}}}
	recovered = shape{"recovered", "", []named{{"batches", ": batches ", false},
		{"kept", ", bytes kept ", false}, {"dropped", ", bytes behind them ", false},
		{"nextOffset", ", next offset ", false},
		{"goodBehind", ", good batches behind the damage ", true},
		{"olderSegments", ", older segments not looked at ", true},
		{"laterSegments", ", segments behind this one ", true}}}
)

func (r *report) begin(command, path string) {
	if r.json {
		r.say(`{"command":`)
		r.quote(command)
		r.field("path", "", path)
		r.say(`,"items":[`)
	}
}

// told begins an item: the file, where it is named, and the numbers of its shape.
func (r *report) told(s *shape, file string, numbers ...int64) {
	if r.json {
		if r.started > 0 {
			r.say(",")
		}
		r.say(`{"type":`)
		r.quote(s.kind)
	}
	r.started++
	if file != "" {
		r.field("file", s.lead, file)
	}
	for i, n := range numbers {
		f := &s.numbers[i]
		if r.json {
			r.key(f.key)
			r.buf = appendInt(r.buf, n)
		} else if f.text != "" && (n != 0 || !f.unlessNil) {
			r.say(f.text)
			r.buf = strconv.AppendInt(r.buf, n, 10)
		}
	}
}

// say adds text. Inlined, each call would cost the page a good part of append's own code.
//
//go:noinline
func (r *report) say(text string) { r.buf = append(r.buf, text...) }

func (r *report) quote(text string) { r.buf = AppendString(r.buf, text) }

func (r *report) key(key string) {
	r.say(",")
	r.quote(key)
	r.say(":")
}

// field adds words to the item; what a file's name could do to a terminal is undone.
func (r *report) field(key, text, value string) {
	if r.json {
		r.key(key)
		r.quote(value)
		return
	}
	r.say(text)
	r.say(OneLine(value))
}

// mark adds a yes or no to the item; the line tells a yes.
func (r *report) mark(key string, on bool) {
	if r.json {
		r.key(key)
		r.buf = strconv.AppendBool(r.buf, on)
	} else if on {
		r.say("  ")
		r.say(key)
	}
}

// bytes adds a key or a value: text as it is, other bytes in hex, which JSON tells by the
// name and the line by the missing quotes, and null.
func (r *report) bytes(key string, b []byte) {
	text := asText(b)
	if r.json {
		if b != nil && !text {
			key += "Hex"
		}
		r.key(key)
	} else {
		r.say("  ")
		r.say(key)
		r.say(" ")
	}
	switch {
	case b == nil:
		r.say("null")
	case r.json && text:
		r.quote(string(b))
	case text:
		r.say(`"`)
		for _, c := range b {
			if c == '"' || c == '\\' { // all else shows itself
				r.buf = append(r.buf, '\\')
			}
			r.buf = append(r.buf, c)
		}
		r.say(`"`)
	case r.json:
		r.say(`"`)
		r.hex(b)
		r.say(`"`)
	default:
		r.say("0x")
		r.hex(b)
	}
}

func (r *report) hex(b []byte) {
	const digits = "0123456789abcdef"
	for _, c := range b {
		r.buf = append(r.buf, digits[c>>4], digits[c&15])
	}
}

// asText tells whether bytes are text that can be shown on one line as it is.
func asText(b []byte) bool {
	for len(b) > 0 {
		if c := b[0]; c < utf8.RuneSelf { // the most of what is in most logs
			if c < ' ' || c == 0x7f {
				return false
			}
			b = b[1:]
			continue
		}
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError || !strconv.IsPrint(r) {
			return false
		}
		b = b[size:]
	}
	return true
}

// shut ends an item.
func (r *report) shut() {
	if r.json {
		r.say("}")
	} else {
		r.say("\n")
	}
	if r.w != nil && len(r.buf) >= flushBytes {
		r.flush()
	}
}

func (r *report) flush() {
	if r.err == nil && len(r.buf) > 0 {
		_, r.err = r.w.Write(r.buf)
	}
	r.buf = r.buf[:0]
}

// result ends a report, so that JSON is whole in any case. What kept the command from its end,
// and faults, are a line on standard error and the exit status.
func (r *report) result(command, failure string) Result {
	if failure != "" && r.started == 0 {
		r.buf = r.buf[:0] // nothing was found: nothing is told on standard output
	} else if r.json {
		r.say(`],"faults":`)
		r.buf = strconv.AppendInt(r.buf, r.faults, 10)
		if failure != "" {
			r.field("error", "", failure)
		}
		r.say("}\n")
	}
	res := Result{Stdout: r.buf}
	if r.w != nil {
		r.flush()
		res.Stdout = nil
	}
	what := command + ": " + failure
	switch {
	case r.err != nil:
		what = "writing the output: " + r.err.Error() + r.done
	case failure != "":
	case r.faults > 0:
		what += "faults " + strconv.FormatInt(r.faults, 10) + ", the first: " + r.firstFault
	default:
		return res
	}
	res.Exit, res.Stderr = ExitFailed, "klog: "+OneLine(what)+"\n"
	return res
}
