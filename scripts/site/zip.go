package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"path"
	"time"

	"kaenlog/scripts/site/page"
)

const (
	zipName   = "kaen-log-offline.zip"
	zipFolder = "kaen-log/" // all of it is in there
	readFirst = "READ-ME-FIRST.txt"
)

// readFirstText says which file to open. Its lines end as every system's simplest editor wants.
const readFirstText = "Open index.html with a browser. It is in Thai; " +
	"en/index.html is in English.\r\n" +
	"Keep all files of this folder together. No network is needed.\r\n" +
	"Each part's licence is in licenses.txt.\r\n" +
	"\r\n" +
	"เปิด index.html ด้วย browser หน้านั้นเป็นภาษาไทย ส่วน en/index.html เป็นภาษาอังกฤษ\r\n" +
	"เก็บทุก file ใน folder นี้ไว้ด้วยกัน ไม่ต้องต่อเน็ต\r\n" +
	"licence ของทุกส่วนอยู่ใน licenses.txt\r\n"

// zipTime is when every file in the zip was made: the same sources give the same bytes.
var zipTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// zip makes the folder of pages that a reader unpacks and opens.
func (d *diskMaker) zip() (download, error) {
	files := output{}
	engine, err := files.addHashed("assets/engine", ".js", d.engine)
	if err != nil {
		return download{}, err
	}
	scripts := map[string]string{}
	for _, lang := range page.Languages() {
		script, err := d.bundles.classicOf("js/disk.js", lang)
		if err != nil {
			return download{}, err
		}
		if scripts[lang], err = files.addHashed("assets/page-"+lang, ".js", script); err != nil {
			return download{}, err
		}
	}
	css := func(kind string) string { return d.assets.Kinds[kind].CSS }
	js := func(lang string) string { return scripts[lang] }
	pages, err := d.render(page.Zip, css, js, engine)
	if err != nil {
		return download{}, err
	}
	for name, data := range pages {
		if err := files.add(name, data); err != nil {
			return download{}, err
		}
	}
	for _, kind := range page.Kinds() {
		files[css(kind)] = d.out[css(kind)]
	}
	files[licencesFile] = d.out[licencesFile]
	files[readFirst] = []byte(readFirstText)
	return zipOf(files, d.tools.root, d.tools.goroot)
}

// zipOf packs files into the zip, below its folder.
//
// Errors: one of them tells where it was built.
func zipOf(files output, secrets ...string) (download, error) {
	made := download{name: zipName, holds: output{}}
	if err := files.checkNoPaths(secrets...); err != nil {
		return made, err
	}
	for name, data := range files {
		if err := made.holds.add(zipFolder+name, data); err != nil {
			return made, err
		}
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	folders := map[string]bool{}
	for _, name := range made.holds.names() {
		dir := path.Dir(name) + "/"
		if !folders[dir] { // an unpacker that looks for folders finds them before their files
			folders[dir] = true
			if _, err := z.CreateHeader(&zip.FileHeader{Name: dir, Modified: zipTime}); err != nil {
				return made, err
			}
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: zipTime})
		if err != nil {
			return made, err
		}
		if _, err := w.Write(made.holds[name]); err != nil {
			return made, err
		}
	}
	if err := z.Close(); err != nil {
		return made, err
	}
	made.data = b.Bytes()
	return made, nil
}
