package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"kaenlog/engine/segment"
)

// readUntilError reads the log in dir from its start, as a consumer does, up to what stops it.
func readUntilError(t *testing.T, dir string) error {
	t.Helper()
	fsys, name, err := place(dir)
	if err != nil {
		t.Fatal(err)
	}
	l, err := segment.Open(fsys, name, segment.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for at := l.Start(); at < l.End(); at++ {
		if _, err := l.Read(at, l.End(), 1); err != nil {
			return err
		}
	}
	return nil
}

// The demo's log with one byte of it changed by hand, in a segment that is not the last: verify
// names file and position, and a read stops with the very same words.
func TestAByteChangedByHandIsNamedByVerifyAndByARead(t *testing.T) {
	t.Chdir(t.TempDir())
	const log = "orders-0/00000000000000000000.log"
	out, err := exec.Command("klog", "produce-demo", "--dir", "orders-0").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	good, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("orders-0/00000000000000000012.log", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := readUntilError(t, "orders-0"); err != nil {
		t.Fatal("before anything was changed: ", err)
	}
	for _, c := range []struct {
		at, named int // byte changed, byte named
		reason    string
	}{
		{213 + 8, 213 + 8, "not a record batch: length is "},
		{213 + 10, 213 + 8, "the bytes end inside a batch: length is "},
		{213 + 5, 213, "offset out of order: lastOffset is "},
		{213 + 16, 213 + 16, "not a record batch: magic is "},
		{213 + 20, 213 + 17, "the CRC differs: crc is "},
		{213 + 50, 213 + 17, "the CRC differs: crc is "},
		{502 + 200, 502 + 17, "the CRC differs: crc is "},
		{1277, 1141 + 17, "the CRC differs: crc is "},
	} {
		changed := bytes.Clone(good)
		changed[c.at] ^= 0xa0
		if err := os.WriteFile(log, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("klog", "verify", "orders-0").Output()
		exit, _ := errors.AsType[*exec.ExitError](err)
		_, rest, _ := strings.Cut(string(out), "\nfault: ")
		fault, _, _ := strings.Cut(rest, "\n")
		place := fmt.Sprintf("%s: at byte %d: %s", log, c.named, c.reason)
		if exit == nil || exit.ExitCode() != 1 || !strings.HasPrefix(fault, place) ||
			!strings.HasPrefix(string(exit.Stderr), "klog: verify: faults ") ||
			!strings.Contains(string(exit.Stderr), fault) {
			t.Errorf("byte %d: %v, %s\nwant a fault %s", c.at, err, out, place)
		}
		if err := readUntilError(t, "orders-0"); err == nil || err.Error() != fault {
			t.Errorf("byte %d: verify says %q, a read %v", c.at, fault, err)
		}
	}
}
