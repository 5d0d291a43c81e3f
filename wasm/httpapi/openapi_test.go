package httpapi_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaenlog/engine/cli"
	"kaenlog/engine/demo"
	"kaenlog/wasm/api"
	"kaenlog/wasm/httpapi"
)

// described is the part of the description that is compared with what there is.
type described struct {
	Info       struct{ Version string }
	Paths      map[string]map[string]operation
	Components struct {
		Parameters map[string]parameter
		Responses  map[string]response
		Schemas    struct {
			Problem struct {
				Properties struct {
					Reason struct{ Enum []string }
				}
			}
		}
	}
}

type operation struct {
	Summary    string
	Parameters []parameter
	Responses  map[string]response
}

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]any
}

type parameter struct {
	Ref         string `json:"$ref"`
	Name, In    string
	Description string
	Schema      struct {
		Type, Pattern    string
		Minimum, Maximum json.Number
		Default          any
	}
}

func describedBy(t *testing.T, data []byte) described {
	t.Helper()
	var d described
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&d); err != nil {
		t.Fatal(err)
	}
	for _, methods := range d.Paths {
		for _, o := range methods {
			for i, p := range o.Parameters {
				if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
					o.Parameters[i] = d.Components.Parameters[name]
				}
			}
			for status, r := range o.Responses {
				if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
					o.Responses[status] = d.Components.Responses[name]
				}
			}
		}
	}
	return d
}

func TestTheDescriptionHasTheDemosAndTheirFlags(t *testing.T) {
	d := describedBy(t, serve(t, httpapi.New("b1"))("GET", "/openapi.json", nil).body)
	if d.Info.Version != cli.Version {
		t.Errorf("version %s, klog has %s", d.Info.Version, cli.Version)
	}
	for _, spec := range demo.Specs() {
		o, ok := d.Paths["/v1/demos/"+spec.Name]["get"]
		if !ok || !strings.EqualFold(o.Summary, spec.Summary) {
			t.Errorf("%s is described as %q", spec.Name, o.Summary)
		}
		var flags []string
		for _, p := range o.Parameters {
			if p.In != "query" {
				continue
			}
			flags = append(flags, p.Name)
			f, ok := spec.FlagOf(p.Name)
			if !ok || !strings.HasPrefix(p.Description, f.Help) {
				t.Errorf("%s: parameter %s: %q", spec.Name, p.Name, p.Description)
			}
			if s := fault(f, p); s != "" {
				t.Errorf("%s: parameter %s: %s", spec.Name, p.Name, s)
			}
		}
		var want []string
		for _, f := range spec.Flags {
			if f.Name != "dir" {
				want = append(want, f.Name)
			}
		}
		if !slices.Equal(flags, want) {
			t.Errorf("%s has the parameters %v, want %v", spec.Name, flags, want)
		}
	}
	want := []string{string(httpapi.ReasonUnknown), api.CodeInvalidOption,
		string(httpapi.ReasonTooLong), string(httpapi.ReasonBody), string(httpapi.ReasonNotFound),
		string(httpapi.ReasonMethod), string(httpapi.ReasonNotAcceptable), api.CodeFailed,
		api.CodePanic}
	if got := d.Components.Schemas.Problem.Properties.Reason.Enum; !slices.Equal(got, want) {
		t.Errorf("reasons %v, want %v", got, want)
	}
}

// fault says where a parameter's schema is not what its flag takes.
func fault(f demo.Flag, p parameter) string {
	kinds := map[demo.Kind]string{demo.KindInt: "integer", demo.KindBool: "boolean",
		demo.KindRange: "string"}
	text := ""
	switch v := p.Schema.Default.(type) {
	case json.Number:
		text = v.String()
	case bool:
		text = strconv.FormatBool(v)
	case string:
		text = v
	}
	switch {
	case p.Schema.Type != kinds[f.Kind]:
		return "type " + p.Schema.Type
	case text != f.Default:
		return "default " + text
	case f.Kind == demo.KindInt && (p.Schema.Minimum.String() != strconv.FormatInt(f.Min, 10) ||
		p.Schema.Maximum.String() != strconv.FormatInt(f.Max, 10)):
		return "bounds " + p.Schema.Minimum.String() + " and " + p.Schema.Maximum.String()
	case f.Kind == demo.KindRange && !strings.Contains(p.Description,
		"from "+strconv.FormatInt(f.Min, 10)+" to "+strconv.FormatInt(f.Max, 10)):
		return "no bounds in " + p.Description
	}
	return ""
}

// Every answer that is described can be had, and no other comes.
func TestTheDescriptionHasTheAnswers(t *testing.T) {
	h := httpapi.New("b1")
	ask := serve(t, h)
	d := describedBy(t, ask("GET", "/openapi.json", nil).body)
	broken := httpapi.New("b1")
	httpapi.Spoil(broken, func() (api.Result, error) { panic("broken") })
	httpapi.LimitReport(broken, -1)
	askBroken := serve(t, broken)

	for path, methods := range d.Paths {
		for name, o := range methods {
			method := strings.ToUpper(name)
			seen := map[string]bool{}
			note := func(r reply) {
				status := strconv.Itoa(r.status)
				described, ok := o.Responses[status]
				if !ok {
					t.Errorf("%s %s gives %s, which is not described", method, path, status)
					return
				}
				kind, _, _ := mime.ParseMediaType(r.header.Get("Content-Type"))
				if _, ok := described.Content[kind]; !ok && (kind != "" || described.Content != nil) {
					t.Errorf("%s %s gives %s as %q", method, path, status, kind)
				}
				seen[status+" "+kind] = true
			}
			body := func() *strings.Reader { return strings.NewReader("no batch") }
			note(ask(method, path, body()))
			note(ask(method, path, body(), "Accept", "application/json"))
			note(ask(method, path, body(), "Accept", "image/png"))
			note(ask(method, path+"?x=y", body()))
			note(ask(method, path+"?"+strings.Repeat("&", httpapi.MaxQueryBytes+1), body()))
			if method == http.MethodGet {
				note(ask(method, path, nil, "If-None-Match", "*"))
				if _, ok := o.Responses["500"]; ok {
					note(askBroken(method, path, nil))
				}
			} else {
				note(ask(method, path, bytes.NewReader(make([]byte, httpapi.MaxSegmentBytes+1))))
				seen["500 application/problem+json"] = true // a fault of ours alone: none is known
				seen["408 application/problem+json"] = true // TestABodyThatStalls
			}
			var want []string
			for status, r := range o.Responses {
				for kind := range r.Content {
					want = append(want, status+" "+kind)
				}
				if r.Content == nil {
					want = append(want, status+" ")
				}
			}
			slices.Sort(want)
			if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
				t.Errorf("%s %s gives\n%q, described are\n%q", method, path, got, want)
			}
		}
	}
	if len(d.Paths) != len(demo.Specs())+3 {
		t.Errorf("%d paths are described", len(d.Paths))
	}
}
