package httpapi

import (
	"net/http"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
)

// list answers GET /v1/demos.
func (h *Handler) list(_ http.ResponseWriter, r *http.Request, _ string) answer {
	return h.fixed(r, "demos", demosJSON)
}

// fixed answers with JSON that depends on nothing but the build, and takes no parameters.
func (h *Handler) fixed(r *http.Request, name string, body func() []byte) answer {
	if wrong := noParameters(r.URL.RawQuery); wrong != nil {
		return problem(*wrong)
	}
	kinds := []string{kindJSON}
	if _, ok := Negotiate(r.Header.Values("Accept"), kinds); !ok {
		return notAcceptable(kinds)
	}
	a, _ := kept(r, kindJSON, Tag(h.build, name, kindJSON, ""), ListMaxAge,
		func() ([]byte, error) { return body(), nil })
	return a
}

// demosJSON tells what demos there are, with what each flag takes and with the query of the
// golden output:
//
//	{"demos":[{"name":"recovery","summary":"…","href":"/v1/demos/recovery",
//	  "golden":"/v1/demos/recovery?now-ms=1700000000000",
//	  "flags":[{"name":"now-ms","kind":"integer","default":"1700000000000",
//	            "allowed":"a whole number from 0 to …","summary":"…"}]}]}
func demosJSON() []byte {
	out := []byte(`{"demos":[`)
	for i, spec := range demo.Specs() {
		spec, _ = SpecOf(spec.Name)
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, "\n"...)
		href := "/v1/demos/" + spec.Name
		out = append(out, '{')
		out = field(out, "name", spec.Name)
		out = field(out, "summary", spec.Summary)
		out = field(out, "href", href)
		out = field(out, "golden", href+"?"+goldenQuery(spec))
		out = append(out, `"flags":[`...)
		for j, f := range spec.Flags {
			if j > 0 {
				out = append(out, ',')
			}
			out = append(out, "\n  {"...)
			out = field(out, "name", f.Name)
			out = field(out, "kind", KindName(f.Kind))
			out = field(out, "default", f.Default)
			out = field(out, "allowed", f.Allowed())
			out = field(out, "summary", f.Help)
			out[len(out)-1] = '}'
		}
		out = append(out, "]}"...)
	}
	return append(out, "\n]}\n"...)
}

// field appends a member of an object, and the comma behind it.
func field(out []byte, name, value string) []byte {
	out = cli.AppendString(out, name)
	out = append(out, ':')
	return append(cli.AppendString(out, value), ',')
}

// KindName names a kind as the list of the demos does.
func KindName(kind demo.Kind) string {
	switch kind {
	case demo.KindInt:
		return "integer"
	case demo.KindRange:
		return "range"
	default:
		return "boolean"
	}
}

// goldenQuery is the query of the golden output.
func goldenQuery(spec demo.Spec) string {
	var given []demo.Set
	for _, f := range spec.Flags {
		given = append(given, demo.Set{Name: f.Name, Text: f.Golden})
	}
	return canonical(spec, given)
}
