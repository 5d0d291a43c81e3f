package picture

// Words are the keys of the sentences that a demo's pictures may need, and the names of the
// values that each step of that key carries; a picture's caption has none. A page's words have
// exactly these.
func Words(name string) map[string][]string {
	words := map[string][]string{name + ".caption": nil}
	for key, values := range steps[name] {
		words[name+"."+key] = values
	}
	if name == "frame" {
		for _, f := range frameFields {
			words["frame."+f] = []string{"from", "to", "size", "value"}
		}
	}
	return words
}

var steps = map[string]map[string][]string{
	"path": {
		"sent":           {"correlationId", "bytes"},
		"read":           {"correlationId", "bytes", "batchBytes"},
		"refused":        {"code", "error"},
		"assigned":       {"first", "last", "records"},
		"written":        {"pos", "bytes", "end"},
		"synced":         {"end", "shared"},
		"published":      {"logEnd", "highWatermark"},
		"answered":       {"correlationId", "code", "baseOffset"},
		"answered-error": {"correlationId", "code", "baseOffset"},
		"no-answer":      {"correlationId"},
	},
	"acks": {
		"written":        {"acks", "offset", "bytes", "pos", "logEnd"},
		"refused":        {"acks", "logEnd"},
		"no-answer":      {"acks"},
		"ok":             {"acks", "baseOffset"},
		"not-replicated": {"acks", "code", "error"},
		"told":           {"acks", "code", "error"},
		"all":            {"requests"},
	},
	"frame": {"whole": {"bytes"}},
	"batch": {
		"sent":        {"bytes", "headerBytes", "records", "baseOffset", "leaderEpoch"},
		"covered":     {"from", "to", "bytes"},
		"stamped":     {"baseOffset", "baseOffsetSent", "leaderEpoch", "leaderEpochSent"},
		"still-right": {"crc", "computed", "from", "to"},
		"wrong":       {"crc", "computed", "from", "to"},
	},
	"torn-tail": {
		"before":   {"bytes", "batches", "logEnd"},
		"torn":     {"tornBytes", "bytes"},
		"reopened": {"logEnd", "bytes", "tornBytes"},
		"good":     {"n", "pos", "bytes", "first", "last"},
		"bad":      {"pos", "bytes"},
		"cut":      {"bytes", "cutBytes"},
		"appended": {"offset", "pos", "bytes", "end"},
	},
	"window": {
		"kept": judgedValues, "pushed": judgedValues, "duplicate": judgedValues,
		"refused": judgedValues,
	},
	"verdicts": {
		"again": judgedValues, "duplicate": judgedValues, "gap": judgedValues,
		"gap-refused": judgedValues, "late": judgedValues, "late-refused": judgedValues,
	},
	"marks": {
		"first": markValues, "published": markValues, "open": markValues, "read": markValues,
	},
	"rebuild": {
		"file":      {"batches", "bytes"},
		"read":      {"n", "pos", "headerBytes", "slots", "seq", "out"},
		"pushed":    {"n", "pos", "headerBytes", "slots", "seq", "out"},
		"rebuilt":   {"producer", "window", "batches"},
		"duplicate": {"seq", "baseOffset", "logEnd"},
	},
}

var judgedValues = []string{"code", "baseOffset", "lastOffset", "expected", "got", "missing",
	"batches", "slots", "logEnd", "seq", "out", "oldest"}

var markValues = []string{"batches", "base", "last", "logEnd", "highWatermark", "lso"}

var frameFields = []string{"size", "api_key", "api_version", "correlation_id", "client_id",
	"transactional_id", "acks", "timeout_ms", "topics", "topic_id", "partitions", "index",
	"records", "baseOffset", "length", "partitionLeaderEpoch", "magic", "crc", "attributes",
	"lastOffsetDelta", "baseTimestamp", "maxTimestamp", "producerId", "producerEpoch",
	"baseSequence", "recordsCount", "recordLength", "recordAttributes", "timestampDelta",
	"offsetDelta", "key", "value", "headersCount", "tags"}
