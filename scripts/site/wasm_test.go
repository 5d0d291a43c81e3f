package main

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestSizesAreToldBesideTheHello(t *testing.T) {
	program := size{name: "the page's program", raw: 3_000_000, gzip: 900_001}
	hello := size{name: "a bare hackpadfs hello", raw: 2_900_000, gzip: 850_000}
	var b bytes.Buffer
	printSizes(&b, program, []size{hello}, []size{{name: "index.html", raw: 12, gzip: 999}})
	for _, want := range []string{"3,000,000      900,001", "100,000       50,001", "999"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestAProgramOverItsSizeFailsTheBuild(t *testing.T) {
	if err := checkSize(size{gzip: maxProgramGzip}); err != nil {
		t.Fatal(err)
	}
	err := checkSize(size{gzip: maxProgramGzip + 1})
	if err == nil || !strings.Contains(err.Error(), "1,000,001 bytes gzip, more than 1,000,000") {
		t.Fatalf("error %v", err)
	}
}

func TestSizeOfMeasuresGzip(t *testing.T) {
	noise := make([]byte, 10_000)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	for _, row := range []struct {
		story     string
		data      []byte
		low, high int64
	}{
		{"nothing", nil, 20, 30},
		{"all the same", make([]byte, 10_000), 20, 60},
		{"noise", noise, 10_000, 10_050},
	} {
		got, err := sizeOf("x", row.data)
		if err != nil || got.raw != int64(len(row.data)) || got.gzip < row.low ||
			got.gzip > row.high {
			t.Errorf("%s: %+v, %v; want gzip from %d to %d", row.story, got, err, row.low, row.high)
		}
	}
}
