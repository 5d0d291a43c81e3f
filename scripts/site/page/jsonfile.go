package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// jsonNode is a value of a JSON file, and where it stands.
type jsonNode struct {
	line   int
	isText bool
	text   string               // of a string
	keys   []string             // of an object, in the file's order
	fields map[string]*jsonNode // of an object
	items  []*jsonNode          // of a list
}

// jsonFile is a JSON file read with the places of its values, for faults in them.
type jsonFile struct {
	shown string // as faults name it
	root  *jsonNode
}

// readJSON reads a JSON file of objects, lists and strings.
//
// Errors: *Fault for text that is none, and for a key that stands twice in one object.
func readJSON(site fs.FS, name string) (*jsonFile, error) {
	f := &jsonFile{shown: "site/" + name}
	src, err := readText(site, name)
	if err != nil {
		return nil, err
	}
	r := &jsonReader{shown: f.shown, src: src, dec: json.NewDecoder(bytes.NewReader(src))}
	t, err := r.token()
	if err != nil {
		return nil, err
	}
	if f.root, err = r.value(t); err != nil {
		return nil, err
	}
	if r.dec.More() {
		return nil, r.fault("something stands after the end")
	}
	return f, nil
}

// fault gives a fault at a value of the file.
func (f *jsonFile) fault(n *jsonNode, format string, args ...any) *Fault {
	return faultf(f.shown, n.line, format, args...)
}

// eachText calls do with every string of a value, those of objects with their key.
func (n *jsonNode) eachText(key string, do func(key string, n *jsonNode)) {
	if n.isText {
		do(key, n)
	}
	for _, k := range n.keys {
		n.fields[k].eachText(k, do)
	}
	for _, item := range n.items {
		item.eachText(key, do)
	}
}

// textOf gives a field that is a string with something in it; "" where there is none.
func (n *jsonNode) textOf(key string) string {
	if f := n.fields[key]; f != nil && f.isText {
		return strings.TrimSpace(f.text)
	}
	return ""
}

// jsonReader reads values token by token, since only so their lines are known.
type jsonReader struct {
	shown string
	src   []byte
	dec   *json.Decoder
}

func (r *jsonReader) fault(what string) *Fault {
	return faultf(r.shown, r.line(), "%s", what)
}

func (r *jsonReader) line() int { return lineAt(r.src, int(r.dec.InputOffset())) }

func (r *jsonReader) token() (json.Token, error) {
	t, err := r.dec.Token()
	if err != nil {
		return nil, r.fault(err.Error())
	}
	return t, nil
}

// value reads the value that begins with the token t, which has been read.
func (r *jsonReader) value(t json.Token) (*jsonNode, error) {
	n := &jsonNode{line: r.line()}
	switch t := t.(type) {
	case string:
		if c, ok := hidden(t); ok {
			return nil, r.fault(fmt.Sprintf("%U is no character of a text", c))
		}
		n.isText, n.text = true, t
	case json.Delim:
		n.fields = map[string]*jsonNode{}
		for r.dec.More() {
			if err := r.member(n, t); err != nil {
				return nil, err
			}
		}
		if _, err := r.token(); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// member reads one field of an object, or one item of a list.
func (r *jsonReader) member(n *jsonNode, open json.Delim) error {
	t, err := r.token()
	if err != nil {
		return err
	}
	if open == '[' {
		item, err := r.value(t)
		n.items = append(n.items, item)
		return err
	}
	key, line := t.(string), r.line() // the decoder refuses keys of another kind
	if n.fields[key] != nil {
		return r.fault(strconv.Quote(key) + " stands here a second time")
	}
	if t, err = r.token(); err != nil {
		return err
	}
	v, err := r.value(t)
	if err != nil {
		return err
	}
	v.line = line
	n.keys = append(n.keys, key)
	n.fields[key] = v
	return nil
}
