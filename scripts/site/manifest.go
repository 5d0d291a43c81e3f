package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// elementData describes the element <klog-demo>: its tables on the site and the manifest for tools
// are made of it.
const elementData = "embed/element.json"

// elementDoc is what is in it.
type elementDoc struct {
	Tag, Class                                                    string
	Attributes, Properties, Methods, Events, Slots, Parts, States []elementItem
	CSSProperties                                                 []elementItem
}

type elementItem struct{ Name, Type, Default, Th, En string }

// told describes it in both languages, as Markdown.
func (i elementItem) told() string { return i.En + "\n\n" + i.Th }

// The manifest's shape is https://github.com/webcomponents/custom-elements-manifest, 2.1.0.
type (
	cemPackage struct {
		SchemaVersion string      `json:"schemaVersion"`
		Readme        string      `json:"readme"`
		Modules       []cemModule `json:"modules"`
	}
	cemModule struct {
		Kind         string      `json:"kind"`
		Path         string      `json:"path"`
		Declarations []any       `json:"declarations"`
		Exports      []cemExport `json:"exports"`
	}
	cemExport struct {
		Kind        string       `json:"kind"`
		Name        string       `json:"name"`
		Declaration cemReference `json:"declaration"`
	}
	cemReference struct {
		Name   string `json:"name"`
		Module string `json:"module,omitempty"`
	}
	cemClass struct {
		Kind          string       `json:"kind"`
		Name          string       `json:"name"`
		TagName       string       `json:"tagName"`
		CustomElement bool         `json:"customElement"`
		Superclass    cemReference `json:"superclass"`
		Description   string       `json:"description"`
		Attributes    []cemItem    `json:"attributes"`
		Members       []cemItem    `json:"members"`
		Events        []cemItem    `json:"events"`
		Slots         []cemItem    `json:"slots"`
		CSSParts      []cemItem    `json:"cssParts"`
		CSSProperties []cemItem    `json:"cssProperties"`
		CSSStates     []cemItem    `json:"cssStates"`
	}
	// cemItem is an attribute, a member, an event, a slot, a part, a property of styles or a state.
	cemItem struct {
		Kind        string     `json:"kind,omitempty"`
		Name        string     `json:"name"`
		Type        *cemType   `json:"type,omitempty"`
		Syntax      string     `json:"syntax,omitempty"`
		Return      *cemReturn `json:"return,omitempty"`
		Default     string     `json:"default,omitempty"`
		FieldName   string     `json:"fieldName,omitempty"`
		Attribute   string     `json:"attribute,omitempty"`
		Reflects    bool       `json:"reflects,omitempty"`
		ReadOnly    bool       `json:"readonly,omitempty"`
		Description string     `json:"description"`
	}
	cemType struct {
		Text string `json:"text"`
	}
	cemReturn struct {
		Type cemType `json:"type"`
	}
	cemFunction struct {
		Kind        string     `json:"kind"`
		Name        string     `json:"name"`
		Parameters  []cemParam `json:"parameters"`
		Return      cemReturn  `json:"return"`
		Description string     `json:"description"`
	}
	cemParam struct {
		Name     string  `json:"name"`
		Type     cemType `json:"type"`
		Optional bool    `json:"optional"`
	}
)

// readElement reads the description of the element.
func readElement(site string) (elementDoc, error) {
	var doc elementDoc
	file, err := os.Open(filepath.Join(site, filepath.FromSlash(elementData)))
	if err != nil {
		return doc, err
	}
	defer file.Close()
	dec := json.NewDecoder(file)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return doc, fmt.Errorf("site/%s: %w", elementData, err)
	}
	return doc, nil
}

// manifest gives the custom-elements manifest of the package.
func (doc elementDoc) manifest() cemPackage {
	class := cemClass{Kind: "class", Name: doc.Class, TagName: doc.Tag, CustomElement: true,
		Superclass: cemReference{Name: "HTMLElement"},
		Description: "A lesson's demo of kaen-log that runs in the page: its flags can be edited, and " +
			"what it prints is held against the golden output byte for byte.",
		Slots: plain(doc.Slots), CSSParts: plain(doc.Parts), CSSStates: plain(doc.States)}
	fields := map[string]bool{}
	for _, p := range doc.Properties {
		fields[p.Name] = true
	}
	attributes := map[string]bool{}
	for _, a := range doc.Attributes {
		attributes[a.Name] = true
		item := cemItem{Name: a.Name, Type: typeOf(a), Default: a.Default, Description: a.told()}
		if name := camelCase(a.Name); fields[name] {
			item.FieldName = name
		}
		class.Attributes = append(class.Attributes, item)
	}
	for _, p := range doc.Properties {
		item := cemItem{Kind: "field", Name: p.Name, Type: typeOf(p), Default: p.Default,
			Description: p.told()}
		if name := kebabCase(p.Name); attributes[name] {
			item.Attribute, item.Reflects = name, true
		} else {
			item.ReadOnly = true // the attributes are all that can be set
		}
		class.Members = append(class.Members, item)
	}
	for _, m := range doc.Methods {
		name, _, _ := strings.Cut(m.Name, "(")
		class.Members = append(class.Members, cemItem{Kind: "method", Name: name,
			Return: &cemReturn{cemType{m.Type}}, Description: m.told()})
	}
	for _, e := range doc.Events {
		class.Events = append(class.Events, cemItem{Name: e.Name, Type: typeOf(e),
			Description: e.told()})
	}
	for _, p := range doc.CSSProperties {
		item := cemItem{Name: p.Name, Default: p.Default, Description: p.told()}
		if p.Type == "color" {
			item.Syntax = "<color>"
		}
		class.CSSProperties = append(class.CSSProperties, item)
	}
	define := cemFunction{Kind: "function", Name: "define",
		Parameters: []cemParam{{"tag", cemType{"string"}, true},
			{"registry", cemType{"CustomElementRegistry"}, true}},
		Return: cemReturn{cemType{"void"}},
		Description: "Defines the element, by default as " + doc.Tag + ", unless the name is taken: " +
			"what was there first stays."}
	here := func(name string) cemReference { return cemReference{name, elementModule} }
	return cemPackage{SchemaVersion: "2.1.0", Readme: "README.md", Modules: []cemModule{{
		Kind: "javascript-module", Path: elementModule, Declarations: []any{class, define},
		Exports: []cemExport{{"js", doc.Class, here(doc.Class)}, {"js", define.Name, here(define.Name)},
			{"custom-element-definition", doc.Tag, here(doc.Class)}},
	}}}
}

func typeOf(i elementItem) *cemType {
	if i.Type == "" {
		return nil
	}
	return &cemType{i.Type}
}

// plain gives items that have a name and a description.
func plain(items []elementItem) []cemItem {
	var all []cemItem
	for _, i := range items {
		all = append(all, cemItem{Name: i.Name, Description: i.told()})
	}
	return all
}

// camelCase gives the property of an attribute: "workerUrl" of "worker-url".
func camelCase(name string) string {
	parts := strings.Split(name, "-")
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}

// kebabCase gives the attribute of a property.
func kebabCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('-')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
