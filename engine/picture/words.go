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
		"kept": windowValues, "pushed": windowValues, "duplicate": windowValues,
		"refused": windowValues,
	},
	"verdicts": {
		"again": verdictValues, "duplicate": verdictValues, "gap": verdictValues,
		"gap-refused": verdictValues, "late": verdictValues, "late-refused": verdictValues,
	},
	"marks": {
		"first":     {"batches", "base", "last", "logEnd", "highWatermark"},
		"published": {"batches", "base", "last", "logEnd", "highWatermark"},
		"open":      {"from", "last", "lso"},
		"read":      {"highWatermark", "lso"},
	},
	"rebuild": {
		"file":      {"batches", "bytes"},
		"read":      {"n", "pos", "headerBytes", "slots", "seq", "out"},
		"pushed":    {"n", "pos", "headerBytes", "slots", "seq", "out"},
		"rebuilt":   {"producer", "window", "batches"},
		"duplicate": {"seq", "baseOffset", "logEnd"},
	},
}

var windowValues = []string{"baseOffset", "expected", "got", "batches", "slots", "seq", "out"}

var verdictValues = []string{"expected", "got", "missing", "first", "last", "code", "logEnd",
	"seq", "oldest"}

var frameFields = []string{"size", "api_key", "api_version", "correlation_id", "client_id",
	"transactional_id", "acks", "timeout_ms", "topics", "topic_id", "partitions", "index",
	"records", "baseOffset", "length", "partitionLeaderEpoch", "magic", "crc", "attributes",
	"lastOffsetDelta", "baseTimestamp", "maxTimestamp", "producerId", "producerEpoch",
	"baseSequence", "recordsCount", "recordLength", "recordAttributes", "timestampDelta",
	"offsetDelta", "key", "value", "headersCount", "tags"}
