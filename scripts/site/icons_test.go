package main

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"
)

const testFavicon = "../../site/templates/" + favicon

func drawn(t *testing.T, i icon) image.Image {
	t.Helper()
	svg, err := os.ReadFile(testFavicon)
	if err != nil {
		t.Fatal(err)
	}
	d, err := readDrawing(svg)
	if err != nil {
		t.Fatal(err)
	}
	data, err := i.png(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := i.png(d)
	if err != nil || !bytes.Equal(data, again) {
		t.Fatalf("%s is not the same bytes twice, %v", i.name, err)
	}
	if len(data) > 1000 {
		t.Errorf("%s has %d bytes: two colours take less", i.name, len(data))
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestIconsShowTheFavicon looks at points of the 192 pixels of the favicon's 32 units: two bars,
// and a third that is hollow and shorter.
func TestIconsShowTheFavicon(t *testing.T) {
	img := drawn(t, icons[0])
	if size := img.Bounds().Size(); size != image.Pt(192, 192) {
		t.Fatalf("%v", size)
	}
	ink := color.RGBA{0x24, 0x40, 0x8E, 0xFF}
	const half = -0.5 // the drawing stands half a unit higher than in the favicon, in the middle
	for _, point := range []struct {
		x, y float64
		want color.RGBA
		what string
	}{
		{16, 7, ink, "first bar"}, {16, 11.5, iconPaper, "between the bars"},
		{16, 16, ink, "second bar"}, {26, 16, ink, "its end"}, {5, 25.5, ink, "third bar's edge"},
		{11, 25.5, iconPaper, "third bar's inside"}, {18, 25.5, ink, "its other edge"},
		{24, 25.5, iconPaper, "behind the third bar"}, {1, 1, iconPaper, "corner"},
	} {
		got := color.RGBAModel.Convert(img.At(int(point.x*6), int((point.y+half)*6)))
		if got != point.want {
			t.Errorf("%s at %v,%v is %v, want %v", point.what, point.x, point.y, got, point.want)
		}
	}
}

// TestTheMaskedIconSurvivesItsMask: a mask shows no less than a circle of 2/5 of the size around
// the middle; no ink lies outside.
func TestTheMaskedIconSurvivesItsMask(t *testing.T) {
	for _, i := range icons {
		img := drawn(t, i)
		outside, inked := 0, 0
		for y := range i.size {
			for x := range i.size {
				if color.RGBAModel.Convert(img.At(x, y)) == iconPaper {
					continue
				}
				inked++
				dx, dy := float64(x)+0.5-float64(i.size)/2, float64(y)+0.5-float64(i.size)/2
				if dx*dx+dy*dy > 0.16*float64(i.size*i.size) {
					outside++
				}
			}
		}
		if isMasked := i.name == "icon-maskable-512.png"; isMasked != (outside == 0) {
			t.Errorf("%s: %d of %d pixels of ink are outside the circle", i.name, outside, inked)
		}
	}
}

func TestAFaviconThatCannotBeDrawnIsRefused(t *testing.T) {
	const start = `<svg viewBox="0 0 32 32"><style>rect{fill:#24408e}</style>`
	for name, svg := range map[string]string{
		"a circle":   start + `<circle r="4"/></svg>`,
		"no shape":   start + `</svg>`,
		"no colour":  `<svg viewBox="0 0 32 32"><rect x="1" y="1" width="1" height="1"/></svg>`,
		"a curve":    start + `<path d="M1 1C2 2 3 3 4 4z" stroke-width="2"/></svg>`,
		"no width":   start + `<rect x="1" y="1"/></svg>`,
		"no square":  `<svg viewBox="0 0 32 16"><style>rect{fill:#24408e}</style></svg>`,
		"not closed": start,
	} {
		_, err := readDrawing([]byte(svg))
		if err == nil || name != "not closed" && !errors.Is(err, errDrawing) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
