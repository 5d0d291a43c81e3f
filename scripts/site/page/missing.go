package page

import (
	"bytes"
	"html/template"
)

// MissingName is the page that hosts answer with for an address that names no file: most know it
// by this name.
const MissingName = "404.html"

// missingView is what its template sees. It is shown at any address: where the site's own is not
// known, what it names is looked for in the folder asked for and in the one above, which is right
// for every page's folder.
type missingView struct {
	Langs []*pageView // the first page's
	Site  string      // the site's address; "" where it is not known
	Roots []string    // where its style may be
}

// missing renders it, in all languages at once: whoever mistyped an address said none.
func (s *siteSource) missing(tmpl *template.Template) ([]byte, error) {
	v := missingView{Site: s.assets.Site, Roots: []string{"", "../"}}
	if v.Site != "" {
		v.Roots = []string{v.Site}
	}
	var err error
	if v.Langs, err = s.homes(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := tmpl.ExecuteTemplate(&b, "missing.html", v); err != nil {
		return nil, templateFault(err)
	}
	return b.Bytes(), nil
}
