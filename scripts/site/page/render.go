package page

import (
	"io/fs"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
)

// Render makes every page of the site, and its favicon.
//
// repo is rooted at the repository: the site's sources are in its folder site/, lesson code in
// its Go files. On success the map has the bytes of each file by its path in dist: "index.html"
// is Thai, "en/index.html" English. All links are relative.
//
// Errors: every *Fault found, joined; nothing was rendered then.
func Render(repo fs.FS, assets Assets) (map[string][]byte, error) {
	site, err := fs.Sub(repo, "site")
	if err != nil {
		return nil, err
	}
	return render(site, assets, source{text: golden.Text, run: runDemo, repo: repo})
}

func runDemo(spec demo.Spec, given []demo.Set) (*demo.Run, error) {
	o, err := spec.Parse(given)
	if err != nil {
		return nil, err
	}
	return demo.Do(spec, nil, o)
}
