package page

// railView is a golden file to scale: one block a section, as tall as the section has bytes.
// It is drawn in SVG because a page without style attributes has no other way to give a box
// a size that is known only when the page is built.
type railView struct {
	ID         string
	Demo, File string // whose golden file it is
	Total      int
	Blocks     []railBlock
}

// railBlock is one section on the rail; Pos and Size count bytes of the golden file.
type railBlock struct {
	Section, DOMID string
	Title          string
	Pos, Size      int
}

// newRail lays the sections end to end, with the blank line between two of them.
func newRail(id, demo string, sections []sectionView) *railView {
	const between = len("\n\n")
	r := &railView{ID: id, Demo: demo, File: sections[0].File}
	for i, s := range sections {
		if i > 0 {
			r.Total += between
		}
		r.Blocks = append(r.Blocks, railBlock{s.ID, s.DOMID, s.Title.Text, r.Total, s.Bytes})
		r.Total += s.Bytes
	}
	return r
}
