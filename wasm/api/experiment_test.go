package api

import (
	"strings"
	"testing"
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
