package cli

import (
	"encoding/hex"
	"strings"
	"testing"
)

// commandSeed is an input of FuzzCommandLine.
type commandSeed struct {
	args  []string
	name  string
	log   []byte
	shape uint8
}

func commandSeeds(t testing.TB) []commandSeed {
	good, err := hex.DecodeString(kafkaLog)
	if err != nil {
		t.Fatal(err)
	}
	torn := good[:len(good)-1]
	var seeds []commandSeed
	for _, line := range []string{
		"", "help", "--help", "help dump", "help nothing", "version", "version 1", "dmup d",
		"--acks 1 produce-demo",
		"produce-demo --acks=1 --batches 1", "produce-demo --acks 32768", "produce-demo -acks -1",
		"produce-demo --truncate-tail --dir out --batches 2 --format json",
		"produce-demo --dir d", "produce-demo --dir ../d/../e/",
		"idem-demo --pid 9223372036854775806 --seq 0..0 --resend --now-ms 0",
		"idem-demo --seq 9..7", "dedup-demo --resend true", "idem-demo --dir d/e --format=json",
		"recovery-demo --dir x --format=xml", "recovery-demo –-dir", "recovery-demo --now-ms",
		"dump d", "dump d --records --format json", "dump file", "dump --records=false -- d",
		"dump", "dump d d", "dump .", "dump nowhere", "verify d --format json", "verify d/file",
		"verify d/file.log", "recover d --dry-run", "recover d", "recover --format=json file",
		"recover d --dry-run=true --dry-run=false",
	} {
		args := strings.Split(line, " ")
		seeds = append(seeds, commandSeed{args, "file", good, 0},
			commandSeed{args, "file", torn, streamed})
	}
	for _, name := range []string{"a\x1b[2Jb", "a\x00b", "a\nb", "a\u009b31mb", "a\u202eb", "a\xffb",
		`a"b\`, "ข้อมูล", " ", strings.Repeat("n", 300)} {
		for _, args := range [][]string{{"dump", name}, {"verify", "d", "--format", "json"},
			{"recover", name, "--format=json"}, {"produce-demo", "--dir", name, "--format=json"},
			{name}, {"dump", "--" + name, "d"}} {
			seeds = append(seeds, commandSeed{args, name, torn, 0})
		}
	}
	return append(seeds,
		commandSeed{[]string{"recover", "d"}, "file", torn, oneAlready},
		commandSeed{[]string{"dump", "d", "--records"}, "file", torn, streamed | cutOff},
		commandSeed{[]string{"verify", "d"}, "file", []byte("\x1b[31mno log at all\x1b[0m"), damagedOnly},
	)
}
