package main

// The files that most mutations change.
const (
	produceFile = "engine/partition/produce.go"
	windowFile  = "engine/producer/window.go"
	logFile     = "engine/segment/log.go"
	openFile    = "engine/segment/open.go"
	recoverFile = "engine/segment/recover.go"
)

// powerCuts are the tests of what survives a crash.
var powerCuts = []string{"./engine/crashfs"}

// plugTests are those of the lessons' power switch.
var plugTests = []string{"./engine/power"}

// mutations are the changes that the engine's tests must notice. A place that moved makes the
// run stop and say so: then the entry is brought along with the code, never dropped.
var mutations = append(syncMutations, []mutation{
	{
		name: "duplicates written",
		edits: []edit{{produceFile,
			"\t\tcase producer.Duplicate:\n",
			"\t\tcase producer.Duplicate + 7: // no verdict has this value\n"}},
		packages: []string{"./engine/partition", "./engine/demo"},
	},
	{
		name:     "window of 4",
		edits:    []edit{{windowFile, "const WindowSize = 5\n", "const WindowSize = 4\n"}},
		packages: []string{"./engine/producer", "./engine/demo"},
	},
	{
		name:     "window of 6",
		edits:    []edit{{windowFile, "const WindowSize = 5\n", "const WindowSize = 6\n"}},
		packages: []string{"./engine/producer", "./engine/demo"},
	},
	{
		name: "tail not cut",
		edits: []edit{{recoverFile,
			"s.log.Truncate(to.size)",
			"s.log.Truncate(from)"}},
		packages: []string{"./engine/segment", "./engine/demo"},
	},
	{
		name: "base offset off by one",
		edits: []edit{{produceFile,
			"b.Stamp(p.log.End(), ",
			"b.Stamp(p.log.End()+1, "}},
		packages: []string{"./engine/partition", "./engine/demo"},
	},
	{
		name: "CRC from the wrong byte",
		edits: []edit{{"engine/batch/batch.go",
			"crc32.Checksum(b[posAttributes:], castagnoli)",
			"crc32.Checksum(b[posAttributes+1:], castagnoli)"}},
		packages: []string{"./engine/batch"},
	},
	{
		name: "client id one byte longer",
		edits: []edit{{"engine/demo/client.go",
			`"kaen-producer"`,
			`"kaen-producers"`}},
		packages: []string{"./engine/demo"},
	},
	{
		name: "judge skipped",
		edits: []edit{{produceFile,
			"\t\tv = p.judge(sent)\n",
			"\t\tv.Got = sent.BaseSequence()\n"}},
		packages: []string{"./engine/partition", "./engine/demo"},
	},
	{
		// Judged under a hold of its own, so that no data race gives it away: what is lost is
		// that nothing may come between the verdict and the append. The yield in the gap lets
		// others use it every time; without it, the test would notice on some days only.
		name: "judged outside the lock",
		edits: []edit{
			{produceFile,
				"\tvar v producer.Verdict\n\tjudged := sent.HasProducerID()\n\tif judged {\n" +
					"\t\tv = p.judge(sent)\n",
				"\tif judged {\n"},
			{produceFile,
				"func (p *Partition) append(sent batch.Batch) Result {\n",
				"func (p *Partition) append(sent batch.Batch) Result {\n" +
					"\tvar v producer.Verdict\n\tjudged := sent.HasProducerID()\n\tif judged {\n" +
					"\t\tp.mu.Lock()\n\t\tv = p.judge(sent)\n\t\tp.mu.Unlock()\n" +
					"\t\truntime.Gosched()\n\t}\n"},
			{produceFile, "\t\"errors\"\n", "\t\"errors\"\n\t\"runtime\"\n"},
		},
		packages: []string{"./engine/partition"},
	},
	{
		name: "index ignored on reads",
		edits: []edit{{"engine/segment/read.go",
			"\tif hinted {\n",
			"\tif hinted && offset < 0 {\n"}},
		packages: []string{"./engine/segment"},
	},
	{
		name: "length check after the allocation",
		edits: []edit{{"engine/wire/frame.go",
			"\tif err := checkSize(size, 0); err != nil {\n",
			"\tpayload = make([]byte, max(size, 0))\n" +
				"\tif err := checkSize(size, 0); err != nil {\n"}},
		packages: []string{"./engine/wire"},
	},
	{
		name: "a third of the torn batch, not half",
		edits: []edit{{"engine/demo/torn.go",
			"b[:len(b)/2]",
			"b[:len(b)/3]"}},
		packages: []string{"./engine/demo"},
	},
}...)
