package picture

import "fmt"

// Where bytes have what, in pixels: eight a row, each a cell, their position before them.
const (
	gridPerRow = 8
	gridLeft   = 30
	gridCell   = 24
	gridRight  = gridLeft + gridPerRow*gridCell
	gridPitch  = 21
	gridHigh   = 18 // a cell with its underline
	gridASCII  = gridRight + 8
	gridLetter = 7
	legendRow  = 21
)

// grid is a stretch of bytes from byte 0 on, from y on.
type grid struct {
	*canvas
	y     int
	b     []byte
	owner []group
}

// cell gives the left upper corner of a byte's cell.
func (g *grid) cell(i int) (x, y int) {
	return gridLeft + i%gridPerRow*gridCell, g.y + i/gridPerRow*gridPitch
}

func (g *grid) rows() int { return (len(g.b) + gridPerRow - 1) / gridPerRow }

// bottom is where the next thing may stand.
func (g *grid) bottom() int { return g.y + g.rows()*gridPitch }

// spans calls f for each stretch of a row from byte from to byte to: its left, top and width.
func (g *grid) spans(from, to int, f func(x, y, w int)) {
	for i := from; i < to; {
		end := min(to, i-i%gridPerRow+gridPerRow)
		x, y := g.cell(i)
		f(x, y, (end-i)*gridCell)
		i = end
	}
}

// paint draws the cells in their groups, and the bytes in hex: one path for the tint of a
// group, one for its underlines, one text a row.
func (g *grid) paint() {
	for which := range groups {
		tint, under := "", ""
		for i := 0; i < len(g.b); {
			end := i
			for end < len(g.b) && g.owner[end] == group(which) {
				end++
			}
			g.spans(i, end, func(x, y, w int) {
				tint = data(tint, "M##h#v#h#z", x, y, w, gridHigh, -w)
				under = data(under, "M##h#", x, y+gridHigh-2, w)
			})
			i = max(end, i+1)
		}
		if tint != "" && group(which) != payload {
			c := groups[which].class
			g.path("tint "+c, tint)
			g.path("under "+c, under)
		}
	}
	for i := 0; i < len(g.b); i += gridPerRow {
		row := g.b[i:min(i+gridPerRow, len(g.b))]
		x, y := g.cell(i)
		g.text("pos end", gridLeft-6, y+12, itoa(i))
		g.text("hex", x+4, y+12, fmt.Sprintf("% x", row)).W = len(row)*gridCell - gridCell/3
	}
}

// ascii draws the bytes as letters behind the cells.
func (g *grid) ascii() {
	for i := 0; i < len(g.b); i += gridPerRow {
		row := g.b[i:min(i+gridPerRow, len(g.b))]
		letters := make([]byte, len(row))
		for j, b := range row {
			if letters[j] = '.'; b >= 0x20 && b < 0x7f {
				letters[j] = b
			}
		}
		_, y := g.cell(i)
		g.text("hex letters", gridASCII, y+12, string(letters)).W = len(row) * gridLetter
	}
}

// edges parts one field from the next.
func (g *grid) edges(fields []field) {
	lines := ""
	for _, f := range fields {
		if f.from%gridPerRow > 0 && f.from < len(g.b) {
			x, y := g.cell(f.from)
			lines = data(lines, "M##v#", x, y, gridHigh)
		}
	}
	g.path("edge", lines)
}

// outline draws a line around the bytes from from to to.
func (g *grid) outline(class string, from, to int) *Shape {
	x0, y0 := g.cell(from)
	x1, y1 := g.cell(to - 1)
	x1 += gridCell
	const box = "M##H#V#H#z"
	switch {
	case y0 == y1:
		return g.path(class, box, x0, y0, x1, y0+gridHigh, x0)
	case y1 == y0+gridPitch && x0 >= x1: // no edge in common
		return g.path(class, box+box, x0, y0, gridRight, y0+gridHigh, x0,
			gridLeft, y1, x1, y1+gridHigh, gridLeft)
	}
	right, left := y1-gridPitch+gridHigh, y0+gridPitch // where the full rows end and begin
	if x1 == gridRight {
		right = y1 + gridHigh
	}
	if x0 == gridLeft {
		left = y0
	}
	return g.path(class, "M##H#V#H#V#H#V#H#z", x0, y0, gridRight, right, x1, y1+gridHigh, gridLeft,
		left, x0)
}

// legend names the groups, in two columns, and gives its lower edge.
func (c *canvas) legend() int {
	const wide, swatch = Width / 2, 2 * gridCell
	for i, g := range groups {
		x, y := i%2*wide, i/2*legendRow
		if group(i) == payload {
			c.rect("plain", x, y, swatch, gridHigh)
		} else {
			c.path("tint "+g.class, "M##h#v#h#z", x, y, swatch, gridHigh, -swatch)
			c.path("under "+g.class, "M##h#", x, y+gridHigh-2, swatch)
		}
		c.text("small", x+swatch+8, y+13, g.name)
	}
	return (len(groups)+1)/2*legendRow + 8
}
