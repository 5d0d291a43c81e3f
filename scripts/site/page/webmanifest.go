package page

import (
	"bytes"
	"encoding/json"
)

// webManifest is the name of the file that makes the site one that can be installed; each
// language has its own, in the folder of its pages.
const webManifest = "manifest.webmanifest"

// NoCourseSize stands in every page for the size of the whole course, which the pages are a part
// of: it is put there when they are made. SayCourseSize gives what stands there then.
const NoCourseSize = `data-offline-mb="0.0"`

// SayCourseSize says a size of so many million bytes, with one digit behind the point.
func SayCourseSize(mb string) string { return `data-offline-mb="` + mb + `"` }

// paper is the ground of light pages, as the template says it to browsers.
const paper = "#F6F8F7"

// manifestFile is a web app manifest.
//
// It has no id: that would be looked up from the origin, not from the manifest, and two copies of
// the site below two paths would be one program. Without it the program is known by the address
// of its first page.
type manifestFile struct {
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Lang        string         `json:"lang"`
	Dir         string         `json:"dir"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	Theme       string         `json:"theme_color"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// webManifestOf makes the manifest of the pages in one language. All addresses are relative to it.
func (s *siteSource) webManifestOf(l lang) ([]byte, error) {
	root := rootOf(l)
	home := s.pages[l.code][homePage]
	m := manifestFile{
		Name: "kaen-log", ShortName: "kaen-log", Description: home.description,
		Lang: l.code, Dir: "ltr", StartURL: "./", Scope: root, Display: "minimal-ui",
		Background: paper, Theme: paper,
		Icons: []manifestIcon{
			{Src: root + "icon-192.png", Sizes: "192x192", Type: "image/png"},
			{Src: root + "icon-512.png", Sizes: "512x512", Type: "image/png"},
			{Src: root + "icon-maskable-512.png", Sizes: "512x512", Type: "image/png",
				Purpose: "maskable"},
			{Src: root + favicon, Sizes: "any", Type: "image/svg+xml"},
		},
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(m)
	return b.Bytes(), err
}

// rootOf gives the way from the folder of a language's pages to the site's root.
func rootOf(l lang) string {
	if l.dir == "" {
		return "./"
	}
	return "../"
}
