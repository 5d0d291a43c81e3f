package main

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"
	"time"
)

func TestPartsAreChosenInTheirOrder(t *testing.T) {
	got, err := choose("memory,one")
	if err != nil || len(got) != 2 || got[0].name != "one" || got[1].name != "memory" {
		t.Errorf("%+v, %v", got, err)
	}
	if all, err := choose(""); err != nil || len(all) != len(parts) {
		t.Errorf("%d of %d parts, %v", len(all), len(parts), err)
	}
	if _, err := choose("one,nothing"); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("%v, want one that names what is not there", err)
	}
}

func TestWrongWordsAreSaid(t *testing.T) {
	for _, args := range [][]string{{"-nope"}, {"more"}, {"-rounds", "0"}, {"-only", "nothing"}} {
		var out, bad bytes.Buffer
		err := run(t.Context(), args, &out, &bad)
		if !errors.Is(err, errUsage) || out.Len() > 0 || bad.Len() == 0 {
			t.Errorf("%q: %v, stdout %q, stderr %q", args, err, &out, &bad)
		}
	}
	var bad bytes.Buffer
	if err := run(t.Context(), []string{"--help"}, &bytes.Buffer{}, &bad); !errors.Is(err,
		flag.ErrHelp) || !strings.Contains(bad.String(), "-rounds") {
		t.Errorf("%v, %q", err, &bad)
	}
}

func TestTimesAreToldInThreeDigits(t *testing.T) {
	for d, want := range map[time.Duration]string{
		12: "12ns", 1234: "1.23µs", 123456: "123µs", 1234567: "1.23ms", 123456789: "123ms",
	} {
		if got := rounded(d); got != want {
			t.Errorf("%d ns are %q, want %q", d, got, want)
		}
	}
}
