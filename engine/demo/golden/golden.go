// Package golden holds the golden output of the three demos, byte for byte. Tests and the
// site read it; the programs that print the demos may not import it, so that nothing they
// print can come from here.
package golden

import _ "embed"

//go:embed 03-produce.txt
var produce string

//go:embed 07-idem.txt
var idem string

//go:embed recovery.txt
var recovery string

// Names gives the names of the golden files, without ".txt", in the order of the course.
func Names() []string { return []string{"03-produce", "07-idem", "recovery"} }

// Text gives the golden file of this name; "" when there is none.
func Text(name string) string {
	switch name {
	case "03-produce":
		return produce
	case "07-idem":
		return idem
	case "recovery":
		return recovery
	}
	return ""
}
