package httpapi

import (
	"net/http"
	"strconv"
	"strings"
)

// Negotiate gives the kind, of those offered, that the headers Accept ask for first; of those that
// are asked for alike, the one offered first. False when none of them is acceptable. Of the ranges
// that fit a kind the narrowest counts; parameters other than q are not looked at, and ranges that
// can't be read are as if they were not there. Nothing that can be read asks for anything.
//
// No library: the entry of the edge does the same in JavaScript, and both read the same cases of
// testdata.
func Negotiate(accept, offered []string) (string, bool) {
	ranges := rangesOf(strings.Join(accept, ","))
	if len(ranges) == 0 {
		return offered[0], true
	}
	best, most := "", 0
	for _, kind := range offered {
		essence, _, _ := strings.Cut(kind, ";")
		if q := quality(ranges, essence); q > most {
			best, most = kind, q
		}
	}
	return best, most > 0
}

// mediaRange is one range of an Accept and its quality in thousandths.
type mediaRange struct {
	text string
	q    int
}

func rangesOf(accept string) []mediaRange {
	var all []mediaRange
	for part := range strings.SplitSeq(accept, ",") {
		text, parameters, _ := strings.Cut(part, ";")
		text = strings.ToLower(strings.Trim(text, " \t"))
		kind, sub, ok := strings.Cut(text, "/")
		if !ok || kind == "" || sub == "" || kind == "*" && sub != "*" {
			continue
		}
		q, ok := weight(parameters)
		if ok {
			all = append(all, mediaRange{text, q})
		}
	}
	return all
}

// weight finds q among a range's parameters: 1 where there is none.
func weight(parameters string) (int, bool) {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, ok := strings.Cut(parameter, "=")
		if !ok || !strings.EqualFold(strings.Trim(name, " \t"), "q") {
			continue
		}
		return thousandths(strings.Trim(value, " \t"))
	}
	return 1000, true
}

// thousandths reads a quality: "0" or "1", and up to three digits behind a point.
func thousandths(text string) (int, bool) {
	whole, behind, _ := strings.Cut(text, ".")
	if whole != "0" && whole != "1" || len(behind) > 3 {
		return 0, false
	}
	for _, c := range behind {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(whole + behind + "000"[len(behind):])
	return n, err == nil && n <= 1000
}

// quality is that of the narrowest range that a kind fits, 0 for none. Of one range given twice
// the first counts.
func quality(ranges []mediaRange, essence string) int {
	kind, _, _ := strings.Cut(essence, "/")
	for _, wanted := range []string{essence, kind + "/*", "*/*"} {
		for _, r := range ranges {
			if r.text == wanted {
				return r.q
			}
		}
	}
	return 0
}

func notAcceptable(offered []string) answer {
	a := problem(Problem{Status: http.StatusNotAcceptable, Reason: ReasonNotAcceptable,
		Field: "Accept", Detail: "this can be had as " + strings.Join(offered, " or ")})
	a.header.Set("Vary", "Accept")
	return a
}
