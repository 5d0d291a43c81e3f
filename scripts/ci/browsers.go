package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// browser is one that the browser tests need.
type browser struct {
	name  string   // as messages say it
	env   string   // the variable that names another one
	names []string // how it is called on the PATH, or where it is; * stands for a folder
	hint  string   // what else helps a person who has none
}

var (
	chromium = browser{"Chromium", "CHROME", []string{"chromium", "chromium-browser",
		"google-chrome", "google-chrome-stable", "chrome",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium"}, ""}
	firefox = browser{"Firefox", "FIREFOX", []string{"firefox-esr", "firefox",
		"/Applications/Firefox.app/Contents/MacOS/firefox"}, ""}
	// MiniBrowser comes with the libraries and is on no PATH. site/tests/webkit/launch.js looks
	// into the first three places too.
	webkit = browser{"WebKitGTK MiniBrowser", "WEBKIT", []string{
		"/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkitgtk-6.0/MiniBrowser",
		"/usr/lib/*/webkit2gtk-4.0/MiniBrowser", "/usr/lib/webkit*gtk-*/MiniBrowser",
		"/usr/libexec/webkit*gtk-*/MiniBrowser"},
		"; only Linux has it, and elsewhere -only runs the checks that do without"}
	browsers = []browser{chromium, firefox, webkit}
)

// path finds the browser: what its variable says, else by the names that it has on the PATH.
func (b browser) path() (string, error) {
	given := os.Getenv(b.env)
	if given == "" {
		for _, name := range b.names {
			places := []string{name}
			if strings.Contains(name, "*") {
				places, _ = filepath.Glob(name) // the pattern is ours, and right
			}
			for _, place := range places {
				if path, err := exec.LookPath(place); err == nil {
					return path, nil
				}
			}
		}
		return "", fmt.Errorf("no %s on the PATH, and %s is not set", b.name, b.env)
	}
	path, err := exec.LookPath(given)
	if err != nil {
		why := fmt.Sprintf("does not run (%v)", err)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, exec.ErrNotFound) {
			why = "does not exist"
		}
		return "", fmt.Errorf("%s is %q, which %s: set it to the path of a %s, or unset it",
			b.env, given, why, b.name)
	}
	// The tests run in site/, and a relative path counts from here.
	return filepath.Abs(path)
}

// need is the browser among what the checks use.
func (b browser) need(packages ...string) need {
	return need{
		what:     "a " + b.name,
		found:    func(*session) bool { _, err := b.path(); return err == nil },
		packages: packages,
		by: fmt.Sprintf("install %s, or set %s to the path of one%s", b.name, b.env,
			b.hint),
	}
}

// checkGiven says which variable names a browser that is none: nothing is installed in its place.
func checkGiven() error {
	var faults []error
	for _, b := range browsers {
		if os.Getenv(b.env) == "" {
			continue
		}
		if _, err := b.path(); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}
