package httpapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kaenlog/wasm/api"
)

// The limits of a request.
const (
	MaxQueryBytes   = 4 << 10 // of what stands behind "?", as sent
	MaxSegmentBytes = 1 << 20 // of the body of POST /v1/inspect
)

// How long an answer may be kept, in seconds. A run is the same as long as the build is; what
// there is to ask may be more tomorrow.
const (
	RunMaxAge  = 365 * 24 * 60 * 60
	ListMaxAge = 60 * 60
)

// Handler answers requests. Concurrency: any number at once.
type Handler struct {
	build string
	runs  *api.API

	report int // how many bytes are told of a segment

	// demo runs a demo; tests put a faulty one there.
	demo func(name string, flags Flags) (api.Result, error)
}

// New makes a handler. The build is part of every entity tag: letters and digits, and another
// wherever the program is another.
func New(build string) *Handler {
	h := &Handler{build: build, runs: api.New(), report: maxReportBytes}
	h.demo = func(name string, flags Flags) (api.Result, error) {
		return h.runs.Demo(name, flags.sets)
	}
	return h
}

// answer is a whole answer: it is known before the first byte of it goes out, so that no fault can
// come in the middle.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// route is one path and what it answers to a method other than OPTIONS and HEAD.
type route struct {
	path   string // ends in "/" where a name follows
	method string
	do     func(h *Handler, w http.ResponseWriter, r *http.Request, name string) answer
}

var routes = []route{
	{"/v1/demos", http.MethodGet, (*Handler).list},
	{"/v1/demos/", http.MethodGet, (*Handler).run},
	{"/v1/inspect", http.MethodPost, (*Handler).inspect},
	{"/openapi.json", http.MethodGet, (*Handler).description},
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := h.answer(w, r)
	header := w.Header()
	for name, values := range a.header {
		header[name] = values
	}
	header.Set("Content-Length", strconv.Itoa(len(a.body)))
	header.Set("X-Content-Type-Options", "nosniff")
	if a.status == http.StatusNotModified {
		header.Del("Content-Length")
	}
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead && len(a.body) > 0 {
		w.Write(a.body) // who asked may have gone: there is nobody to tell
	}
}

// answer finds the route and has it answer; a panic on the way is an answer too.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request) (a answer) {
	defer func() {
		if v := recover(); v != nil {
			a = problem(Problem{Status: http.StatusInternalServerError, Reason: ReasonPanic,
				Detail: api.PanicError(v).Message})
			a.share()
		}
	}()
	at, name, ok := find(r.URL.Path)
	if !ok {
		a = problem(Problem{Status: http.StatusNotFound, Reason: ReasonNotFound,
			Detail: "nothing is here; there are " + paths()})
		a.share()
		return a
	}
	methods := at.methods()
	switch {
	case r.Method == http.MethodOptions:
		a = options(methods)
	case !slices.Contains(methods, r.Method):
		a = problem(Problem{Status: http.StatusMethodNotAllowed, Reason: ReasonMethod,
			Detail: "here the methods are " + strings.Join(methods, ", ")})
		a.header.Set("Allow", strings.Join(methods, ", "))
	case len(r.URL.RawQuery) > MaxQueryBytes:
		a = problem(Problem{Status: http.StatusRequestURITooLong, Reason: ReasonTooLong,
			Detail: "the query has " + strconv.Itoa(len(r.URL.RawQuery)) + " bytes, allowed are " +
				strconv.Itoa(MaxQueryBytes)})
	default:
		a = at.do(h, w, r, name)
	}
	if at.method == http.MethodGet {
		a.share()
	}
	return a
}

// find gives the route of a path and the name that stands in it.
func find(path string) (route, string, bool) {
	for _, r := range routes {
		if path == r.path && !strings.HasSuffix(r.path, "/") {
			return r, "", true
		}
		name, ok := strings.CutPrefix(path, r.path)
		if ok && strings.HasSuffix(r.path, "/") && name != "" && !strings.Contains(name, "/") {
			return r, name, true
		}
	}
	return route{}, "", false
}

// methods gives what a route answers, as Allow lists it.
func (r route) methods() []string {
	if r.method == http.MethodGet {
		return []string{http.MethodGet, http.MethodHead, http.MethodOptions}
	}
	return []string{r.method, http.MethodOptions}
}

// paths lists the routes in words.
func paths() string {
	var all []string
	for _, r := range routes {
		path := r.path
		if strings.HasSuffix(path, "/") {
			path += "{demo}"
		}
		all = append(all, r.method+" "+path)
	}
	return strings.Join(all, ", ")
}

// options answers what a browser asks before it lets a page on another origin send a header of
// the page's own. Not 204, with which an instance at the edge would not end.
func options(methods []string) answer {
	a := answer{http.StatusOK, http.Header{}, nil}
	a.header.Set("Allow", strings.Join(methods, ", "))
	if slices.Contains(methods, http.MethodGet) {
		a.header.Set("Access-Control-Allow-Methods", "GET, HEAD")
		a.header.Set("Access-Control-Allow-Headers", "If-None-Match")
		a.header.Set("Access-Control-Max-Age", "86400")
	}
	return a
}

// share lets pages of every origin read the answer: nothing in it is anybody's own.
func (a *answer) share() {
	a.header.Set("Access-Control-Allow-Origin", "*")
	a.header.Set("Access-Control-Expose-Headers", "ETag")
}

// kept gives an answer to a GET that may be kept so many seconds, or says that who asks has it.
func kept(
	r *http.Request, kind, tag string, maxAge int, body func() ([]byte, error),
) (answer, error) {
	a := answer{http.StatusNotModified, http.Header{}, nil}
	a.header.Set("ETag", tag)
	a.header.Set("Cache-Control", "public, max-age="+strconv.Itoa(maxAge))
	a.header.Set("Vary", "Accept")
	if matches(r.Header.Values("If-None-Match"), tag) {
		return a, nil
	}
	data, err := body()
	if err != nil {
		return answer{}, err
	}
	a.status, a.body = http.StatusOK, data
	a.header.Set("Content-Type", kind)
	return a, nil
}
