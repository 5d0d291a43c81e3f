package crashfs_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hack-pad/hackpadfs"

	"kaenlog/engine/crashfs"
)

// Each story, by the number of what it shows in the package comment: what was done, every
// state that a crash can leave, and what is known before it.
var stories = []struct {
	name   string
	do     func(story)
	states []string
	known  string
}{
	{"1 a synced file without its name is lost", func(s story) {
		s.add("f", "ab")
		s.sync("f")
	}, []string{"", "f=ab"}, "(f)=ab 2..2"},
	{"2 a synced name without its bytes is empty", func(s story) {
		s.add("f", "a")
		s.sync(".")
	}, []string{"f=", "f=.", "f=a"}, "f=? 0..1"},
	{"1 2 file and directory synced, all of it stays", func(s story) {
		s.add("f", "ab")
		s.sync("f", ".")
	}, []string{"f=ab"}, "f=ab 2..2"},
	{"2 a directory's sync reaches neither below nor above", func(s story) {
		s.must(s.MkdirAll("d/e", 0o755))
		s.sync("d")
	}, []string{"", "d/ d/e/"}, "(d)/, (d/e)/"},
	{"2 a name in a lost directory is lost", func(s story) {
		s.must(s.Mkdir("d", 0o755))
		s.add("d/f", "")
		s.sync("d/f", ".")
	}, []string{"d/", "d/ d/f="}, "d/, (d/f)= 0..0"},
	{"3 a later write may arrive without the earlier", func(s story) {
		s.add("f", "a")
		s.sync("f", ".")
		s.writeAt("f", 1, "b")
		s.writeAt("f", 2, "c")
	}, []string{"f=a", "f=a.", "f=a..", "f=a.c", "f=ab", "f=ab.", "f=abc"}, "f=a?? 1..3"},
	{"4 a write is cut at any byte from either end", func(s story) {
		s.add("f", "")
		s.sync(".")
		s.add("f", "abc")
	}, []string{"f=", "f=...", "f=..c", "f=.bc", "f=a", "f=a..", "f=ab", "f=ab.", "f=abc"},
		"f=??? 0..3"},
	{"4 an overwrite is cut over the old bytes", func(s story) {
		s.add("f", "xyz")
		s.sync("f", ".")
		s.writeAt("f", 0, "ab")
	}, []string{"f=abz", "f=ayz", "f=xbz", "f=xyz"}, "f=??z 3..3"},
	{"4 what lies before a write behind the end is zeros", func(s story) {
		s.add("f", "")
		s.sync(".")
		s.writeAt("f", 2, "c")
		s.sync("f")
	}, []string{"f=..c"}, "f=..c 3..3"},
	{"5 a cut file's old size may come back", func(s story) {
		s.add("f", "abc")
		s.sync("f", ".")
		s.truncate("f", 1)
	}, []string{"f=a", "f=abc"}, "f=a 1..3"},
	{"5 an append after a cut may meet the old bytes", func(s story) {
		s.add("f", "abc")
		s.sync("f", ".")
		s.truncate("f", 1)
		s.add("f", "X")
	}, []string{"f=a", "f=a.", "f=aX", "f=aXc", "f=abc"}, "f=a? 1..3"},
	{"5 a synced cut stays cut", func(s story) {
		s.add("f", "abc")
		s.sync("f", ".")
		s.truncate("f", 1)
		s.sync("f")
	}, []string{"f=a"}, "f=a 1..1"},
	{"5 O_TRUNC is a change of size", func(s story) {
		s.add("f", "abc")
		s.sync("f", ".")
		s.must(s.open("f", toWrite|hackpadfs.FlagTruncate).Close())
	}, []string{"f=", "f=abc"}, "f= 0..3"},
	{"6 a removed name may come back", func(s story) {
		s.add("f", "a")
		s.sync("f", ".")
		s.must(s.Remove("f"))
	}, []string{"", "f=a"}, "-f"},
	{"6 a remove is durable with its directory", func(s story) {
		s.add("f", "a")
		s.sync("f", ".")
		s.must(s.Remove("f"))
		s.sync(".")
	}, []string{""}, ""},
	{"6 a rename is there in whole or not", func(s story) {
		s.add("f", "a")
		s.sync("f", ".")
		s.must(s.Rename("f", "g"))
	}, []string{"f=a", "g=a"}, "-f, (g)=a 1..1"},
	{"6 a file is replaced or not, never missing", func(s story) {
		s.add("f", "old")
		s.add("new", "new")
		s.sync("f", "new", ".")
		s.must(s.Rename("new", "f"))
	}, []string{"f=new", "f=old new=new"}, "(f)=new 3..3, -new"},
	{"6 a rename before the bytes are synced can leave an empty file", func(s story) {
		s.add("f", "old")
		s.sync("f", ".")
		s.add("new", "n")
		s.must(s.Rename("new", "f"))
		s.sync(".")
	}, []string{"f=", "f=.", "f=n"}, "f=? 0..1"},
	{"7 between directories: both names, or none", func(s story) {
		s.must(s.Mkdir("a", 0o755))
		s.must(s.Mkdir("b", 0o755))
		s.add("a/f", "x")
		s.sync("a/f", "a", "b", ".")
		s.must(s.Rename("a/f", "b/f"))
	}, []string{"a/ a/f=x b/", "a/ a/f=x b/ b/f=x", "a/ b/", "a/ b/ b/f=x"},
		"a/, -a/f, b/, (b/f)=x 1..1"},
	{"7 a directory never has two names", func(s story) {
		s.must(s.Mkdir("a", 0o755))
		s.must(s.Mkdir("b", 0o755))
		s.sync(".")
		s.must(s.Rename("b", "a/b"))
	}, []string{"a/", "a/ a/b/", "a/ b/"}, "a/, (a/b)/, -b/"},
	{"8 what a failed sync left, a later one does not write", func(s story) {
		s.add("f", "")
		s.sync(".")
		s.add("f", "a")
		s.badSync("f")
		s.sync("f")
	}, []string{"f=", "f=.", "f=a"}, "f=? 0..1"},
	{"8 a later write is durable beside it", func(s story) {
		s.add("f", "")
		s.sync(".")
		s.add("f", "a")
		s.badSync("f")
		s.add("f", "b")
		s.sync("f")
	}, []string{"f=.b", "f=ab"}, "f=?b 2..2"},
	{"8 a cut that a failed sync left may not be there under what is written later", func(s story) {
		s.add("f", "abc")
		s.sync("f", ".")
		s.truncate("f", 1)
		s.badSync("f")
		s.writeAt("f", 3, "d")
		s.sync("f")
	}, []string{"f=a..d", "f=abcd"}, "f=a??d 4..4"},
	{"8 a synced cut ends what a failed sync left behind it", func(s story) {
		s.add("f", "")
		s.sync(".")
		s.add("f", "ab")
		s.badSync("f")
		s.truncate("f", 1)
		s.writeAt("f", 3, "d")
		s.sync("f")
	}, []string{"f=...d", "f=a..d"}, "f=?..d 4..4"},
	{"8 a synced remove ends a name that a failed sync left", func(s story) {
		s.add("f", "")
		s.badSync(".")
		s.must(s.Remove("f"))
		s.sync(".")
	}, []string{""}, ""},
	{"8 a name that a failed sync left is adrift", func(s story) {
		s.add("f", "")
		s.badSync(".")
		s.add("g", "")
		s.sync(".")
	}, []string{"f= g=", "g="}, "(f)= 0..0, g= 0..0"},
}

func TestEveryStateThatACrashCanLeave(t *testing.T) {
	for _, row := range stories {
		t.Run(row.name, func(t *testing.T) {
			s := begin(t)
			row.do(s)
			same(t, s.states(), row.states)
			if got := known(t, s.FS); got != row.known {
				t.Errorf("known is %s, want %s", got, row.known)
			}
		})
	}
}

func TestCrashLeavesTheFileSystemAsItWas(t *testing.T) {
	s := begin(t)
	s.add("f", "ab")
	before, pending := look(t, s.FS), len(s.Pending())
	after := story{s.Crash(crashfs.Choice{crashfs.Whole, 1}), t}
	after.add("f", "later")
	after.must(after.Remove("f"))
	if look(t, s.FS) != before || len(s.Pending()) != pending {
		t.Errorf("it is %s, was %s", look(t, s.FS), before)
	}
}

func TestWhatACrashLeftIsDurable(t *testing.T) {
	s := begin(t)
	s.add("f", "ab")
	after := s.Crash(crashfs.Choice{crashfs.Whole, 1})
	if n := len(after.Pending()); n > 0 {
		t.Errorf("%d changes are pending", n)
	}
	if got := known(t, after.Crash(nil)); got != "f=a 1..1" {
		t.Errorf("after another crash there is %s", got)
	}
	if want := "1 create f kept; 2 write f 0..2 kept in 0..1"; !strings.Contains(
		after.Origin(), want) {
		t.Errorf("it came from %q", after.Origin())
	}
}

func TestFileThatCameOutWithTwoNamesIsOne(t *testing.T) {
	s := begin(t)
	s.must(s.Mkdir("d", 0o755))
	s.add("f", "x")
	s.sync("f", ".")
	s.must(s.Rename("f", "d/f"))
	after := story{s.Crash(crashfs.Choice{crashfs.Whole, crashfs.Lost}), t}
	after.add("f", "y")
	if got := look(t, after.FS); got != "d/ d/f=xy f=xy" {
		t.Errorf("there is %s", got)
	}
}

func TestWriterMayReuseItsBytes(t *testing.T) {
	s := begin(t)
	f, b := s.open("f", toAppend), []byte("ab")
	_, err := hackpadfs.WriteFile(f, b)
	s.must(err)
	copy(b, "XX")
	s.sync("f", ".")
	if got := look(t, s.Crash(nil)); got != "f=ab" {
		t.Errorf("there is %s", got)
	}
}

func TestSeedChoosesTheSameEveryTime(t *testing.T) {
	tell := func() (s story) {
		s = begin(t)
		for _, name := range strings.Split("h g f e d c b a", " ") {
			s.add(name, "some bytes of "+name)
		}
		return s
	}
	a, b, different := tell(), tell(), map[string]bool{}
	for seed := range uint64(50) {
		x, y := a.CrashSeed(seed), b.CrashSeed(seed)
		if x.Origin() != y.Origin() || look(t, x) != look(t, y) {
			t.Fatalf("%s\nand\n%s", x.Origin(), y.Origin())
		}
		if again := a.Crash(a.Draw(seed)); look(t, again) != look(t, x) {
			t.Fatalf("Draw and CrashSeed differ at seed %d", seed)
		}
		different[look(t, x)] = true
	}
	if len(different) < 45 {
		t.Errorf("50 seeds lead to %d states", len(different))
	}
}

func TestOutcomesOutOfBoundsCountAsTheNearest(t *testing.T) {
	s := begin(t)
	s.add("f", "ab")
	for _, row := range []struct {
		choice crashfs.Choice
		want   string
	}{
		{crashfs.Choice{-7, 0}, ""},
		{crashfs.Choice{crashfs.Whole}, "f="},
		{crashfs.Choice{crashfs.Whole, crashfs.Whole, 5, 5}, "f=ab"},
	} {
		if got := look(t, s.Crash(row.choice)); got != row.want {
			t.Errorf("%v leaves %q, want %q", row.choice, got, row.want)
		}
	}
}

// Four write and sync while power is cut over and over: what was synced before the cut is
// there, and the race detector has nothing to say.
func TestPowerIsCutWhileOthersWrite(t *testing.T) {
	s := begin(t)
	var all sync.WaitGroup
	for n := range 4 {
		name := fmt.Sprint(n)
		s.add(name, "s")
		s.sync(name, ".")
		f := s.open(name, toAppend)
		all.Go(func() {
			for range 200 {
				_, err := hackpadfs.WriteFile(f, []byte("x"))
				if err := errors.Join(err, hackpadfs.SyncFile(f)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for seed := range uint64(50) {
		for _, e := range s.CrashSeed(seed).State() {
			if e.Size == 0 || !e.NameDurable {
				t.Errorf("left is %+v", e)
			}
		}
	}
	all.Wait()
	for _, e := range s.Crash(nil).State() {
		if e.Size != 201 {
			t.Errorf("left is %+v", e)
		}
	}
}
