package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo/golden"
)

// lines is what a command wrote so far.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// served starts klog serve-http on a free port, and gives its address, its log, and where its
// result comes once stops was told to end it.
func served(t *testing.T, stops *ending, args ...string) (string, *lines, <-chan cli.Result) {
	t.Helper()
	read, write := io.Pipe()
	log := &lines{}
	ended := make(chan cli.Result, 1)
	go func() {
		ended <- server{write, log, &stops.interrupts}.run(append(args, "--port", "0"))
		write.Close()
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %+v", err, <-ended)
	}
	address, ok := strings.CutSuffix(line, "/v1/demos\n")
	if !ok || !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Fatalf("the address is %q", line)
	}
	return address, log, ended
}

func TestTheServerAnswersAndTellsOfIt(t *testing.T) {
	stops := newEnding()
	address, log, ended := served(t, stops, "--log=json")
	res, err := http.Get(address + "/v1/demos/recovery?now-ms=1700000000000")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	want := golden.Text("recovery")
	if err != nil || string(body) != want {
		t.Errorf("%d bytes, %v", len(body), err)
	}
	stops.signals <- os.Interrupt
	if r := <-ended; r.Exit != cli.ExitDone || r.Stderr != "" {
		t.Errorf("ended with %+v", r)
	}
	if _, err := http.Get(address + "/v1/demos"); err == nil {
		t.Error("it answers still")
	}
	var told struct {
		Msg, Method, Path, Query, From string
		Status, Bytes                  int
	}
	first, _, _ := strings.Cut(log.text.String(), "\n")
	if err := json.Unmarshal([]byte(first), &told); err != nil || told.Msg != "request" ||
		told.Method != "GET" || told.Path != "/v1/demos/recovery" || told.Status != 200 ||
		told.Query != "now-ms=1700000000000" || told.Bytes != len(want) || told.From == "" {
		t.Errorf("told of the request: %s (%v)", first, err)
	}
}

// A request that has begun is answered after the signal; no other is taken.
func TestTheServerAnswersWhatHasBegun(t *testing.T) {
	stops := newEnding()
	address, log, ended := served(t, stops)
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// The server asks for the body when the handler reads it: then the request has begun.
	io.WriteString(conn, "POST /v1/inspect HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"+
		"Expect: 100-continue\r\n\r\n")
	answers := bufio.NewReader(conn)
	if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, " 100 ") {
		t.Fatalf("%q, %v", line, err)
	}
	if line, err := answers.ReadString('\n'); err != nil || line != "\r\n" {
		t.Fatalf("%q, %v", line, err)
	}
	stops.signals <- os.Interrupt
	<-stops.came()
	for {
		other, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
		if err != nil {
			break // nobody listens any more
		}
		other.Close()
	}
	select {
	case r := <-ended:
		t.Fatalf("ended with a request unanswered: %+v", r)
	default:
	}
	io.WriteString(conn, "abcd")
	res, err := http.ReadResponse(answers, nil)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%+v, %v", res, err)
	}
	res.Body.Close()
	if r := <-ended; r.Exit != cli.ExitDone {
		t.Errorf("ended with %+v", r)
	}
	if text := log.text.String(); !strings.Contains(text, "msg=ending") ||
		!strings.Contains(text, "path=/v1/inspect") {
		t.Errorf("told:\n%s", text)
	}
}

func TestAPortInUseIsAnError(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	r := server{io.Discard, io.Discard, &newEnding().interrupts}.run([]string{"--port", port})
	if r.Exit != cli.ExitFailed || !strings.Contains(r.Stderr, "in use") {
		t.Errorf("%+v", r)
	}
}
