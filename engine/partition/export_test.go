package partition

// Waiting tells how many producers wait for a sync, so that a test need not guess by time
// whether somebody waits.
func (p *Partition) Waiting() int {
	p.sync.mu.Lock()
	defer p.sync.mu.Unlock()
	return len(p.sync.waiting)
}
