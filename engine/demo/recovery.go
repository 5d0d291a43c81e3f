package demo

import "errors"

// recoveryDemo shows both recoveries, from runs of the other two demos with their default
// flags: what leads there runs and is not printed.
func recoveryDemo(e *env) ([]Section, error) {
	torn, err := e.tornAlone()
	if err != nil {
		return nil, err
	}
	restart, err := e.restartAlone()
	if err != nil {
		return nil, err
	}
	return []Section{*torn, *restart}, nil
}

// tornAlone is the produce demo's last section, in the directory produce.
func (e *env) tornAlone() (s *Section, err error) {
	sub, err := e.below("produce", "produce", Set{"truncate-tail", "true"})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sub.closeAll()) }()
	sections, err := produceDemo(sub)
	if err != nil {
		return nil, err
	}
	return &sections[len(sections)-1], nil
}

// restartAlone is the dedup demo up to its restart, in the directory idem.
func (e *env) restartAlone() (s *Section, err error) {
	sub, err := e.below("", "dedup")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sub.closeAll()) }()
	d, err := newDedup(sub, "idem")
	if err != nil {
		return nil, err
	}
	for _, step := range []func() (*Section, error){d.window, d.gap, d.overflow, d.restart} {
		if s, err = step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// below gives a place below this one for a run of another demo with its default flags, this
// run's clock, and what is given.
func (e *env) below(sub, demo string, given ...Set) (*env, error) {
	spec, _ := SpecOf(demo)
	o, err := spec.Parse(given)
	if err != nil {
		return nil, err
	}
	o.NowMs = e.o.NowMs
	return e.with(sub, o), nil
}
