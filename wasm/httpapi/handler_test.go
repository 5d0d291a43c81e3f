package httpapi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
	"kaenlog/wasm/api"
	"kaenlog/wasm/httpapi"
)

// reply is what came back.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// serve starts a server on a port of its own and gives a way to ask it.
func serve(t *testing.T, h http.Handler) func(method, path string, body io.Reader,
	headers ...string) reply {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}
	return func(method, path string, body io.Reader, headers ...string) reply {
		t.Helper()
		r, err := http.NewRequest(method, server.URL+path, body)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Add(headers[i], headers[i+1])
		}
		res, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		data, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply{res.StatusCode, res.Header, data}
	}
}

// problemOf reads a problem, and complains of one that is not whole.
func problemOf(t *testing.T, r reply) (p struct {
	Type, Title, Reason, Field, Detail string
	Status                             int
}) {
	t.Helper()
	if kind := r.header.Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("a problem is sent as %q", kind)
	}
	d := json.NewDecoder(bytes.NewReader(r.body))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		t.Errorf("%s: %v", r.body, err)
	}
	if p.Status != r.status || p.Title != http.StatusText(r.status) || p.Detail == "" ||
		p.Type != "about:blank" || strings.Contains(p.Detail, "\n") {
		t.Errorf("status %d with the problem %+v", r.status, p)
	}
	if r.header.Get("Cache-Control") != "no-store" || r.header.Get("ETag") != "" {
		t.Errorf("a problem may be kept: %v", r.header)
	}
	return p
}

var goldens = map[string]string{
	"/v1/demos/produce?truncate-tail":               "03-produce",
	"/v1/demos/dedup?resend=true&seq=7..9&pid=1000": "07-idem",
	"/v1/demos/recovery":                            "recovery",
}

func TestRunsAreGolden(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	for path, name := range goldens {
		want := golden.Text(name)
		got := ask("GET", path, nil)
		if got.status != 200 || string(got.body) != want {
			t.Errorf("GET %s: %d, %d bytes, want the %d of %s", path, got.status, len(got.body),
				len(want), name)
		}
		if kind := got.header.Get("Content-Type"); kind != "text/plain; charset=utf-8" {
			t.Errorf("GET %s is sent as %q", path, kind)
		}

		asJSON := ask("GET", path, nil, "Accept", "application/json")
		var run struct {
			Golden   bool
			Sections []struct{ Lines []struct{ Text string } }
		}
		if err := json.Unmarshal(asJSON.body, &run); err != nil || !run.Golden {
			t.Errorf("GET %s as JSON: golden %v, %v", path, run.Golden, err)
		}
		var text []string
		for _, s := range run.Sections {
			var lines []string
			for _, l := range s.Lines {
				lines = append(lines, l.Text)
			}
			text = append(text, strings.Join(lines, "\n"))
		}
		if strings.Join(text, "\n\n")+"\n" != want {
			t.Errorf("GET %s: the lines of the JSON are not the text", path)
		}
	}
}

func TestOtherFlagsGiveOtherNumbers(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	three := ask("GET", "/v1/demos/produce", nil)
	four := ask("GET", "/v1/demos/produce?batches=4", nil)
	if four.status != 200 || bytes.Equal(three.body, four.body) {
		t.Errorf("batches=4 gives %d and the same bytes", four.status)
	}
}

func TestAnswersThatMayBeKept(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	for _, path := range []string{"/v1/demos", "/openapi.json", "/v1/demos/dedup?resend"} {
		first := ask("GET", path, nil)
		tag := first.header.Get("ETag")
		if !strings.HasPrefix(tag, `"b1-`) || !strings.HasSuffix(tag, `"`) {
			t.Fatalf("GET %s: ETag %s", path, tag)
		}
		if v := first.header.Get("Vary"); v != "Accept" {
			t.Errorf("GET %s: Vary %q", path, v)
		}
		if v := first.header.Get("Cache-Control"); !strings.HasPrefix(v, "public, max-age=") {
			t.Errorf("GET %s: Cache-Control %q", path, v)
		}
		second := ask("GET", path, nil, "If-None-Match", `"x", `+tag)
		if second.status != 304 || len(second.body) > 0 || second.header.Get("ETag") != tag ||
			second.header.Get("Vary") != "Accept" || second.header.Get("Cache-Control") == "" ||
			second.header.Get("Content-Type") != "" {
			t.Errorf("GET %s again: %d %v %s", path, second.status, second.header, second.body)
		}
		if other := ask("GET", path, nil, "If-None-Match", `"x"`); other.status != 200 {
			t.Errorf("GET %s with another tag: %d", path, other.status)
		}
		anew := serve(t, httpapi.New("b2"))("GET", path, nil, "If-None-Match", tag)
		if anew.status != 200 || anew.header.Get("ETag") == tag {
			t.Errorf("GET %s from another build: %d, %s", path, anew.status, tag)
		}
	}
}

func TestTheTagFollowsQueryAndType(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	tag := func(query, accept string) string {
		return ask("HEAD", "/v1/demos/produce?"+query, nil, "Accept", accept).header.Get("ETag")
	}
	plain := tag("", "*/*")
	for _, same := range []string{"acks=1", "batches=3&acks=1", "acks=7&acks=1",
		"truncate-tail=false"} {
		if got := tag(same, "*/*"); got != plain {
			t.Errorf("?%s has the tag %s, the same run %s", same, got, plain)
		}
	}
	for _, other := range []string{"acks=0", "truncate-tail", "now-ms=1"} {
		if got := tag(other, "*/*"); got == plain || got == "" {
			t.Errorf("?%s has the tag %s as well", other, got)
		}
	}
	if got := tag("", "application/json"); got == plain || got == "" {
		t.Errorf("JSON has the tag %s as well", got)
	}
}

func TestWrongQueriesAreProblemsWhateverTagIsSent(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	for query, want := range map[string][3]string{
		"acks=x": {"invalid-option", "acks",
			`acks is "x", allowed is a whole number from -32768 to 32767`},
		"dir=a": {"unknown-parameter", "dir", "dir is not taken here: runs are in memory"},
		"format=js": {"unknown-parameter", "format", "format is not taken here: the header Accept " +
			"says text/plain or application/json"},
		"batchs=1": {"unknown-parameter", "batchs", `unknown parameter "batchs", did you mean batches?`},
		"nowMs=1":  {"unknown-parameter", "nowMs", `unknown parameter "nowMs", did you mean now-ms?`},
		"zzz": {"unknown-parameter", "zzz",
			`unknown parameter "zzz", known are acks, batches, truncate-tail, now-ms`},
		"acks=%": {"invalid-option", "acks", `the query can't be read: invalid URL escape "%"`},
	} {
		got := ask("GET", "/v1/demos/produce?"+query, nil, "If-None-Match", "*")
		p := problemOf(t, got)
		if got.status != 400 || p.Reason != want[0] || p.Field != want[1] || p.Detail != want[2] {
			t.Errorf("?%s: %d %+v", query, got.status, p)
		}
	}
}

func TestRoutesMethodsAndOrigins(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	for path, allow := range map[string]string{
		"/v1/demos": "GET, HEAD, OPTIONS", "/v1/demos/recovery": "GET, HEAD, OPTIONS",
		"/openapi.json": "GET, HEAD, OPTIONS", "/v1/inspect": "POST, OPTIONS",
	} {
		for _, method := range []string{"PUT", "DELETE", "PATCH", "TRACE", "BREW", "GET", "POST",
			"HEAD"} {
			if strings.Contains(allow, method) {
				continue
			}
			got := ask(method, path, nil)
			if got.status != 405 || got.header.Get("Allow") != allow {
				t.Errorf("%s %s: %d, Allow %q", method, path, got.status, got.header.Get("Allow"))
			}
			if method != "HEAD" && problemOf(t, got).Reason != "method" {
				t.Errorf("%s %s: %s", method, path, got.body)
			}
		}
		got := ask("OPTIONS", path, nil)
		if got.status != 200 || got.header.Get("Allow") != allow || len(got.body) > 0 {
			t.Errorf("OPTIONS %s: %d %v", path, got.status, got.header)
		}
		shared := strings.HasPrefix(allow, "GET")
		for name, want := range map[string]string{"Access-Control-Allow-Origin": "*",
			"Access-Control-Allow-Methods": "GET, HEAD",
			"Access-Control-Allow-Headers": "If-None-Match"} {
			if value := got.header.Get(name); (value == want) != shared || !shared && value != "" {
				t.Errorf("OPTIONS %s: %s is %q", path, name, value)
			}
		}
	}
	for _, path := range []string{"/", "/v1", "/v1/", "/v1/demos/", "/v1/demos/x/y", "/v1/demos//",
		"/V1/demos", "/v1/inspect/", "/openapi.json/", "/v1/demos/%2F", "/..", "/v1/demos/../demos"} {
		got := ask("GET", path, nil)
		if got.status != 404 || problemOf(t, got).Reason != "not-found" ||
			got.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("GET %s: %d %s", path, got.status, got.body)
		}
	}
	got := ask("GET", "/v1/demos/idem", nil)
	if p := problemOf(t, got); got.status != 404 || p.Field != "demo" ||
		p.Detail != `there is no demo "idem", only produce, dedup, recovery` ||
		got.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("GET /v1/demos/idem: %d %+v", got.status, p)
	}
}

func TestHeadIsGetWithoutItsBody(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	for _, path := range []string{"/v1/demos", "/v1/demos/dedup?resend", "/openapi.json",
		"/v1/demos/dedup?pid=x", "/nothing", "/v1/demos/x"} {
		get, head := ask("GET", path, nil), ask("HEAD", path, nil)
		if head.status != get.status || len(head.body) > 0 {
			t.Errorf("HEAD %s: %d, %d bytes; GET: %d", path, head.status, len(head.body), get.status)
		}
		for name := range get.header {
			if name != "Date" && get.header.Get(name) != head.header.Get(name) {
				t.Errorf("HEAD %s: %s is %q, GET has %q", path, name, head.header.Get(name),
					get.header.Get(name))
			}
		}
		if head.header.Get("Content-Length") != strconv.Itoa(len(get.body)) {
			t.Errorf("HEAD %s: Content-Length %s", path, head.header.Get("Content-Length"))
		}
	}
}

func TestNothingAcceptable(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	for path, kinds := range map[string]string{
		"/v1/demos/dedup": "text/plain; charset=utf-8 or application/json",
		"/v1/demos":       "application/json", "/openapi.json": "application/json",
	} {
		got := ask("GET", path, nil, "Accept", "image/png", "If-None-Match", "*")
		p := problemOf(t, got)
		if got.status != 406 || p.Field != "Accept" || p.Detail != "this can be had as "+kinds {
			t.Errorf("GET %s: %d %+v", path, got.status, p)
		}
	}
	got := ask("POST", "/v1/inspect", strings.NewReader(""), "Accept", "text/plain")
	if problemOf(t, got); got.status != 406 {
		t.Errorf("POST /v1/inspect: %d", got.status)
	}
}

func TestLongQueries(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	right := "acks=2" + strings.Repeat("&acks=2", (httpapi.MaxQueryBytes-6)/7)
	right += strings.Repeat("&", httpapi.MaxQueryBytes-len(right))
	if got := ask("GET", "/v1/demos/produce?"+right, nil); got.status != 200 {
		t.Errorf("a query of %d bytes: %d", len(right), got.status)
	}
	got := ask("GET", "/v1/demos/produce?"+right+"&", nil)
	if p := problemOf(t, got); got.status != 414 || p.Reason != "too-long" {
		t.Errorf("a query of %d bytes: %d %+v", len(right)+1, got.status, p)
	}
}

func TestAPanicIsAProblem(t *testing.T) {
	h := httpapi.New("b1")
	for what, fault := range map[string]func(){
		"a panic":     func() { panic("out of bounds\nand more") },
		"an abort":    func() { panic(http.ErrAbortHandler) },
		"nil's field": func() { var p *demo.Spec; _ = p.Name },
	} {
		httpapi.Spoil(h, func() (api.Result, error) { fault(); return api.Result{}, nil })
		got := serve(t, h)("GET", "/v1/demos/recovery", nil)
		if p := problemOf(t, got); got.status != 500 || p.Reason != "panic" ||
			got.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d %+v", what, got.status, p)
		}
	}
	httpapi.Spoil(h, func() (api.Result, error) { return api.Result{}, errors.New("full") })
	got := serve(t, h)("GET", "/v1/demos/recovery", nil)
	if p := problemOf(t, got); got.status != 500 || p.Reason != "failed" || p.Detail != "full" {
		t.Errorf("a failure: %d %+v", got.status, p)
	}
}

func TestManyAtOnce(t *testing.T) {
	ask := serve(t, httpapi.New("b1"))
	results := make(chan string, 50)
	for i := range 50 {
		go func() {
			path := "/v1/demos/produce?batches=" + strconv.Itoa(1+i%5)
			results <- path + string(ask("GET", path, nil).body)
		}()
	}
	seen := map[string]bool{}
	for range 50 {
		seen[<-results] = true
	}
	if len(seen) != 5 {
		t.Errorf("five queries gave %d answers", len(seen))
	}
}
