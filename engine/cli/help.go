package cli

import (
	"strings"

	"kaenlog/engine/demo"
)

// usage is klog's usage line, without a command.
const usage = "usage: klog COMMAND [flags]; \"klog help\" lists the commands"

// help answers "klog help" and "klog help COMMAND".
func help(rest []string, others []Other) Result {
	if len(rest) == 0 {
		return Result{Stdout: []byte(allHelp(others))}
	}
	if len(rest) > 1 {
		return wrong("help: unexpected word "+Quote(rest[1]), "usage: klog help [COMMAND]")
	}
	switch rest[0] {
	case "help", "--help", "-help", "-h":
		return Result{Stdout: []byte(allHelp(others))}
	case "version":
		const text = "klog version: prints klog's version\n\nusage: klog version\n"
		return Result{Stdout: []byte(text)}
	}
	if spec, ok := specOf(rest[0]); ok {
		return Result{Stdout: []byte(commandHelp(spec))}
	}
	if other, ok := otherOf(rest[0], others); ok {
		return other.Run([]string{"--help"})
	}
	return unknownCommand(rest[0], others)
}

func allHelp(others []Other) string {
	var b strings.Builder
	b.WriteString("klog: a small, honest broker log after Apache Kafka 4.1\n\n")
	b.WriteString("usage: klog COMMAND [flags]\n\ncommands:\n")
	rows := [][2]string{}
	for _, s := range commands() {
		what := s.Summary
		for _, other := range s.Commands[1:] {
			what += " (also " + other + ")"
		}
		rows = append(rows, [2]string{s.Commands[0], what})
	}
	for _, o := range others {
		rows = append(rows, [2]string{o.Name, o.Summary})
	}
	rows = append(rows,
		[2]string{"help", "this text; with a command after it, that command's flags"},
		[2]string{"version", "klog's version"})
	writeRows(&b, rows)
	b.WriteString("\n\"klog COMMAND --help\" shows a command's flags, of a demo with an example.\n" +
		"exit status: 0 done, 1 failed, 2 wrong words\n")
	return b.String()
}

func commandHelp(spec demo.Spec) string {
	var b strings.Builder
	command := spec.Commands[0]
	b.WriteString("klog " + command + ": " + spec.Summary + "\n")
	if len(spec.Commands) > 1 {
		b.WriteString("also called " + strings.Join(spec.Commands[1:], ", ") + "\n")
	}
	b.WriteString("\n" + usageLine(spec) + "\n\nflags:\n")
	rows := [][2]string{}
	for _, f := range spec.Flags {
		rows = append(rows, [2]string{"--" + f.Name + placeholder(f), f.Help})
		if f.Kind == demo.KindInt || f.Kind == demo.KindRange {
			rows = append(rows, [2]string{"", f.Allowed() + ", default " + f.Default})
		}
	}
	rows = append(rows, [2]string{"--format text|json", "how it is printed, default text"},
		[2]string{"--help", "this text"})
	writeRows(&b, rows)
	b.WriteString("\nA flag is written --name value or --name=value; one hyphen does too. " +
		"A switch is\n--name, --name=true or --name=false. Of a flag given twice the last " +
		"counts. -- ends\nthe flags.\n\n")
	for i, t := range tools {
		if t.Name == spec.Name {
			b.WriteString(toolNotes[i])
			return b.String()
		}
	}
	b.WriteString("example, which prints the golden output " + spec.GoldenName + ".txt:\n" +
		"  " + GoldenCommand(spec) + "\n")
	return b.String()
}

// usageLine shows a command's line with all its flags.
func usageLine(spec demo.Spec) string {
	var b strings.Builder
	b.WriteString("usage: klog " + spec.Commands[0])
	if isTool(spec) {
		b.WriteString(" PATH")
	}
	for _, f := range spec.Flags {
		b.WriteString(" [--" + f.Name + placeholder(f) + "]")
	}
	b.WriteString(" [--format text|json]")
	return b.String()
}

// GoldenCommand gives the command line that prints a demo's golden output, in memory.
func GoldenCommand(spec demo.Spec) string {
	line := "klog " + spec.Commands[0]
	for _, f := range spec.Flags {
		switch {
		case f.Golden == "" || f.Kind == demo.KindBool && f.Golden != "true":
			continue
		case f.Kind == demo.KindBool:
			line += " --" + f.Name
		default:
			line += " --" + f.Name + " " + f.Golden
		}
	}
	return line
}

func placeholder(f demo.Flag) string {
	switch f.Kind {
	case demo.KindInt:
		return " N"
	case demo.KindRange:
		return " A..B"
	case demo.KindPath:
		return " PATH"
	default:
		return ""
	}
}

// writeRows writes names and what they mean in two columns.
func writeRows(b *strings.Builder, rows [][2]string) {
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for _, r := range rows {
		b.WriteString("  " + r[0])
		for range width - len(r[0]) {
			b.WriteByte(' ')
		}
		b.WriteString("  " + r[1] + "\n")
	}
}
