package segment

import (
	"errors"

	"kaenlog/engine/batch"
	"kaenlog/engine/kerr"
)

// Failed gives the header of the batch at which the walk stopped, when that batch's own length
// says that all of it is in the file; of a good message of magic 0 or 1 its first bytes, of
// which base offset, length and magic mean what they mean in a batch. It is nil where no
// length can be believed, and where nothing failed. It is good until the next call of Skip.
func (s *Scanner) Failed() batch.Batch {
	if s.err == nil || !isDamage(s.err) {
		return nil
	}
	remaining := s.size - s.pos
	head, err := s.bytes(s.pos, int(min(remaining, batch.HeaderSize)))
	if err != nil {
		return nil
	}
	_, err = batch.StoredSize(head, remaining)
	if err == nil || errors.Is(err, batch.ErrOldMagic) {
		return batch.Batch(head)
	}
	return nil
}

// Skip goes on behind the batch at which the walk stopped, for those who look at damage and
// don't build on what comes after it; false, and nothing has changed, where the walk can't go
// on: the file system failed, no length can be believed, or what stands where the batch would
// end is neither the end of the file nor the beginning of another batch or message.
//
// The offset expected stays what it was before the batch, so Gap tells nothing of use at the
// next one; End is no longer the end of the good part, which whoever skips keeps itself.
func (s *Scanner) Skip() bool {
	head := s.Failed()
	if head == nil {
		return false
	}
	next := s.pos + head.Size()
	if next < s.size {
		remaining := s.size - next
		after, err := s.bytes(next, int(min(remaining, batch.HeaderSize)))
		if err != nil {
			return false
		}
		_, err = batch.StoredSize(after, remaining)
		if err != nil && !errors.Is(err, batch.ErrOldMagic) && !s.tornAfterOld(err) {
			return false
		}
	}
	s.next, s.err = next, nil
	return true
}

// nextOverOld is Next, going on over good messages of an old format, in which nobody asked by
// sequence could be found.
func (s *Scanner) nextOverOld() bool {
	for !s.Next() {
		if !errors.Is(s.err, ErrOldFormat) || !s.Skip() {
			return false
		}
	}
	return true
}

// OldBehind goes on behind damage and gives, as ErrOldFormat, the first good message of magic 0 or
// 1 that it comes to, at which the walk may stand already: it is not to be cut. Nil for none.
//
// It counts the good batches on its way, which a cut takes too.
//
// Errors: the file system's.
func (s *Scanner) OldBehind() (old *kerr.Error, batches int64, err error) {
	for s.err != nil {
		e, ok := Damage(s.err)
		switch {
		case !ok:
			return nil, batches, s.err
		case errors.Is(e, ErrOldFormat):
			return e, batches, nil
		case !s.Skip():
			return nil, batches, nil
		}
		for s.Next() {
			batches++
		}
	}
	return nil, batches, nil
}

// tornAfterOld tells whether what follows a message whose CRC was right is torn: that message's
// length is to be believed, so the walk goes on and says where the file ends.
func (s *Scanner) tornAfterOld(err error) bool {
	return errors.Is(s.err, ErrOldFormat) && errors.Is(err, batch.ErrTorn)
}

// Damage gives err as what is wrong with a file's bytes; false when reading them failed.
func Damage(err error) (*kerr.Error, bool) {
	k, ok := errors.AsType[*kerr.Error](err)
	return k, ok && isDamage(err)
}
