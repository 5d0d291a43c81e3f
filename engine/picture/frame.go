package picture

import (
	"fmt"
)

// drawFrame draws the frame that section frame takes apart, each byte in the group of who
// writes it: a field a step, and the whole at last.
func drawFrame(c *canvas) error {
	w := walk{b: c.run.Bytes.Frame}
	w.frame()
	if w.err != nil {
		return fmt.Errorf("the frame can't be taken apart: %w", w.err)
	}
	g := &grid{canvas: c, y: c.legend(), b: w.b, owner: w.owner}
	g.paint()
	g.edges(w.fields)
	g.ascii()
	c.p.Height = g.bottom()
	for _, f := range w.fields {
		c.step(f.name, "from to size", int64(f.from), int64(f.from+f.size), int64(f.size)).
			with("value", f.value)
		g.outline("here", f.from, f.from+f.size).To = len(c.p.Steps)
	}
	c.step("whole", "bytes", int64(len(w.b)))
	return nil
}
