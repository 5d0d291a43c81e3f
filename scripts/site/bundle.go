package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundler turns the site's scripts and styles into files of dist/.
type bundler struct {
	site     string // absolute path of site/
	wasmExec string
	inputs   map[string]bool // every source file that went into a bundle, below site/
}

// options are common to every bundle. The target is what phones of some years ago run. Paths
// are relative to site/ in all that esbuild writes, so that two folders give the same bytes.
func (b *bundler) options(entry string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     b.site,
		EntryPoints:       []string{entry},
		Bundle:            true,
		Write:             false,
		Metafile:          true,
		Target:            api.ES2021,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // they all stand in licenses.txt
		Outdir:            b.site,                // nothing is written; esbuild wants a name
		LogLevel:          api.LogLevelSilent,    // the errors are returned
		MangleProps:       ownOfWasmExec,
		Plugins:           []api.Plugin{b.wasmExecPlugin(), b.hostPlugin()},
		TsconfigRaw:       "{}", // the one on disk is for checking types
	}
}

// classic bundles entry as a classic script: it runs where modules do not, from file:// too.
func (b *bundler) classic(entry string) ([]byte, error) { return b.classicOf(entry, "") }

// classicOf bundles entry as a classic script for pages in one language, named by its code; what
// is in the others is left out.
func (b *bundler) classicOf(entry, lang string) ([]byte, error) {
	if lang == "" {
		return b.classicWith(entry, nil)
	}
	return b.classicWith(entry, map[string]any{"__PAGE_LANG__": lang})
}

// classicWith bundles entry as a classic script; each define is a name in the source and the value
// that stands in its place.
func (b *bundler) classicWith(entry string, define map[string]any) ([]byte, error) {
	o := b.options(entry)
	o.Format = api.FormatIIFE
	o.Platform = api.PlatformBrowser
	return b.buildWith(o, define)
}

// module bundles entry as an ES module for browsers and Node; each define is a name in the
// source and the value that stands in its place.
func (b *bundler) module(entry string, define map[string]any) ([]byte, error) {
	o := b.options(entry)
	o.Format = api.FormatESModule
	o.Platform = api.PlatformNeutral
	o.External = []string{"node:*"}
	return b.buildWith(o, define)
}

// style bundles a style sheet.
func (b *bundler) style(entry string) ([]byte, error) {
	o := b.options(entry)
	o.Loader = map[string]api.Loader{".svg": api.LoaderDataURL, ".woff2": api.LoaderDataURL}
	return b.build(o)
}

func (b *bundler) buildWith(o api.BuildOptions, define map[string]any) ([]byte, error) {
	o.Define = map[string]string{}
	for name, value := range define {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		o.Define[name] = string(text)
	}
	return b.build(o)
}

func (b *bundler) build(o api.BuildOptions) ([]byte, error) {
	result := api.Build(o)
	return b.bundled(o.EntryPoints[0], &result)
}

// bundled gives the one file that came out of a build, and remembers what went into it.
func (b *bundler) bundled(entry string, result *api.BuildResult) ([]byte, error) {
	if len(result.Errors)+len(result.Warnings) > 0 {
		all := slices.Concat(result.Errors, result.Warnings)
		return nil, fmt.Errorf("bundle site/%s:\n%s", entry, strings.Join(messages(all), "\n"))
	}
	if len(result.OutputFiles) != 1 {
		return nil, fmt.Errorf("bundle site/%s: %d files came out, want 1: "+
			"a script may not import styles", entry, len(result.OutputFiles))
	}
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, fmt.Errorf("bundle site/%s: metafile: %w", entry, err)
	}
	for name := range meta.Inputs {
		b.inputs[filepath.ToSlash(name)] = true
	}
	return result.OutputFiles[0].Contents, nil
}

// messages gives what esbuild found, a line each: place and text.
func messages(all []api.Message) []string {
	var lines []string
	for _, m := range all {
		place := ""
		if m.Location != nil {
			place = fmt.Sprintf("%s:%d:%d: ", m.Location.File, m.Location.Line,
				m.Location.Column+1)
		}
		lines = append(lines, "  "+place+m.Text)
	}
	return lines
}

// wasmExecPlugin answers `import {makeGo} from "virtual:wasm-exec"`. The toolchain's script
// puts its class on globalThis and reads its file system and console from there; as the body of
// a function whose parameter has that name, it gets an object of the caller's instead, and the
// page's own global object stays as it was. What the script reads by its bare name (the file
// system that it writes to, console, timers) is taken from that object too; makeGo's caller must
// put these four there. The script itself is unchanged but for what withoutStandIns leaves out.
func (b *bundler) wasmExecPlugin() api.Plugin {
	const name = "virtual:wasm-exec"
	return api.Plugin{Name: "wasm-exec", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"},
			func(api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: name, Namespace: "go"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "go"},
			func(api.OnLoadArgs) (api.OnLoadResult, error) {
				text := "export function makeGo(globalThis) {\n" +
					"const { fs, console, setTimeout, clearTimeout } = globalThis;\n" +
					withoutStandIns(b.wasmExec) + "\nreturn globalThis.Go;\n}\n"
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
			})
	}}
}

// hostPlugin answers `import {hostOf} from "virtual:host"`: the engine's host with wasm_exec.js as
// the body of one function, which gives what embed/host-inline.js exports. It is bundled by itself,
// so nothing in it refers to anything outside: the text of the function is a worker's script, and a
// call to it makes the same host in the page.
func (b *bundler) hostPlugin() api.Plugin {
	const name, entry = "virtual:host", "embed/host-inline.js"
	return api.Plugin{Name: "host", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"},
			func(api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: name, Namespace: "host"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "host"},
			func(api.OnLoadArgs) (api.OnLoadResult, error) {
				o := b.options(entry)
				o.Format, o.Platform = api.FormatESModule, api.PlatformNeutral
				o.Plugins = []api.Plugin{b.wasmExecPlugin()}
				script, err := b.build(o)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				text, err := asFunction("hostOf", string(script))
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
			})
	}}
}

// asFunction makes a module that exports one function of a module without imports: it gives what
// that one exports.
func asFunction(name, module string) (string, error) {
	body, list, ok := strings.Cut(strings.TrimSpace(module), "export{")
	list, isLast := strings.CutSuffix(list, "};")
	if !ok || !isLast || strings.ContainsAny(list, "{}") {
		return "", fmt.Errorf("a module that does not end with its one export is no function:\n%s",
			module)
	}
	var members []string
	for member := range strings.SplitSeq(list, ",") {
		local, exported, renamed := strings.Cut(member, " as ")
		if !renamed {
			exported = local
		}
		members = append(members, exported+":"+local)
	}
	return "export function " + name + "() {\n" + body + "return {" +
		strings.Join(members, ",") + "};\n}\n", nil
}

// ownOfWasmExec are properties that wasm_exec.js keeps for itself; their names are shortened. Of
// those that begin with a _ the Go program asks by name for _pendingEvent and _makeFuncWrapper.
const ownOfWasmExec = "^_(inst|values|goRefCounts|ids|idPool|exitPromise|resolveExitPromise|" +
	"scheduledTimeouts|nextCallbackTimeoutID|resume)$"

// withoutStandIns leaves out of wasm_exec.js what it puts on a global object that lacks something:
// the one that it gets here lacks nothing (embed/own-global.js). A script of another shape stays
// as it is.
func withoutStandIns(wasmExec string) string {
	before, rest, ok := strings.Cut(wasmExec, "const enosys = ")
	_, after, isThere := strings.Cut(rest, "const encoder = ")
	if !ok || !isThere || strings.Contains(after, "enosys") {
		return wasmExec
	}
	return before + "const encoder = " + after
}
