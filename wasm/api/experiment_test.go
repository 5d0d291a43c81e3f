package api

import (
	"strings"
	"testing"

	"kaenlog/engine/demo"
)

func TestAnExperimentThatThereIsNotIsRefusedByName(t *testing.T) {
	for _, name := range []string{"", "powerCut", "PowerCut", "power-cut ", "produce"} {
		told, err := Experiment(name, nil)
		e := ErrorOf(err)
		if told != nil || e.Code != CodeUsage || !strings.Contains(e.Message, "only ") ||
			!strings.Contains(e.Message, "power-cut") {
			t.Errorf("%q: %s, %+v; want usage and the names that there are", name, told, e)
		}
	}
}

func TestANumberOfAnExperimentIsWrittenAsThoseOfTheDemos(t *testing.T) {
	for _, c := range []struct{ name, option, good string }{
		{"cut", "at", "256"}, {"every-cut", "to", "1"}, {"every-cut", "from", "1425"},
		{"power-cut", "acks", "1"}, {"resend", "segmentBytes", "256"},
	} {
		for _, text := range []string{c.good, "+" + c.good, "0" + c.good, " " + c.good, c.good + "\n",
			"-0", c.good + ".0", "0x" + c.good, "1_" + c.good, c.good + "\x00", "๑",
			"340282366920938463463374607431768211456"} {
			_, err := Experiment(c.name, []demo.Set{{Name: c.option, Text: text}})
			if e := ErrorOf(err); text == c.good && e != nil || text != c.good && (e == nil ||
				e.Code != CodeInvalidOption || e.Field != c.option) {
				t.Errorf("%s with %s %q: %+v", c.name, c.option, text, e)
			}
		}
	}
}
