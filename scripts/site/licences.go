package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// licence is one work that dist/ ships, whole or in part, and the terms it comes under.
type licence struct {
	name  string
	why   string // which part of dist/ it is in
	files []licenceFile
}

type licenceFile struct{ name, text string }

// licenceNames are the names, without ending and in capitals, of files that hold terms.
var licenceNames = []string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS"}

// licencesIn reads every file of terms in a folder. None at all is an error: what has no terms
// may not be shipped.
func licencesIn(dir string) ([]licenceFile, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []licenceFile
	for _, e := range entries {
		stem, _, _ := strings.Cut(e.Name(), ".")
		stem, _, _ = strings.Cut(stem, "-")
		if e.IsDir() || !slices.Contains(licenceNames, strings.ToUpper(stem)) ||
			filepath.Ext(e.Name()) == ".go" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		text := strings.ReplaceAll(string(data), "\r\n", "\n")
		files = append(files, licenceFile{name: e.Name(), text: strings.Trim(text, "\n")})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no licence in %s, and dist/ ships a part of it", dir)
	}
	return files, nil
}

// goModule is what go list says of a module.
type goModule struct {
	Path, Version, Dir string
	Main               bool
	Replace            *goModule
}

// linkedModules lists the modules other than this one that go into the programs pkgs.
func (t toolchain) linkedModules(env []string, pkgs ...string) ([]goModule, error) {
	out, err := t.run(env, append([]string{"list", "-deps", "-json=Module"}, pkgs...)...)
	if err != nil {
		return nil, err
	}
	found := map[string]goModule{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *goModule }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list -deps %s: %w", strings.Join(pkgs, " "), err)
		}
		if p.Module == nil || p.Module.Main {
			continue // the standard library, and this project
		}
		m := *p.Module
		if m.Replace != nil {
			m.Dir = m.Replace.Dir
		}
		found[m.Path] = m
	}
	return sortedByPath(found), nil
}

func sortedByPath(found map[string]goModule) []goModule {
	var all []goModule
	for _, m := range found {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b goModule) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// bundlerModule is esbuild's path: a few of its helper functions stand in the bundles.
const bundlerModule = "github.com/evanw/esbuild"

// collectLicences gathers the terms of all that dist/ ships: this project, Go's standard
// library and wasm_exec.js, the modules in the programs, and what went into the bundles
// (inputs: paths below site/).
func (t toolchain) collectLicences(
	inputs map[string]bool, programs ...string,
) ([]licence, error) {
	own, err := licencesIn(t.root)
	if err != nil {
		return nil, err
	}
	std, err := t.stdLicence()
	if err != nil {
		return nil, err
	}
	all := []licence{{name: "kaen-log", why: "pages, scripts, program", files: own}, std}
	modules, err := t.linkedModules(browserEnv, programs...)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		files, err := licencesIn(m.Dir)
		if err != nil {
			return nil, err
		}
		all = append(all, licence{name: m.Path + " " + m.Version, why: "program", files: files})
	}
	bundler, err := t.bundlerLicence()
	if err != nil {
		return nil, err
	}
	npm, err := npmLicences(filepath.Join(t.root, "site"), inputs)
	if err != nil {
		return nil, err
	}
	return append(append(all, bundler), npm...), nil
}

func (t toolchain) stdLicence() (licence, error) {
	version, err := t.run(nil, "env", "GOVERSION")
	if err != nil {
		return licence{}, err
	}
	files, err := licencesIn(t.goroot)
	if err != nil {
		return licence{}, err
	}
	name := "Go " + strings.TrimPrefix(strings.TrimSpace(string(version)), "go")
	return licence{name: name, why: "program (standard library and runtime), wasm_exec.js",
		files: files}, nil
}

func (t toolchain) bundlerLicence() (licence, error) {
	out, err := t.run(nil, "list", "-m", "-json", bundlerModule)
	if err != nil {
		return licence{}, err
	}
	var m goModule
	if err := json.Unmarshal(out, &m); err != nil {
		return licence{}, err
	}
	files, err := licencesIn(m.Dir)
	return licence{name: m.Path + " " + m.Version, why: "scripts (the bundler's helpers)",
		files: files}, err
}

// npmLicences gives the terms of each npm package that a bundle took a file from.
func npmLicences(site string, inputs map[string]bool) ([]licence, error) {
	dirs := map[string]bool{}
	for input := range inputs {
		const mark = "node_modules/"
		at := strings.LastIndex(input, mark)
		if at < 0 {
			continue
		}
		parts := strings.SplitN(input[at+len(mark):], "/", 3)
		pkg := parts[0]
		if strings.HasPrefix(pkg, "@") && len(parts) > 1 {
			pkg += "/" + parts[1]
		}
		dirs[input[:at+len(mark)]+pkg] = true
	}
	var all []licence
	for dir := range dirs {
		full := filepath.Join(site, filepath.FromSlash(dir))
		data, err := os.ReadFile(filepath.Join(full, "package.json"))
		if err != nil {
			return nil, err
		}
		var p struct{ Name, Version string }
		if err := json.Unmarshal(data, &p); err != nil {
			return nil, fmt.Errorf("%s/package.json: %w", dir, err)
		}
		files, err := licencesIn(full)
		if err != nil {
			return nil, err
		}
		all = append(all, licence{name: p.Name + " " + p.Version, why: "scripts", files: files})
	}
	slices.SortFunc(all, func(a, b licence) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// licencesText is the page that carries all the terms, as plain text.
func licencesText(all []licence) []byte {
	var b bytes.Buffer
	b.WriteString("What this site ships, and the terms of each part.\n\n")
	for _, l := range all {
		fmt.Fprintf(&b, "  %s: %s\n", l.name, l.why)
	}
	rule := strings.Repeat("=", 78)
	for _, l := range all {
		for _, f := range l.files {
			fmt.Fprintf(&b, "\n%s\n%s: %s\n%s\n\n%s\n", rule, l.name, f.name, rule, f.text)
		}
	}
	return b.Bytes()
}
