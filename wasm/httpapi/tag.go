package httpapi

import "strings"

// Tag is the entity tag of an answer: the build, what was asked for, its media type without
// parameters, and the canonical query, as in
//
//	"8c1f0e-dedup-text/plain-pid=1000&seq=7..9&resend=true&now-ms=1700000000000"
//
// It has all that the bytes depend on, and can be made by whoever knows the build.
func Tag(build, name, kind, canonical string) string {
	essence, _, _ := strings.Cut(kind, ";")
	return `"` + build + "-" + name + "-" + essence + "-" + canonical + `"`
}

// matches says whether one of the tags of If-None-Match is tag. A weak one is as good: a gateway
// that compresses makes a tag weak. "*" is any.
func matches(ifNoneMatch []string, tag string) bool {
	rest := strings.Trim(strings.Join(ifNoneMatch, ","), " \t,")
	if rest == "*" {
		return true
	}
	for rest != "" {
		rest = strings.TrimPrefix(rest, "W/")
		if !strings.HasPrefix(rest, `"`) {
			return false
		}
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			return false
		}
		if rest[:end+2] == tag {
			return true
		}
		rest = strings.TrimLeft(rest[end+2:], " \t,")
	}
	return false
}
