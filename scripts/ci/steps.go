package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kaenlog/scripts/internal/tree"
)

// staticcheck is run at one version, so that a new release of it turns nothing red.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

// checks are run in this order: what is cheap and tells most comes first.
var checks = []step{
	{"tools", "what the checks need is installed", (*session).installTools},
	{"npm", "development tools of site/, pinned by its lock file", (*session).installNpm},
	{"gofmt", "Go files are formatted", (*session).gofmt},
	{"vet", "go vet, natively and for the browser", (*session).vet},
	{"staticcheck", "staticcheck, natively and for the browser", (*session).staticcheck},
	{"build", "the whole site, and what it weighs", (*session).build},
	{"go", "Go tests, natively", (*session).goTests},
	{"race", "Go tests with the race detector", (*session).raceTests},
	{"bench", "the bench's own module, apart from the other logs", (*session).benchTests},
	{"go-js", "engine and api compiled for the browser, in Node", (*session).jsTests},
	{"js", "types and lint of the JavaScript", (*session).jsCheck},
	{"browser", "golden output and the pages, in Node and three browsers", (*session).browserTests},
	{"edge", "the worker for Cloudflare, in Cloudflare's own runtime", (*session).edgeTests},
	{"repro", "the same bytes from two folders", (*session).repro},
	{"mutations", "the tests notice what must not happen", (*session).mutations},
}

// benchmarks measure and judge nothing. `make bench` runs all but those of the engine and of warm
// runs, which print figures alone.
var benchmarks = []step{
	{"beside", "this log beside others, into scripts/bench/RESULTS.md", (*session).besideBench},
	{"tools", "what the benchmarks need is installed", (*session).installTools},
	{"npm", "development tools of site/, pinned by its lock file", (*session).installNpm},
	{"go", "the engine", (*session).goBench},
	{"build", "the whole site, and what it weighs", (*session).build},
	{"site", "the site, into scripts/bench/SITE.md", (*session).siteBench},
	{"edge", "the edge beside the library's hello, into scripts/bench/EDGE.md", (*session).edgeBench},
	{"browser", "from Run to the verdict, worker alive", (*session).browserBench},
}

// goCode is all Go code of this repository; ./... would also take in what npm packages bring.
var goCode = []string{"./engine/...", "./wasm/...", "./scripts/..."}

// racy is the Go code that starts goroutines, or is called from some. The pages' generator takes a
// fifth of the race detector's time and has none.
var racy = []string{"./engine/...", "./wasm/...", "./scripts/ci", "./scripts/klog",
	"./scripts/mutate", "./scripts/site"}

// onGoCode makes a command of args that is given all the Go code.
func onGoCode(args ...string) command { return program(append(args, goCode...)...) }

// browserEnv compiles for the browser.
var browserEnv = []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"}

func (s *session) gofmt() error {
	files, err := tree.Files(s.root)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Ext(f) != ".go" })
	changed, err := s.ask(program(append([]string{"gofmt", "-l"}, files...)...))
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("not formatted; `make fmt` does it:\n%s", changed)
	}
	fmt.Fprintf(s.out, "%d files\n", len(files))
	return nil
}

func (s *session) vet() error {
	return errors.Join(s.show(onGoCode("go", "vet")),
		s.show(command{env: browserEnv, args: []string{"go", "vet", "./engine/...", "./wasm/..."}}))
}

func (s *session) staticcheck() error {
	dir, err := os.MkdirTemp("", "kaenlog-tools-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// Installed and not `go run`: that would compile the tool itself for the browser.
	install := program("go", "install", staticcheck)
	install.env = []string{"GOBIN=" + dir}
	if err := s.show(install); err != nil {
		return err
	}
	tool := filepath.Join(dir, "staticcheck")
	return errors.Join(s.show(onGoCode(tool)),
		s.show(command{env: browserEnv, args: []string{tool, "./engine/...", "./wasm/..."}}))
}

func (s *session) build() error { return s.show(program("go", "run", "./scripts/site", "dist")) }

func (s *session) goTests() error { return s.show(onGoCode("go", "test", "-timeout=5m")) }

func (s *session) raceTests() error {
	race := program(append([]string{"go", "test", "-race", "-short"}, racy...)...)
	race.env = []string{"CGO_ENABLED=1"}
	return s.show(race)
}

// jsTests runs the tests of what is compiled to WebAssembly under Node. wasm/edge is not among
// them: it starts only inside the host that it is made for.
func (s *session) jsTests() error {
	goroot, err := s.ask(program("go", "env", "GOROOT"))
	if err != nil {
		return err
	}
	runner := filepath.Join(goroot, "lib", "wasm", "go_js_wasm_exec")
	return s.show(command{env: append(smallEnv(os.Environ()), browserEnv...), only: true,
		args: []string{"go", "test", "-exec=" + runner, "./engine/...", "./wasm/api/...",
			"./wasm/bridge/..."}})
}

// smallEnv keeps what Go and Node need of an environment: wasm_exec.js refuses a program whose
// arguments and environment take more than 12 kB, and that of a CI machine may.
func smallEnv(env []string) []string {
	keep := []string{"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "XDG_CACHE_HOME",
		"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
		"SSL_CERT_FILE", "SSL_CERT_DIR", "CI"}
	var small []string
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		if slices.Contains(keep, name) || strings.HasPrefix(name, "GO") {
			small = append(small, entry)
		}
	}
	return small
}

func (s *session) jsCheck() error {
	if err := s.needNpm(); err != nil {
		return err
	}
	return s.show(command{dir: "site", args: []string{"npm", "run", "check"}})
}

func (s *session) browserTests() error { return s.npmWithBrowser("test") }

func (s *session) browserBench() error { return s.npmWithBrowser("run", "bench") }

func (s *session) siteBench() error { return s.npmWithBrowser("run", "bench:site") }

// npmWithBrowser runs an npm script of site/ that starts browsers.
func (s *session) npmWithBrowser(args ...string) error {
	if err := errors.Join(s.needNpm(), s.needSite()); err != nil {
		return err
	}
	return s.npmWith(browsers, nil, args...)
}

// npmWith runs an npm script of site/ that is told where its browsers are.
func (s *session) npmWith(used []browser, env []string, args ...string) error {
	for _, b := range used {
		path, err := b.path()
		if err != nil {
			return err
		}
		env = append(env, b.env+"="+path)
	}
	return s.show(command{dir: "site", env: env, args: append([]string{"npm"}, args...)})
}

// needNpm says what to run first where -only left out the step that installs node_modules.
func (s *session) needNpm() error {
	if _, err := os.Stat(filepath.Join(s.root, "site", "node_modules")); err != nil {
		return errors.New("site/node_modules is missing: name npm in -only too, before this")
	}
	return nil
}

// edgeTests runs the tests of the worker.
func (s *session) edgeTests() error { return s.onEdge("test:edge") }

func (s *session) edgeBench() error { return s.onEdge("bench:edge") }

// onEdge builds the worker in a folder of its own and runs an npm script that looks at it.
func (s *session) onEdge(script string) error {
	if err := s.needNpm(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "kaenlog-edge-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	build := program("go", "run", "./scripts/site", "edge", "-bare", "-out="+dir)
	if err := s.show(build); err != nil {
		return err
	}
	return s.npmWith([]browser{chromium}, []string{"EDGE=" + dir}, "run", script)
}

// needSite says what to run first where nothing is built. Whoever sets DIST has a site there.
func (s *session) needSite() error {
	if os.Getenv("DIST") != "" {
		return nil
	}
	if _, err := os.Stat(filepath.Join(s.root, "dist", "manifest.json")); err != nil {
		return errors.New("no built site in dist/: run `make build` first, or name build in -only too")
	}
	return nil
}

func (s *session) repro() error { return s.show(program("go", "run", "./scripts/site", "repro")) }

func (s *session) mutations() error { return s.show(program("go", "run", "./scripts/mutate")) }

func (s *session) goBench() error {
	return s.show(program("go", "test", "-run=^$", "-bench=.", "-benchmem", "./engine/..."))
}

// benchDir holds the bench beside other logs, a module of its own.
const benchDir = "scripts/bench"

// benchTests checks of that module what a change of the engine can break. What drives the other
// logs knows nothing of the engine, and would fetch 100 MB of modules: `make bench` checks it.
func (s *session) benchTests() error {
	return s.onBench("./measure/...", "./plain/...", "./ours/...")
}

func (s *session) onBench(packages ...string) error {
	vet := command{dir: benchDir, args: append([]string{"go", "vet"}, packages...)}
	if err := s.show(vet); err != nil {
		return err
	}
	return s.show(command{dir: benchDir, args: append([]string{"go", "test"}, packages...)})
}

func (s *session) besideBench() error {
	if err := s.onBench("./..."); err != nil {
		return err
	}
	return s.show(command{dir: benchDir, args: []string{"go", "run", "."}})
}
