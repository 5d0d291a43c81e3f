// Command site makes the lesson site and serves it while it is written.
//
//	go run ./scripts/site build [-out dist] [-heavy] [-at URL]  the whole static site
//	go run ./scripts/site dist [-out dist] [-heavy] [-at URL]   with its downloads, for a disk
//	go run ./scripts/site edge [-out .build/edge] [-at URL]     with its worker, for Cloudflare
//	go run ./scripts/site serve [-host 127.0.0.1] [-port 8080]  build, then serve it
//	go run ./scripts/site check                                do pages and sources agree?
//	go run ./scripts/site repro                                the same bytes from two folders?
//
// Go alone is enough: it compiles the page's program to WebAssembly, bundles scripts and styles
// with esbuild's Go API, and renders the pages (package page).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"kaenlog/scripts/internal/tree"
)

const usage = `usage: go run ./scripts/site build [-out DIR] [-heavy] [-at URL]
       go run ./scripts/site dist [-out DIR] [-heavy] [-at URL]
       go run ./scripts/site edge [-out DIR] [-at URL] [-bare]
       go run ./scripts/site serve [-host HOST] [-port PORT] [-out DIR]
       go run ./scripts/site check
       go run ./scripts/site repro
`

// errUsage marks wrong words on the command line; what was wrong has been printed.
var errUsage = errors.New("wrong words")

func main() {
	ctx, stop := untilSignal()
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	command := ""
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	out, host, port, heavy, at, bare := "dist", "127.0.0.1", 8080, false, "", false
	switch command {
	case "build", "dist":
		flags.StringVar(&out, "out", out, "folder of the site; an earlier build's is replaced")
		flags.BoolVar(&heavy, "heavy", heavy, "let the page's program be over its size")
		flags.StringVar(&at, "at", at, "address that the site will have, for its cards and its 404 page")
	case "edge":
		flags.StringVar(&out, "out", ".build/edge", "folder of the deployment")
		flags.StringVar(&at, "at", at, "address that the site will have")
		flags.BoolVar(&bare, "bare", bare, "beside it a worker of the library alone, for tests")
	case "serve":
		flags.StringVar(&out, "out", out, "folder of the site; an earlier build's is replaced")
		flags.StringVar(&host, "host", host, "address to listen on")
		flags.IntVar(&port, "port", port, "first port to try; 0: any")
	case "check", "repro":
	case "":
		fmt.Fprint(stderr, usage)
		return errUsage
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
		return nil
	default:
		fmt.Fprintf(stderr, "site: unknown command %q\n%s", command, usage)
		return errUsage
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return errUsage // the flag set has said it
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "site: %s takes no argument, found %q\n%s", command, flags.Arg(0),
			usage)
		return errUsage
	}
	site, err := siteAddress(at)
	if what := wrongValue(port, out, err); what != "" {
		fmt.Fprintf(stderr, "site: %s\n", what)
		return errUsage
	}
	root, err := tree.Root()
	if err != nil {
		return err
	}
	if command == "check" || command == "repro" {
		return examine(ctx, command, root, stdout)
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if command == "edge" {
		return edge(ctx, root, out, site, bare, stdout)
	}
	var listener net.Listener
	if command == "serve" { // where it cannot listen, there is nothing to build for
		if listener, err = listenAloud(host, port, stderr); err != nil {
			return err
		}
		defer listener.Close()
	}
	err = build(ctx, root, out, site, stdout, besides(command)...)
	if errors.Is(err, errTooHeavy) && (heavy || command == "serve") {
		fmt.Fprintln(stderr, "site:", err) // it is served all the same: here one works on it
		err = nil
	}
	if err != nil || command != "serve" {
		return err
	}
	return serve(ctx, listener, out, stdout)
}

// wrongValue says which flag has a value that it does not take, and what it takes; "" for none.
func wrongValue(port int, out string, address error) string {
	switch {
	case port < 0 || port > 65535:
		return fmt.Sprintf("-port %d: allowed are 0 to 65535", port)
	case out == "": // it would stand for the working directory
		return "-out is empty: allowed is the name of a folder"
	case address != nil:
		return "-at: " + address.Error()
	}
	return ""
}

// siteAddress gives a site's address with a final slash; "" stays "".
//
// Errors: what the address must have, where it is none of a site.
func siteAddress(at string) (string, error) {
	if at == "" {
		return "", nil
	}
	u, err := url.Parse(at)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || !isPort(u) ||
		u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.User != nil ||
		strings.TrimSuffix(path.Clean("/"+u.Path), "/") != strings.TrimSuffix(u.Path, "/") ||
		strings.HasSuffix(u.Path, ".html") {
		return "", fmt.Errorf("%q is no address of a site: want one like https://example.org/kaen-log/",
			at)
	}
	return strings.TrimSuffix(u.String(), "/") + "/", nil
}

// besides gives what a command makes besides the site.
func besides(command string) []func(*builder) error {
	if command != "dist" {
		return nil
	}
	return []func(*builder) error{(*builder).downloads}
}

// examine does what writes nothing.
func examine(ctx context.Context, command, root string, stdout io.Writer) error {
	if command == "check" {
		return promptly(ctx, func() error { return check(root, stdout) })
	}
	if err := repro(ctx, root, stdout); err != nil {
		return interrupted(ctx, err)
	}
	return nil
}

// isPort reports whether an address has no port, or one that there is.
func isPort(u *url.URL) bool {
	n, err := strconv.Atoi(u.Port())
	return u.Port() == "" || err == nil && n > 0 && n <= 65535
}
