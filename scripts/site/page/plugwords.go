package page

import (
	"io/fs"
	"strings"

	"kaenlog/engine/demo"
	"kaenlog/engine/power"
)

// plugWords are the words of the widget that pulls the plug, in one language.
type plugWords struct {
	file string
	all  map[string]*entry
}

// plugPlain are the words that stand in the HTML and have no placeholder.
const plugPlain = `title lead noScript acks sync cut here pull all stop reset
	table column.believes column.whole column.gone legend legend.with legend.without
	meaning meaning.kafka
	details details.with details.without details.cut details.whole details.gone details.torn
	details.bad`

// plugFilled are the words that stand in the HTML and what fills them.
var plugFilled = map[string]string{
	"details.about": "bytes", "details.believes": "acks",
}

// plugScript are the words that the page's script shows, and what it fills them with.
func plugScript() map[string]string {
	keys := map[string]string{
		"ready": "", "bad": "lost states", "tried": "tries all",
		"result": "after disk belief", "result.bad": "after disk belief bad",
		"done":       "all states with without",
		"disk.whole": "", "disk.gone": "", "disk.luck": "states whole gone torn",
		"cell.none": "", "cell.gone": "gone", "cell.torn": "torn",
		"cell.tries": "with without", "cell.bad": "",
	}
	for _, b := range power.Beliefs() {
		keys["belief."+string(b)] = ""
	}
	for _, station := range power.Stations() {
		for _, way := range stationWays(station) {
			keys["station."+way], keys["after."+way] = "", ""
		}
	}
	return keys
}

// stationWays are the keys of a station under "station." and "after.": what happens at some of
// them depends on a switch.
func stationWays(s power.Station) []string {
	switch s {
	case power.Sync:
		return []string{"sync", "sync.left-out"}
	case power.Answer:
		return []string{"answer.1", "answer.0", "answer.-1"}
	}
	return []string{string(s)}
}

// plugKeys gives every key with what fills it.
func plugKeys() map[string]string {
	keys := plugScript()
	for _, key := range strings.Fields(plugPlain) {
		keys[key] = ""
	}
	for key, filled := range plugFilled {
		keys[key] = filled
	}
	for _, b := range power.Beliefs() {
		for _, key := range []string{"row.%", "row.%.why", "brief.%"} {
			keys[strings.ReplaceAll(key, "%", string(b))] = ""
		}
	}
	return keys
}

// readPlugWords reads the words and holds them against the keys.
//
// Errors: *Fault for a word that is missing, for one that nothing shows, and for a placeholder
// that nothing fills.
func readPlugWords(site fs.FS, l lang) (plugWords, error) {
	name := "content/" + l.code + "/plug.json"
	all, err := readStrings(site, name)
	w := plugWords{file: "site/" + name, all: all}
	if err != nil {
		return w, err
	}
	keys := plugKeys()
	var faults []error
	for key, filled := range keys {
		e := all[key]
		if e == nil {
			faults = append(faults, faultf(w.file, 1, "%q is missing", key))
			continue
		}
		var values []demo.Value
		for _, name := range strings.Fields(filled) {
			values = append(values, demo.Value{Name: name, V: int64(1)})
		}
		if _, missing := fill(e.text, values); missing != "" {
			faults = append(faults, faultf(e.file, e.line, "%s is no value of %q; there are %s",
				missing, key, names(values)))
		}
	}
	for key, e := range all {
		if _, known := keys[key]; !known {
			faults = append(faults, faultf(e.file, e.line, "nothing shows %q", key))
		}
	}
	if len(faults) > 0 {
		faults = sorted(faults)
		return w, faults[0]
	}
	return w, nil
}

// say gives a text, filled from pairs of a name and an int.
func (w plugWords) say(key string, pairs ...any) string {
	var values []demo.Value
	for i := 0; i+1 < len(pairs); i += 2 {
		values = append(values, demo.Value{Name: pairs[i].(string), V: int64(pairs[i+1].(int))})
	}
	text, _ := fill(w.all[key].text, values) // reading has made sure of both
	return text
}

// script gives the words that the page's script shows.
func (w plugWords) script() map[string]string {
	words := map[string]string{}
	for key := range plugScript() {
		words[key] = w.all[key].text
	}
	return words
}
