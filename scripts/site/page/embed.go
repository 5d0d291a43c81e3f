package page

import (
	"bytes"
	"html/template"
)

// EmbedName is the page that others show in a frame: it has one element in it, and takes what that
// is to run from its address.
const EmbedName = "embed.html"

// embedView is what its template sees. It is in no language until its address says which.
type embedView struct {
	Script string      // relative to the page
	Langs  []*pageView // the first page's, for words
}

// embed renders it.
func (s *siteSource) embed(tmpl *template.Template) ([]byte, error) {
	homes, err := s.homes()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	v := embedView{Script: s.assets.EmbedPage, Langs: homes}
	if err := tmpl.ExecuteTemplate(&b, EmbedName, v); err != nil {
		return nil, templateFault(err)
	}
	return b.Bytes(), nil
}
