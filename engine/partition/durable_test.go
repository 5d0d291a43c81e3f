package partition_test

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/kerr"
	"kaenlog/engine/partition"
	"kaenlog/engine/segment"
	"kaenlog/engine/trace"
	"kaenlog/engine/vfs/vfstest"
)

func small(c *partition.Config) { c.SegmentBytes = 200 }

// lastCall gives the index of the last call before end with this name and one of these ops,
// -1 for none.
func lastCall(calls []vfstest.Call, end int, name string, ops ...string) int {
	for i := end - 1; i >= 0; i-- {
		if calls[i].Name == name && slices.Contains(ops, calls[i].Op) {
			return i
		}
	}
	return -1
}

func TestEveryAnswerComesAfterASyncOfItsBatch(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, small)
		fsys.Forget()
		var in, heard bytes.Buffer
		answers := 0
		conn := b.Attach(wireEnds{&in, writerFunc(func(p []byte) (int, error) {
			answers++
			name, _ := b.ActiveFile()
			calls := fsys.Calls()
			wrote := lastCall(calls, len(calls), name, "append")
			if synced := lastCall(calls, len(calls), name, "sync"); wrote < 0 || synced < wrote {
				t.Errorf("answer %d: the last append to %s is call %d, the last sync call %d",
					answers, name, wrote, synced)
			}
			return heard.Write(p)
		})})
		for i := range int32(9) {
			in.Write(frame(i, 1, numbered(1, 0, 2*i, 2)))
		}
		if err := conn.Serve(); err != nil || answers != 9 {
			t.Fatalf("%d answers, %v", answers, err)
		}
		traceOrder(t, b.trace.Entries())
		rolls := len(b.Segments()) - 1
		if rolls != 4 {
			t.Fatalf("%d rolls, want 4: two batches fit into a segment", rolls)
		}
		if n := fsys.Count("sync"); n != 9+rolls {
			t.Errorf("%d syncs of files, want one an answer and one a roll: %d", n, 9+rolls)
		}
		if n := fsys.Count("syncdir"); n != rolls {
			t.Errorf("%d syncs of the directory, want one a roll: %d", n, rolls)
		}
	})
}

// traceOrder holds each batch's events against written, synced, published, answered.
func traceOrder(t *testing.T, entries []trace.Entry) {
	t.Helper()
	var wrote, synced, published bool
	var end int64
	var file string
	for _, e := range entries {
		switch e := e.Event.(type) {
		case trace.FrameRead:
			wrote, synced, published = false, false, false
		case trace.Written:
			wrote, file, end = true, e.File, e.Pos+e.Size
		case trace.Synced:
			synced = synced || wrote && e.File == file && e.UpTo == end
		case trace.Published:
			if wrote && !synced {
				t.Errorf("log end %d is published before %s is synced", e.LogEnd, file)
			}
			published = true
		case trace.Answered:
			if !wrote || !synced || !published {
				t.Errorf("request %d is answered: written %v, synced %v, published %v",
					e.CorrelationID, wrote, synced, published)
			}
		}
	}
}

func TestOneProduceIsThisAndNothingElse(t *testing.T) {
	b, _ := openMemory(t, nil)
	mark := b.trace.Len()
	b.mustSend(numbered(1, 0, 0, 2))
	want := []string{"frame-read", "judged", "assigned", "written", "synced", "published",
		"answered"}
	if got := typesOf(b.trace)[mark:]; !slices.Equal(got, want) {
		t.Errorf("the trace is %v, want %v", got, want)
	}
	mark = b.trace.Len()
	b.mustSend(numbered(1, 0, 0, 2))
	if got := typesOf(b.trace)[mark:]; !slices.Equal(got, []string{"frame-read", "judged",
		"answered"}) {
		t.Errorf("for a duplicate the trace is %v", got)
	}
}

func TestRequestsBytesStayAsTheyWere(t *testing.T) {
	b, _ := openMemory(t, func(c *partition.Config) { c.LeaderEpoch = 5 })
	b.mustSend(plain(3))
	sent := numbered(1, 0, 0, 2)
	if r := b.Produce(sent, 1); r.Err != nil || r.Base != 3 {
		t.Fatalf("answered %+v", r)
	}
	if !bytes.Equal(sent, numbered(1, 0, 0, 2)) {
		t.Errorf("the client's batch became\n%x", sent)
	}
	stored := b.stored()[1]
	if stored.BaseOffset() != 3 || stored.LeaderEpoch() != 5 ||
		!bytes.Equal(stored[atMagic:], sent[atMagic:]) {
		t.Errorf("stored is\n%x, sent was\n%x", []byte(stored), sent)
	}
}

func TestNewSegmentIsNamedOnDiskBeforeAnythingIsInIt(t *testing.T) {
	everywhere(t, func(t *testing.T, fsys *vfstest.FS, dir string) {
		b := open(t, fsys, dir, small)
		for i := range int32(5) {
			b.mustSend(numbered(1, 0, 2*i, 2))
		}
		calls := fsys.Calls()
		bases := b.Segments()
		if len(bases) != 3 {
			t.Fatalf("the segments begin at %v", bases)
		}
		for i, base := range bases {
			name := path.Join(dir, segment.FileName(base, segment.LogSuffix))
			made := lastCall(calls, len(calls), name, "create")
			first := slices.IndexFunc(calls, func(c vfstest.Call) bool {
				return c.Name == name && c.Op == "append"
			})
			named := lastCall(calls, first, dir, "syncdir")
			if made < 0 || named < made || first < named {
				t.Errorf("%s: created by call %d, its directory synced by call %d, first "+
					"written by call %d", name, made, named, first)
			}
			if i == 0 {
				continue
			}
			old := path.Join(dir, segment.FileName(bases[i-1], segment.LogSuffix))
			wrote := lastCall(calls, len(calls), old, "append")
			if synced := lastCall(calls, made, old, "sync"); synced < wrote {
				t.Errorf("%s is created by call %d; the last append to the one before is call "+
					"%d, its last sync before that call %d", name, made, wrote, synced)
			}
		}
	})
}

// memoryOnly says what it is: there is no disk below.
type memoryOnly struct{ *vfstest.FS }

func (memoryOnly) Durable() bool { return false }

func TestWhereThereIsNoDiskNothingIsSynced(t *testing.T) {
	under := vfstest.Memory()
	b := open(t, memoryOnly{under}, "d", small)
	for i := range int32(5) {
		b.mustSend(numbered(1, 0, 2*i, 2))
	}
	if n := under.Count("sync") + under.Count("syncdir"); n != 0 || b.HighWatermark() != 10 {
		t.Errorf("%d syncs, high watermark %d", n, b.HighWatermark())
	}
	traceOrder(t, b.trace.Entries())
}

// original and resend wait for one sync; the resend is known to be a duplicate by then.
func beginTwice(t *testing.T, b *broker, fsys *slowFS) (original, resend <-chan partition.Result,
	sync *slowSync) {
	t.Helper()
	original = b.begin(numbered(1, 0, 0, 2), 1)
	sync = fsys.next(t, original)
	resend = b.begin(numbered(1, 0, 0, 2), 1)
	b.untilWaiting(2, original, resend)
	if b.HighWatermark() != 0 || b.LogEnd() != 2 {
		t.Errorf("log end %d, high watermark %d before the sync", b.LogEnd(), b.HighWatermark())
	}
	return original, resend, sync
}

func TestDuplicateIsAnsweredWhenItsOriginalIsDurable(t *testing.T) {
	b, fsys, counts := openSlow(t, nil)
	original, resend, sync := beginTwice(t, b, fsys)
	sync.end <- nil
	first, second := fsys.result(t, original), fsys.result(t, resend)
	if first.Err != nil || second.Err != nil || first.Base != 0 || second.Base != 0 ||
		first.Verdict.Kind.String() != "APPEND" || second.Verdict.Kind.String() != "DUPLICATE" {
		t.Errorf("answered are %+v and %+v", first, second)
	}
	if counts.Count("append") != 1 || counts.Count("sync") != 1 {
		t.Errorf("%d appends and %d syncs, want one each", counts.Count("append"),
			counts.Count("sync"))
	}
	if shared := syncsShared(b.trace.Entries()); !slices.Equal(shared, []int{1, 2}) {
		t.Errorf("the syncs were shared by %v, want that of opening by 1 and the other by 2", shared)
	}
}

func TestDuplicateGetsTheErrorOfItsOriginalsSync(t *testing.T) {
	b, fsys, _ := openSlow(t, nil)
	original, resend, sync := beginTwice(t, b, fsys)
	sync.end <- errDisk
	for _, r := range []partition.Result{fsys.result(t, original),
		fsys.result(t, resend)} {
		if !errors.Is(r.Err, errDisk) || kerr.CodeOf(r.Err) != kerr.KafkaStorageError ||
			r.Base != -1 || r.Last != -1 {
			t.Errorf("answered is %+v, want the disk's error and 56", r)
		}
	}
	if b.HighWatermark() != 0 {
		t.Errorf("high watermark %d after a failed sync", b.HighWatermark())
	}
}

func TestDuplicateOfWhatIsDurableWaitsForNobody(t *testing.T) {
	b, fsys, _ := openSlow(t, nil)
	first := b.begin(numbered(1, 0, 0, 2), 1)
	fsys.next(t, first).end <- nil
	fsys.result(t, first)
	other := b.begin(numbered(2, 0, 0, 1), 1)
	sync := fsys.next(t, other)
	if r := fsys.result(t, b.begin(numbered(1, 0, 0, 2), 1)); r.Err != nil || r.Base != 0 {
		t.Errorf("the resend is answered %+v", r)
	}
	sync.end <- nil
	fsys.result(t, other)
}

func TestReadersSeeNothingAboveTheHighWatermark(t *testing.T) {
	b, fsys, _ := openSlow(t, nil)
	first := b.begin(numbered(1, 0, 0, 2), 1)
	sync := fsys.next(t, first)
	if got, err := b.Read(0, 1<<20); err != nil || len(got) != 0 {
		t.Errorf("%d bytes are read before the sync, %v", len(got), err)
	}
	if _, err := b.Read(1, 1<<20); !errors.Is(err, segment.ErrOffsetOutOfRange) {
		t.Errorf("reading above the high watermark: %v", err)
	}
	sync.end <- nil
	if r := fsys.result(t, first); r.Err != nil || b.HighWatermark() != 2 || b.layout() != "0:0..1" {
		t.Errorf("%v; high watermark %d, to read is %s", r.Err, b.HighWatermark(), b.layout())
	}
	second := b.begin(numbered(1, 0, 2, 3), 1)
	sync = fsys.next(t, second)
	if b.LogEnd() != 5 || b.HighWatermark() != 2 || b.layout() != "0:0..1" {
		t.Errorf("log end %d, high watermark %d, to read is %s", b.LogEnd(), b.HighWatermark(),
			b.layout())
	}
	sync.end <- nil
	fsys.result(t, second)
	fsys.setSlow(false)
	again := b.again(nil)
	if again.HighWatermark() != 5 || again.layout() != "0:0..1 2:2..4" {
		t.Errorf("after opening again: high watermark %d, to read is %s", again.HighWatermark(),
			again.layout())
	}
	if n := strings.Count(strings.Join(typesOf(again.trace), " "), "published"); n != 1 {
		t.Errorf("opening published %d times", n)
	}
}

func TestRecoverySetsTheHighWatermarkToTheLogEnd(t *testing.T) {
	fsys := vfstest.Memory()
	torn := numbered(9, 0, 4, 1)
	lay(t, fsys, "d", 0, numbered(9, 0, 0, 2), numbered(9, 0, 2, 2), torn[:40:40])
	b := open(t, fsys, "d", nil)
	for range 2 {
		if b.HighWatermark() != 4 || b.LogEnd() != 4 || b.layout() != "0:0..1 2:2..3" {
			t.Errorf("high watermark %d, log end %d, to read is %s", b.HighWatermark(),
				b.LogEnd(), b.layout())
		}
		if _, err := b.TruncateTail(); err != nil {
			t.Fatal(err)
		}
	}
}
