package picture

import (
	"bytes"
	"errors"
	"fmt"

	"kaenlog/engine/batch"
)

// drawBatch draws the first batch that was appended: as the producer sent it, with what its
// CRC covers, and as it lies in the log after the broker's stamp.
func drawBatch(c *canvas) error {
	sent, stored := c.run.Bytes.Sent, c.run.Bytes.Stored
	if len(stored) != len(sent) || len(sent) < batch.HeaderSize {
		return errors.New("the first batch was not appended")
	}
	b := &batchDrawing{canvas: c, sent: sent, stored: stored}
	if err := b.walk(); err != nil {
		return err
	}
	b.before()
	b.cover()
	b.after()
	b.check()
	return nil
}

// batchDrawing is the picture of one batch.
type batchDrawing struct {
	*canvas
	sent, stored []byte
	header       walk
	records      []field // whole records
	grid         *grid
	y            int // where the next thing may stand
}

// walk finds the fields of the header and where each record stands.
func (b *batchDrawing) walk() error {
	b.header.b = b.sent
	b.header.header()
	rest := walk{b: b.sent, at: b.header.at}
	for rest.err == nil && rest.at < len(b.sent) {
		from := rest.at
		rest.record()
		b.records = append(b.records, field{from: from, size: rest.at - from})
	}
	if err := errors.Join(b.header.err, rest.err); err != nil {
		return fmt.Errorf("the batch can't be taken apart: %w", err)
	}
	return nil
}

// title writes a line of its own.
func (b *batchDrawing) title(name, measured string) {
	b.text("name", 0, b.y+12, name)
	b.text("small end", gridRight, b.y+12, measured)
	b.y += 20
}

// before draws the bytes as they were sent: the header in hex, the records to scale.
func (b *batchDrawing) before() {
	b.y = b.legend() + 4
	b.step("sent", "bytes headerBytes records baseOffset leaderEpoch", int64(len(b.sent)),
		batch.HeaderSize, int64(len(b.records)), batch.Batch(b.sent).BaseOffset(),
		int64(batch.Batch(b.sent).LeaderEpoch()))
	b.title("sent", itoa(len(b.sent))+" B")
	b.grid = &grid{canvas: b.canvas, y: b.y, b: b.sent[:batch.HeaderSize], owner: b.header.owner}
	b.grid.paint()
	b.grid.edges(b.header.fields)
	b.y = b.grid.bottom()
	for i, r := range b.records {
		b.text("pos end", gridLeft-6, b.y+12, itoa(r.from))
		// A row is as wide as the longest record; to scale among each other.
		w := gridPerRow * gridCell * r.size / b.longest()
		b.rect("plain", gridLeft, b.y, w, gridHigh)
		b.text("small", gridLeft+6, b.y+13, "record "+itoa(i)+" · "+itoa(r.size)+" B")
		b.y += gridPitch
	}
}

func (b *batchDrawing) longest() int {
	longest := 1
	for _, r := range b.records {
		longest = max(longest, r.size)
	}
	return longest
}

// cover draws the bracket of what the CRC covers: from the attributes to the last record.
func (b *batchDrawing) cover() {
	b.step("covered", "from to bytes", batch.PosAttributes, int64(len(b.sent)),
		int64(len(b.sent)-batch.PosAttributes))
	x, y := b.grid.cell(batch.PosAttributes)
	const out = gridRight + 8
	bottom := b.y - gridPitch + gridHigh
	b.path("bracket", "M##V#H#V#h-8", x, y+gridHigh, y-1, out, bottom+1)
	b.text("strong", out+6, (y+bottom)/2, "CRC")
	b.text("small", out+6, (y+bottom)/2+15, itoa(batch.PosAttributes)+"..")
	b.text("small", out+6, (y+bottom)/2+29, itoa(len(b.sent)))
}

// after draws the rows of the batch in the log in which a byte is another than the producer's,
// and those that the broker stamps even where it writes what was there.
func (b *batchDrawing) after() {
	b.y += 14
	was, is := batch.Batch(b.sent), batch.Batch(b.stored)
	b.step("stamped", "baseOffset baseOffsetSent leaderEpoch leaderEpochSent", is.BaseOffset(),
		was.BaseOffset(), int64(is.LeaderEpoch()), int64(was.LeaderEpoch()))
	b.title("in the log", "offset "+itoa(is.BaseOffset())+".."+itoa(is.LastOffset()))
	g := &grid{canvas: b.canvas, y: b.y, b: b.stored[:b.changedRows()*gridPerRow],
		owner: b.header.owner}
	g.paint()
	g.edges(b.header.fields)
	for _, f := range b.header.fields {
		if b.header.owner[f.from] == stamped && f.from < len(g.b) {
			g.outline("here moves", f.from, f.from+f.size)
		}
	}
	b.y = g.bottom()
}

// changedRows counts the rows down to the last byte of the header that the broker writes or
// that came out as another.
func (b *batchDrawing) changedRows() int {
	last := 0
	for i := range batch.HeaderSize {
		if b.sent[i] != b.stored[i] || b.header.owner[i] == stamped {
			last = i
		}
	}
	return min(last/gridPerRow+1, batch.HeaderSize/gridPerRow)
}

// check tells whether the rest is the same, and whether the CRC that is stored is that of the
// bytes that are stored.
func (b *batchDrawing) check() {
	is := batch.Batch(b.stored)
	rest := b.changedRows() * gridPerRow
	held, computed := fmt.Sprintf("%08x", is.CRC()), fmt.Sprintf("%08x", is.ComputeCRC())
	sign, class, word := " = ", "strong same", "still-right"
	if held != computed {
		sign, class, word = " ≠ ", "strong refused", "wrong"
	}
	b.step(word, "from to", batch.PosAttributes, int64(len(b.stored))).with("crc", held).
		with("computed", computed)
	same := "the same"
	if !bytes.Equal(b.sent[rest:], b.stored[rest:]) {
		same = "changed"
	}
	b.text("small", gridLeft, b.y+13, "byte "+itoa(rest)+".."+itoa(len(b.stored))+": "+same)
	b.text(class, gridLeft, b.y+35, held+sign+"CRC-32C("+itoa(batch.PosAttributes)+".."+
		itoa(len(b.stored))+")")
	b.p.Height = b.y + 42
}
