package page

import (
	"cmp"
	"fmt"
	"html/template"
	"path"
	"regexp"
	"slices"
	"strings"

	"kaenlog/engine/demo"
)

// elementFile describes the element <klog-demo>: the types, the package's manifest and the tables
// of :::element are made of it.
const elementFile = "embed/element.json"

// fileTables are the tables of :::element that are not made of elementFile: of the files that an
// author puts into a folder, and of the others. Each file has a text "embed.FILE" in words.json.
var fileTables = map[string][]string{
	"files":  {"klog-demo.js", "klog-views.js", "klog.wasm", "klog-worker.js", "klog-packed.js"},
	"others": {"klog-demo.all.js", "klog-demo.mjs", "klog.mjs"},
}

// Embed is what pages tell of the element's files: in the table of :::element files, and as values
// {{embed:WHAT FILE}}.
type Embed struct {
	Version string // of the package
	Dir     string // below the root of dist, with a final slash
	Files   []EmbedFile
}

// EmbedFile is one of them. Its name may carry a hash, "klog.0a1b2c3d4e.wasm"; pages call it
// without, "klog.wasm".
type EmbedFile struct {
	Name      string // below Dir
	Integrity string // "sha384-…"
	Gzip      int64  // bytes
}

// exampleSite stands for the site's address where it is not known.
const exampleSite = "https://example.org/kaen-log/"

// file finds one by the name that pages call it. Where no files are known, as when pages are only
// checked, each is one of no bytes.
//
// Errors: a name that is in no table; one that the build made no file of.
func (e Embed) file(name string) (EmbedFile, error) {
	all := slices.Concat(fileTables["files"], fileTables["others"])
	if !slices.Contains(all, name) {
		return EmbedFile{}, fmt.Errorf("no file is called %q; there are %s", name,
			strings.Join(all, ", "))
	}
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for _, f := range e.Files {
		rest, ok := strings.CutPrefix(f.Name, stem)
		rest, isKind := strings.CutSuffix(rest, ext)
		if ok && isKind && hashPart.MatchString(rest) {
			return f, nil
		}
	}
	if len(e.Files) > 0 {
		return EmbedFile{}, fmt.Errorf("the build made no file %s", name)
	}
	return EmbedFile{Name: name, Integrity: "sha384-"}, nil
}

// hashPart is what may stand between a file's name and its ending.
var hashPart = regexp.MustCompile(`^(?:\.[0-9a-f]+)?$`)

// weight gives a size as people say it: thousands of bytes, or millions.
func weight(bytes int64) string {
	if bytes < 1_000_000 {
		return fmt.Sprintf("%.0f kB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// embedPlace is a place in a text that a value about the element's files goes into.
var embedPlace = regexp.MustCompile(`\{\{embed:(.*?)\}\}`)

// Fill puts the values into a text, each in the place of its {{embed:WHAT FILE}}. site is the
// site's address, "" where it is not known.
//
// Errors: a WHAT or a FILE that there is not; the first of them.
func (e Embed) Fill(text, site string) (string, error) {
	var fault error
	filled := embedPlace.ReplaceAllStringFunc(text, func(m string) string {
		value, err := e.value(embedPlace.FindStringSubmatch(m)[1], site)
		if err != nil && fault == nil {
			fault = err
		}
		return value
	})
	return filled, fault
}

// value gives what {{embed:WHAT FILE}} prints: a file's "name" or "integrity", the "size" of
// one file or more, or without a file the package's "version" or the "site"'s address.
//
// Errors: a WHAT or a FILE that there is not.
func (e Embed) value(text, site string) (string, error) {
	words := strings.Fields(text)
	switch {
	case text == "version":
		return e.Version, nil
	case text == "site":
		return cmp.Or(site, exampleSite), nil
	case len(words) > 1 && words[0] == "size", len(words) == 2 && words[0] == "name",
		len(words) == 2 && words[0] == "integrity":
	default:
		return "", fmt.Errorf("want {{embed:version}}, {{embed:site}}, {{embed:size FILE …}}, "+
			"{{embed:name FILE}} or {{embed:integrity FILE}}, found %q", text)
	}
	var size int64
	var f EmbedFile
	for _, name := range words[1:] {
		var err error
		if f, err = e.file(name); err != nil {
			return "", err
		}
		size += f.Gzip
	}
	switch words[0] {
	case "name":
		return f.Name, nil
	case "integrity":
		return f.Integrity, nil
	}
	return weight(size), nil
}

// elementTable makes the table that :::element WHAT asks for.
//
// Errors: *Fault in elementFile or words.json; at line of the page for a WHAT that there is not.
func (s *siteSource) elementTable(l lang, d *document, what string, line int) ([]byte, error) {
	if names := fileTables[what]; names != nil {
		return s.filesTable(l, what, names)
	}
	f, err := readJSON(s.site, elementFile)
	if err != nil {
		return nil, err
	}
	list := f.root.fields[what]
	if list == nil || len(list.items) == 0 {
		return nil, faultf(d.file, line, "want :::element WHAT, found %q; there are %s, files, others",
			what, strings.Join(f.root.keys, ", "))
	}
	t := &htmlTable{s: s, lang: l}
	fields := []string{"name"}
	for _, optional := range []string{"type", "default"} {
		if slices.ContainsFunc(list.items, func(n *jsonNode) bool { return n.textOf(optional) != "" }) {
			fields = append(fields, optional)
		}
	}
	// The first column is called by what is listed: no two tables of a page have the same name.
	columns := slices.Concat([]string{what}, fields[1:], []string{"what"})
	if err := t.head(columns...); err != nil {
		return nil, err
	}
	for _, n := range list.items {
		text := place{n.textOf(l.code), n.line}
		if n.textOf("name") == "" || text.what == "" {
			return nil, f.fault(n, "want a name, and what it does in each language")
		}
		html, links, err := s.sentence(l, d.name, text, f.shown)
		if err != nil {
			return nil, err
		}
		d.links = append(d.links, links...)
		d.elements = append(d.elements, text)
		var cells []template.HTML
		for _, field := range fields {
			cells = append(cells, codeCell(n.textOf(field)))
		}
		t.row(append(cells, html)...)
	}
	return t.end(), nil
}

// filesTable lists some of the element's files, each a link where the site has it.
func (s *siteSource) filesTable(l lang, what string, names []string) ([]byte, error) {
	t := &htmlTable{s: s, lang: l}
	if err := t.head(what, "size", "use"); err != nil {
		return nil, err
	}
	for _, name := range names {
		f, err := s.assets.Embed.file(name)
		if err != nil {
			return nil, err
		}
		use, err := s.word(l, "embed."+name)
		if err != nil {
			return nil, err
		}
		cell := codeCell(f.Name)
		if s.assets.Medium == Site && s.assets.Embed.Dir != "" {
			href := strings.Repeat("../", strings.Count(l.dir, "/")) + s.assets.Embed.Dir + f.Name
			href = template.HTMLEscapeString(href)
			cell = template.HTML(`<a href="`+href+`" download>`) + cell + "</a>"
		}
		t.row(cell, template.HTML(weight(f.Gzip)), unbroken(use))
	}
	return t.end(), nil
}

// codeCell is what stands in code, or says that there is nothing.
func codeCell(text string) template.HTML {
	if text == "" {
		return "–"
	}
	return `<code lang="en" translate="no">` + breakable(text) + "</code>"
}

// htmlTable writes a table as gridRenderer writes those of Markdown.
type htmlTable struct {
	s       *siteSource
	lang    lang
	columns []string
	b       strings.Builder
}

// head begins the table; each column has a text "element.COLUMN" in words.json.
func (t *htmlTable) head(columns ...string) error {
	for _, c := range columns {
		text, err := t.s.word(t.lang, "element."+c)
		if err != nil {
			return err
		}
		t.columns = append(t.columns, text)
	}
	name, err := t.s.word(t.lang, "table",
		demo.Value{Name: "columns", V: strings.Join(t.columns, ", ")})
	t.b.WriteString(`<div class="table-scroll" role="region" tabindex="0" aria-label="` +
		template.HTMLEscapeString(name) + `"><table><thead><tr>`)
	for _, c := range t.columns {
		t.b.WriteString(`<th scope="col">` + template.HTMLEscapeString(c) + "</th>")
	}
	t.b.WriteString("</tr></thead>\n<tbody>")
	return err
}

func (t *htmlTable) row(cells ...template.HTML) {
	t.b.WriteString("<tr>")
	for i, cell := range cells {
		t.b.WriteString(`<td data-label="` + template.HTMLEscapeString(t.columns[i]) + `">` +
			string(cell) + "</td>")
	}
	t.b.WriteString("</tr>\n")
}

func (t *htmlTable) end() []byte {
	t.b.WriteString("</tbody></table></div>\n")
	return []byte(t.b.String())
}

// elementSpelling checks the texts that pages took from elementFile.
func (s *siteSource) elementSpelling() []error {
	var faults []error
	for _, l := range langs {
		for _, d := range s.pages[l.code] {
			faults = append(faults, s.spelling("site/"+elementFile, d.elements)...)
		}
	}
	return sorted(faults)
}
