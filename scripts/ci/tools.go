package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// The oldest Node that the development tools run on.
const (
	nodeMajor = 20
	nodeMinor = 16
)

// need is something outside the repository that the checks use.
type need struct {
	what     string
	found    func(*session) bool
	packages []string // Debian's
	by       string   // what a person does who has no apt-get
	optional bool
}

var needs = []need{
	chromium.need("chromium"),
	firefox.need("firefox-esr"),
	webkit.need("webkit2gtk-driver"),
	{
		what:     "Xvfb (WebKitGTK needs a display, and nobody looks)",
		found:    func(*session) bool { _, err := exec.LookPath("Xvfb"); return err == nil },
		packages: []string{"xvfb"},
		by:       "install Xvfb",
	},
	{
		what:     "Hugo (a test builds an author's site with it)",
		found:    (*session).hasHugo,
		packages: []string{"hugo"},
		by:       "install Hugo, or name it in HUGO",
	},
	{
		what:     "a C compiler (the race detector links with it)",
		found:    (*session).hasCompiler,
		packages: []string{"gcc", "libc6-dev"},
		by:       "install gcc or clang",
	},
	{
		what:     "Thai fonts (screenshots without them show boxes)",
		found:    (*session).hasThaiFont,
		packages: []string{"fonts-thai-tlwg"},
		by:       "install the TLWG fonts",
		optional: true,
	},
}

// installTools finds what the checks need and installs Debian's packages where something is
// missing and this user may.
//
// Errors: Node is missing or too old; CHROME, FIREFOX or WEBKIT names no program (then nothing is
// installed in its place); something is missing that cannot be installed from here.
// Each says what to do.
func (s *session) installTools() error {
	if err := s.checkNode(); err != nil {
		return err
	}
	if err := checkGiven(); err != nil {
		return err
	}
	missing := missingNeeds(s, needs)
	if len(missing) > 0 {
		if err := s.aptInstall(missing); err != nil {
			return err
		}
		missing = missingNeeds(s, missing)
	}
	var faults []error
	for _, n := range missing {
		text := fmt.Sprintf("%s is missing: %s (Debian: apt-get install %s)", n.what, n.by,
			strings.Join(n.packages, " "))
		if n.optional {
			fmt.Fprintln(s.out, "note:", text)
			continue
		}
		faults = append(faults, errors.New(text))
	}
	for _, b := range browsers {
		if path, err := b.path(); err == nil {
			fmt.Fprintf(s.out, "%s: %s\n", b.name, path)
		}
	}
	return errors.Join(faults...)
}

func missingNeeds(s *session, all []need) []need {
	return slices.DeleteFunc(slices.Clone(all), func(n need) bool { return n.found(s) })
}

// aptInstall installs the packages of all that is missing, where apt-get is there and this user
// is root or becomes root without a password. Where not, it does nothing.
func (s *session) aptInstall(missing []need) error {
	if _, err := exec.LookPath("apt-get"); err != nil {
		return nil
	}
	var prefix []string
	if os.Geteuid() != 0 {
		if _, err := s.ask(program("sudo", "-n", "true")); err != nil {
			return nil
		}
		prefix = []string{"sudo", "-n", "env"}
	} else {
		prefix = []string{"env"}
	}
	prefix = append(prefix, "DEBIAN_FRONTEND=noninteractive", "apt-get")
	var packages []string
	for _, n := range missing {
		packages = append(packages, n.packages...)
	}
	// A stale or absent package list is no reason to stop before the installation is tried.
	if err := s.show(program(append(prefix, "update", "-q")...)); err != nil {
		fmt.Fprintln(s.out, "note:", err)
	}
	return s.show(program(append(append(prefix, "install", "-y", "-q", "--no-install-recommends"),
		packages...)...))
}

// checkNode says whether Node and npm are there and new enough. Debian's own may be older than
// the tools need, so it is not installed from here.
func (s *session) checkNode() error {
	const fix = "install Node 20.16 or newer, npm with it"
	version, err := s.ask(program("node", "--version"))
	if err != nil {
		return fmt.Errorf("node does not run: %s (%w)", fix, err)
	}
	if !newEnough(version) {
		return fmt.Errorf("node is %s: %s", version, fix)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return fmt.Errorf("npm is missing: %s", fix)
	}
	fmt.Fprintln(s.out, "node:", version)
	return nil
}

func newEnough(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "v%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > nodeMajor || major == nodeMajor && minor >= nodeMinor
}

func (s *session) hasCompiler() bool {
	cc, err := s.ask(program("go", "env", "CC"))
	if err != nil || cc == "" {
		return false
	}
	_, err = exec.LookPath(strings.Fields(cc)[0])
	return err == nil
}

func (s *session) hasHugo() bool {
	_, err := exec.LookPath(cmp.Or(os.Getenv("HUGO"), "hugo"))
	return err == nil
}

func (s *session) hasThaiFont() bool {
	families, err := s.ask(program("fc-list", ":lang=th", "family"))
	return err == nil && strings.Contains(families, "Tlwg Typo")
}

// stampName tells which lock file node_modules was installed from, and by which Node.
const stampName = "node_modules/.kaenlog-installed"

// installNpm runs npm ci when node_modules is not what the lock file says.
func (s *session) installNpm() error {
	lock, err := os.ReadFile(filepath.Join(s.root, "site", "package-lock.json"))
	if err != nil {
		return err
	}
	version, err := s.ask(program("node", "--version"))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(append(lock, version...))
	want := hex.EncodeToString(sum[:]) + "\n"
	stamp := filepath.Join(s.root, "site", filepath.FromSlash(stampName))
	if have, err := os.ReadFile(stamp); err == nil && string(have) == want {
		fmt.Fprintln(s.out, "site/node_modules is what the lock file says")
		return nil
	}
	// Playwright would download browsers of its own; the checks use the one that is installed.
	err = s.show(command{dir: "site", env: []string{"PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1"},
		args: []string{"npm", "ci", "--no-audit", "--no-fund"}})
	if err != nil {
		return err
	}
	return os.WriteFile(stamp, []byte(want), 0o644)
}
