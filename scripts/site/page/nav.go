package page

// pageLink is one page in the list of all, or before or after another.
type pageLink struct {
	Href, Title string
	Current     bool
}

// navView is how a page leads to others, and to its own parts.
type navView struct {
	Home           bool // the first page
	Pages          []pageLink
	Previous, Next *pageLink
	Headings       []heading // of this page; none where there are too few to choose from
}

// fewHeadings is how many headings are seen at a glance.
const fewHeadings = 3

func (s *siteSource) navView(l lang, d *document) navView {
	v := navView{Home: d.name == homePage}
	at := 0
	for i, name := range s.order {
		other := s.pages[l.code][name.what]
		if other == d {
			at = i
		}
		v.Pages = append(v.Pages, pageLink{name.what + ".html", other.heading, other == d})
	}
	if at > 0 {
		v.Previous = &v.Pages[at-1]
	}
	if at+1 < len(v.Pages) {
		v.Next = &v.Pages[at+1]
	}
	if len(d.contents) >= fewHeadings && !v.Home {
		v.Headings = d.contents
	}
	return v
}
