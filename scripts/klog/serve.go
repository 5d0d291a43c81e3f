package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"time"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/scripts/internal/signals"
	"kaenlog/wasm/httpapi"
)

// How long a request may take, and how long those that run are waited for at the end.
const (
	headerTime = 5 * time.Second
	readTime   = 30 * time.Second
	writeTime  = 60 * time.Second
	idleTime   = 60 * time.Second
	stopTime   = 10 * time.Second

	maxHeaderBytes = 16 << 10 // the query with them
)

const serveHelp = `klog serve-http: the demos over HTTP, as at the edge

usage: klog serve-http [--host HOST] [--port N] [--log text|json]

flags:
  --host HOST      the address to listen on, default 127.0.0.1: this machine alone
  --port N         a whole number from 0 to 65535, default 8090; 0: any that is free
  --log text|json  how each request is told on standard error, default text
  --help           this text

It prints its address, answers until it is interrupted, then ends once the requests that run are
answered, after 10 seconds at most. There is nothing to log in to and nothing is kept: give it
another --host only where everybody there may use it.

routes:
  GET  /v1/demos             the demos and their flags
  GET  /v1/demos/dedup       a run: text, or JSON with the header Accept: application/json;
                             flags as parameters: ?resend&seq=7..9
  POST /v1/inspect           the body is a segment file of up to 1 MiB
  GET  /openapi.json         all this for programs
`

const serveUsage = "usage: klog serve-http [--host HOST] [--port N] [--log text|json]"

// server is one run of klog serve-http.
type server struct {
	stdout, stderr io.Writer
	stops          *interrupts
}

// command makes klog serve-http a command of this program.
func (s server) command() cli.Other {
	return cli.Other{Name: "serve-http", Summary: "the demos over HTTP, until it is interrupted",
		Run: s.run}
}

// settings are what the flags say.
type settings struct {
	host string
	port int64
	log  string
}

func (s server) run(args []string) cli.Result {
	var o settings
	badPort := ""
	flags := flag.NewFlagSet("serve-http", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.host, "host", "127.0.0.1", "")
	o.port = 8090
	flags.Func("port", "", func(text string) error {
		n, ok := demo.Int(text)
		if o.port = n; !ok || n < 0 || n > 65535 {
			badPort = "--port is " + cli.Quote(text) + ", allowed is a whole number from 0 to 65535"
		}
		return nil
	})
	flags.StringVar(&o.log, "log", "text", "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return cli.Result{Stdout: []byte(serveHelp)}
	case err != nil:
		return wrongServe(cli.OneLine(err.Error()))
	case flags.NArg() > 0:
		return wrongServe("unexpected word " + cli.Quote(flags.Arg(0)))
	case o.host == "":
		return wrongServe("--host is \"\", allowed is an address or a name of this machine")
	case badPort != "":
		return wrongServe(badPort)
	case o.log != "text" && o.log != "json":
		return wrongServe("--log is " + cli.Quote(o.log) + ", allowed is text or json")
	}
	if err := s.serve(o); err != nil {
		return cli.Result{Exit: cli.ExitFailed,
			Stderr: "klog: serve-http: " + cli.OneLine(err.Error()) + "\n"}
	}
	return cli.Result{}
}

func wrongServe(what string) cli.Result {
	return cli.Result{Exit: cli.ExitWrong,
		Stderr: "klog: serve-http: " + what + "\n" + serveUsage + "\n"}
}

// serve listens and answers until it is interrupted.
func (s server) serve(o settings) error {
	build, err := programSum()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(o.host, strconv.Itoa(int(o.port))))
	if err != nil {
		return err
	}
	var handler slog.Handler = slog.NewTextHandler(s.stderr, nil)
	if o.log == "json" {
		handler = slog.NewJSONHandler(s.stderr, nil)
	}
	log := slog.New(handler)
	if addr, ok := listener.Addr().(*net.TCPAddr); ok && !addr.IP.IsLoopback() {
		log.Warn("not this machine alone: whoever reaches the address may use it")
	}
	if _, err := fmt.Fprintf(s.stdout, "http://%s/v1/demos\n", listener.Addr()); err != nil {
		listener.Close()
		return err
	}
	web := &http.Server{
		Handler:           logged(httpapi.New(build), log),
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime,
		WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:       slog.NewLogLogger(handler, slog.LevelWarn),
	}
	return s.stops.guard(func(func() bool) error { return s.until(web, listener, log) })
}

// until answers until the program is asked to end, and then no more than what has begun. Who asks
// twice does not wait for that.
func (s server) until(web *http.Server, listener net.Listener, log *slog.Logger) error {
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-s.stops.came():
	}
	signal.Reset(signals.Heeded()...)
	log.Info("ending")
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	err := web.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("requests that took too long were given up")
		return web.Close()
	}
	return err
}

// logged tells of each request when it is answered.
func logged(h http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		seen := &counted{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(seen, r)
		log.Info("request", "method", r.Method, "path", r.URL.Path, "query", r.URL.RawQuery,
			"status", seen.status, "bytes", seen.bytes, "ms", time.Since(begin).Milliseconds(),
			"from", r.RemoteAddr)
	})
}

// counted knows what went through it.
type counted struct {
	http.ResponseWriter
	status, bytes int
}

// WriteHeader implements http.ResponseWriter.
func (c *counted) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (c *counted) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p)
	c.bytes += n
	return n, err
}

// Unwrap lets http.MaxBytesReader find the connection, which it ends where a body is too large.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// programSum is this program's own sum, cut: another program may answer otherwise.
func programSum() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6]), nil
}
