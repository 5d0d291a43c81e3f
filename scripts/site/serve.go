package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// contentSecurityPolicy is the strictest that the pages work under: every script, style, worker
// and fetch from their own origin, WebAssembly, and one Trusted Types policy. README.md has the
// same for whoever hosts the site. A page that needs more is to be changed.
const contentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; " +
	"trusted-types kaen-log"

// contentTypes by ending, as the browsers want them: a module of another type is refused, and
// a program of another type is not compiled while it streams in. The system's own table of
// types is not asked; it differs from one machine to the next.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".mts":         "text/plain; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".xml":         "application/xml; charset=utf-8",
}

// handler serves the site in the folder dir. The folder is opened anew for each request, so a
// build that replaces it is seen at once.
func handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Security-Policy", contentSecurityPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			answer(w, http.StatusMethodNotAllowed, "405: GET หรือ HEAD เท่านั้น · only GET and HEAD")
			return
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			answer(w, http.StatusServiceUnavailable,
				"503: ยังไม่มีเว็บที่ build แล้ว · no built site here: make build")
			return
		}
		defer root.Close()
		serveFile(w, r, root.FS())
	})
}

// serveFile answers with the file that the request names, the index of a folder, or 404. No
// folder is ever listed, and nothing outside site can be named: os.Root sees to that.
func serveFile(w http.ResponseWriter, r *http.Request, site fs.FS) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	isFolder := name == "" || strings.HasSuffix(name, "/")
	name = strings.TrimSuffix(name, "/")
	if name == "" {
		name = "."
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") {
		notFound(w)
		return
	}
	if isFolder {
		name = path.Join(name, "index.html")
	}
	file, err := site.Open(name)
	if err != nil {
		notFound(w)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		notFound(w)
		return
	}
	if info.IsDir() {
		redirectToFolder(w, r, site, name)
		return
	}
	content, ok := file.(io.ReadSeeker)
	if !info.Mode().IsRegular() || !ok {
		notFound(w)
		return
	}
	contentType := contentTypes[path.Ext(name)]
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	w.Header().Set("Content-Type", contentType)
	http.ServeContent(w, r, "", time.Time{}, content)
}

// redirectToFolder sends /en to /en/, where the page's relative links are right. The target is
// relative too and carries one name only, so it can lead to no other host.
func redirectToFolder(w http.ResponseWriter, r *http.Request, site fs.FS, name string) {
	if _, err := fs.Stat(site, path.Join(name, "index.html")); err != nil {
		notFound(w)
		return
	}
	target := "./" + path.Base(r.URL.EscapedPath()) + "/"
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", target)
	answer(w, http.StatusMovedPermanently, "301: "+target)
}

func notFound(w http.ResponseWriter) {
	answer(w, http.StatusNotFound, "404: ไม่มีหน้านี้ · no such page")
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}

// portTries is how many ports are tried, the first included.
const portTries = 100

// listen opens the first free port from port on.
func listen(host string, port int) (net.Listener, error) {
	if port == 0 {
		return net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	last := min(port+portTries-1, 65535)
	for p := port; p <= last; p++ {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(p)))
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !takenElsewhere(l.Addr(), p) {
			return l, nil
		}
		l.Close()
	}
	return nil, fmt.Errorf("no free port from %d to %d on %s", port, last, host)
}

// takenElsewhere says whether another program has the port on the other family's loopback
// address: a browser that is told "localhost" would find that one.
func takenElsewhere(own net.Addr, port int) bool {
	for _, loopback := range []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback} {
		tcp, ok := own.(*net.TCPAddr)
		if !ok || tcp.IP.IsUnspecified() || sameFamily(tcp.IP, loopback) {
			continue
		}
		l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: loopback, Port: port})
		if errors.Is(err, syscall.EADDRINUSE) {
			return true
		}
		if err == nil { // any other error: this machine lacks the family
			l.Close()
		}
	}
	return false
}

func sameFamily(a, b net.IP) bool { return (a.To4() != nil) == (b.To4() != nil) }

// portOf gives the port that a listener has.
func portOf(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// listenAloud is listen, and says when it took another port than the one asked for.
func listenAloud(host string, port int, stderr io.Writer) (net.Listener, error) {
	l, err := listen(host, port)
	if err == nil && port != 0 && portOf(l) != port {
		fmt.Fprintf(stderr, "site: port %d is in use: %d is taken instead\n", port, portOf(l))
	}
	return l, err
}

// serve serves the site in dir until ctx ends, then lets running answers finish.
func serve(ctx context.Context, l net.Listener, dir string, stdout io.Writer) error {
	server := &http.Server{Handler: handler(dir), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	fmt.Fprintf(stdout, "%s\n", addressOf(l.Addr()))
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return server.Close() // a client holds its connection; it has had its time
	}
	return nil
}

// addressOf is where a browser on this machine finds the server.
func addressOf(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		a = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}
	}
	return "http://" + a.String() + "/"
}
