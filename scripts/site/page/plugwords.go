package page

import (
	"strings"

	"kaenlog/engine/power"
)

// plugPlain are the words that stand in the HTML and have no placeholder.
const plugPlain = `title lead noScript acks sync cut here pull all stop reset
	table column.believes column.whole column.gone legend legend.with legend.without
	meaning meaning.kafka
	details details.with details.without details.cut details.whole details.gone details.torn
	details.bad`

// plugKeys gives every word of the widget that pulls the plug.
func plugKeys() widgetKeys {
	keys := widgetKeys{
		html: map[string]string{"details.about": "bytes", "details.believes": "acks"},
		script: map[string]string{
			"ready": "", "bad": "lost states", "tried": "tries all",
			"result": "after disk belief", "result.bad": "after disk belief bad",
			"done":       "all states with without",
			"disk.whole": "", "disk.gone": "", "disk.luck": "states whole gone torn",
			"cell.none": "", "cell.gone": "gone", "cell.torn": "torn",
			"cell.tries": "with without", "cell.bad": "",
		},
	}
	keys.plain(plugPlain)
	for _, b := range power.Beliefs() {
		keys.script["belief."+string(b)] = ""
		for _, key := range []string{"row.%", "row.%.why", "brief.%"} {
			keys.html[strings.ReplaceAll(key, "%", string(b))] = ""
		}
	}
	for _, station := range power.Stations() {
		for _, way := range stationWays(station) {
			keys.script["station."+way], keys.script["after."+way] = "", ""
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
