package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"kaenlog/scripts/internal/signals"
)

// asSite makes the test's own program the command site, for tests that send it signals.
const asSite = "KAENLOG_TEST_AS_SITE"

func TestMain(m *testing.M) {
	if os.Getenv(asSite) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// interruptedWhileItCompiles starts the command site with a build cache that is empty, sends it
// a signal once go build is at work, and holds it to its promise: it ends soon, says why, and
// leaves no temporary file.
func interruptedWhileItCompiles(t *testing.T, s syscall.Signal, args ...string) {
	t.Helper()
	signals.Handle(t, s)
	temp := t.TempDir()
	var said bytes.Buffer
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asSite+"=1", "TMPDIR="+temp, "GOTMPDIR=",
		"GOCACHE="+t.TempDir())
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for atWork := false; !atWork; {
		select {
		case err := <-ended:
			t.Fatalf("it ended before it compiled: %v, %s", err, &said)
		case <-time.After(10 * time.Millisecond):
			found, err := filepath.Glob(filepath.Join(temp, "kaenlog-*", "go-build*", "b*", "importcfg"))
			if err != nil {
				t.Fatal(err)
			}
			atWork = len(found) > 0
		}
	}
	begin := time.Now()
	if err := cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("it ended with %v", err)
	}
	if took := time.Since(begin); took > patience {
		t.Errorf("it took %v", took)
	}
	if said.String() != "site: interrupted\n" {
		t.Errorf("it said %q", &said)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left in the folder for temporary files: %v, %v", left, err)
	}
}

func TestASignalEndsABuildWhichLeavesTheEarlierSite(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals here")
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			out := earlier(t)
			before := everything(t, filepath.Dir(out))
			interruptedWhileItCompiles(t, s, "build", "-out", out)
			if after := everything(t, filepath.Dir(out)); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		})
	}
}

func TestASignalEndsTheComparisonOfTwoBuilds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals here")
	}
	interruptedWhileItCompiles(t, syscall.SIGTERM, "repro")
}

func TestASiteThatWasMadeIsNotPublishedAfterASignal(t *testing.T) {
	out := earlier(t)
	before := everything(t, filepath.Dir(out))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	o := output{"index.html": []byte("new")}
	if err := o.addManifest(); err != nil {
		t.Fatal(err)
	}
	if err := o.publish(ctx, out); !errors.Is(err, errInterrupted) {
		t.Errorf("error %v", err)
	}
	if after := everything(t, filepath.Dir(out)); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

func TestACheckIsNotWaitedForAfterASignal(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := promptly(ctx, func() error { select {} })
	if !errors.Is(err, errInterrupted) {
		t.Errorf("error %v", err)
	}
	var said strings.Builder
	if err := run(ctx, []string{"build", "-out", t.TempDir()}, io.Discard, &said); !errors.Is(err,
		errInterrupted) {
		t.Errorf("build: error %v, said %q", err, &said)
	}
}
