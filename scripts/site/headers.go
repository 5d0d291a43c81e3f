package main

// headersFile is what Cloudflare's static assets, and some other hosts, read headers from; it is
// not served.
const headersFile = "_headers"

// The files of the element, and the page that stands in others' frames, are for everybody's pages.
const forEverybody = "  Access-Control-Allow-Origin: *\n" +
	"  Cross-Origin-Resource-Policy: cross-origin\n"

// headers puts in the headers that the site has at the edge. A rule that comes later adds to the
// earlier ones; "!" takes a header back.
func (b *builder) headers() error {
	return b.out.add(headersFile, []byte(`/*
  Content-Security-Policy: `+contentSecurityPolicy+`; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
/assets/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
/embed.html
  ! Content-Security-Policy
  Content-Security-Policy: `+contentSecurityPolicy+`; worker-src 'self' blob:
`+forEverybody+`/embed/*
  ! Content-Security-Policy
`+forEverybody))
}
