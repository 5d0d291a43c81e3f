package golden

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// The golden output never changes: these sums are of the files as they were given.
func TestGoldenFilesAreTheOnesGiven(t *testing.T) {
	want := map[string]string{
		"03-produce": "0bef49627d509d5c4eed5c8277d70bee6067c4858b90e9e24472183c0b561dc9",
		"07-idem":    "d03674f1b5b75f9ed816658f55183727b64470b23bea14e2c9dac76d369b18aa",
		"recovery":   "d07fa1b58923fdc1b132039440f067182e388e11f9aa9c0d20384a28a326e450",
	}
	if len(Names()) != len(want) {
		t.Errorf("names are %v", Names())
	}
	for _, name := range Names() {
		sum := sha256.Sum256([]byte(Text(name)))
		if got := hex.EncodeToString(sum[:]); got != want[name] {
			t.Errorf("%s.txt has sha-256 %s, want %s: put the given file back", name, got, want[name])
		}
	}
	if Text("none") != "" {
		t.Error("a name that does not exist has text")
	}
}
