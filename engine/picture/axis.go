package picture

// axis is a line of sequences or offsets from 0 on, cut where batches end. It is to scale, but
// that a batch of more than axisLongest records is drawn as one of so many: beside a batch of
// thousands one of a single record would vanish.
type axis []int64

const axisLongest = 3

// x gives where a sequence or offset begins on a line of so many pixels.
func (a axis) x(n int64, wide int) int {
	const fine = 1000
	at, all, from := int64(0), int64(0), int64(0)
	for _, to := range a {
		size := min(to-from, axisLongest) * fine
		at += size * max(0, min(n, to)-from) / max(to-from, 1)
		all += size
		from = to
	}
	return 1 + int(at*int64(wide)/max(all, 1))
}
