package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheManifestSaysWhatTheDescriptionSays(t *testing.T) {
	doc := elementDoc{Tag: "my-tag", Class: "MyTag",
		Attributes: []elementItem{{Name: "now-ms", Type: "number", Default: "1", Th: "ก", En: "a"},
			{Name: "lang", Th: "ข", En: "b"}},
		Properties: []elementItem{{Name: "nowMs", Type: "string", Th: "ค", En: "c"},
			{Name: "result", Type: "Result | null", Default: "null", Th: "ง", En: "d"}},
		Methods:       []elementItem{{Name: "run()", Type: "Promise<void>", Th: "จ", En: "e"}},
		Events:        []elementItem{{Name: "my-run", Type: "CustomEvent", Th: "ฉ", En: "f"}},
		Slots:         []elementItem{{Name: "", Th: "ช", En: "g"}},
		Parts:         []elementItem{{Name: "run", Th: "ซ", En: "h"}},
		CSSProperties: []elementItem{{Name: "--my-ink", Type: "color", Th: "ด", En: "i"}},
		States:        []elementItem{{Name: "idle", Th: "ต", En: "j"}},
	}
	data, err := json.Marshal(doc.manifest().Modules[0].Declarations[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"tagName":"my-tag"`,
		`{"name":"now-ms","type":{"text":"number"},"default":"1","fieldName":"nowMs",` +
			`"description":"a\n\nก"}`,
		`{"name":"lang","description":"b\n\nข"}`,
		`{"kind":"field","name":"nowMs","type":{"text":"string"},"attribute":"now-ms",` +
			`"reflects":true,"description":"c\n\nค"}`,
		`"name":"result","type":{"text":"Result | null"},"default":"null","readonly":true,`,
		`{"kind":"method","name":"run","return":{"type":{"text":"Promise\u003cvoid\u003e"}},`,
		`"events":[{"name":"my-run","type":{"text":"CustomEvent"},`,
		`"slots":[{"name":"",`, `"cssParts":[{"name":"run",`,
		`"cssProperties":[{"name":"--my-ink","syntax":"\u003ccolor\u003e",`,
		`"cssStates":[{"name":"idle",`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in %s", want, data)
		}
	}
}

// TestTheDescriptionOfTheElementIsWhole: a kind of thing or a text that is misspelt in element.json
// would be in no table and in no manifest.
func TestTheDescriptionOfTheElementIsWhole(t *testing.T) {
	doc, err := readElement("../../site")
	if err != nil {
		t.Fatal(err)
	}
	lists := [][]elementItem{doc.Attributes, doc.Properties, doc.Methods, doc.Events, doc.Slots,
		doc.Parts, doc.CSSProperties, doc.States}
	for i, list := range lists {
		if len(list) == 0 {
			t.Errorf("list %d is empty", i)
		}
		names := map[string]bool{}
		for _, item := range list {
			if names[item.Name] || item.Th == "" || item.En == "" {
				t.Errorf("list %d has %q twice, or without a text", i, item.Name)
			}
			names[item.Name] = true
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "embed"), 0o755); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(dir, filepath.FromSlash(elementData))
	if err := os.WriteFile(odd, []byte(`{"tag":"x","atributes":[]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readElement(dir); err == nil || !strings.Contains(err.Error(), "atributes") {
		t.Errorf("%v, want an error that names the field", err)
	}
}

func TestNamesOfAttributesAndProperties(t *testing.T) {
	for kebab, camel := range map[string]string{"worker-url": "workerUrl", "now-ms": "nowMs",
		"demo": "demo", "truncate-tail": "truncateTail"} {
		if got := camelCase(kebab); got != camel {
			t.Errorf("the property of %s is %s, want %s", kebab, got, camel)
		}
		if got := kebabCase(camel); got != kebab {
			t.Errorf("the attribute of %s is %s, want %s", camel, got, kebab)
		}
	}
}
