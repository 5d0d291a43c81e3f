package httpapi

import (
	_ "embed"
	"net/http"
)

// openAPI describes all routes. A test compares it with what the handler does and with the demos'
// table.
//
//go:embed openapi.json
var openAPI []byte

// description answers GET /openapi.json.
func (h *Handler) description(_ http.ResponseWriter, r *http.Request, _ string) answer {
	return h.fixed(r, "openapi", func() []byte { return openAPI })
}
