package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"kaenlog/scripts/site/page"
)

// The service worker keeps its name, as browsers look for the next one under it. killSwitch is
// served in its place by who wants to be rid of it.
const (
	serviceWorker = "sw.js"
	killSwitch    = "sw-off.js"
)

// course is what the service worker saves: the first line of sw.js, as JSON. Its types are in
// site/sw/scope.d.ts.
type course struct {
	Build string  `json:"build"`
	Bytes int64   `json:"bytes"`
	Files [][]any `json:"files"` // path, size, SHA-256
}

// isSaved tells whether a file of dist belongs to the course that a reader can save: all that
// pages lead to. The rest is for hosts and for the service worker itself, or is fetched to be
// kept elsewhere.
func isSaved(name string) bool {
	switch name {
	case serviceWorker, killSwitch, manifestName:
		return false
	}
	for _, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") {
			return false // hosts take such files for their own settings
		}
	}
	isApart := strings.HasPrefix(name, downloadsDir) || strings.HasPrefix(name, embedDir)
	return !isApart && name != "CNAME" && name != page.EmbedName
}

// courseBytes is how large the course is, in raw bytes.
func (o output) courseBytes() int64 {
	var sum int64
	for _, name := range o.names() {
		if isSaved(name) {
			sum += int64(len(o[name]))
		}
	}
	return sum
}

// sayCourseSize writes into the pages how large the course is that they are a part of.
func (o output) sayCourseSize() error {
	blank := []byte(page.NoCourseSize)
	size := o.courseBytes()
	for _, name := range o.names() { // the size of the text that says it counts too
		size += int64(bytes.Count(o[name], blank) * (len(megabytes(size)) - len("0.0")))
	}
	said := []byte(page.SayCourseSize(megabytes(size)))
	for _, name := range o.names() {
		if path.Ext(name) == ".html" {
			o[name] = bytes.Replace(o[name], blank, said, 1)
		}
	}
	if now := megabytes(o.courseBytes()); !bytes.Equal(said, []byte(page.SayCourseSize(now))) {
		return fmt.Errorf("the pages say %s of a course of %s MB: a page holds the text %s twice",
			said, now, blank)
	}
	return nil
}

// megabytes writes a number of bytes as millions, with one digit behind the point.
func megabytes(n int64) string { return fmt.Sprintf("%.1f", float64(n)/1e6) }

// addServiceWorker puts in the service worker of all files that are there so far: its code behind
// a line that lists them. Whatever changes in the course or in the code changes its bytes, by
// which browsers know a new build.
func (o output) addServiceWorker(code []byte) error {
	list := course{Bytes: o.courseBytes()}
	for _, name := range o.names() {
		if isSaved(name) {
			sum := sha256.Sum256(o[name])
			list.Files = append(list.Files,
				[]any{name, len(o[name]), hex.EncodeToString(sum[:])})
		}
	}
	files, err := json.Marshal(list)
	if err != nil {
		return err
	}
	list.Build = hashOf(append(files, code...))
	line, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return o.add(serviceWorker, []byte("const __COURSE__ = "+string(line)+";\n"+string(code)))
}

// offline makes the site one that can be saved and installed. It comes last, as it lists all
// other files.
func (b *builder) offline() error {
	if err := b.out.addIcons(); err != nil {
		return err
	}
	if err := b.out.sayCourseSize(); err != nil {
		return err
	}
	for _, name := range b.out.names() { // as they are now
		if path.Ext(name) == ".html" && isSaved(name) || name == favicon {
			if err := b.weigh(name, b.out[name]); err != nil {
				return err
			}
		}
	}
	bundles := &bundler{site: b.site, inputs: b.inputs}
	code, err := bundles.classic("sw/worker.js")
	if err != nil {
		return err
	}
	if err := b.out.addServiceWorker(code); err != nil {
		return err
	}
	off, err := bundles.classic("sw/off.js")
	if err != nil {
		return err
	}
	if err := b.out.add(killSwitch, off); err != nil {
		return err
	}
	return b.weigh(serviceWorker, b.out[serviceWorker])
}
