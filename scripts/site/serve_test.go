package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// built makes a folder that holds a built site, with its manifest.
func built(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "dist")
	publish(t, dir, output{
		"index.html":           []byte("<!doctype html>ไทย"),
		"en/index.html":        []byte("<!doctype html>English"),
		"assets/klog.12.wasm":  []byte("\x00asm"),
		"assets/page.12.js":    []byte("'use strict'"),
		"klog.mjs":             []byte("export {}"),
		"assets/page.12.css":   []byte("a{}"),
		"golden/03.txt":        []byte("ค่า"),
		"assets/no-ending":     []byte("?"),
		"empty/folder/.keepme": nil,
	})
	return dir
}

// publish puts a site into dir.
func publish(t *testing.T, dir string, o output) {
	t.Helper()
	if err := o.addManifest(); err != nil {
		t.Fatal(err)
	}
	if err := o.publish(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request whose path goes over the wire exactly as written.
func ask(t *testing.T, s *httptest.Server, method, rawPath string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, query, _ := strings.Cut(rawPath, "?")
	req.URL = &url.URL{Scheme: "http", Host: req.URL.Host, Opaque: raw, RawQuery: query}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

func TestServerAnswersFilesWithTheirTypes(t *testing.T) {
	s := httptest.NewServer(handler(built(t)))
	defer s.Close()
	for _, row := range []struct{ path, contentType, body string }{
		{"/", "text/html; charset=utf-8", "<!doctype html>ไทย"},
		{"/index.html", "text/html; charset=utf-8", "<!doctype html>ไทย"},
		{"/en/", "text/html; charset=utf-8", "<!doctype html>English"},
		{"/assets/klog.12.wasm", "application/wasm", "\x00asm"},
		{"/assets/page.12.js", "text/javascript; charset=utf-8", "'use strict'"},
		{"/assets/page.12.js?v=1", "text/javascript; charset=utf-8", "'use strict'"},
		{"/klog.mjs", "text/javascript; charset=utf-8", "export {}"},
		{"/assets/page.12.css", "text/css; charset=utf-8", "a{}"},
		{"/golden/03.txt", "text/plain; charset=utf-8", "ค่า"},
		{"/assets/no-ending", "application/octet-stream", "?"},
	} {
		res, body := ask(t, s, http.MethodGet, row.path)
		if res.StatusCode != 200 || body != row.body {
			t.Errorf("%s: %d %q, want 200 %q", row.path, res.StatusCode, body, row.body)
		}
		if got := res.Header.Get("Content-Type"); got != row.contentType {
			t.Errorf("%s: Content-Type %q, want %q", row.path, got, row.contentType)
		}
	}
}

func TestServerSendsItsHeadersWithEveryAnswer(t *testing.T) {
	s := httptest.NewServer(handler(built(t)))
	defer s.Close()
	for _, path := range []string{"/", "/no-such-page", "/en", "/assets/klog.12.wasm"} {
		res, _ := ask(t, s, http.MethodGet, path)
		for name, want := range map[string]string{
			"Cache-Control":           "no-store",
			"X-Content-Type-Options":  "nosniff",
			"Content-Security-Policy": contentSecurityPolicy,
			"Last-Modified":           "",
		} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
}

func TestServerServesTheDocumentedPolicy(t *testing.T) {
	for _, name := range []string{"README.md", "README.th.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(text), "\nContent-Security-Policy: ")
		block, _, _ := strings.Cut(after, "```")
		if got := strings.Join(strings.Fields(block), " "); got != contentSecurityPolicy {
			t.Errorf("%s documents the policy\n%s\nand the server sends\n%s", name, got,
				contentSecurityPolicy)
		}
	}
}

func TestServerFindsNothingOutsideTheSiteAndListsNothing(t *testing.T) {
	dir := built(t)
	secret := filepath.Join(filepath.Dir(dir), "secret.txt")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler(dir))
	defer s.Close()
	for _, path := range []string{
		"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/en/../../secret.txt",
		"/link.txt", "/..%5csecret.txt", "/en/%00", "//etc/passwd", "/etc/passwd",
		"/assets/", "/assets", "/empty/", "/empty/folder", "/no-such-page", "/index.html/",
		"/en/index.html/more", "/./index.html", "/en//index.html",
	} {
		res, body := ask(t, s, http.MethodGet, path)
		if res.StatusCode != http.StatusNotFound || !strings.HasPrefix(body, "404") {
			t.Errorf("%s: %d %q, want 404", path, res.StatusCode, body)
		}
	}
}

func TestServerSendsAFolderToItsSlash(t *testing.T) {
	s := httptest.NewServer(handler(built(t)))
	defer s.Close()
	res, _ := ask(t, s, http.MethodGet, "/en?x=1")
	if res.StatusCode != 301 || res.Header.Get("Location") != "./en/?x=1" {
		t.Fatalf("%d %q, want 301 to ./en/?x=1", res.StatusCode, res.Header.Get("Location"))
	}
	followed, err := http.Get(s.URL + "/en")
	if err != nil {
		t.Fatal(err)
	}
	followed.Body.Close()
	if followed.Request.URL.Path != "/en/" || followed.StatusCode != 200 {
		t.Fatalf("/en leads to %s, %d", followed.Request.URL, followed.StatusCode)
	}
}

func TestServerTakesGetAndHeadOnly(t *testing.T) {
	s := httptest.NewServer(handler(built(t)))
	defer s.Close()
	res, body := ask(t, s, http.MethodHead, "/klog.mjs")
	if res.StatusCode != 200 || body != "" || res.ContentLength != 9 {
		t.Fatalf("HEAD: %d, body %q, length %d", res.StatusCode, body, res.ContentLength)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
		res, _ := ask(t, s, method, "/")
		if res.StatusCode != 405 || res.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, Allow %q", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
}

func TestServerSeesASiteThatWasReplacedWhileItRuns(t *testing.T) {
	dir := built(t)
	s := httptest.NewServer(handler(dir))
	defer s.Close()
	publish(t, dir, output{"index.html": []byte("new")})
	if _, body := ask(t, s, http.MethodGet, "/"); body != "new" {
		t.Fatalf("got %q, want the new site", body)
	}
	if res, _ := ask(t, s, http.MethodGet, "/en/"); res.StatusCode != 404 {
		t.Fatalf("a stale file answers %d", res.StatusCode)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if res, body := ask(t, s, http.MethodGet, "/"); res.StatusCode != 503 {
		t.Fatalf("without a site: %d %q, want 503", res.StatusCode, body)
	}
}

func TestListenTakesTheNextPortWhenOneIsTaken(t *testing.T) {
	for _, network := range []struct{ name, address string }{
		{"tcp4", "127.0.0.1:0"}, {"tcp6", "[::1]:0"}, {"tcp", "[::]:0"}, {"tcp4", "0.0.0.0:0"},
	} {
		t.Run(network.name+" "+network.address, func(t *testing.T) {
			taken, err := net.Listen(network.name, network.address)
			if err != nil {
				t.Skipf("this machine has no %s: %v", network.address, err)
			}
			defer taken.Close()
			port := taken.Addr().(*net.TCPAddr).Port
			if port+portTries > 65535 {
				t.Skipf("port %d has too few above it", port)
			}
			l, err := listen("127.0.0.1", port)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if got := l.Addr().(*net.TCPAddr).Port; got <= port {
				t.Fatalf("listens on %d, and %d was taken", got, port)
			}
		})
	}
}

func TestListenNamesTheRangeWhenNoPortIsFree(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:65535")
	if err != nil {
		t.Skip("port 65535 is in use by another program")
	}
	defer taken.Close()
	_, err = listen("127.0.0.1", 65535)
	if err == nil || !strings.Contains(err.Error(), "65535") {
		t.Fatalf("error %v, want one that names port 65535", err)
	}
}

func TestServePrintsItsAddressAndStopsWhenTold(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	done := make(chan error, 1)
	l, err := listen("127.0.0.1", 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() { done <- serve(ctx, l, built(t), in) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimSuffix(line, "\n")
	if !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.HasSuffix(address, "/") {
		t.Fatalf("printed %q, want the address alone on its line", line)
	}
	res, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	stop()
	select {
	case err := <-done:
		if err != nil {
			t.Fatalf("serve: %v, want a stop without an error", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("serve did not stop")
	}
	if _, err := http.Get(address); err == nil {
		t.Fatal("the server answers after it stopped")
	}
}
