package main

// syncMutations leave out each call in the engine that makes something durable, and what is done
// where such a call failed, one at a time.
var syncMutations = []mutation{
	{
		name: "no sync before the answer",
		edits: []edit{{logFile,
			"\tif err := t.segment.sync(mark{t.Size, t.End}); err != nil {\n",
			"\tif err := error(nil); err != nil {\n"}},
		packages: powerCuts,
	},
	{
		name: "no sync of the segment that a roll leaves",
		edits: []edit{{logFile,
			"\tif err := l.syncLog(old, mark{old.size, l.end}); err != nil {\n",
			"\tif err := error(nil); err != nil {\n"}},
		packages: powerCuts,
	},
	{
		name: "no sync of the directory after a roll",
		edits: []edit{{logFile,
			"\tif err := l.syncDir(); err != nil {\n\t\treturn takenBack(",
			"\tif err := error(nil); err != nil {\n\t\treturn takenBack("}},
		packages: powerCuts,
	},
	{
		name: "no sync of the log on opening",
		edits: []edit{{openFile,
			"\tif err := l.syncLog(s, mark{s.size + l.torn, l.end}); err != nil {\n",
			"\tif err := error(nil); err != nil {\n"}},
		packages: powerCuts,
	},
	{
		name: "no sync of the log's directory on opening",
		edits: []edit{{openFile,
			"\tif err := l.syncDir(); err != nil {\n",
			"\tif err := error(nil); err != nil {\n"}},
		packages: powerCuts,
	},
	{
		name: "no sync of the directories above",
		edits: []edit{{"engine/vfs/vfs.go",
			"\terr = fsys.SyncDir(parent)\n",
			"\terr = nil\n"}},
		packages: powerCuts,
	},
	{
		name: "no sync after the cut",
		edits: []edit{{recoverFile,
			"\terr := l.syncLog(s, to)\n", "\terr := error(nil)\n"}},
		packages: powerCuts,
	},
	{
		name: "no sync of a directory in the adapter",
		edits: []edit{{"engine/vfs/hackpad.go",
			"\terr = hackpadfs.SyncFile(d)\n", "\terr = nil\n"}},
		packages: powerCuts,
	},
	{
		name: "no sync of a file in the adapter",
		edits: []edit{{"engine/vfs/hackpad.go",
			"\treturn hackpadfs.SyncFile(under)\n", "\treturn nil\n"}},
		packages: powerCuts,
	},
	{
		name: "a failed sync leaves its bytes in the page cache",
		edits: []edit{{logFile,
			"\tif !failed || s.size <= synced.size {\n",
			"\tif failed || s.size <= synced.size {\n"}},
		packages: powerCuts,
	},
	{
		name: "a failed sync leaves the cut of a recovery",
		edits: []edit{{recoverFile,
			"takenBack(err, s.log.Truncate(from))", "takenBack(err, nil)"}},
		packages: powerCuts,
	},
	{
		name: "a failed sync of the directory leaves a roll's names",
		edits: []edit{{logFile,
			"takenBack(err, s.discard())", "takenBack(err, s.close())"}},
		packages: powerCuts,
	},
	{
		name: "a failed sync of the directory leaves the first segment's names",
		edits: []edit{{openFile,
			"\t\tif len(bases) == 0 {\n", "\t\tif len(bases) < 0 {\n"}},
		packages: powerCuts,
	},
	{
		name: "a failed sync leaves the name of a directory that was made",
		edits: []edit{{"engine/vfs/vfs.go",
			"\tcase !found:\n", "\tcase found:\n"}},
		packages: powerCuts,
	},
	{
		name: "the tail of a recovered file is not synced",
		edits: []edit{{"engine/inspect/recover.go",
			"\t\terr = kept.Sync()\n", "\t\terr = nil\n"}},
		packages: powerCuts,
	},
	{
		name: "the tail's name is not synced",
		edits: []edit{{"engine/inspect/recover.go",
			"\t\terr = t.FS.SyncDir(path.Dir(f.name))\n", "\t\t_ = path.Dir(f.name)\n"}},
		packages: powerCuts,
	},
	{
		name: "the cut of a recovered file is not synced",
		edits: []edit{{"engine/inspect/recover.go",
			"\tif err := log.Sync(); err != nil {\n", "\tif err := error(nil); err != nil {\n"}},
		packages: powerCuts,
	},
	{
		name: "a demo's marker is not synced",
		edits: []edit{{"engine/demo/claim.go",
			"\tif err == nil && synced {\n", "\tif err == nil && !synced {\n"}},
		packages: powerCuts,
	},
	{
		name: "a demo's files are not synced",
		edits: []edit{{"engine/demo/claim.go",
			"\tif synced {\n", "\tif !synced {\n"}},
		packages: powerCuts,
	},
	{
		name: "the directory of a demo that ended is not synced",
		edits: []edit{{"engine/demo/claim.go",
			"\treturn c.FS.SyncDir(c.dir)\n", "\treturn nil\n"}},
		packages: powerCuts,
	},
}
