package power

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/crashfs"
	"kaenlog/engine/partition"
)

// everyOutcome pulls the plug in every way.
func everyOutcome(t *testing.T) []*Outcome {
	t.Helper()
	var all []*Outcome
	for _, s := range Setups() {
		o, err := Run(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}

func TestSetupsAreEveryAcksSyncAndStationOnce(t *testing.T) {
	seen := map[Setup]bool{}
	for _, s := range Setups() {
		seen[s] = true
	}
	if len(seen) != 3*2*6 || len(Setups()) != len(seen) {
		t.Errorf("%d setups, %d of them different", len(Setups()), len(seen))
	}
}

func TestOnlyLeavingOutTheSyncLosesWhatTheProducerBelievesWritten(t *testing.T) {
	reached := map[Setup]bool{}
	for _, o := range everyOutcome(t) {
		if o.Belief == Written && o.Gone+o.Torn > 0 {
			reached[o.Setup] = true
		}
		if o.Broken() != reached[o.Setup] {
			t.Errorf("%+v: Broken is %t", o.Setup, o.Broken())
		}
	}
	want := map[Setup]bool{{Acks: 1, SyncFirst: false, Cut: Answer}: true}
	if !reflect.DeepEqual(reached, want) {
		t.Errorf("an acknowledged batch is lost with %+v, want %+v", reached, want)
	}
}

func TestABatchAcknowledgedBeforeIsThereInEveryState(t *testing.T) {
	for _, o := range everyOutcome(t) {
		if o.Earlier != o.States || o.States == 0 {
			t.Errorf("%+v: it is there in %d of %d states", o.Setup, o.Earlier, o.States)
		}
	}
}

func TestWhatIsLeftDependsOnTheCutAndTheSyncAlone(t *testing.T) {
	for _, o := range everyOutcome(t) {
		written := o.Cut != Receive && o.Cut != Assign
		durable := written && o.Cut != PageCache && o.SyncFirst
		if o.States != o.Whole+o.Gone+o.Torn {
			t.Errorf("%+v: %d states are not %d + %d + %d", o.Setup, o.States, o.Whole, o.Gone,
				o.Torn)
		}
		switch {
		case !written && (o.States != 1 || o.Gone != 1):
			t.Errorf("%+v: nothing was written, and it left %+v", o.Setup, *o)
		case durable && (o.States != 1 || o.Whole != 1):
			t.Errorf("%+v: it was synced, and it left %+v", o.Setup, *o)
		case written && !durable && (o.Whole != 1 || o.Gone != 1 || int64(o.Torn) < o.BatchBytes):
			// of n bytes at least the first 1 to n-1 may have come, or a length alone
			t.Errorf("%+v: it is in the page cache alone, and it left %+v", o.Setup, *o)
		}
	}
}

func TestAProducerBelievesWhatItHasHeard(t *testing.T) {
	answered := map[int16]Belief{0: Unasked, 1: Written, -1: NotReplicated}
	for _, o := range everyOutcome(t) {
		want := answered[o.Acks]
		if o.Acks != partition.AcksNone && o.Cut != Answer {
			want = Unanswered
		}
		if o.Belief != want {
			t.Errorf("%+v: it believes %q, want %q", o.Setup, o.Belief, want)
		}
	}
}

func TestThePowerFailsRightAfterTheStation(t *testing.T) {
	way := []string{"frame-read", "assigned", "written", "synced", "published", "answered"}
	for _, o := range everyOutcome(t) {
		var got []string
		for i, e := range o.Events {
			if e.Step != i+1 {
				t.Errorf("%+v: step %d is called %d", o.Setup, i+1, e.Step)
			}
			got = append(got, strings.Replace(e.Event.Type(), "no-answer", "answered", 1))
		}
		for i, s := range Stations() {
			if s == o.Cut && !reflect.DeepEqual(got, way[:i+1]) {
				t.Errorf("%+v: until then there was %v, want %v", o.Setup, got, way[:i+1])
			}
		}
	}
}

func TestTheSameCutIsTheSameEveryTime(t *testing.T) {
	first := everyOutcome(t)
	for i, o := range everyOutcome(t) {
		if !reflect.DeepEqual(o, first[i]) {
			t.Errorf("%+v, then %+v", first[i], o)
		}
	}
}

// What recovery leaves is a log: the producer can send its batch again, and has it for good.
func TestAfterRecoveryTheBatchCanBeSentAgain(t *testing.T) {
	disk, _, err := prepare()
	if err != nil {
		t.Fatal(err)
	}
	w, err := fail(disk, Setup{Acks: 1, Cut: Answer})
	if err != nil {
		t.Fatal(err)
	}
	records, err := batchOf(sentKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range w.left {
		b := recovered(t, left)
		end := b.p.LogEnd()
		if err := b.send(1, records); err != nil {
			t.Fatal(err, left.Origin())
		}
		if belief, err := believes(1, b.conn.ToClient.Bytes()); belief != Written || err != nil {
			t.Fatal(belief, err, left.Origin())
		}
		if again := recovered(t, left.Crash(nil)); again.p.LogEnd() != end+1 {
			t.Fatalf("the log ends at %d, and at %d before it was sent; %s", again.p.LogEnd(), end,
				left.Origin())
		}
	}
}

func recovered(t *testing.T, left *crashfs.FS) *broker {
	t.Helper()
	b, err := start(left, true, nil)
	if err == nil {
		_, err = b.p.TruncateTail()
	}
	if err != nil {
		t.Fatal(err, left.Origin())
	}
	return b
}

func TestWhatIsNoSetupIsRefused(t *testing.T) {
	for _, c := range []struct {
		s    Setup
		want string
	}{
		{Setup{Acks: 2, Cut: Sync}, `acks is "2", allowed is 0, 1 or -1`},
		{Setup{}, `cut is "", allowed is receive, assign, page-cache, sync, publish or answer`},
	} {
		o, err := Run(c.s)
		if bad := (*SetupError)(nil); !errors.As(err, &bad) || err.Error() != c.want || o != nil {
			t.Errorf("%+v: %v, %v", c.s, o, err)
		}
	}
}

// A disk that lost the earlier batch, and one on which a batch stands that nobody sent, are told
// from those that a power cut leaves.
func TestALossOfTheEarlierBatchAndAStrangersBatchAreNoticed(t *testing.T) {
	disk, earlier, err := prepare()
	if err != nil {
		t.Fatal(err)
	}
	o := Outcome{}
	if err := o.count(crashfs.New(), earlier, earlier); err != nil || o.Earlier != 0 ||
		o.States != 1 || o.Gone != 1 {
		t.Errorf("an empty disk: %+v, %v", o, err)
	}
	b, err := start(disk, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	records, err := batchOf("a stranger's")
	if err != nil || batch.Batch(records).Count() != 1 {
		t.Fatal(err)
	}
	if err := b.send(1, records); err != nil {
		t.Fatal(err)
	}
	if err := o.count(disk.Crash(nil), earlier, earlier); err == nil {
		t.Error("a batch that nobody sent is taken for nothing")
	}
}
