package segment

import (
	"fmt"
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

const baseDigits = 20

// FileName gives the name of a segment's file: the base offset in 20 digits, and the
// suffix.
func FileName(base int64, suffix string) string {
	return fmt.Sprintf("%0*d%s", baseDigits, base, suffix)
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
