package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// npmSource is what site/package.json says of the package.
type npmSource struct{ Name, Version string }

func readPackage(site string) (npmSource, error) {
	var p npmSource
	data, err := os.ReadFile(filepath.Join(site, "package.json"))
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("site/package.json: %w", err)
	}
	if p.Name == "" || p.Version == "" {
		return p, fmt.Errorf("site/package.json has no name or no version")
	}
	return p, nil
}

// npmPackage is the package.json of the package, in the order that a reader looks for things.
type npmPackage struct {
	Name           string         `json:"name"`
	Version        string         `json:"version"`
	Description    string         `json:"description"`
	Keywords       []string       `json:"keywords"`
	License        string         `json:"license"`
	Type           string         `json:"type"`
	Main           string         `json:"main"`
	Types          string         `json:"types"`
	Exports        map[string]any `json:"exports"`
	CustomElements string         `json:"customElements"`
	SideEffects    []string       `json:"sideEffects"`
	Files          []string       `json:"files"`
}

// npmModule is what a path that is imported leads to. Whoever reads it takes the first that fits.
type npmModule struct {
	Types   string `json:"types"`
	Default string `json:"default"`
}

const (
	engineTypes   = moduleTypes
	elementTypes  = "element.d.mts"
	elementsFile  = "custom-elements.json"
	integrityFile = "integrity.json"
	npmFile       = "package.json"
	readmeFile    = "README.md"
)

// packageFiles puts in what makes a package of embed/: types, the description of the element for
// tools, the terms, what npm and a reader want to know, and what each script's bytes are.
func (b *builder) packageFiles() error {
	e := &embedder{builder: b}
	for _, source := range []string{"embed/" + engineTypes, "embed/" + elementTypes, "../LICENSE"} {
		data, err := os.ReadFile(filepath.Join(b.site, filepath.FromSlash(source)))
		if err != nil {
			return err
		}
		if err := e.add(path.Base(source), data); err != nil {
			return err
		}
	}
	if err := e.add(licencesFile, b.lessonTerms); err != nil {
		return err
	}
	for _, step := range []func() error{e.manifest, e.integrity, e.readme, e.packageJSON} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (e *embedder) manifest() error {
	doc, err := readElement(e.site)
	if err != nil {
		return err
	}
	data, err := indented(doc.manifest())
	if err != nil {
		return err
	}
	return e.add(elementsFile, data)
}

// integrity lists what a page can hold the scripts' bytes against.
func (e *embedder) integrity() error {
	list := struct {
		Version string            `json:"version"`
		Files   map[string]string `json:"files"`
	}{e.npm.Version, map[string]string{}}
	for _, name := range e.packed() {
		if ext := filepath.Ext(name); ext == ".js" || ext == ".mjs" || ext == ".wasm" {
			list.Files[name] = integrityOf(e.out[embedDir+name])
		}
	}
	data, err := indented(list)
	if err != nil {
		return err
	}
	return e.add(integrityFile, data)
}

// packed lists the files of embed/ that the package has: all but the script of the page for frames,
// which is no part of it.
func (e *embedder) packed() []string {
	var names []string
	for _, full := range e.out.names() {
		name, isEmbedded := strings.CutPrefix(full, embedDir)
		if isEmbedded && full != e.assets.EmbedPage {
			names = append(names, name)
		}
	}
	return names
}

// readme fills in the package's readme.
//
// Errors: a value that there is not.
func (e *embedder) readme() error {
	text, err := os.ReadFile(filepath.Join(e.site, "embed", readmeFile))
	if err != nil {
		return err
	}
	filled, err := e.assets.Embed.Fill(string(text), e.assets.Site)
	if err != nil {
		return fmt.Errorf("site/embed/%s: %w", readmeFile, err)
	}
	return e.add(readmeFile, []byte(filled))
}

func (e *embedder) packageJSON() error {
	engine := npmModule{Types: "./" + engineTypes, Default: "./" + engineModule}
	p := npmPackage{
		Name: e.npm.Name, Version: e.npm.Version, License: "Apache-2.0", Type: "module",
		Description: "A small Kafka broker log in Go, compiled to WebAssembly: an element " +
			"<klog-demo> for a lesson's page, and the engine alone for scripts",
		Keywords: []string{"kafka", "log", "webassembly", "custom-element", "web-component",
			"lesson"},
		Main: engine.Default, Types: engine.Types,
		Exports: map[string]any{
			".":         engine,
			"./engine":  engine,
			"./element": npmModule{Types: "./" + elementTypes, Default: "./" + elementModule},
		},
		CustomElements: "./" + elementsFile,
		SideEffects:    []string{"./" + elementScript, "./" + elementModule, "./" + elementAll},
		Files:          e.packed(),
	}
	for _, name := range p.Files {
		if filepath.Ext(name) == ".wasm" {
			p.Exports["./wasm"] = "./" + name
		}
	}
	for _, name := range []string{elementsFile, integrityFile, npmFile} {
		p.Exports["./"+name] = "./" + name
	}
	data, err := indented(p)
	if err != nil {
		return err
	}
	return e.add(npmFile, data)
}

// indented writes JSON for a reader, with a line end.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.Bytes(), err
}
