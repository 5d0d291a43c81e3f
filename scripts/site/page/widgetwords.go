package page

import (
	"io/fs"
	"strings"

	"kaenlog/engine/demo"
)

// widgetWords are the words of a widget, in one language: content/LANGUAGE/NAME.json.
type widgetWords struct {
	file   string
	all    map[string]*entry
	script []string // the keys of those that the page's script shows
}

// widgetKeys says which words a widget has: each key with the names of what fills it, spaces
// between. Those of HTML stand in the page, those of the script are shown by it.
type widgetKeys struct{ html, script map[string]string }

// plain adds words of the HTML that nothing fills.
func (k widgetKeys) plain(keys string) {
	for _, key := range strings.Fields(keys) {
		k.html[key] = ""
	}
}

// readWidgetWords reads the words of a widget and holds them against its keys.
//
// Errors: *Fault for a word that is missing, for one that nothing shows, and for a placeholder
// that nothing fills.
func readWidgetWords(site fs.FS, l lang, widget string, keys widgetKeys) (widgetWords, error) {
	name := "content/" + l.code + "/" + widget + ".json"
	all, err := readStrings(site, name)
	w := widgetWords{file: "site/" + name, all: all}
	if err != nil {
		return w, err
	}
	known := map[string]bool{}
	var faults []error
	for _, group := range []map[string]string{keys.html, keys.script} {
		for key, filled := range group {
			known[key] = true
			faults = append(faults, w.check(key, filled)...)
		}
	}
	for key := range keys.script {
		w.script = append(w.script, key)
	}
	for key, e := range all {
		if !known[key] {
			faults = append(faults, faultf(e.file, e.line, "nothing shows %q", key))
		}
	}
	if len(faults) > 0 {
		faults = sorted(faults)
		return w, faults[0]
	}
	return w, nil
}

// check holds one word against what fills it.
func (w widgetWords) check(key, filled string) []error {
	e := w.all[key]
	if e == nil {
		return []error{faultf(w.file, 1, "%q is missing", key)}
	}
	var values []demo.Value
	for _, name := range strings.Fields(filled) {
		values = append(values, demo.Value{Name: name, V: int64(1)})
	}
	if _, missing := fill(e.text, values); missing != "" {
		return []error{faultf(e.file, e.line, "%s is no value of %q; there are %s", missing, key,
			names(values))}
	}
	return nil
}

// T gives a text for the template, filled from pairs of a name and an int, an int64 or a string.
func (w widgetWords) T(key string, pairs ...any) string {
	var values []demo.Value
	for i := 0; i+1 < len(pairs); i += 2 {
		value := pairs[i+1]
		if n, ok := value.(int); ok {
			value = int64(n)
		}
		values = append(values, demo.Value{Name: pairs[i].(string), V: value})
	}
	text, _ := fill(w.all[key].text, values) // reading has made sure of both
	return text
}

// Script gives the words that the page's script shows, placeholders unfilled.
func (w widgetWords) Script() map[string]string {
	words := map[string]string{}
	for _, key := range w.script {
		words[key] = w.all[key].text
	}
	return words
}
