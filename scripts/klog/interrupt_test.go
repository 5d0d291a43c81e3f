package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/scripts/internal/signals"
)

// ending is interrupts of which a test sends the signals.
type ending struct {
	interrupts
	signals chan os.Signal
	ended   chan os.Signal
}

func newEnding() *ending {
	e := &ending{signals: make(chan os.Signal, 1), ended: make(chan os.Signal, 1)}
	go e.wait(e.signals, func(s os.Signal) { e.ended <- s })
	return e
}

func TestASignalEndsTheProcessAtOnce(t *testing.T) {
	e := newEnding()
	if err := e.guard(func(interrupted func() bool) error {
		if interrupted() {
			return errors.New("nobody asked")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	e.signals <- os.Interrupt
	if s := <-e.ended; s != os.Interrupt {
		t.Errorf("ended by %v", s)
	}
}

func TestASignalWaitsForWorkThatTakesItselfBack(t *testing.T) {
	e := newEnding()
	returned := make(chan error)
	working, undone := make(chan bool), make(chan bool)
	go func() {
		returned <- e.guard(func(interrupted func() bool) error {
			working <- true
			for !interrupted() {
				runtime.Gosched()
			}
			select {
			case <-e.ended:
				return errors.New("ended before it was undone")
			default:
			}
			undone <- true
			return errors.New("undone")
		})
	}()
	<-working
	e.signals <- os.Interrupt
	<-undone
	select {
	case <-e.ended:
	case err := <-returned:
		t.Errorf("the command went on with %v", err)
	}
}

func TestWorkThatWasDoneIsToldBeforeASignalEndsTheProcess(t *testing.T) {
	e := newEnding()
	err := e.guard(func(interrupted func() bool) error {
		e.signals <- os.Interrupt
		for !interrupted() {
			runtime.Gosched()
		}
		return nil
	})
	if err != nil || e.whole.TryLock() {
		t.Errorf("%v; the signal may end the process before the command said so", err)
	}
}

// gapped writes a log of one-record batches with an offset missing before each, and a torn tail:
// every command has much to say of it.
func gapped(t *testing.T, name string) []byte {
	t.Helper()
	b, err := batch.Append(nil, batch.NoProducer, []batch.NewRecord{{Value: []byte("v")}})
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for i := range 10_000 {
		binary.BigEndian.PutUint64(b, uint64(2*i))
		all = append(all, b...)
	}
	all = append(all, "torn"...)
	if err := os.WriteFile(name, all, 0o666); err != nil {
		t.Fatal(err)
	}
	return all
}

// start starts klog with a pipe for its output, and waits for the first byte: then the pipe
// fills up, since nobody reads on, and klog waits in a write.
func start(t *testing.T, stderr io.Writer, args ...string) (*exec.Cmd, *os.File) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no signals here")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("klog", args...)
	cmd.Stdout, cmd.Stderr = w, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return cmd, r
}

// endedBy gives the signal that a process died of.
func endedBy(t *testing.T, cmd *exec.Cmd) syscall.Signal {
	t.Helper()
	err := cmd.Wait()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		t.Fatalf("klog ended with %v, and by no signal", err)
	}
	return status.Signal()
}

func TestASignalEndsACommandThatWaitsForItsReader(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "00000000000000000000.log")
	want := gapped(t, name)
	for _, word := range []string{"dump", "verify", "recover"} {
		for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			signals.Handle(t, s)
			var stderr bytes.Buffer
			cmd, r := start(t, &stderr, word, name)
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			if got := endedBy(t, cmd); got != s || stderr.Len() > 0 {
				t.Errorf("klog %s: %v ended it with %v, and it said %q", word, s, got, &stderr)
			}
			r.Close()
		}
	}
	list, err := os.ReadDir(dir)
	got, err2 := os.ReadFile(name)
	if err != nil || err2 != nil || len(list) != 1 || !bytes.Equal(got, want) {
		t.Errorf("%v, and %d of %d bytes are left (%v, %v)", list, len(got), len(want), err, err2)
	}
}

func TestAReaderThatHasEnoughEndsAReportQuietly(t *testing.T) {
	name := filepath.Join(t.TempDir(), "00000000000000000000.log")
	gapped(t, name)
	for _, word := range []string{"dump", "verify"} {
		var stderr bytes.Buffer
		cmd, r := start(t, &stderr, word, name)
		if _, err := bufio.NewReader(r).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		r.Close()
		if s := endedBy(t, cmd); s != syscall.SIGPIPE || stderr.Len() > 0 {
			t.Errorf("klog %s ended by %v and said %q", word, s, &stderr)
		}
	}
}
