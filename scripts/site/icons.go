package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
)

// icon is a picture of the site for a home screen or a list of programs. Names, sizes and
// purposes are those that the web app manifests and the pages name.
type icon struct {
	name  string
	size  int     // pixels, in width and height
	scale float64 // of the drawing: a masked icon shows no more than a circle of 4/5 of its size
}

var icons = []icon{
	{"icon-192.png", 192, 1},
	{"icon-512.png", 512, 1},
	{"icon-maskable-512.png", 512, 0.7},
	{"apple-touch-icon.png", 180, 0.8},
}

// iconPaper is the ground that icons stand on, as the light pages do.
var iconPaper = color.RGBA{0xF6, 0xF8, 0xF7, 0xFF}

// drawing is what the favicon shows, in its own units.
type drawing struct {
	side  float64 // of its square
	ink   color.RGBA
	solid []box
	empty []box // paper again, inside a solid one
}

type box struct{ x0, y0, x1, y1 float64 }

var (
	errDrawing = errors.New("site/templates/" + favicon + " has a shape that is unknown here; " +
		"icons are drawn of rect, and of a path such as M5 23h13v5H5z, see scripts/site/icons.go")
	faviconInk  = regexp.MustCompile(`fill:#([0-9a-f]{6})`)
	faviconPath = regexp.MustCompile(`^M(\d+) (\d+)h(\d+)v(\d+)H\d+z$`)
)

// readDrawing reads the favicon's shapes.
//
// Errors: errDrawing for what it could not draw.
func readDrawing(svg []byte) (drawing, error) {
	var d drawing
	ink := faviconInk.FindSubmatch(svg)
	if ink == nil {
		return d, fmt.Errorf("%w: no fill of six digits", errDrawing)
	}
	rgb, err := strconv.ParseUint(string(ink[1]), 16, 32)
	if err != nil {
		return d, err
	}
	d.ink = color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF}
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return d, err
		}
		if start, ok := token.(xml.StartElement); ok {
			if err := d.add(start); err != nil {
				return d, err
			}
		}
	}
	if d.side == 0 || len(d.solid) == 0 {
		return d, fmt.Errorf("%w: nothing is drawn", errDrawing)
	}
	return d, nil
}

func (d *drawing) add(e xml.StartElement) error {
	attr := map[string]string{}
	for _, a := range e.Attr {
		attr[a.Name.Local] = a.Value
	}
	var n [4]float64
	var err error
	switch e.Name.Local {
	case "title", "style":
	case "svg":
		_, err = fmt.Sscanf(attr["viewBox"], "0 0 %f %f", &d.side, &n[0])
		if err != nil || d.side != n[0] {
			return fmt.Errorf("%w: viewBox %q", errDrawing, attr["viewBox"])
		}
	case "rect":
		_, err = fmt.Sscan(attr["x"]+" "+attr["y"]+" "+attr["width"]+" "+attr["height"],
			&n[0], &n[1], &n[2], &n[3])
		if err != nil {
			return fmt.Errorf("%w: rect %v", errDrawing, e.Attr)
		}
		d.solid = append(d.solid, box{n[0], n[1], n[0] + n[2], n[1] + n[3]})
	case "path":
		m := faviconPath.FindStringSubmatch(attr["d"])
		wide, err := strconv.ParseFloat(attr["stroke-width"], 64)
		if m == nil || err != nil {
			return fmt.Errorf("%w: path %q", errDrawing, attr["d"])
		}
		for i := range n {
			if n[i], err = strconv.ParseFloat(m[i+1], 64); err != nil {
				return err
			}
		}
		line := box{n[0], n[1], n[0] + n[2], n[1] + n[3]}
		d.solid = append(d.solid, line.grown(wide/2))
		d.empty = append(d.empty, line.grown(-wide/2))
	default:
		return fmt.Errorf("%w: %s", errDrawing, e.Name.Local)
	}
	return nil
}

func (b box) grown(by float64) box { return box{b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by} }

// bounds is the smallest box that all of the drawing is in.
func (d drawing) bounds() box {
	all := d.solid[0]
	for _, b := range d.solid {
		all = box{min(all.x0, b.x0), min(all.y0, b.y0), max(all.x1, b.x1), max(all.y1, b.y1)}
	}
	return all
}

// png draws the icon: the drawing in its middle, its edges on whole pixels, in two colours. The
// same drawing and version of Go give the same bytes.
func (i icon) png(d drawing) ([]byte, error) {
	paper, ink := uint8(0), uint8(1)
	img := image.NewPaletted(image.Rect(0, 0, i.size, i.size), color.Palette{iconPaper, d.ink})
	unit := float64(i.size) * i.scale / d.side
	all := d.bounds()
	place := func(at, from, to float64) int {
		return int(math.Round(float64(i.size)/2 + (at-(from+to)/2)*unit))
	}
	fill := func(boxes []box, with uint8) {
		for _, b := range boxes {
			r := image.Rect(place(b.x0, all.x0, all.x1), place(b.y0, all.y0, all.y1),
				place(b.x1, all.x0, all.x1), place(b.y1, all.y0, all.y1))
			draw.Draw(img, r, image.NewUniform(img.Palette[with]), image.Point{}, draw.Src)
		}
	}
	fill(d.solid, ink)
	fill(d.empty, paper)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, img)
	return out.Bytes(), err
}

// addIcons draws the icons from the favicon, which must be there.
func (o output) addIcons() error {
	d, err := readDrawing(o[favicon])
	if err != nil {
		return err
	}
	for _, i := range icons {
		data, err := i.png(d)
		if err != nil {
			return err
		}
		if err := o.add(i.name, data); err != nil {
			return err
		}
	}
	return nil
}
