package httpapi

import (
	"net/http"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/wasm/api"
)

// The media types of answers.
const (
	kindText = "text/plain; charset=utf-8"
	kindJSON = "application/json"
)

// runKinds are what a run can be given as; the first where nobody asks for one.
var runKinds = []string{kindText, kindJSON}

// run answers GET /v1/demos/{demo}.
func (h *Handler) run(_ http.ResponseWriter, r *http.Request, name string) answer {
	spec, ok := SpecOf(name)
	if !ok {
		return problem(Problem{Status: http.StatusNotFound, Reason: ReasonNotFound, Field: "demo",
			Detail: "there is no demo " + cli.Quote(name) + ", only " + demoNames()})
	}
	flags, wrong := ParseQuery(spec, r.URL.RawQuery)
	if wrong != nil {
		return problem(*wrong)
	}
	kind, ok := Negotiate(r.Header.Values("Accept"), runKinds)
	if !ok {
		return notAcceptable(runKinds)
	}
	tag := Tag(h.build, spec.Name, kind, flags.Canonical)
	a, err := kept(r, kind, tag, RunMaxAge, func() ([]byte, error) {
		result, err := h.demo(spec.Name, flags)
		if kind == kindJSON {
			return append(result.JSON, '\n'), err
		}
		return result.Text, err
	})
	if err != nil {
		return failed(err)
	}
	return a
}

// failed answers with what went wrong in the engine.
func failed(err error) answer {
	e, p := api.ErrorOf(err), Problem{Status: http.StatusInternalServerError}
	p.Reason, p.Detail = Reason(e.Code), e.Message
	return problem(p)
}

func demoNames() string {
	names := ""
	for i, spec := range demo.Specs() {
		if i > 0 {
			names += ", "
		}
		names += spec.Name
	}
	return names
}
