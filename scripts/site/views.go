package main

import (
	"os"

	"kaenlog/scripts/site/page"
)

const viewsStyle = "embed/views.css"

// viewDefines gives what the element's views (embed/views.js) are built with: what is known of the
// demos before anything was run, and how it all looks.
//
// Errors: whatever is wrong in the sources.
func (b *bundler) viewDefines(root string) (map[string]any, error) {
	demos, err := page.Demos(os.DirFS(root))
	if err != nil {
		return nil, err
	}
	style, err := b.style(viewsStyle)
	if err != nil {
		return nil, err
	}
	return map[string]any{"__KLOG_DEMOS__": demos, "__KLOG_STYLES__": string(style)}, nil
}
