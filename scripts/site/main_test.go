package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestWrongWordsAreSaidAndNothingIsBuilt(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string
	}{
		{nil, `unknown command ""`},
		{[]string{"bild"}, `unknown command "bild"`},
		{[]string{"build", "dist"}, `takes no argument, found "dist"`},
		{[]string{"build", "-port", "1"}, "-port"},
		{[]string{"serve", "-port", "70000"}, "allowed are 0 to 65535"},
		{[]string{"serve", "-port", "many"}, "many"},
		{[]string{"build", "-out", ""}, "-out is empty"},
	} {
		var out, bad bytes.Buffer
		err := run(t.Context(), row.args, &out, &bad)
		if !errors.Is(err, errUsage) || out.Len() > 0 || !strings.Contains(bad.String(), row.says) {
			t.Errorf("%q: %v, stdout %q, stderr %q; want %q", row.args, err, out.String(),
				bad.String(), row.says)
		}
	}
}

func TestCheckSaysThatPagesAndSourcesAgree(t *testing.T) {
	var out, bad bytes.Buffer
	err := run(t.Context(), []string{"check"}, &out, &bad)
	if err != nil || !strings.HasPrefix(out.String(), "pages and sources agree: ") {
		t.Errorf("%v, %q", err, out.String())
	}
}

func TestHelpIsNoError(t *testing.T) {
	for _, word := range []string{"help", "-h", "--help"} {
		var out, bad bytes.Buffer
		if err := run(t.Context(), []string{word}, &out, &bad); err != nil || out.String() != usage {
			t.Errorf("%s: %v, %q", word, err, out.String())
		}
	}
}
