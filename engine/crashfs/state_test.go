package crashfs_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hack-pad/hackpadfs"

	"kaenlog/engine/crashfs"
)

// history does some calls at random, on few names and few bytes, so that all states of a
// crash can be looked at.
func history(s story, r *rand.Rand) {
	s.must(s.Mkdir("d", 0o755))
	letter := byte('a')
	for range 3 + r.IntN(5) {
		name := []string{"f", "d/g"}[r.IntN(2)]
		info, err := s.Stat(name)
		size := int64(0)
		if err == nil {
			size = info.Size()
		}
		switch r.IntN(8) {
		case 0, 1:
			s.add(name, string([]byte{letter, letter + 1}))
			letter += 2
		case 2:
			s.writeAt(name, int64(r.IntN(5)), string(letter))
			letter++
		case 3:
			s.truncate(name, r.Int64N(size+2))
		case 4:
			s.sync([]string{".", "d"}[r.IntN(2)])
		case 5:
			if err == nil {
				s.sync(name)
			}
		case 6:
			s.badSync([]string{".", "d"}[r.IntN(2)])
		case 7:
			if err != nil {
				continue
			}
			if r.IntN(2) == 0 {
				s.badSync(name)
			} else if r.IntN(2) == 0 {
				s.must(s.Remove(name))
			} else {
				s.must(s.Rename(name, name+"2"))
			}
		}
	}
}

// What State says is true in every state that a crash can leave, and its sizes are reached.
func TestStateIsTrueOfEveryCrash(t *testing.T) {
	const histories, most = 600, 800
	looked := 0
	for seed := range uint64(histories) {
		s := begin(t)
		history(s, rand.New(rand.NewPCG(seed, 3)))
		product := 1
		for _, c := range s.Pending() {
			product *= c.Outcomes
		}
		if product > most {
			continue
		}
		looked++
		claim(t, s, fmt.Sprintf("seed %d", seed))
	}
	if looked < histories/4 {
		t.Errorf("only %d of %d histories are small enough", looked, histories)
	}
}

func claim(t *testing.T, s story, seed string) {
	entries := s.State()
	named, least, most := map[string]bool{}, map[string]int64{}, map[string]int64{}
	for _, e := range entries {
		named[e.Name] = true
		least[e.Name], most[e.Name] = 1<<40, -1
	}
	for _, after := range s.States() {
		for _, e := range after.State() {
			if !named[e.Name] && !under(e.Name, entries) {
				t.Fatalf("%s: nobody told of %s, after %s", seed, e.Name, after.Origin())
			}
		}
		for _, e := range entries {
			data, err := hackpadfs.ReadFile(after, e.Name)
			if _, serr := after.Stat(e.Name); serr != nil && e.NameDurable {
				t.Fatalf("%s: %s is lost after %s", seed, e.Name, after.Origin())
			}
			if e.Dir || e.Gone || err != nil || !e.NameDurable {
				continue // of an uncertain name another file may have come back
			}
			least[e.Name] = min(least[e.Name], int64(len(data)))
			most[e.Name] = max(most[e.Name], int64(len(data)))
			now, err := hackpadfs.ReadFile(s, e.Name)
			s.must(err)
			for _, r := range e.Ranges {
				if r.Durable && (int64(len(data)) < r.To ||
					string(data[r.From:r.To]) != string(now[r.From:r.To])) {
					t.Fatalf("%s: bytes %d..%d of %s are %q, were %q; after %s", seed, r.From,
						r.To, e.Name, data, now, after.Origin())
				}
			}
		}
	}
	for _, e := range entries {
		if most[e.Name] >= 0 && (least[e.Name] != e.LeastSize || most[e.Name] != e.MostSize) {
			t.Fatalf("%s: sizes of %s are %d..%d, State says %d..%d", seed, e.Name,
				least[e.Name], most[e.Name], e.LeastSize, e.MostSize)
		}
	}
}

// under tells whether name stands in a directory that is gone.
func under(name string, entries []crashfs.Entry) bool {
	for _, e := range entries {
		if e.Gone && e.Dir && strings.HasPrefix(name, e.Name+"/") {
			return true
		}
	}
	return false
}

// What a seed draws is one of the states that are counted up.
func TestSeedDrawsOneOfTheStates(t *testing.T) {
	for _, row := range stories {
		s := begin(t)
		row.do(s)
		all := s.states()
		for seed := range uint64(20) {
			after := s.CrashSeed(seed)
			if got := look(t, after); !strings.Contains("\n"+strings.Join(all, "\n")+"\n",
				"\n"+got+"\n") {
				t.Errorf("%s: %q is none of them; after %s", row.name, got, after.Origin())
			}
		}
	}
}
