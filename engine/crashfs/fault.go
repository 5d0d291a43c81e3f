package crashfs

import "errors"

// ErrInjected is the error of a call that was told to fail without a reason of its own.
var ErrInjected = errors.New("injected fault")

// fault is the one failure that waits to happen.
type fault struct {
	left  int // calls that come before it
	err   error
	short int
}

// FailAt makes one call fail: the one that n more come before, so that 0 is the next. A nil
// err means ErrInjected. A read or a write that fails has moved short bytes before, at most
// all; nothing else does a part of its work. A Close that fails has closed all the same, and
// a Sync that fails leaves its bytes adrift (8). A negative n takes a waiting failure back,
// and a second FailAt replaces the first.
//
// All calls count that ask something of the disk: everything but Seek, and calls that are
// refused because their handle is closed.
func (f *FS) FailAt(n int, err error, short int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault = nil
	if n < 0 {
		return
	}
	if err == nil {
		err = ErrInjected
	}
	f.fault = &fault{left: n, err: err, short: max(short, 0)}
}

// Waiting tells whether a failure was asked for that has not happened yet: a run that ends
// with it has had fewer calls than that, and succeeded without.
func (f *FS) Waiting() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fault != nil
}

// Calls tells how many calls there were since the file system was made.
func (f *FS) Calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls
}

// call counts one call and gives the failure whose turn it is, or nil. The lock is held.
func (f *FS) call() *fault {
	f.calls++
	if f.fault == nil {
		return nil
	}
	if f.fault.left > 0 {
		f.fault.left--
		return nil
	}
	now := f.fault
	f.fault = nil
	return now
}

// failing counts one call that moves no bytes.
func (f *FS) failing() error {
	if bad := f.call(); bad != nil {
		return bad.err
	}
	return nil
}
