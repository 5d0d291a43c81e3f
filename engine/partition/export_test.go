package partition

// Waiting tells how many producers wait for a sync, so that a test need not guess by time
// whether somebody waits.
func (p *Partition) Waiting() int {
	p.sync.mu.Lock()
	defer p.sync.mu.Unlock()
	return len(p.sync.waiting)
}

// Locked tells whether somebody holds the append's lock.
func (p *Partition) Locked() bool {
	if p.mu.TryLock() {
		p.mu.Unlock()
		return false
	}
	return true
}

// WaitFor waits until everything below end is durable.
func (p *Partition) WaitFor(end int64) error { return p.sync.wait(end) }
