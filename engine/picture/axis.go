package picture

// axis is a line of sequences or offsets, cut where batches begin and end. It is to scale, but
// that a stretch of more than axisLongest records is drawn as one of so many: beside a batch of
// thousands one of a single record would vanish.
type axis struct {
	wide int     // pixels
	ends []int64 // of its stretches; the first begins at 0
}

const axisLongest = 3

// to lets the line go on to n, if it does not go so far.
func (a *axis) to(n int64) {
	if len(a.ends) == 0 && n > 0 || len(a.ends) > 0 && n > a.ends[len(a.ends)-1] {
		a.ends = append(a.ends, n)
	}
}

// x gives where the sequence or offset n begins.
func (a *axis) x(n int64) int {
	const fine = 1000
	at, all, from := int64(0), int64(0), int64(0)
	for _, to := range a.ends {
		size := min(to-from, axisLongest) * fine
		at += size * max(0, min(n, to)-from) / (to - from)
		all += size
		from = to
	}
	return 1 + int(at*int64(a.wide)/max(all, 1))
}
