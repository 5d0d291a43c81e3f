package demo

// recoveryDemo shows both recoveries, from runs of the other two demos with their default
// flags: what leads there runs and is not printed.
func recoveryDemo(e *env) []*Section {
	produce := e.below("produce", "produce", Set{"truncate-tail", "true"})
	defer func() { e.open = append(e.open, produce.open...) }()
	sections := produceDemo(produce)
	torn := sections[len(sections)-1]

	dedup := e.below("", "dedup")
	defer func() { e.open = append(e.open, dedup.open...) }()
	d := newDedup(dedup, "idem", 0)
	d.window()
	d.gap()
	d.overflow()
	return []*Section{torn, d.restart()}
}
