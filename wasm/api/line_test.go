package api

import (
	"slices"
	"strings"
	"testing"
)

func TestACommandLineIsTakenApartIntoWords(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{"  \t \r\n", nil},
		{"klog", nil},
		{"$ klog", nil},
		{"klog produce-demo --acks -1", []string{"produce-demo", "--acks", "-1"}},
		{"$ klog  produce-demo\t--acks=1 ", []string{"produce-demo", "--acks=1"}},
		{"produce-demo", []string{"produce-demo"}},
		{"klog klog", []string{"klog"}},
		{"produce-demo klog", []string{"produce-demo", "klog"}},
		{"a \\\n  b \\\r\n c", []string{"a", "b", "c"}},
		{"a\\\nb", []string{"a", "b"}},
		{`a\b \`, []string{`a\b`, `\`}},
		{`''`, []string{""}},
		{`a "" b`, []string{"a", "", "b"}},
		{`--dir='a b'`, []string{"--dir=a b"}},
		{`--dir="a 'b' c"`, []string{"--dir=a 'b' c"}},
		{`'a "b" \ c'`, []string{`a "b" \ c`}},
		{`"a \"b\" \\ \n"`, []string{`a "b" \ \n`}},
		{`a'b'"c"d`, []string{"abcd"}},
		{`'|' "<>&;"`, []string{"|", "<>&;"}},
		{"--dir ข้อมูล/หนึ่ง", []string{"--dir", "ข้อมูล/หนึ่ง"}},
		{"a\xff", []string{"a\xff"}},
	} {
		got, err := SplitLine(c.line)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q is %q (%v), want %q", c.line, got, err, c.want)
		}
	}
}

func TestALineThatCantBeTakenApartSaysWhere(t *testing.T) {
	for line, want := range map[string]string{
		`'`:                         `at character 1: the quote ' is not closed`,
		`klog --dir "a b`:           `at character 12: the quote " is not closed`,
		`"a\"`:                      `at character 1: the quote " is not closed`,
		`"a\`:                       `at character 1: the quote " is not closed`,
		`ก้อน 'x`:                   `at character 6: the quote ' is not closed`,
		`klog produce-demo > o.txt`: `at character 19: there is no shell here that knows >`,
		`klog help | less`:          `at character 11: there is no shell here that knows |`,
		`klog help; klog help`:      `at character 10: there is no shell here that knows ;`,
		"`date`":                    "at character 1: there is no shell here that knows `",
		`a &`:                       `at character 3: there is no shell here that knows &`,
	} {
		words, err := SplitLine(line)
		e := ErrorOf(err)
		if e == nil || e.Code != CodeUsage || !strings.HasPrefix(e.Message, want) {
			t.Errorf("%s: %q, %v; want %s", line, words, err, want)
		}
	}
}
