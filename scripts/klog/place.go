package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	hackos "github.com/hack-pad/hackpadfs/os"

	"kaenlog/engine/vfs"
)

// place finds the file system for a directory. One at or below the working directory keeps
// the name that was typed, so that errors speak of it as the person did; any other counts
// from the root of its volume.
func place(dir string) (vfs.FS, string, error) {
	abs, err := resolve(dir)
	if err != nil {
		return nil, "", err
	}
	root, err := rootFor(dir, abs)
	if err != nil {
		return nil, "", err
	}
	name, err := filepath.Rel(root, abs)
	if err != nil {
		return nil, "", err
	}
	fsys, err := volume(root)
	return fsys, filepath.ToSlash(name), err
}

// resolve gives the absolute path that dir names, with no "..": each leads out of the
// directory that stands before it, wherever the links on the way to it lead, as it does for
// the shell and for every other program. Other links are left as they are.
//
// Errors: what stands before a ".." is no directory, or a link that leads nowhere. Where
// nothing stands before it, a directory may be made there, and it leads out of that.
func resolve(dir string) (string, error) {
	elements := strings.Split(filepath.ToSlash(dir), "/")
	if runtime.GOOS == "windows" || !slices.Contains(elements, "..") {
		return filepath.Abs(dir) // Windows itself takes ".." away before it looks for links
	}
	at := string(filepath.Separator)
	if !filepath.IsAbs(dir) {
		var err error
		if at, err = os.Getwd(); err != nil {
			return "", err
		}
	}
	for _, element := range elements {
		if element != ".." {
			at = filepath.Join(at, element)
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if _, err := os.Lstat(at); err == nil {
				return "", &fs.PathError{Op: "follow", Path: at, Err: fs.ErrNotExist}
			}
			real = at
		case err != nil:
			if _, named := errors.AsType[*fs.PathError](err); !named {
				err = &fs.PathError{Op: "follow", Path: at, Err: err}
			}
			return "", err
		default:
			if info, err := os.Stat(real); err != nil {
				return "", err
			} else if !info.IsDir() {
				return "", &fs.PathError{Op: "open", Path: at, Err: syscall.ENOTDIR}
			}
		}
		at = filepath.Dir(real)
	}
	return at, nil
}

// rootFor gives the directory from which abs is named: the working one when what was typed
// leads below it by words alone, else the root of the volume.
func rootFor(typed, abs string) (string, error) {
	volume := filepath.VolumeName(abs) + string(filepath.Separator)
	if !filepath.IsLocal(typed) {
		return volume, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if abs == filepath.Join(here, typed) {
		return here, nil
	}
	if real, err := filepath.EvalSymlinks(here); err == nil && abs == filepath.Join(real, typed) {
		return real, nil
	}
	return volume, nil
}

// volume gives the operating system's files below root, which is an absolute path.
func volume(root string) (vfs.FS, error) {
	all := hackos.NewFS()
	if v := filepath.VolumeName(root); v != "" {
		sub, err := all.SubVolume(v)
		if err != nil {
			return nil, err
		}
		all = sub.(*hackos.FS)
	}
	below, err := all.FromOSPath(root)
	if err != nil {
		return nil, err
	}
	if below == "." {
		return vfs.FromHackpad(all, vfs.Options{Durable: true}), nil
	}
	sub, err := all.Sub(below)
	if err != nil {
		return nil, err
	}
	return vfs.FromHackpad(sub, vfs.Options{Durable: true}), nil
}
