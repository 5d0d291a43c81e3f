package measure

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Machine tells in general terms what the measurements ran on: no names, no paths. Load is how
// many processes wanted to run before: more than there are cores makes figures worse, since a
// ratio of times holds what each was kept waiting, too.
type Machine struct{ Cores, CPU, OS, Kernel, FileSystem, Load, Go string }

// Here describes this machine, and the file system of a directory on it. What the operating
// system does not tell is "unknown".
func Here(dir string) Machine {
	m := Machine{
		Cores: strconv.Itoa(runtime.NumCPU()), CPU: "unknown", OS: runtime.GOOS,
		Kernel: "unknown", FileSystem: fileSystem(dir), Load: "unknown",
		Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH,
	}
	if cpu := field("/proc/cpuinfo", "model name", ":"); cpu != "" {
		m.CPU = cpu
	}
	if name := field("/etc/os-release", "PRETTY_NAME", "="); name != "" {
		m.OS = name
	}
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		// What follows the dash is the name somebody gave his build.
		version, _, _ := strings.Cut(strings.TrimSpace(string(release)), "-")
		m.Kernel = version
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load, _, _ = strings.Cut(string(load), " ")
	}
	return m
}

// field gives the value of the first line "key … separator … value" of a file; "" for none.
func field(file, key, separator string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		k, v, found := strings.Cut(lines.Text(), separator)
		if found && strings.TrimSpace(k) == key {
			return strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return ""
}

// fileSystem gives the type of the file system that a directory is on.
func fileSystem(dir string) string {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	f, openErr := os.Open("/proc/self/mounts")
	if err != nil || openErr != nil {
		return "unknown"
	}
	defer f.Close()
	kind, longest := "unknown", -1
	for lines := bufio.NewScanner(f); lines.Scan(); {
		words := strings.Fields(lines.Text()) // device, where, type …
		if len(words) < 3 || len(words[1]) < longest {
			continue
		}
		rel, err := filepath.Rel(words[1], abs)
		if err == nil && filepath.IsLocal(rel) {
			kind, longest = words[2], len(words[1])
		}
	}
	return kind
}
