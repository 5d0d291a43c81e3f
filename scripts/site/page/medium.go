package page

import (
	"bytes"
	"html/template"
)

// Medium is where pages are read: what they lead to and say of themselves differs.
type Medium string

const (
	Site   Medium = ""       // a web server
	Zip    Medium = "zip"    // a folder on a disk
	Single Medium = "single" // one file, with all pages in it
)

// downloads are the mediums besides the site. A text of words.json that one of them says in its own
// way has a second one beside it, named by the medium: "colophon" and "colophon.zip".
var downloads = []Medium{Zip, Single}

// ShellName is what Render of the medium Single calls the file that takes all pages in. It is no
// page: where its parts belong it has the marks that Shell… name.
const ShellName = "single.html"

// Marks in the shell; each stands there once.
const (
	ShellHashes = "@@hashes@@" // the hashes of the scripts that its policy lets run
	ShellScript = "@@script@@" // its script
	ShellPages  = "@@pages@@"  // all pages with their styles and scripts, packed
	ShellEngine = "@@engine@@" // the engine's script
	ShellIcon   = "@@icon@@"   // the favicon, in base64
)

// shellView is what the template of the shell sees: what stands there until a page is shown, or
// where none can be.
type shellView struct {
	Langs []*pageView // the first page's
}

// shell renders the file that takes all pages in.
func (s *siteSource) shell(tmpl *template.Template) ([]byte, error) {
	homes, err := s.homes()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := tmpl.ExecuteTemplate(&b, ShellName, shellView{homes}); err != nil {
		return nil, templateFault(err)
	}
	return b.Bytes(), nil
}

// homes gives what the template of the first page sees, in each language.
func (s *siteSource) homes() ([]*pageView, error) {
	var homes []*pageView
	for _, l := range langs {
		home, faults := s.view(l, s.pages[l.code][homePage])
		if len(faults) > 0 {
			return nil, faults[0]
		}
		homes = append(homes, home)
	}
	return homes, nil
}
