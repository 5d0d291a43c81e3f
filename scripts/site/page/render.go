package page

import (
	"io/fs"

	"kaenlog/engine/demo"
	"kaenlog/engine/demo/golden"
)

// Render makes every page of the site, and its favicon.
//
// site is rooted at the folder site/. On success the map has the bytes of each file by its
// path in dist: "index.html" is Thai, "en/index.html" English. All links are relative.
//
// Errors: every *Fault found, joined; nothing was rendered then.
func Render(site fs.FS, assets Assets) (map[string][]byte, error) {
	return render(site, assets, source{
		text: golden.Text,
		run: func(spec demo.Spec) (*demo.Run, error) {
			o, err := spec.Parse(goldenFlags(spec))
			if err != nil {
				return nil, err
			}
			return demo.Do(spec, nil, o)
		},
	})
}
