package httpapi

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"kaenlog/wasm/api"
)

// inspect answers POST /v1/inspect.
func (h *Handler) inspect(w http.ResponseWriter, r *http.Request, _ string) answer {
	given, wrong := pairs(r.URL.RawQuery)
	if wrong != nil {
		return problem(*wrong)
	}
	kinds := []string{kindJSON}
	if _, ok := Negotiate(r.Header.Values("Accept"), kinds); !ok {
		return notAcceptable(kinds)
	}
	data, wrong := segment(w, r)
	if wrong != nil {
		return problem(*wrong)
	}
	pages, err := api.InspectJSON(data, given, h.report)
	e, isOption := errors.AsType[*api.Error](err)
	switch {
	case isOption && e.Code == api.CodeInvalidOption:
		return problem(Problem{Status: http.StatusBadRequest, Reason: ReasonInvalid,
			Field: e.Field, Detail: e.Message})
	case err != nil:
		return problem(Problem{Status: http.StatusRequestEntityTooLarge, Reason: ReasonTooLong,
			Field: api.BytesField, Detail: err.Error()})
	}
	a := answer{http.StatusOK, http.Header{}, nil}
	a.header.Set("Content-Type", kindJSON)
	a.header.Set("Cache-Control", "no-store")
	for _, page := range pages {
		a.body = append(a.body, page...)
	}
	return a
}

// maxReportBytes is how much is told of one segment: what an instance at the edge, which has
// 128 MB in all, can hold twice.
const maxReportBytes = 24 << 20

// segment reads the body; of one that says it is too large, nothing. The request's own body stays
// where it is: the server looks at it to know whether to wait for the rest.
func segment(w http.ResponseWriter, r *http.Request) ([]byte, *Problem) {
	tooLarge := &Problem{Status: http.StatusRequestEntityTooLarge, Reason: ReasonTooLong,
		Field: api.BytesField, Detail: "the body is larger than " +
			strconv.Itoa(MaxSegmentBytes) + " bytes; klog dump has no limit"}
	if r.ContentLength > MaxSegmentBytes {
		return nil, tooLarge
	}
	if r.Body == nil {
		return nil, nil
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxSegmentBytes))
	if err == nil {
		return data, nil
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge
	}
	// What the reader says of it names sockets, which are nobody's business.
	broken := &Problem{Status: http.StatusBadRequest, Reason: ReasonBody, Field: api.BytesField,
		Detail: "the body did not arrive whole"}
	var waited interface{ Timeout() bool }
	if errors.As(err, &waited) && waited.Timeout() {
		broken.Status, broken.Detail = http.StatusRequestTimeout, "the body did not arrive in time"
	}
	return nil, broken
}
