// Package httpapi is package api over HTTP: a net/http handler, the same in klog serve-http and at
// the edge.
//
//	GET  /v1/demos              the demos and their flags, JSON
//	GET  /v1/demos/{demo}       one run, golden text or JSON as Accept asks; flags as parameters
//	POST /v1/inspect            the body is a segment file; what klog dump tells of it, JSON
//	GET  /openapi.json          all this for programs (openapi.json beside this file)
//
// What is to be GET may be HEAD, and every route answers OPTIONS. Errors are problems (RFC 9457):
// see Problem. Nothing is kept between two requests.
//
// Each answer to a GET has a strong entity tag and may be kept: the same query to the same build
// gives the same bytes. The tag is a text that a host can make by itself, without a run: see Tag.
//
// Source: RFC 9110 (methods, Accept in §12.5.1, entity tags in §8.8.3 and §13.1.2), RFC 9457.
package httpapi
