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
	Langs []missingLang
	Site  string   // the site's address; "" where it is not known
	Roots []string // where its style may be
}

type missingLang struct {
	*pageView
	Folder string // of the language's pages: "" or with a final slash
}

// missing renders it, in all languages at once: whoever mistyped an address said none.
func (s *siteSource) missing(tmpl *template.Template) ([]byte, error) {
	v := missingView{Site: s.assets.Site, Roots: []string{"", "../"}}
	if v.Site != "" {
		v.Roots = []string{v.Site}
	}
	for _, l := range langs {
		home, faults := s.view(l, s.pages[l.code][homePage])
		if len(faults) > 0 {
			return nil, faults[0]
		}
		v.Langs = append(v.Langs, missingLang{home, l.dir})
	}
	var b bytes.Buffer
	if err := tmpl.ExecuteTemplate(&b, "missing.html", v); err != nil {
		return nil, templateFault(err)
	}
	return b.Bytes(), nil
}
