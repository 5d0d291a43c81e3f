package segment

import (
	"path"
	"strconv"
	"strings"
)

// The suffixes of a segment's three files.
const (
	LogSuffix       = ".log"
	IndexSuffix     = ".index"
	TimeIndexSuffix = ".timeindex"
)

const (
	baseDigits = 20
	zeros      = "00000000000000000000"
)

// FileName gives the name of a segment's file: the base offset in 20 digits, and the
// suffix.
func FileName(base int64, suffix string) string {
	digits := strconv.FormatInt(base, 10)
	return zeros[:baseDigits-len(digits)] + digits + suffix
}

// isIndexName tells whether a file has the name of a segment's index.
func isIndexName(name string) bool {
	_, offsets := ParseFileName(name, IndexSuffix)
	_, times := ParseFileName(name, TimeIndexSuffix)
	return offsets || times
}

// ParseFileName reads a base offset back from the name of a file with this suffix; false
// for any other name.
func ParseFileName(name, suffix string) (base int64, ok bool) {
	digits, found := strings.CutSuffix(path.Base(name), suffix)
	if !found || len(digits) != baseDigits {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 63) // takes no sign, unlike ParseInt
	return int64(n), err == nil
}
