package demo_test

import (
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
)

func TestGoldenBytes(t *testing.T) {
	for _, spec := range demo.Specs() {
		t.Run(spec.Name, func(t *testing.T) {
			var given []demo.Set
			for _, f := range spec.Flags {
				if f.Golden != "" {
					given = append(given, demo.Set{Name: f.Name, Text: f.Golden})
				}
			}
			o, err := spec.Parse(given)
			if err != nil {
				t.Fatal(err)
			}
			run, err := demo.Do(spec, nil, o)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := run.Text(), golden.Text(spec.GoldenName); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if !run.Golden {
				t.Error("flags are golden, the run says no")
			}
		})
	}
}
