package page

import (
	"net/http"
	"net/http/httptest"
	"strconv"

	"kaenlog/wasm/httpapi"
)

// askView is the widget that asks the demos' API in the page: a request to fill in, and a table of
// some requests with what they are answered with, for readers without its script.
type askView struct {
	Here     bool // the API's program can be had: the page comes from a server
	API      HTTP
	Most     int // bytes of a body that the API looks at, and one more
	Methods  []string
	Examples []askExample
	widgetWords
}

// askExample is a request that the reader can choose, with what the API answers to it; one with a
// file of the reader's has no answer yet.
type askExample struct {
	Name, Method, Target, Accept string
	Status, Type, Bytes          string
}

// askExamples are the requests, by the key of their name.
var askExamples = []askExample{
	{Name: "list", Method: http.MethodGet, Target: "/v1/demos"},
	{Name: "golden", Method: http.MethodGet, Target: "/v1/demos/dedup?resend"},
	{Name: "json", Method: http.MethodGet, Target: "/v1/demos/produce?acks=0",
		Accept: "application/json"},
	{Name: "head", Method: http.MethodHead, Target: "/v1/demos/recovery"},
	{Name: "wrong", Method: http.MethodGet, Target: "/v1/demos/produce?acks=x"},
	{Name: "inspect", Method: http.MethodPost, Target: "/v1/inspect"},
	{Name: "openapi", Method: http.MethodGet, Target: "/openapi.json"},
}

// askKeys gives every word of the widget.
func askKeys() widgetKeys {
	keys := widgetKeys{
		html: map[string]string{"price": "mb"},
		script: map[string]string{"done": "status bytes ms", "cut": "shown bytes", "empty": "",
			"noFile": "", "noRequest": "why"},
	}
	keys.plain(`title lead noScript disk example method target accept file run stop ready
		answer.headers answer.body details details.about
		column.request column.status column.type column.bytes`)
	for _, e := range askExamples {
		keys.plain("example." + e.Name)
	}
	return keys
}

// askView makes the widget of the directive.
//
// Errors: *Fault where words are missing or not used.
func (s *siteSource) askView(l lang) (*askView, error) {
	words, err := readWidgetWords(s.site, l, "http", askKeys())
	if err != nil {
		return nil, err
	}
	v := &askView{widgetWords: words, API: s.assets.HTTP, Here: s.assets.Medium == Site,
		Most:    httpapi.MaxSegmentBytes + 1,
		Methods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions}}
	api := httpapi.New("0")
	for _, e := range askExamples {
		if e.Method != http.MethodPost {
			e.ask(api)
		}
		v.Examples = append(v.Examples, e)
	}
	return v, nil
}

// ask has the API answer.
func (e *askExample) ask(api http.Handler) {
	r := httptest.NewRequest(e.Method, e.Target, nil)
	if e.Accept != "" {
		r.Header.Set("Accept", e.Accept)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	e.Status, e.Type = strconv.Itoa(w.Code), w.Header().Get("Content-Type")
	e.Bytes = commas(int64(w.Body.Len()))
}

// ExampleName gives what an example is called.
func (v *askView) ExampleName(e askExample) string { return v.T("example." + e.Name) }
