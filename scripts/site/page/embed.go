package page

import (
	"bytes"
	"html/template"
	"path"
)

// EmbedName is the page that others show in a frame: it has one element in it, and takes what that
// is to run from its address.
const EmbedName = "embed.html"

// embedView is what its template sees. It is in no language until its address says which.
type embedView struct {
	Script string      // relative to the page
	Base   string      // the folder of the element's files, with a final slash
	Langs  []*pageView // the first page's, for words
}

// embed renders it; nil where there is no script for it.
func (s *siteSource) embed(tmpl *template.Template) ([]byte, error) {
	if tmpl.Lookup(EmbedName) == nil {
		return nil, nil
	}
	homes, err := s.homes()
	if err != nil {
		return nil, err
	}
	v := embedView{Script: s.assets.EmbedPage, Base: path.Dir(s.assets.EmbedPage) + "/", Langs: homes}
	var b bytes.Buffer
	if err := tmpl.ExecuteTemplate(&b, EmbedName, v); err != nil {
		return nil, templateFault(err)
	}
	return b.Bytes(), nil
}
