package page

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// tokens reads the colours of site/css/tokens.css: those of the light scheme, and the light
// ones overlaid with the dark.
func tokens(t *testing.T) (light, dark map[string]string) {
	t.Helper()
	css, err := os.ReadFile(filepath.Join(siteDir, "css", "tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(css), "@media (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("tokens.css has no dark scheme")
	}
	colour := regexp.MustCompile(`--([a-z]+): (#[0-9A-F]{6});`)
	light, dark = map[string]string{}, map[string]string{}
	for _, m := range colour.FindAllStringSubmatch(before, -1) {
		light[m[1]], dark[m[1]] = m[2], m[2]
	}
	overlaid := 0
	for _, m := range colour.FindAllStringSubmatch(after, -1) {
		dark[m[1]] = m[2]
		overlaid++
	}
	if overlaid != len(light) {
		t.Errorf("%d colours in the light scheme, %d in the dark", len(light), overlaid)
	}
	return light, dark
}

// contrast computes the ratio of two colours.
//
// Source: WCAG 2.2, relative luminance and contrast ratio.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(hex string) float64 {
		n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
		if err != nil {
			t.Fatalf("%q is no colour", hex)
		}
		part := func(shift uint) float64 {
			c := float64(n>>shift&0xff) / 255
			if c <= 0.04045 {
				return c / 12.92
			}
			return math.Pow((c+0.055)/1.055, 2.4)
		}
		return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
	}
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func TestEveryPairOfColoursThatMeetsCanBeRead(t *testing.T) {
	light, dark := tokens(t)
	const text, mark = 4.5, 3.0 // WCAG 1.4.3 and 1.4.11
	pairs := []struct {
		front, back string
		least       float64
	}{
		{"ink", "paper", 7}, {"ink", "sheet", 7},
		{"soft", "paper", text}, {"soft", "sheet", text},
		{"indigo", "paper", text}, {"indigo", "sheet", text},
		{"paper", "indigo", text}, // the words on Run
		{"same", "paper", text}, {"same", "sheet", text},
		{"differs", "paper", text}, {"differs", "sheet", text},
		{"cut", "paper", text}, {"cut", "sheet", text},
		{"literal", "sheet", text}, // strings and numbers in code
		{"ink", "framing", text}, {"ink", "broker", text}, {"ink", "producer", text},
		{"ink", "crc", text}, {"ink", "time", text}, {"ink", "counts", text},
		{"line", "paper", mark}, {"line", "sheet", mark}, // rules, strips, edges of fields
	}
	for name, scheme := range map[string]map[string]string{"light": light, "dark": dark} {
		for _, p := range pairs {
			f, b := scheme[p.front], scheme[p.back]
			if f == "" || b == "" {
				t.Fatalf("%s: no token %s or %s", name, p.front, p.back)
			}
			if got := contrast(t, f, b); got < p.least {
				t.Errorf("%s: %s on %s has %.2f:1, needs %.1f:1", name, p.front, p.back, got, p.least)
			}
		}
	}
	if got := fmt.Sprintf("%.1f", contrast(t, "#000000", "#FFFFFF")); got != "21.0" {
		t.Errorf("black on white has %s:1, so the sum is wrong", got)
	}
}

func TestStylesUseTokensOnly(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(siteDir, "css", "*.css"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	colour := regexp.MustCompile(`#[0-9A-Fa-f]{3,8}\b|\brgba?\(|\bhsl|url\(`)
	for _, f := range files {
		if filepath.Base(f) == "tokens.css" {
			continue
		}
		css, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range colour.FindAllIndex(css, -1) {
			t.Errorf("%s:%d: %s: name a colour in tokens.css, whose contrast is computed",
				f, lineAt(css, m[0]), css[m[0]:m[1]])
		}
		for _, banned := range []string{"box-shadow", "break-all"} {
			if strings.Contains(string(css), banned) {
				t.Errorf("%s: has %s", f, banned)
			}
		}
		for _, m := range wide.FindAllIndex(css, -1) {
			t.Errorf("%s:%d: %s: a browser works that out anew for all of the page, whenever "+
				"anything on it changes; ask for a class (view.go, Classes)",
				f, lineAt(css, m[0]), css[m[0]:m[1]])
		}
		for _, m := range gradient.FindAllIndex(css, -1) {
			if why := badGradient(string(css[m[0]:m[1]])); why != "" {
				t.Errorf("%s:%d: %s: %s", f, lineAt(css, m[0]), css[m[0]:m[1]], why)
			}
		}
	}
}

var (
	wide = regexp.MustCompile(`(?:^|[\s,(>+~])(?:html|body|main|\.part|\.words)\b` +
		`[^\s,{>+~]*:has\(`)
	gradient = regexp.MustCompile(`[a-z-]*gradient\((?:[^()]|\([^()]*\))*\)?`)
	hardStop = regexp.MustCompile(`^(?:var\(--[a-z]+\)|[A-Za-z]+)(?: [0-9]+(?:px|%)?){2}$`)
	isAngle  = regexp.MustCompile(`^[0-9]+deg$`)
)

// badGradient says what is wrong with a gradient: colours never blend, and a hatch is for what
// is cut or lost alone. "" for one that only draws.
func badGradient(css string) string {
	name, stops, _ := strings.Cut(strings.TrimSuffix(css, ")"), "(")
	for _, stop := range strings.Split(stops, ",") {
		stop = strings.TrimSpace(stop)
		if !hardStop.MatchString(stop) && !isAngle.MatchString(stop) {
			return "colours blend; give each stop both its ends"
		}
	}
	if strings.HasPrefix(name, "repeating-") &&
		!strings.Contains(stops, "var(--cut)") && !strings.Contains(stops, "CanvasText") {
		return "a hatch is for what is cut or lost; use var(--cut)"
	}
	return ""
}

func TestGradientsThatBlendAreTold(t *testing.T) {
	for css, good := range map[string]bool{
		"linear-gradient(var(--sheet) 0 0)":                                           true,
		"repeating-linear-gradient(45deg, var(--cut) 0 2px, transparent 2px 6px)":     true,
		"repeating-linear-gradient(45deg, CanvasText 0 2px, Canvas 2px 6px)":          true,
		"repeating-linear-gradient(45deg, var(--differs) 0 2px, transparent 2px 6px)": false,
		"linear-gradient(90deg, var(--sheet), var(--paper))":                          false,
		"linear-gradient(var(--sheet) 0, var(--paper) 9px)":                           false,
	} {
		if m := gradient.FindString("x: " + css + " 0 0;"); m != css || (badGradient(m) == "") != good {
			t.Errorf("%s: found %q, %s", css, m, badGradient(m))
		}
	}
}

func TestTheBrowserBarHasThePapersColour(t *testing.T) {
	light, dark := tokens(t)
	page := string(renderSite(t)["index.html"])
	for scheme, colour := range map[string]string{"light": light["paper"], "dark": dark["paper"]} {
		want := `media="(prefers-color-scheme: ` + scheme + `)" content="` + colour + `"`
		if !strings.Contains(page, want) {
			t.Errorf("no theme-color with %s", want)
		}
	}
}
