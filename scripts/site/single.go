package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"

	"kaenlog/scripts/site/page"
)

const (
	singleName = "kaen-log.html"
	// maxSingle is the most that the one file may weigh: what goes through any mail and any
	// messenger.
	maxSingle = 2_000_000
)

// packed is what the one file unpacks: see Pack in site/js/single.js.
type packed struct {
	Pages   map[string]string `json:"pages"`
	Styles  map[string]string `json:"styles"`
	Scripts map[string]string `json:"scripts"`
}

// single makes the one file that has all pages in it.
func (d *diskMaker) single() (download, error) {
	css := func(kind string) string { return strings.TrimSuffix("page-"+kind, "-") + ".css" }
	rendered, err := d.render(page.Single, css, func(string) string { return "" }, "")
	if err != nil {
		return download{}, err
	}
	all := packed{map[string]string{}, map[string]string{}, map[string]string{}}
	holds := output{}
	for name, data := range rendered {
		if path.Ext(name) != ".html" || name == page.ShellName {
			continue
		}
		if data, err = withinOneFile(name, data, rendered); err != nil {
			return download{}, err
		}
		all.Pages[name], holds[name] = string(data), data
	}
	all.Pages[licencesFile], holds[licencesFile] = string(d.out[licencesFile]), d.out[licencesFile]
	for _, kind := range page.Kinds() {
		style := singleStyle(d.out[d.assets.Kinds[kind].CSS])
		all.Styles[css(kind)], holds["assets/"+css(kind)] = string(style), style
	}
	for _, lang := range page.Languages() {
		script, err := d.bundles.classicOf("js/single-page.js", lang)
		if err != nil {
			return download{}, err
		}
		all.Scripts[lang], holds["assets/page-"+lang+".js"] = string(script), script
	}
	names := d.assets.EngineManifest
	for _, name := range []string{names.Wasm, names.WorkerJS} {
		holds[name] = d.out[name]
	}
	holds["assets/engine.js"] = d.engine
	made, err := d.fillShell(rendered[page.ShellName], all, rendered[favicon])
	if err != nil {
		return made, err
	}
	made.holds = holds
	return made, made.check(d.tools.root, d.tools.goroot)
}

// check refuses a file that is too large, or that tells where it was built.
func (d download) check(secrets ...string) error {
	if len(d.data) > maxSingle {
		return fmt.Errorf("%s is %s bytes, more than %s", d.name, thousands(int64(len(d.data))),
			thousands(maxSingle))
	}
	if err := d.holds.checkNoPaths(secrets...); err != nil {
		return err
	}
	return output{d.name: d.data}.checkNoPaths(secrets...)
}

// fillShell puts everything in its place.
func (d *diskMaker) fillShell(shell []byte, all packed, icon []byte) (download, error) {
	made := download{name: singleName}
	script, err := d.bundles.classic("js/single.js")
	if err != nil {
		return made, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(all); err != nil {
		return made, err
	}
	pages, err := pack(b.Bytes())
	if err != nil {
		return made, err
	}
	hashes := []string{hashSource(script)}
	for _, lang := range page.Languages() {
		hashes = append(hashes, hashSource([]byte(all.Scripts[lang])))
	}
	made.data, err = fill(shell, []mark{
		{page.ShellHashes, strings.Join(hashes, " ")},
		{page.ShellIcon, base64.StdEncoding.EncodeToString(icon)},
		{page.ShellScript, string(script)},
		{page.ShellPages, pages},
		{page.ShellEngine, string(d.engine)},
	})
	made.weights = []size{{name: "pages, styles, scripts", raw: int64(len(pages))},
		{name: "engine", raw: int64(len(d.engine))},
		{name: "its own script and words", raw: int64(len(made.data) - len(pages) - len(d.engine))}}
	return made, err
}

type mark struct{ name, text string }

// fill puts texts in the places of marks, each of which stands there once.
//
// Errors: a mark is missing, or a text would end the element that it is put into.
func fill(shell []byte, marks []mark) ([]byte, error) {
	for _, m := range marks {
		if n := bytes.Count(shell, []byte(m.name)); n != 1 {
			return nil, fmt.Errorf("site/templates/%s has %s %d times, want once", page.ShellName, m.name, n)
		}
		// What HTML reads inside of a script: its end, and the beginning of a comment.
		lower := strings.ToLower(m.text)
		for _, bad := range []string{"</script", "<script", "<!--"} {
			if strings.Contains(lower, bad) {
				return nil, fmt.Errorf("what is put in the place of %s has %q in it", m.name, bad)
			}
		}
		shell = bytes.Replace(shell, []byte(m.name), []byte(m.text), 1)
	}
	return shell, nil
}

// hashSource is how a policy names an inline script.
func hashSource(script []byte) string {
	sum := sha256.Sum256(script)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// singleStyle is a style sheet as the one file has it: its addresses name pages, so a browser finds
// no target in them, and the file's script marks the place with a class.
func singleStyle(css []byte) []byte {
	return bytes.ReplaceAll(css, []byte(":target"), []byte(".target"))
}

// anchor is a link to a page, or to a place on one.
var anchor = regexp.MustCompile(`(<a\b[^>]*?\shref=")([^"]*)(")`)

// withinOneFile has the links of a page name pages in the one file: "#/en/03-produce.html#acks".
//
// Errors: a link to what is not in there.
func withinOneFile(name string, html []byte, pages output) ([]byte, error) {
	var fault error
	made := anchor.ReplaceAllFunc(html, func(link []byte) []byte {
		m := anchor.FindSubmatch(link)
		target := string(m[2])
		if strings.HasPrefix(target, "https://") {
			return link
		}
		file, id, hasID := strings.Cut(target, "#")
		to := name
		if file != "" {
			to = path.Join(path.Dir(name), file)
		}
		if pages[to] == nil && to != licencesFile {
			fault = fmt.Errorf("%s: %q leads to %s, which is not in the one file", name, target, to)
		}
		to = "#/" + to
		if hasID {
			to += "#" + id
		}
		return []byte(string(m[1]) + to + string(m[3]))
	})
	return made, fault
}
