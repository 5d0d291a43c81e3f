package httpapi_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/wasm/httpapi"
)

// dumped is the part of klog dump's JSON that tests look at.
type dumped struct {
	Command string
	Faults  int
	Items   []struct {
		Type, Reason string
		Base         int64
		Pos          int64
	}
}

func TestASegmentIsInspected(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	torn, _, err := demo.TornLog()
	if err != nil {
		t.Fatal(err)
	}
	got := ask("POST", "/v1/inspect?records&name=00000000000000000000.log", bytes.NewReader(torn))
	var d dumped
	if err := json.Unmarshal(got.body, &d); err != nil || got.status != 200 {
		t.Fatalf("%d, %v: %s", got.status, err, got.body)
	}
	batches, records := 0, 0
	for _, item := range d.Items {
		switch item.Type {
		case "batch":
			batches++
		case "record":
			records++
		}
	}
	if d.Command != "dump" || d.Faults != 1 || batches == 0 || records < batches {
		t.Errorf("%d faults, %d batches, %d records: %s", d.Faults, batches, records, got.body)
	}
	if got.header.Get("Cache-Control") != "no-store" || got.header.Get("ETag") != "" ||
		got.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("headers %v", got.header)
	}
	plain := ask("POST", "/v1/inspect", bytes.NewReader(torn))
	if bytes.Contains(plain.body, []byte(`"type":"record"`)) {
		t.Error("records are told that nobody asked for")
	}
}

func TestBodiesOfAllSizes(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	if got := ask("POST", "/v1/inspect", nil); got.status != 200 ||
		!strings.Contains(string(got.body), `"batches":0`) {
		t.Errorf("no body: %d %s", got.status, got.body)
	}
	full := make([]byte, httpapi.MaxSegmentBytes)
	if got := ask("POST", "/v1/inspect", bytes.NewReader(full)); got.status != 200 {
		t.Errorf("a body of the size allowed: %d %s", got.status, got.body)
	}
	for what, body := range map[string]io.Reader{
		"a length":  bytes.NewReader(append(full, 0)),
		"no length": io.MultiReader(bytes.NewReader(append(full, 0))),
	} {
		got := ask("POST", "/v1/inspect", body)
		if p := problemOf(t, got); got.status != 413 || p.Field != "bytes" || p.Reason != "too-long" {
			t.Errorf("one byte more, %s: %d %+v", what, got.status, p)
		}
	}
}

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("a body that says it is too large was read")
	return 0, io.EOF
}

func TestABodyThatSaysItIsTooLargeIsNotRead(t *testing.T) {
	r := httptest.NewRequest("POST", "/v1/inspect", unread{t})
	r.ContentLength = httpapi.MaxSegmentBytes + 1
	w := httptest.NewRecorder()
	httpapi.New("b1").ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", w.Code)
	}
}

func TestABodyThatBreaksOff(t *testing.T) {
	r := httptest.NewRequest("POST", "/v1/inspect", io.MultiReader(strings.NewReader("abc"),
		brokenOff{}))
	r.ContentLength = -1
	w := httptest.NewRecorder()
	httpapi.New("b1").ServeHTTP(w, r)
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"reason":"body"`) {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// Over a connection: a body that is too large by its own word is refused before any of it is sent.
func TestATooLargeBodyIsRefusedAtOnce(t *testing.T) {
	server := httptest.NewServer(httpapi.New("b1"))
	defer server.Close()
	for _, more := range []string{"", "Expect: 100-continue\r\n"} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		io.WriteString(conn, "POST /v1/inspect HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n"+
			more+"\r\n")
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Fatalf("%q: %+v, %v", more, res, err)
		}
		res.Body.Close()
	}
}

// late is a body of which no more comes in time.
type late struct{}

func (late) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

func TestABodyThatStalls(t *testing.T) {
	r := httptest.NewRequest("POST", "/v1/inspect", late{})
	r.ContentLength = -1
	w := httptest.NewRecorder()
	httpapi.New("b1").ServeHTTP(w, r)
	if w.Code != http.StatusRequestTimeout ||
		!strings.Contains(w.Body.String(), `"detail":"the body did not arrive in time"`) {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

type brokenOff struct{}

func (brokenOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestWrongParametersOfInspect(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	for query, field := range map[string]string{"records=1": "records", "name=": "name",
		"name=%00": "name", "acks=1": "acks", "format=text": "format", "%zz": "%zz"} {
		got := ask("POST", "/v1/inspect?"+query, strings.NewReader("x"))
		if p := problemOf(t, got); got.status != 400 || p.Field != field {
			t.Errorf("?%s: %d %+v", query, got.status, p)
		}
	}
}

func TestTooMuchToTell(t *testing.T) {
	h := httpapi.New("b1")
	httpapi.LimitReport(h, 100)
	got := serve(t, h)("POST", "/v1/inspect", strings.NewReader("no batch"))
	if p := problemOf(t, got); got.status != 413 || p.Field != "bytes" {
		t.Errorf("%d %+v", got.status, p)
	}
}
