package inspect

import "io"

// progressStep is how many bytes lie at least between two words of progress.
const progressStep = 1 << 20

// Progress is how far the work on one file is.
type Progress struct {
	File   string // label
	Done   int64  // bytes
	Size   int64  // bytes
	Number int    // it is this one, from 1
	Files  int    // of so many
}

// watch gives r, which reads one file from some position on, so that Progress is told of it.
func (t *Target) watch(r io.ReaderAt, from int64, p Progress) io.ReaderAt {
	if t.Progress == nil {
		return r
	}
	return &watched{ReaderAt: r, tell: t.Progress, now: p, from: from, next: from}
}

// watched is a file of which somebody wants to know how far it was read.
type watched struct {
	io.ReaderAt
	tell func(Progress)
	now  Progress
	from int64 // where reading begins
	next int64 // where to tell again
}

// ReadAt implements io.ReaderAt.
func (w *watched) ReadAt(b []byte, pos int64) (int, error) {
	if pos >= w.next {
		w.next = pos + progressStep
		w.now.Done = pos - w.from
		w.tell(w.now)
	}
	return w.ReaderAt.ReadAt(b, pos)
}
